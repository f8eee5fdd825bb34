// omp_control_tool (OpenMP 5.2, 18.14): what a program says to the tool.
//
// Exported by libheddle.so.1, since libgomp has no such function: a program of GCC declares it itself. Programs of
// Clang come by libomp.so.5's (front/kmpc/routines.cpp).
#include "ompt/around.hpp"

extern "C" [[gnu::visibility("default")]] int omp_control_tool(int command, int modifier, void* argument) {
  return heddle::ompt::control_tool({command, modifier, argument},
                                    {__builtin_return_address(0), __builtin_frame_address(0)});
}
