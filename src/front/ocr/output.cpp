// Printing and assertions.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

#include "front/ocr/export.hpp"

extern "C" {

u32 HEDDLE_OCR_EXPORT(ocrPrintf)(const char* fmt, ...) {
  va_list arguments;
  va_start(arguments, fmt);
  const int length = std::vprintf(fmt, arguments);
  va_end(arguments);
  std::fflush(stdout);
  return length < 0 ? 0 : static_cast<u32>(length);
}

u32 HEDDLE_OCR_EXPORT(PRINTF)(const char* fmt, ...) {
  va_list arguments;
  va_start(arguments, fmt);
  const int length = std::vprintf(fmt, arguments);
  va_end(arguments);
  std::fflush(stdout);
  return length < 0 ? 0 : static_cast<u32>(length);
}

u32 HEDDLE_OCR_EXPORT(SNPRINTF)(char* buf, u32 size, const char* fmt, ...) {
  va_list arguments;
  va_start(arguments, fmt);
  const int length = std::vsnprintf(buf, size, fmt, arguments);
  va_end(arguments);
  return length < 0 ? 0 : static_cast<u32>(length);
}

void HEDDLE_OCR_EXPORT(_ocrAssert)(bool val, const char* text, const char* file, u32 line) {
  if (val) return;
  std::fflush(stdout);
  std::fprintf(stderr, "ASSERT FAILURE: %s, in %s:%u\n", text, file, line);
  std::fflush(stderr);
  std::abort();
}

void HEDDLE_OCR_EXPORT(heddleOcrVerify)(bool val, const char* file, u32 line, const char* fmt, ...) {
  va_list arguments;
  va_start(arguments, fmt);
  // One lock around both pieces: what others print does not come between.
  ::flockfile(stdout);
  std::printf("%s @ '%s:%u' ", val ? "PASSED" : "FAILURE", file, line);
  std::vprintf(fmt, arguments);
  std::fflush(stdout);
  ::funlockfile(stdout);
  va_end(arguments);
}

}  // extern "C"
