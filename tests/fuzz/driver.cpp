// Runs a fuzzed reader on a fixed number of inputs, made from a folder of good ones (mutation.hpp): the same inputs on
// every machine, so that it is a test like any other. LibFuzzer takes its place in long runs (README.md).
//
//   fuzz_NAME SEEDS RUNS     all inputs
//   fuzz_NAME SEEDS @NUMBER  this one, shown first
//   fuzz_NAME SEEDS FIRST:END  those from the one to before the other
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "claims.hpp"
#include "mutation.hpp"

namespace {

using namespace heddle::fuzz;

constexpr std::uint64_t k_most_bytes = std::uint64_t{1} << 30;  // no input of a few KiB has a reason to take more
constexpr unsigned k_hangs_after_s = 100;  // a busy machine may well take seconds where milliseconds are due

std::uint64_t g_number = 0;  // of the input that is being read

void write_text(const char* text, std::size_t size) {
  if (write(STDERR_FILENO, text, size) < 0) return;  // nobody listens
}

/// Names the input, then lets the signal do what it does. Safe in a handler.
void name_the_input(int signal) {
  char line[64] = "while reading input @";
  char* const end = std::to_chars(line + std::strlen(line), line + sizeof line - 1, g_number).ptr;
  *end = '\n';
  write_text(line, static_cast<std::size_t>(end + 1 - line));
  ::signal(signal, SIG_DFL);
  raise(signal);
}

/// Whether a sanitizer has the signal; it says more than we, and ends in abort() (ctest's options).
bool is_taken(int signal) {
  struct sigaction found = {};
  sigaction(signal, nullptr, &found);
  return found.sa_handler != SIG_DFL;
}

void watch(int signal) {
  if (is_taken(signal)) return;
  struct sigaction ours = {};
  ours.sa_handler = name_the_input;
  ours.sa_flags = SA_ONSTACK;
  sigaction(signal, &ours, nullptr);
}

/// A sanitizer has memory of its own, and a limit of its own (ctest's options).
void limit_memory() {
  const rlimit limit = {.rlim_cur = k_most_bytes, .rlim_max = k_most_bytes};
  if (!is_taken(SIGSEGV)) setrlimit(RLIMIT_DATA, &limit);
}

void watch_all() {
  static char stack[1 << 16];  // where the ordinary one has run out
  const stack_t alternate = {.ss_sp = stack, .ss_flags = 0, .ss_size = sizeof stack};
  sigaltstack(&alternate, nullptr);
  for (const int signal : {SIGABRT, SIGALRM, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) watch(signal);
}

std::vector<std::string> seeds_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> seeds;
  for (const auto& file : files) {
    std::ifstream stream(file, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return seeds;
}

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

void read_input(const std::vector<std::string>& seeds, std::uint64_t number) {
  g_number = number;
  alarm(k_hangs_after_s);
  const std::string text = input_of(seeds, number);
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

int read_all(const std::vector<std::string>& seeds, std::uint64_t runs) {
  for (std::uint64_t number = 0; number < runs; ++number) {
    read_input(seeds, number);
    if (number < seeds.size()) claim(g_tally.refused == 0, "a seed is a good input");
  }
  std::printf("%llu inputs: %llu accepted, %llu refused\n", static_cast<unsigned long long>(runs),
              static_cast<unsigned long long>(g_tally.accepted), static_cast<unsigned long long>(g_tally.refused));
  constexpr std::uint64_t k_part = 100;  // of each there are more than this part, else the seeds are no good
  claim(g_tally.accepted > runs / k_part, "some damaged inputs are accepted");
  claim(g_tally.refused > runs / k_part, "some damaged inputs are refused");
  return 0;
}

int read_some(const std::vector<std::string>& seeds, std::uint64_t first, std::uint64_t end) {
  for (std::uint64_t number = first; number < end; ++number) read_input(seeds, number);
  std::printf("%llu accepted, %llu refused\n", static_cast<unsigned long long>(g_tally.accepted),
              static_cast<unsigned long long>(g_tally.refused));
  return 0;
}

int show_one(const std::vector<std::string>& seeds, std::uint64_t number) {
  std::printf("%s\n", input_of(seeds, number).c_str());
  std::fflush(stdout);
  read_input(seeds, number);
  return 0;
}

}  // namespace

int main(int count, char** words) {
  const std::string_view which = count == 3 ? words[2] : "";
  const bool one = which.starts_with('@');
  const std::size_t colon = which.find(':');
  const auto first = number_of(which.substr(0, colon));
  const auto number = number_of(one ? which.substr(1) : colon == which.npos ? which : which.substr(colon + 1));
  if (!number || (!one && !first)) {
    std::fprintf(stderr, "usage: %s SEEDS RUNS, %s SEEDS @NUMBER for one input, or %s SEEDS FIRST:END\n", words[0],
                 words[0], words[0]);
    return 2;
  }
  const std::vector<std::string> seeds = seeds_in(words[1]);
  claim(!seeds.empty(), "the folder holds seeds");
  limit_memory();  // first: by what watches signals a sanitizer is known
  watch_all();
  if (colon != which.npos) return read_some(seeds, *first, *number);
  return one ? show_one(seeds, *number) : read_all(seeds, *number);
}
