// A C++ exception that leaves a body ends the program with the EDT's name and status 134.
// status: 134
// says: throws_up
// heddle-only: XSOCR's message names no EDT
#include "check.h"

#include <stdexcept>

extern "C" EDT(throws_up) { throw std::runtime_error("out of thread"); }

MAIN {
  passed();
  edt(throws_up, 0);
  return NULL_GUID;
}
