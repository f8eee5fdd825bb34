// Squares the numbers of a file, line by line: what oneTBB's example parallel_pipeline/square does, written for Heddle.
//
//   square [input output]    without words, ten thousand numbers that it makes and checks itself
//
// A pipeline of three stages: the source cuts the text into pieces of whole lines, pieces are squared in parallel, and
// written in their order.
#include <charconv>
#include <cstdio>
#include <fstream>
#include <istream>
#include <optional>
#include <sstream>
#include <string>

#include <heddle/heddle.hpp>

namespace {

/// Whole lines, about 16 KiB of them; nothing at the end.
std::optional<std::string> next_piece(std::istream& input) {
  constexpr std::size_t k_bytes = 16384;
  std::string piece(k_bytes, '\0');
  input.read(piece.data(), k_bytes);
  piece.resize(static_cast<std::size_t>(input.gcount()));
  if (std::string rest; std::getline(input, rest)) piece += rest + '\n';
  return piece.empty() ? std::nullopt : std::optional(std::move(piece));
}

std::string squared(const std::string& text) {
  std::string result;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at != end;) {
    long long value = 0;
    const auto [behind, wrong] = std::from_chars(at, end, value);
    if (wrong == std::errc()) result += std::to_string(value * value) + '\n';
    at = behind == at ? at + 1 : behind;
  }
  return result;
}

void square(std::istream& input, std::ostream& output) {
  heddle::parallel_pipeline(
      0, [&] { return next_piece(input); }, heddle::parallel_stage(squared),
      heddle::serial_in_order([&](const std::string& piece) { output << piece; }));
}

bool checks_itself() {
  std::stringstream input;
  std::string expected;
  for (long long number = 0; number < 10000; ++number) {
    input << number << '\n';
    expected += std::to_string(number * number) + '\n';
  }
  std::ostringstream output;
  square(input, output);
  return output.str() == expected;
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return checks_itself() ? 0 : 1;
  std::ifstream input(words[1]);
  std::ofstream output(words[2]);
  square(input, output);
  if (!input.eof() || !output) return std::fprintf(stderr, "cannot read %s or write %s\n", words[1], words[2]), 1;
  return 0;
}
