// The small library of the published programs: printing a line at a time, memory, numbers, clocks.
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>

#include "front/myrmics/run.hpp"
#include "platform/threads/threads.hpp"
#include "sync/mutex.hpp"

namespace {

using Mutex = heddle::sync::Mutex<heddle::platform::Threads>;
using heddle::sync::Guard;

constinit Mutex g_lines_busy;

/// What a thread has printed of a line that has no end yet.
struct Line {
  Mutex busy;
  std::string text HEDDLE_GUARDED_BY(busy);
  Line* next HEDDLE_GUARDED_BY(g_lines_busy) = nullptr;
};

Line* g_lines HEDDLE_GUARDED_BY(g_lines_busy) = nullptr;  // all threads'; they stay, like the pool's threads

Line& line_of_thread() {
  static thread_local Line* own = nullptr;
  if (own == nullptr) {
    own = new Line;
    const Guard hold(g_lines_busy);
    own->next = g_lines;
    g_lines = own;
  }
  return *own;
}

void print(const char* text, std::size_t bytes) {
  Line& line = line_of_thread();
  const Guard hold(line.busy);
  line.text.append(text, bytes);
  const std::size_t end = line.text.rfind('\n');
  if (end == std::string::npos) return;
  std::fwrite(line.text.data(), 1, end + 1, stdout);
  line.text.erase(0, end + 1);
}

std::uint64_t ticks() {
  constexpr std::uint64_t k_tick_ns = 100;  // a cycle of the 10 MHz machine that the programs were written on
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count()) / k_tick_ns;
}
constexpr unsigned k_ticks_of_msec = 10000;

std::uint64_t& reset_at() {
  static thread_local std::uint64_t at = 0;
  return at;
}

void busy_wait(std::uint64_t wanted) {
  const std::uint64_t begin = ticks();
  while (ticks() - begin < wanted) {
  }
}

/// The last words of a failed assertion: whatever else runs.
[[noreturn]] void stop(const std::string& words) {
  std::fflush(nullptr);
  // A closed standard error leaves nothing to be done about it.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, words.data(), words.size());
  ::_exit(1);
}

}  // namespace

void heddle::myrmics::flush_lines() noexcept {
  const Guard hold(g_lines_busy);
  for (Line* line = g_lines; line != nullptr; line = line->next) {
    const Guard write(line->busy);
    std::fwrite(line->text.data(), 1, line->text.size(), stdout);
    line->text.clear();
  }
}

#define HEDDLE_MYRMICS_CALL extern "C" [[gnu::visibility("default")]]

HEDDLE_MYRMICS_CALL int kt_vprintf(const char* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  char text[512];  // longer lines are formatted twice
  const int length = std::vsnprintf(text, sizeof text, format, arguments);
  if (length >= static_cast<int>(sizeof text)) {
    std::string whole(static_cast<std::size_t>(length) + 1, '\0');
    std::vsnprintf(whole.data(), whole.size(), format, again);
    print(whole.data(), static_cast<std::size_t>(length));
  } else if (length > 0) {
    print(text, static_cast<std::size_t>(length));
  }
  va_end(again);
  return length;
}
HEDDLE_MYRMICS_CALL int kt_printf(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = kt_vprintf(format, arguments);
  va_end(arguments);
  return length;
}
HEDDLE_MYRMICS_CALL int kt_vsprintf(char* into, const char* format, va_list arguments) {
  return std::vsprintf(into, format, arguments);
}
HEDDLE_MYRMICS_CALL int kt_sprintf(char* into, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = std::vsprintf(into, format, arguments);
  va_end(arguments);
  return length;
}
HEDDLE_MYRMICS_CALL void* kt_memcpy(void* to, const void* from, size_t bytes) { return std::memcpy(to, from, bytes); }
HEDDLE_MYRMICS_CALL void* kt_memset(void* at, int value, size_t bytes) { return std::memset(at, value, bytes); }
HEDDLE_MYRMICS_CALL void* kt_memmove(void* to, const void* from, size_t bytes) { return std::memmove(to, from, bytes); }

// The multiplier and the addend are the C standard's example of a generator (C11, 7.22.2.2).
HEDDLE_MYRMICS_CALL unsigned kt_rand(unsigned seed) { return 1103515245U * seed + 12345U; }
HEDDLE_MYRMICS_CALL int kt_int_log2(int value) {
  return value < 1 ? -1 : 31 - __builtin_clz(static_cast<unsigned>(value));
}
HEDDLE_MYRMICS_CALL int kt_int_log10(int value) {
  int digits = -1;
  for (; value > 0; value /= 10) ++digits;
  return digits;
}
HEDDLE_MYRMICS_CALL float ar_float_sqrt(float value) { return std::sqrt(value); }
HEDDLE_MYRMICS_CALL float ar_float_pow(float base, float exponent) { return std::pow(base, exponent); }

HEDDLE_MYRMICS_CALL void ar_timer_reset() { reset_at() = ticks(); }
HEDDLE_MYRMICS_CALL unsigned ar_timer_get_cycles() { return static_cast<unsigned>(ticks() - reset_at()); }
HEDDLE_MYRMICS_CALL unsigned ar_timer_get_msec() {
  return static_cast<unsigned>((ticks() - reset_at()) / k_ticks_of_msec);
}
HEDDLE_MYRMICS_CALL void ar_timer_busy_wait_cycles(unsigned cycles) { busy_wait(cycles); }
HEDDLE_MYRMICS_CALL void ar_timer_busy_wait_msec(unsigned msec) { busy_wait(std::uint64_t{msec} * k_ticks_of_msec); }
HEDDLE_MYRMICS_CALL unsigned ar_free_timer_get_ticks() { return static_cast<unsigned>(ticks()); }
HEDDLE_MYRMICS_CALL unsigned ar_free_timer_get_cycles() { return static_cast<unsigned>(ticks()); }

HEDDLE_MYRMICS_CALL void _sys_assertion_failed(const char* file, int line, const char* what) {
  stop("heddle: error: sys_assert: " + std::string(what) + " is not so [" + file + ":" + std::to_string(line) + "]\n");
}
HEDDLE_MYRMICS_CALL void _sys_abort(const char* file, int line) {
  stop("heddle: error: sys_abort: the program stops itself [" + std::string(file) + ":" + std::to_string(line) + "]\n");
}
