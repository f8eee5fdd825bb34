// What a fuzzed reader claims of each input. A claim that does not hold ends the process with a sentence.
//
// Every reader is a file of its own that defines LLVMFuzzerTestOneInput (LibFuzzer's name for it), for the driver
// beside this file and for LibFuzzer alike. One thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

namespace heddle::fuzz {

/// How inputs ended: a reader that refuses everything, or nothing, has not been tested.
struct Tally {
  std::uint64_t accepted = 0;
  std::uint64_t refused = 0;
};
inline Tally g_tally;

inline void claim(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

inline std::string_view text_of(const std::uint8_t* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

inline void accepted() { ++g_tally.accepted; }

/// Refused, with both sentences.
inline void refused(const base::Error& error) {
  ++g_tally.refused;
  claim(!error.what.empty(), "an error says what is wrong");
  claim(!error.hint.empty(), "an error says what to do about it");
}

/// Refused with a line of the text, as "file:LINE: ".
inline void refused_in(std::string_view text, const base::Error& error) {
  refused(error);
  constexpr std::string_view k_path = "file:";
  claim(error.what.starts_with(k_path), "an error begins with the file");
  char* end = nullptr;
  const std::uint64_t line = std::strtoull(error.what.c_str() + k_path.size(), &end, 10);
  std::uint64_t lines = 1;
  for (const char c : text) lines += c == '\n' ? 1 : 0;
  claim(*end == ':', "an error names a line");
  claim(line >= 1 && line <= lines, "the line is one of the file: " + error.what);
}

}  // namespace heddle::fuzz
