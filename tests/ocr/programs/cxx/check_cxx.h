// What the programs of heddle/ocr.hpp share. The program ends by itself when its main task and all below it have ended.
#pragma once

#include <heddle/ocr.hpp>
#include <vector>

#include "../check.h"

#undef after  // a short name of ../check.h

namespace ocr = heddle::ocr;

// The call throws an error of that code.
#define THROWS(call, wanted)              \
  do {                                    \
    int code_thrown = 0;                  \
    try {                                 \
      (void)(call);                       \
    } catch (const ocr::error& refused) { \
      code_thrown = refused.code();       \
    }                                     \
    EQ(code_thrown, wanted);              \
  } while (0)
