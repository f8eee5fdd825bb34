// Affinity formats: every field in every form, side by side with libgomp's omp_capture_affinity where there is one.
#include "omp/affinity.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <unistd.h>

#include <span>

#include "child.hpp"
#include "platform/topology/available.hpp"

namespace heddle::omp {
namespace {

using platform::topology::CpuSet;

ThreadFacts sample(const CpuSet& cpus) { return {1, 2, 3, 4, 5, -1, 1234, 0xabc, "loom", &cpus}; }

std::string shown(const char* format) {
  CpuSet cpus;
  for (const std::size_t cpu : {0, 1, 2, 3, 8, 10, 11}) cpus.add(cpu);
  return format_affinity(format, sample(cpus));
}

TEST(AffinityFormat, ShortAndLongNamesShowTheSame) {
  EXPECT_EQ(shown("%t|%T|%L|%n|%N|%a|%A|%H|%P|%i"), "1|2|3|4|5|-1|0-3,8,10-11|loom|1234|0xabc");
  EXPECT_EQ(shown("%{team_num}|%{num_teams}|%{nesting_level}|%{thread_num}|%{num_threads}|%{ancestor_tnum}|"
                  "%{thread_affinity}|%{host}|%{process_id}|%{native_thread_id}"),
            shown("%t|%T|%L|%n|%N|%a|%A|%H|%P|%i"));
}

TEST(AffinityFormat, WidthPadsOnTheSideItSays) {
  EXPECT_EQ(shown("[%5n][%.5n][%0.5n]"), "[4    ][    4][00004]");
  EXPECT_EQ(shown("[%0.8a][%0.8i][%8i]"), "[-0000001][0x000abc][0xabc   ]");
  EXPECT_EQ(shown("[%0.6H][%.6H][%6H][%2H]"), "[  loom][  loom][loom  ][loom]");
}

TEST(AffinityFormat, TextAndPercentSignsStay) { EXPECT_EQ(shown("100%% of %n\t"), "100% of 4\t"); }

TEST(AffinityFormat, MistakesAreNamedAndShownAsWritten) {
  for (const char* format : {"%q", "%", "%{bogus}", "%{host", "%05n", "%.n", "%0.n", "%.0n", "%-3n", "%9999n", "%5%"}) {
    EXPECT_TRUE(affinity_format_mistake(format)) << format;
    EXPECT_EQ(shown(format), format);
  }
  EXPECT_FALSE(affinity_format_mistake("level %L thread %i affinity %A"));
  EXPECT_FALSE(affinity_format_mistake(""));
}

TEST(AffinityFormat, LibompHasItsOwnForms) {
  CpuSet cpus;
  for (const std::size_t cpu : {0, 1, 4, 5, 6, 9}) cpus.add(cpu);
  const auto in_llvm = [&](const char* format) { return format_affinity(format, sample(cpus), Dialect::llvm); };
  EXPECT_EQ(in_llvm("%A|%i"), "0,1,4-6,9|2748") << "a pair is no range; the thread's number is decimal";
  EXPECT_EQ(in_llvm("[%018n][%0.5n][%.5n]"), "[4                 ][00004][    4]")
      << "zeros without a point pad nothing";
  EXPECT_EQ(in_llvm("%X|%{bogus}n|%0.4Qn|100%%"), "undefined|undefinedn|undefinedn|100%");
  EXPECT_EQ(in_llvm("%{host"), "undefined");
}

TEST(AffinityFormat, CpuListsAreTheKernels) {
  CpuSet cpus;
  EXPECT_EQ(cpu_list(cpus), "");
  cpus.add(63);
  cpus.add(64);
  cpus.add(2000);
  EXPECT_EQ(cpu_list(cpus), "63-64,2000");
}

/// libgomp's text for each format in turn, and the process that asked; empty without libgomp.
std::string libgomp_captures(std::span<const char* const> formats) {
  return in_child([&](ChildOutput& output) {
    void* library = ::dlopen("libgomp.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return;
    using Capture = std::size_t(char*, std::size_t, const char*);
    auto* capture = reinterpret_cast<Capture*>(::dlsym(library, "omp_capture_affinity"));
    output.write(std::to_string(::getpid()) + "\n");
    for (const char* format : formats) {
      char text[512];
      const std::size_t length = capture(text, sizeof text, format);
      output.write(std::to_string(length) + ":" + text + "\n");
    }
  });
}

TEST(AffinityFormat, EveryFieldLooksAsInLibgomp) {
  constexpr const char* formats[] = {
      "%t|%T|%L|%n|%N|%a|%A|%H|%P|%i", "%0.20i|%.20i|%20i|%0.20P|%.9P", "%0.12H|%.12H|%2H", "%0.8a|%.8a|%8a|%1a",
      "%0.12A|%.12A|%12A|%2A",         "%{host}%{thread_affinity}%%x"};
  const std::string theirs = libgomp_captures(formats);
  if (theirs.empty()) GTEST_SKIP() << "libgomp is not installed";

  const CpuSet cpus = platform::topology::affinity_mask();
  const std::string host = host_name();
  ThreadFacts facts;
  facts.process_id = std::stol(theirs);  // the child's; its main thread has the same address as ours
  facts.native_thread = reinterpret_cast<std::uintptr_t>(reinterpret_cast<void*>(::pthread_self()));
  facts.host = host;
  facts.cpus = &cpus;
  std::string ours = std::to_string(facts.process_id) + "\n";
  for (const char* format : formats) {
    const std::string text = format_affinity(format, facts);
    ours.append(std::to_string(text.size())).append(":").append(text).append("\n");
  }
  EXPECT_EQ(ours, theirs);
}

}  // namespace
}  // namespace heddle::omp
