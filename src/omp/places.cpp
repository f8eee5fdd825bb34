// See places.hpp.
#include "omp/places.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "omp/environment_places.hpp"

namespace heddle::omp {

namespace {

using platform::topology::CpuSet;
using Form = PlaceRequest::Form;

constexpr std::int64_t k_most_cpus = 1 << 20;      // as environment_places.cpp; strides may lead beyond
constexpr std::uint64_t k_most_written = 1 << 22;  // four thousand places of a thousand cpus
constexpr std::uint64_t k_cpus_of_a_word = 64;     // a set takes a bit for each cpu up to its last one

/// A set of cpus that may lie below 0 or beyond any machine; only the usable ones are kept in the end.
using Cpus = std::vector<std::int64_t>;

Cpus cpus_of(const PlaceRequest::ListedPlace& place) {
  Cpus cpus;
  for (const auto& interval : place.cpus)
    for (std::uint64_t i = 0; !interval.excluded && i < interval.length; ++i)
      cpus.push_back(static_cast<std::int64_t>(interval.first) + static_cast<std::int64_t>(i) * interval.stride);
  for (const auto& interval : place.cpus)
    if (interval.excluded) std::erase(cpus, static_cast<std::int64_t>(interval.first));
  return cpus;
}

/// Nothing when a cpu number is not one: negative, or greater than any machine's.
std::optional<CpuSet> shifted(const Cpus& cpus, std::int64_t shift) {
  CpuSet set;
  for (const std::int64_t cpu : cpus) {
    if (cpu + shift < 0 || cpu + shift > k_most_cpus) return std::nullopt;
    set.add(static_cast<std::size_t>(cpu + shift));
  }
  return set;
}

/// Every place as written, usable or not; nothing when one cannot be.
class Writer {
 public:
  bool add(const PlaceRequest::ListedPlace& place) {
    if (!affordable(place)) return fail(k_too_long);
    const Cpus cpus = cpus_of(place);
    if (place.excluded) return remove(cpus);
    for (std::uint64_t i = 0; i < place.length; ++i) {
      auto set = shifted(cpus, static_cast<std::int64_t>(i) * place.stride);
      if (!set) return fail("a cpu number in it is negative or beyond any machine");
      written_ += set->end() / k_cpus_of_a_word;
      if (written_ > k_most_written) return fail(k_too_long);
      places_.push_back(std::move(*set));
    }
    return true;
  }

  const std::vector<CpuSet>& places() const { return places_; }
  const std::string& mistake() const { return mistake_; }

 private:
  static constexpr const char* k_too_long = "it is longer than any machine";

  /// A slip of the pen must not take the machine's memory: {0:1000000}:1000000.
  bool affordable(const PlaceRequest::ListedPlace& place) {
    for (const auto& interval : place.cpus) written_ += interval.length * place.length;
    return written_ <= k_most_written;
  }

  /// Takes out the last place that is the same, as libgomp does.
  bool remove(const Cpus& cpus) {
    const auto set = shifted(cpus, 0);
    const auto found = set ? std::find(places_.rbegin(), places_.rend(), *set) : places_.rend();
    if (found == places_.rend()) return fail("it excludes a place that is not in the list before it");
    places_.erase(std::next(found).base());
    return true;
  }

  bool fail(const char* mistake) {
    mistake_ = mistake;
    return false;
  }

  std::vector<CpuSet> places_;
  std::uint64_t written_ = 0;  // cpus in all places, and words of their sets
  std::string mistake_;
};

PlaceList refused(const PlaceRequest& request, std::string_view mistake) {
  PlaceList list;
  std::string sentence("the places ");
  sentence.append(places_text(request)).append(" cannot be used: ").append(mistake).append("; threads are not bound");
  list.warnings.push_back(std::move(sentence));
  return list;
}

std::string place_text(const CpuSet& place) {
  std::string text = "{";
  for (std::size_t first = place.first(); first < place.end();) {
    std::size_t last = first;
    while (place.contains(last + 1)) ++last;
    text.append(text.size() == 1 ? "" : ",").append(std::to_string(first));
    if (last > first) text.append(":").append(std::to_string(last - first + 1));
    first = place.next(last + 1);
  }
  return text.append("}");
}

}  // namespace

PlaceList resolve_listed(const PlaceRequest& request, const CpuSet& available) {
  Writer writer;
  for (const auto& place : request.listed)
    if (!writer.add(place)) return refused(request, writer.mistake());
  PlaceList list;
  for (CpuSet place : writer.places()) {
    place.intersect(available);
    if (!place.empty()) list.places.push_back(std::move(place));
  }
  if (list.places.empty()) return refused(request, "this process may use none of these cpus");
  const std::size_t lost = writer.places().size() - list.places.size();
  if (lost > 0)
    list.warnings.push_back("of the places " + places_text(request) + ", " + std::to_string(lost) +
                            " hold no cpu that this process may use and are left out");
  return list;
}

PlaceList resolve_named(const PlaceRequest& request, const platform::topology::Groups& groups) {
  PlaceList list;
  switch (request.form) {
    case Form::cores:
      list.places = groups.cores;
      break;
    case Form::ll_caches:
      list.places = groups.ll_caches;
      break;
    case Form::numa_domains:
      list.places = groups.numa_domains;
      break;
    case Form::sockets:
      list.places = groups.sockets;
      break;
    default:
      list.places = groups.threads;
      break;
  }
  if (request.count != 0 && request.count < list.places.size()) list.places.resize(request.count);
  return list;
}

PlaceList resolve_places(const PlaceRequest& request, const CpuSet& available) {
  if (request.form == Form::listed) return resolve_listed(request, available);
  if (request.form != Form::none) return resolve_named(request, platform::topology::read_groups(available));
  PlaceList list;
  available.each([&](std::size_t cpu) { list.places.emplace_back().add(cpu); });
  return list;
}

std::string place_list_text(const std::vector<CpuSet>& places) {
  std::string text;
  for (const CpuSet& place : places) text.append(text.empty() ? "" : ",").append(place_text(place));
  return text;
}

}  // namespace heddle::omp
