// A report's sentences: what the figures of an analysis mean, and what would help. Plain text, not yet for HTML.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis.hpp"
#include "forecast.hpp"

namespace heddle::tools {

/// "1.23 s", "45.6 ms", "7.89 us", "12 ns".
std::string time_text(std::uint64_t ns);
/// "84 %"; less than half a percent, but something: "under 1 %".
std::string percent_text(double share);
/// "main, chol.c:22", or what is known of it.
std::string kind_text(const TaskKind& kind);
/// The same in few letters: "chol.c:22", or the name that a task has been given.
std::string short_text(const TaskKind& kind);
/// 1234567 as "1,234,567".
std::string count_text(std::uint64_t count);

/// What happened, from the most important on.
std::vector<std::string> in_words(const Analysis& analysis);

struct Advice {
  std::string what;  // "Fewer, longer tasks."
  std::string why;   // with this run's figures, and where to read on
};
/// What would help, the most promising first. @param forecast  without points: nothing was simulated
std::vector<Advice> what_would_help(const Analysis& analysis, const Forecast& forecast);

}  // namespace heddle::tools
