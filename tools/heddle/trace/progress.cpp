// See progress.hpp.
#include "progress.hpp"

#include <fmt/core.h>
#include <unistd.h>
#include <chrono>
#include <cstdio>
#include <utility>

namespace heddle::tools {

namespace {

constexpr double k_patience_s = 0.5;  // what is over sooner needs no line

double now_s() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

ProgressLine::ProgressLine(std::string doing, std::uint64_t total)
    : doing_(std::move(doing)),
      total_(total),
      terminal_(::isatty(STDERR_FILENO) == 1),
      started_(now_s()),
      next_look_(terminal_ && total != 0 ? total / 100 + 1 : UINT64_MAX) {}

ProgressLine::~ProgressLine() {
  if (shown_percent_ >= 0) fmt::print(stderr, "\r\033[K");
}

void ProgressLine::look() {
  next_look_ = done_ + total_ / 100 + 1;
  if (now_s() - started_ < k_patience_s) return;
  const int percent = static_cast<int>(100 * done_ / total_);
  if (percent == shown_percent_) return;
  shown_percent_ = percent;
  fmt::print(stderr, "\rheddle: {} {:3} %", doing_, percent);
  std::fflush(stderr);
}

}  // namespace heddle::tools
