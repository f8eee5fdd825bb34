// Names: what a task is called: the function that is its body, and where that stands in the source.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "history.hpp"
#include "raw_trace.hpp"
#include "symbols.hpp"

namespace heddle::tools {

class Names {
 public:
  explicit Names(const RawTrace& trace) : trace_(trace) {}

  /// Never without a function: what is not known is called by its file and offset.
  const Place& of(const TaskHistory& task);
  /// The program's name.
  std::string program(std::size_t process) const;

 private:
  Place find(std::size_t process, std::uint64_t address);

  const RawTrace& trace_;
  std::map<std::pair<std::size_t, std::uint64_t>, Place> places_;
  std::map<std::string, std::unique_ptr<Symbols>> files_;
  const Place implicit_{"implicit task", {}, 0};
};

}  // namespace heddle::tools
