// Where in the program's source a piece of code comes from, as text: "heat.c:42 (in step)".
//
// Asks the loader for module and symbol, and the command addr2line for file and line, if it is installed and the module
// has them; else "step+0x1f (heat+0x1189)". Starts a process and waits for it: for messages that are due once only.
#pragma once

#include <string>

namespace heddle::process {

/// What source_place() says of an address from now on: one that lives as long as the program.
void know_place(const void* place, std::string text);

/// @param code  the first byte of a function, or any byte of a call
std::string source_place(const void* code);

}  // namespace heddle::process
