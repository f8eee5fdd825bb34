// What the checker has found: a line each, to the file named by OMPT_CHECKER_REPORT, the first fifty. The program is
// not disturbed. Any thread.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace checker {

inline std::atomic<int> complaints{0};

[[gnu::format(printf, 1, 2)]] inline void complain(const char* format, ...) {
  constexpr int k_enough = 50;
  if (complaints.fetch_add(1) >= k_enough) return;
  const char* const path = getenv("OMPT_CHECKER_REPORT");
  const int file = path == nullptr ? STDERR_FILENO : open(path, O_WRONLY | O_APPEND | O_CREAT, 0600);
  if (file < 0) return;
  char line[512];
  std::va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line, sizeof line - 1, format, arguments);
  va_end(arguments);
  if (length > static_cast<int>(sizeof line) - 2) length = sizeof line - 2;
  line[length++] = '\n';
  if (write(file, line, static_cast<size_t>(length)) < 0) abort();
  if (path != nullptr) close(file);
}

#define MUST(condition, ...) ((condition) ? true : (complain(__VA_ARGS__), false))

}  // namespace checker
