/* ocr-std.h: printing and assertions. */
#ifndef HEDDLE_OCR_STD_H
#define HEDDLE_OCR_STD_H

#include "ocr-types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** snprintf; returns what snprintf returns. */
u32 SNPRINTF(char* buf, u32 size, const char* fmt, ...);

#ifdef NOPRINTS
/** Prints nothing; the arguments are evaluated. */
static inline u32 ocrPrintf(const char* fmt, ...) {
  (void)fmt;
  return 0;
}
/** Prints nothing; the arguments are evaluated. */
static inline u32 PRINTF(const char* fmt, ...) {
  (void)fmt;
  return 0;
}
#else
/** printf through stdio, all of it; returns the number of characters. */
u32 ocrPrintf(const char* fmt, ...);
/** ocrPrintf under its old name. */
u32 PRINTF(const char* fmt, ...);
#endif

/** When `val` is false: prints text, file and line to stderr, then aborts. */
void _ocrAssert(bool val, const char* text, const char* file, u32 line);

/** What VERIFY calls: prints "PASSED @ 'file:line' " or "FAILURE @ 'file:line' " and the message, by one write to
 * stdout. */
void heddleOcrVerify(bool val, const char* file, u32 line, const char* fmt, ...);

/* The semicolons at the ends are wanted: programs write these without one. */
#ifdef OCR_ASSERT
/** Aborts with a message when the condition is false. Nothing is evaluated without OCR_ASSERT. */
#define ocrAssert(condition)                                                \
  do {                                                                      \
    _ocrAssert((condition) ? TRUE : FALSE, #condition, __FILE__, __LINE__); \
  } while (0);
#else
#define ocrAssert(condition)
#endif

#define ASSERT(condition) ocrAssert(condition) /**< ocrAssert under its old name */

/** VERIFY(condition, format, ...): prints whether it holds, with place and message, and goes on. */
#define VERIFY(condition, ...)                                                         \
  do {                                                                                 \
    heddleOcrVerify((condition) ? TRUE : FALSE, __FILE__, (u32)__LINE__, __VA_ARGS__); \
  } while (0);

#ifdef __cplusplus
}
#endif

#endif
