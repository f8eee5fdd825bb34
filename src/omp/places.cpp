// From a request to cpu sets, and from text to a request; see places.hpp.
#include "omp/places.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

namespace heddle::omp {

namespace {

using platform::topology::CpuSet;
using Form = PlaceRequest::Form;

// No machine has more cpus, and a list longer than this is a slip of the pen: {0}:1000000000.
constexpr std::int64_t k_most_cpus = 1 << 20;
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

// -- Reading OMP_PLACES: a small recursive descent parser, one function per rule of the grammar.

namespace {

using base::Scanner;
using base::Word;

using Interval = PlaceRequest::Interval;
using ListedPlace = PlaceRequest::ListedPlace;

constexpr Word<Form> k_forms[] = {{"threads", Form::threads},
                                  {"cores", Form::cores},
                                  {"ll_caches", Form::ll_caches},
                                  {"sockets", Form::sockets},
                                  {"numa_domains", Form::numa_domains}};

struct Repetition {
  std::uint64_t length = 1;
  std::int64_t stride = 1;
};

/// [:length[:stride]]
std::optional<Repetition> parse_repetition(Scanner& text) {
  Repetition repetition;
  if (!text.accept(':')) return repetition;
  const auto length = text.number_in(1, k_most_cpus);
  if (!length) return std::nullopt;
  repetition.length = *length;
  if (!text.accept(':')) return repetition;
  const auto stride = text.signed_number();
  if (!stride) return std::nullopt;
  repetition.stride = *stride;
  return repetition;
}

/// [!]cpu[:length[:stride]]; an exclusion takes out a single cpu, as in libgomp
std::optional<Interval> parse_interval(Scanner& text) {
  Interval interval;
  interval.excluded = text.accept('!');
  const auto first = text.number_in(0, k_most_cpus);
  if (!first) return std::nullopt;
  interval.first = *first;
  if (interval.excluded) return interval;
  const auto repetition = parse_repetition(text);
  if (!repetition) return std::nullopt;
  interval.length = repetition->length;
  interval.stride = repetition->stride;
  return interval;
}

/// {interval, ...} or a bare cpu
std::optional<std::vector<Interval>> parse_cpus(Scanner& text) {
  if (!text.accept('{')) {
    const auto cpu = text.number_in(0, k_most_cpus);
    if (!cpu) return std::nullopt;
    return std::vector<Interval>{{*cpu, 1, 1, false}};
  }
  std::vector<Interval> cpus;
  do {
    const auto interval = parse_interval(text);
    if (!interval) return std::nullopt;
    cpus.push_back(*interval);
  } while (text.accept(','));
  if (!text.accept('}')) return std::nullopt;
  return cpus;
}

/// [!]place[:length[:stride]]
std::optional<ListedPlace> parse_place(Scanner& text) {
  ListedPlace place;
  place.excluded = text.accept('!');
  auto cpus = parse_cpus(text);
  if (!cpus) return std::nullopt;
  place.cpus = std::move(*cpus);
  if (place.excluded) return place;
  const auto repetition = parse_repetition(text);
  if (!repetition) return std::nullopt;
  place.length = repetition->length;
  place.stride = repetition->stride;
  return place;
}

/// name[(count)]
std::optional<PlaceRequest> parse_named(Form form, Scanner& text) {
  PlaceRequest request;
  request.form = form;
  if (text.accept('(')) {
    const auto count = text.number_in(1, k_most_cpus);
    if (!count || !text.accept(')')) return std::nullopt;
    request.count = static_cast<unsigned>(*count);
  }
  if (!text.at_end()) return std::nullopt;
  return request;
}

/// first[-last[:stride]]
std::optional<ListedPlace> parse_affinity_range(Scanner& text) {
  const auto first = text.number_in(0, k_most_cpus);
  if (!first) return std::nullopt;
  ListedPlace range;
  range.cpus = {{*first, 1, 1, false}};
  if (!text.accept('-')) return range;
  const auto last = text.number_in(*first, k_most_cpus);
  if (!last) return std::nullopt;
  std::uint64_t stride = 1;
  if (text.accept(':')) {
    const auto written = text.number_in(1, k_most_cpus);
    if (!written) return std::nullopt;
    stride = *written;
  }
  range.length = (*last - *first) / stride + 1;
  if (range.length > k_most_cpus) return std::nullopt;  // as OMP_PLACES would refuse it
  range.stride = static_cast<std::int64_t>(stride);
  return range;
}

std::string repetition_text(std::uint64_t length, std::int64_t stride) {
  if (length == 1) return {};
  std::string text = ":" + std::to_string(length);
  if (stride != 1) text.append(":").append(std::to_string(stride));
  return text;
}

std::string place_text(const ListedPlace& place) {
  std::string text = place.excluded ? "!{" : "{";
  bool first = true;
  for (const Interval& interval : place.cpus) {
    text.append(first ? "" : ",").append(interval.excluded ? "!" : "").append(std::to_string(interval.first));
    text.append(repetition_text(interval.length, interval.stride));
    first = false;
  }
  return text.append("}").append(repetition_text(place.length, place.stride));
}

}  // namespace

std::optional<PlaceRequest> parse_places(Scanner& text) {
  if (const auto form = text.word(k_forms)) return parse_named(*form, text);
  PlaceRequest request;
  request.form = Form::listed;
  do {
    auto place = parse_place(text);
    if (!place) return std::nullopt;
    request.listed.push_back(std::move(*place));
  } while (text.accept(','));
  if (!text.at_end()) return std::nullopt;
  return request;
}

PlaceRequest named_places(Scanner text) {
  PlaceRequest request;
  request.form = text.word(k_forms).value_or(Form::cores);
  return request;
}

std::optional<PlaceRequest> parse_cpu_affinity(Scanner& text) {
  PlaceRequest request;
  request.form = Form::listed;
  while (!text.at_end()) {
    auto range = parse_affinity_range(text);
    if (!range) return std::nullopt;
    request.listed.push_back(std::move(*range));
    if (text.accept(',') && text.at_end()) return std::nullopt;
  }
  if (request.listed.empty()) return std::nullopt;
  return request;
}

std::string places_text(const PlaceRequest& request) {
  if (request.form == Form::none) return "none";
  if (request.form == Form::listed) {
    std::string text;
    for (const ListedPlace& place : request.listed) text.append(text.empty() ? "" : ",").append(place_text(place));
    return text;
  }
  std::string text;
  for (const Word<Form>& word : k_forms)
    if (word.value == request.form) text = word.text;
  if (request.count != 0) text.append("(").append(std::to_string(request.count)).append(")");
  return text;
}

}  // namespace heddle::omp
