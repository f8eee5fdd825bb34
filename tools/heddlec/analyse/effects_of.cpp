#include "tools/heddlec/analyse/effects_of.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace heddlec {

namespace {

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// A function of the program that has one of these names, and whose body is elsewhere, would be undefined behaviour in C
// and is not reached in C++ without `using`.
constexpr std::array<std::string_view, 41> k_pure{"sqrt",
                                                  "sqrtf",
                                                  "cbrt",
                                                  "fabs",
                                                  "fabsf",
                                                  "abs",
                                                  "labs",
                                                  "llabs",
                                                  "floor",
                                                  "ceil",
                                                  "round",
                                                  "trunc",
                                                  "fmin",
                                                  "fmax",
                                                  "min",
                                                  "max",
                                                  "pow",
                                                  "powf",
                                                  "exp",
                                                  "expf",
                                                  "log",
                                                  "log2",
                                                  "log10",
                                                  "sin",
                                                  "cos",
                                                  "tan",
                                                  "asin",
                                                  "acos",
                                                  "atan",
                                                  "atan2",
                                                  "sinh",
                                                  "cosh",
                                                  "tanh",
                                                  "hypot",
                                                  "fmod",
                                                  "ldexp",
                                                  "omp_get_max_threads",
                                                  "omp_get_num_procs",
                                                  "lround",
                                                  "floorf",
                                                  "ceilf"};
/// They touch nothing that creation code reads, but do more than compute.
constexpr std::array<std::string_view, 27> k_harmless{
    "printf",        "fprintf",       "puts",          "putchar",       "fputs",         "fflush",
    "perror",        "malloc",        "calloc",        "free",          "aligned_alloc", "exit",
    "abort",         "__assert_fail", "usleep",        "nanosleep",     "sched_yield",   "clock",
    "clock_gettime", "gettimeofday",  "omp_get_wtime", "omp_get_wtick", "omp_set_lock",  "omp_unset_lock",
    "omp_test_lock", "new",           "strlen"};
constexpr std::array<std::string_view, 8> k_writes_by_pointer{"memcpy",   "memset",  "memmove", "strcpy",
                                                              "snprintf", "sprintf", "realloc", "qsort"};

bool is_thread_query(const std::string& name) {
  return name.find("omp_") == 0 && !is_one_of(k_pure, name) && !is_one_of(k_harmless, name);
}

}  // namespace

void DeedsOf::add(Deeds& deeds, const Effect& effect) const {
  switch (effect.kind) {
    case Effect::Kind::writes:
      deeds.writes.emplace(effect.variable, &effect);
      break;
    case Effect::Kind::writes_memory:
      deeds.memory_writes.emplace(effect.type, &effect);
      break;
    case Effect::Kind::reads_memory:
      deeds.reads.push_back(&effect);
      break;
    case Effect::Kind::calls:
      add_call(deeds, effect);
      break;
    case Effect::Kind::unknown:
      deeds.foreign.push_back(&effect);
      break;
    case Effect::Kind::takes_address:
      break;
  }
}

void DeedsOf::add_call(Deeds& deeds, const Effect& effect) const {
  if (effect.callee >= 0) {
    if (!deeds.functions.insert(effect.callee).second) return;
    if (unit_.functions[static_cast<std::size_t>(effect.callee)].templated) deeds.foreign.push_back(&effect);
    for (const Effect& inner : unit_.effects)
      if (inner.function == effect.callee) add(deeds, inner);
    return;
  }
  if (is_thread_query(effect.text)) {
    deeds.thread = &effect;
  } else if (effect.pure || is_one_of(k_pure, effect.text)) {
    return;
  } else if (is_one_of(k_harmless, effect.text)) {
    deeds.input = &effect;
  } else if (is_one_of(k_writes_by_pointer, effect.text)) {
    deeds.input = &effect;
    deeds.memory_writes.emplace("any", &effect);
    if (effect.text == "qsort") deeds.foreign.push_back(&effect);
  } else {
    deeds.foreign.push_back(&effect);
  }
}

}  // namespace heddlec
