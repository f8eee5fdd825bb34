// What can be told from the text behind a directive before Clang has read it: where the directive ends, and which
// variable the loop behind it has.
#pragma once

#include <string>

#include "tools/heddlec/model.hpp"

namespace heddlec {

/// The variable of a loop, and its type where the head declares it.
struct LoopHead {
  std::string variable;
  std::string type;
};

/// The loop that begins at this offset, behind blanks, comments, further directives and a brace.
LoopHead loop_head(const std::string& text, std::uint32_t from);

/// The function whose declaration begins here, behind blanks, comments and further directives; without a name where
/// there is a statement.
TaskFunction function_head(const std::string& text, std::uint32_t from);

/// The end of the directive's last line, without its newline; a backslash goes on.
std::uint32_t end_of_directive(const std::string& text, std::uint32_t from);

/// Behind the bracket that closes the first one from here on.
std::uint32_t end_of_call(const std::string& text, std::uint32_t from);

/// Behind blanks and comments.
std::uint32_t skip_blanks(const std::string& text, std::uint32_t from);

/// Items of dependences that name the loop's variable are evaluated per iteration: marks them and their probes.
void know_loop_variable(Directive& directive, const LoopHead& head);

}  // namespace heddlec
