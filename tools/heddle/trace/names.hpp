// Names: what a task is called, and where it stands in the source. A task by name: its name, or the function that makes
// it, and where it is made. One of OpenMP's: the function that is its body, and where that begins.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>

#include "history.hpp"
#include "raw_trace.hpp"
#include "symbols.hpp"

namespace heddle::tools {

class Names {
 public:
  explicit Names(const RawTrace& trace) : trace_(trace) {}

  /// Never without a function: what is not known is called by its file and offset.
  const SourceLine& of(const TaskHistory& task);
  /// The program's name.
  std::string program(std::size_t process) const;

 private:
  using Key = std::array<std::uint64_t, 5>;  // process, body, place, name, whether it is a part

  SourceLine find(std::size_t process, std::uint64_t address);
  SourceLine find_in(const std::string& file, std::uint64_t offset);
  SourceLine find_origin(const TaskHistory& task);

  const RawTrace& trace_;
  std::map<Key, SourceLine> places_;
  std::map<std::string, std::unique_ptr<Symbols>> files_;  // null: a file that has none
  const SourceLine implicit_{"implicit task", {}, 0};
};

}  // namespace heddle::tools
