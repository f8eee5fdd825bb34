// What GoogleTest's comparisons print, compiled once a build (printers.cpp): else each file of tests compiles these
// functions for itself, a tenth of its code. A comparison of other types is compiled where it stands, as ever. Only for
// tests that take the precompiled headers, of which this is one.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <string>

// HEDDLE_TEST_PRINTERS(template) declares or defines them. The types are those that most files of tests compare.
#define HEDDLE_TEST_PRINTERS(word)                            \
  namespace testing {                                         \
  HEDDLE_TEST_PRINTER_OF(word, int)                           \
  HEDDLE_TEST_PRINTER_OF(word, unsigned)                      \
  HEDDLE_TEST_PRINTER_OF(word, long)                          \
  HEDDLE_TEST_PRINTER_OF(word, unsigned long)                 \
  HEDDLE_TEST_PRINTER_OF(word, std::string)                   \
  namespace internal {                                        \
  HEDDLE_TEST_FAILURES_OF(word, int, int)                     \
  HEDDLE_TEST_FAILURES_OF(word, unsigned, unsigned)           \
  HEDDLE_TEST_FAILURES_OF(word, unsigned, int)                \
  HEDDLE_TEST_FAILURES_OF(word, long, int)                    \
  HEDDLE_TEST_FAILURES_OF(word, unsigned long, int)           \
  HEDDLE_TEST_FAILURES_OF(word, unsigned long, unsigned)      \
  HEDDLE_TEST_FAILURES_OF(word, unsigned long, unsigned long) \
  HEDDLE_TEST_FAILURES_OF(word, std::atomic<int>, int)        \
  HEDDLE_TEST_FAILURES_OF(word, std::string, std::string)     \
  }                                                           \
  }
#define HEDDLE_TEST_PRINTER_OF(word, type) word std::string PrintToString<type>(const type&);
#define HEDDLE_TEST_FAILURES_OF(word, left, right)                                                           \
  word AssertionResult CmpHelperEQFailure<left, right>(const char*, const char*, const left&, const right&); \
  word AssertionResult CmpHelperOpFailure<left, right>(const char*, const char*, const left&, const right&,  \
                                                       const char*);

HEDDLE_TEST_PRINTERS(extern template)
