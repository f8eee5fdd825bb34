// Where the fallbacks of exports.py end: a function of the interface that Heddle does not have was called.
//
// Invariant: the first argument is the function's name, the return address lies in the program that called it.
// Called by generated assembly only.
#include "base/message.hpp"
#include "front/kmpc/export.hpp"
#include "process/caller.hpp"

using heddle::base::fatal;
using heddle::process::Caller;

extern "C" [[noreturn, gnu::visibility("hidden")]] void heddle_kmpc_not_implemented(const char* name) {
  const Caller caller(__builtin_return_address(0));
  fatal({name, ", called from ", caller.text(),
         ", is not implemented by Heddle; set HEDDLE_DISABLE=1 to hand this "
         "program back to the libomp it was built for"});
}

/// Known, and left out on purpose: what only the runtime's own compiler passes or debuggers need.
extern "C" [[noreturn, gnu::visibility("hidden")]] void heddle_kmpc_refused(const char* name) {
  const Caller caller(__builtin_return_address(0));
  fatal({name, ", called from ", caller.text(),
         ", belongs to a part of LLVM's OpenMP that Heddle leaves out; set HEDDLE_DISABLE=1 to hand this "
         "program back to the libomp it was built for"});
}
