#include "front/kmpc/kmp_affinity.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "base/scanner.hpp"
#include "omp/settings.hpp"

namespace heddle::kmpc {

namespace {

using omp::Bind;
using omp::PlaceRequest;
using omp::Settings;

constexpr std::string_view k_affinity_forms =
    "allowed are none, disabled, compact, scatter, balanced, and explicit,proclist=[...], with granularity=thread, "
    "core, socket, numa_domain or ll_cache or not; using none";

std::string_view without_blanks(std::string_view word) {
  while (!word.empty() && base::is_space(word.front())) word.remove_prefix(1);
  while (!word.empty() && base::is_space(word.back())) word.remove_suffix(1);
  return word;
}

// Parted by commas, without the white space around them.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  int depth = 0;  // commas in brackets part nothing
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (i < text.size() && (c != ',' || depth > 0)) continue;
    words.push_back(without_blanks(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  return words;
}

std::optional<unsigned> number_of(std::string_view text) {
  unsigned number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || rest != text.data() + text.size()) return std::nullopt;
  return number;
}

constexpr unsigned k_most_cpus = 1 << 20;  // as OMP_PLACES (omp/places.cpp)

// One cpu, or a range with or without a step: 3, 0-3, 0-6:2. As one place per cpu.
bool add_range(std::string_view item, PlaceRequest& places) {
  const std::size_t dash = item.find('-');
  const std::size_t colon = item.find(':');
  const auto first = number_of(item.substr(0, dash));
  const auto last = dash == std::string_view::npos
                        ? first
                        : number_of(item.substr(dash + 1, colon == std::string_view::npos ? colon : colon - dash - 1));
  const auto step = colon == std::string_view::npos ? std::optional(1U) : number_of(item.substr(colon + 1));
  if (!first || !last || !step || *step == 0 || *last < *first) return false;
  if (*last >= k_most_cpus) return false;
  const unsigned length = (*last - *first) / *step + 1;
  places.listed.push_back({.cpus = {{.first = *first}}, .length = length, .stride = length == 1 ? 1 : *step});
  return true;
}

// proclist=[0-3,{4,5},6]: a place each; braces make one place of several.
bool add_list(std::string_view list, PlaceRequest& places) {
  if (list.size() < 2 || list.front() != '[' || list.back() != ']') return false;
  for (const std::string_view item : words_of(list.substr(1, list.size() - 2))) {
    if (item.empty() || item.front() != '{') {
      if (!add_range(item, places)) return false;
      continue;
    }
    if (item.size() < 3 || item.back() != '}') return false;
    PlaceRequest::ListedPlace place;
    for (const std::string_view cpu : words_of(item.substr(1, item.size() - 2))) {
      const auto number = number_of(cpu);
      if (!number || *number >= k_most_cpus) return false;
      place.cpus.push_back({.first = *number});
    }
    places.listed.push_back(std::move(place));
  }
  places.form = PlaceRequest::Form::listed;
  return !places.listed.empty();
}

// A place per level of the machine. @returns false for a word that is no level of libomp's.
bool read_granularity(std::string_view level, AffinityRequest& affinity) {
  using Form = PlaceRequest::Form;
  constexpr std::pair<std::string_view, Form> k_levels[] = {
      {"core", Form::cores},        {"socket", Form::sockets},           {"package", Form::sockets},
      {"node", Form::numa_domains}, {"numa_domain", Form::numa_domains}, {"ll_cache", Form::ll_caches}};
  constexpr std::string_view k_not_told_apart[] = {"fine",     "thread",   "die",        "module",
                                                   "tile",     "group",    "proc_group", "core_type",
                                                   "core_eff", "l1_cache", "l2_cache",   "l3_cache"};
  for (const auto& [name, form] : k_levels) {
    if (name != level) continue;
    if (affinity.places.form != Form::listed) affinity.places.form = form;
    return true;
  }
  return std::find(std::begin(k_not_told_apart), std::end(k_not_told_apart), level) != std::end(k_not_told_apart);
}

// @returns false when the word means nothing.
bool read_word(std::string_view word, AffinityRequest& affinity) {
  constexpr std::string_view k_list = "proclist=";
  constexpr std::string_view k_granularity = "granularity=";
  if (word.starts_with(k_list)) return add_list(word.substr(k_list.size()), affinity.places);
  if (word == "none" || word == "disabled") {
    affinity.bind = Bind::no;
  } else if (word == "compact") {
    affinity.bind = Bind::close;
  } else if (word == "scatter" || word == "balanced") {
    affinity.bind = Bind::spread;
  } else if (word == "explicit") {
    affinity.bind = Bind::close;
    affinity.wants_list = true;
  } else if (word == "reset" || word == "noreset") {
    affinity.resets = word == "reset";
  } else if (word == "core") {
    return read_granularity(word, affinity);
  } else if (word.starts_with(k_granularity)) {
    return read_granularity(word.substr(k_granularity.size()), affinity);
  } else {
    // Other modifiers change what is printed, or how a level is chosen that we do not tell apart; numbers permute.
    const bool known = word == "verbose" || word == "noverbose" || word == "respect" || word == "norespect" ||
                       word == "warnings" || word == "nowarnings" || word == "duplicates" || word == "noduplicates";
    return known || number_of(word).has_value();
  }
  return true;
}

bool given(const omp::GlobalIcv& global, omp::Setting setting) noexcept {
  return global.origin_of(setting) != omp::Variable::none;
}

}  // namespace

std::optional<AffinityRequest> parse_affinity(std::string_view text) {
  AffinityRequest affinity;
  for (const std::string_view word : words_of(text))
    if (!read_word(word, affinity)) return std::nullopt;
  if (affinity.wants_list != (affinity.places.form == PlaceRequest::Form::listed)) return std::nullopt;
  return affinity;
}

std::optional<std::string_view> apply_affinity(const std::string& text) noexcept {
  std::optional<AffinityRequest> parsed = parse_affinity(text);
  if (!parsed) return k_affinity_forms;
  AffinityRequest& affinity = *parsed;
  omp::Environment& environment = Settings::get().environment;
  environment.global.resets_affinity = affinity.resets;
  if (!affinity.bind || given(environment.global, omp::Setting::proc_bind)) return std::nullopt;
  environment.initial.bind = *affinity.bind;
  if (affinity.places.form == PlaceRequest::Form::none) affinity.places.form = PlaceRequest::Form::threads;
  if (*affinity.bind != Bind::no && environment.global.places.form == PlaceRequest::Form::none)
    environment.global.places = std::move(affinity.places);
  return std::nullopt;
}

}  // namespace heddle::kmpc
