// Where the fallbacks of exports.py end: a function of the interface that Heddle does not have was called.
//
// Invariant: the first argument is the function's name, the return address lies in the program that called it.
// Called by generated assembly only.
#include "base/message.hpp"
#include "front/gomp/caller.hpp"
#include "front/gomp/export.hpp"

using heddle::base::fatal;
using heddle::gomp::Caller;

/// OpenACC's functions, and the plug-ins that offload it: Heddle runs OpenMP.
extern "C" [[noreturn, gnu::visibility("hidden")]] void heddle_gomp_openacc(const char* name) {
  const Caller caller(__builtin_return_address(0));
  fatal({name, ", called from ", caller.text(),
         ", belongs to OpenACC, which Heddle does not run; set HEDDLE_DISABLE=1 to "
         "hand this program back to the libgomp it was built for"});
}

/// Any other function: the library was built without it.
extern "C" [[noreturn, gnu::visibility("hidden")]] void heddle_gomp_not_implemented(const char* name) {
  const Caller caller(__builtin_return_address(0));
  fatal({name, ", called from ", caller.text(),
         ", is not implemented by Heddle; set HEDDLE_DISABLE=1 to hand this "
         "program back to the libgomp it was built for"});
}
