// Where in the program's source a call came from, as text: "heat.c:42 (in step)".
//
// Asks the loader for module and symbol, and the command addr2line for file and line, if it is installed and the module
// has them; else "step+0x1f (heat+0x1189)". Starts a process and waits for it: for messages that are due once only.
#pragma once

#include <string>

namespace heddle::omp {

/// @param return_address  where the call would return to
std::string source_place(const void* return_address);

}  // namespace heddle::omp
