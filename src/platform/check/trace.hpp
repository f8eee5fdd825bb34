// The story of a run: what each thread did, step by step, in columns. Written only for the run that is shown.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "platform/check/view.hpp"

namespace heddle::platform::check {

class Trace;

/// How the bits of a value look as text; the atomic's type knows.
using Show = std::string (*)(Trace& trace, std::uint64_t bits);

class Trace {
 public:
  enum class Mode { off, on };

  void restart(Mode mode, const std::vector<std::string>* names);
  bool on() const noexcept { return mode_ == Mode::on; }

  void add_location(Show show) { shows_.push_back(show); }
  std::string name(LocationId location) const;
  std::string value(LocationId location, std::uint64_t bits);

  void add(ThreadId thread, const std::string& text);
  void label_pointer(const void* address, const std::string& label);
  std::string pointer(std::uint64_t bits);

  /// One line per step; the first column counts, then one column per thread.
  std::string columns() const;

 private:
  struct Line {
    ThreadId thread;
    std::string text;
  };
  Mode mode_ = Mode::off;
  const std::vector<std::string>* names_ = nullptr;
  std::vector<Show> shows_;
  std::vector<Line> lines_;
  std::map<std::uint64_t, std::string> pointers_;
};

}  // namespace heddle::platform::check
