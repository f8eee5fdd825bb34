// A small recursive descent parser, one function per rule of the grammar. See environment_places.hpp.
#include "omp/environment_places.hpp"

namespace heddle::omp {

namespace {

using base::Scanner;
using base::Word;

using Form = PlaceRequest::Form;
using Interval = PlaceRequest::Interval;
using ListedPlace = PlaceRequest::ListedPlace;

// No machine has more cpus, and a list longer than this is a slip of the pen: {0}:1000000000.
constexpr std::uint64_t k_most_cpus = 1 << 20;

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
