// How far a long conversion has come: a line on standard error, when that is a terminal and the work takes a while.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::tools {

class ProgressLine {
 public:
  /// @param doing  "reading app.raw"  @param total  steps; 0 shows nothing
  ProgressLine(std::string doing, std::uint64_t total);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// `count` more steps are done.
  void advance(std::uint64_t count = 1) {
    done_ += count;
    if (done_ >= next_look_) look();
  }

 private:
  void look();

  const std::string doing_;
  const std::uint64_t total_;
  const bool terminal_;
  const double started_;
  std::uint64_t done_ = 0;
  std::uint64_t next_look_;
  int shown_percent_ = -1;
};

}  // namespace heddle::tools
