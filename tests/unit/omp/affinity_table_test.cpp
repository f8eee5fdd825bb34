// Places, written out: requests beside the places that they come to, teams beside the places of their threads, formats
// beside the lines that they print. affinity_test.cpp has the rules, this file has cases by hand.
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "environment_block.hpp"
#include "omp/affinity.hpp"
#include "omp/places.hpp"

namespace heddle::omp {
namespace {

using platform::topology::CpuSet;
using platform::topology::Groups;

CpuSet cpus(std::initializer_list<std::size_t> numbers) {
  CpuSet set;
  for (const std::size_t number : numbers) set.add(number);
  return set;
}

CpuSet cpus_below(std::size_t end) {
  CpuSet set;
  for (std::size_t cpu = 0; cpu < end; ++cpu) set.add(cpu);
  return set;
}

std::string text_of(const TeamPlacement& team) {
  std::string text;
  for (unsigned thread = 0; thread < team.threads; ++thread) {
    const ThreadPlacement at = place_thread(team, thread);
    text.append(text.empty() ? "" : " ").append(std::to_string(at.place)).append("@");
    text.append(std::to_string(at.partition.first)).append("+").append(std::to_string(at.partition.length));
  }
  return text;
}

struct TeamCase {
  Bind policy;
  unsigned parent;
  PlacePartition partition;
  unsigned threads;
  const char* places;  // of each thread, with its partition: place@first+length
};

TEST(PlacementTable, each_thread_of_a_team_has_the_place_that_the_standard_says) {
  const TeamCase cases[] = {
      {Bind::primary, 0, {0, 4}, 3, "0@0+4 0@0+4 0@0+4"},
      {Bind::primary, 6, {5, 3}, 2, "6@5+3 6@5+3"},
      {Bind::close, 0, {0, 4}, 1, "0@0+4"},
      {Bind::close, 0, {0, 4}, 3, "0@0+4 1@0+4 2@0+4"},
      {Bind::close, 0, {0, 4}, 4, "0@0+4 1@0+4 2@0+4 3@0+4"},
      {Bind::close, 2, {0, 4}, 4, "2@0+4 3@0+4 0@0+4 1@0+4"},
      {Bind::close, 7, {5, 3}, 3, "7@5+3 5@5+3 6@5+3"},
      {Bind::close, 0, {0, 2}, 4, "0@0+2 0@0+2 1@0+2 1@0+2"},
      {Bind::close, 1, {0, 2}, 4, "1@0+2 1@0+2 0@0+2 0@0+2"},
      {Bind::close, 0, {0, 2}, 5, "0@0+2 0@0+2 0@0+2 1@0+2 1@0+2"},
      {Bind::close, 0, {0, 3}, 8, "0@0+3 0@0+3 0@0+3 1@0+3 1@0+3 1@0+3 2@0+3 2@0+3"},
      {Bind::yes, 1, {0, 3}, 2, "1@0+3 2@0+3"},
      {Bind::spread, 0, {0, 4}, 1, "0@0+4"},
      {Bind::spread, 3, {0, 4}, 1, "3@0+4"},
      {Bind::spread, 0, {0, 4}, 2, "0@0+2 2@2+2"},
      {Bind::spread, 3, {0, 4}, 2, "3@2+2 0@0+2"},
      {Bind::spread, 0, {0, 5}, 2, "0@0+3 3@3+2"},
      {Bind::spread, 4, {0, 5}, 2, "4@3+2 0@0+3"},
      {Bind::spread, 2, {0, 5}, 2, "2@0+3 3@3+2"},
      {Bind::spread, 0, {0, 5}, 3, "0@0+2 2@2+2 4@4+1"},
      {Bind::spread, 4, {0, 5}, 3, "4@4+1 0@0+2 2@2+2"},
      {Bind::spread, 0, {0, 4}, 4, "0@0+1 1@1+1 2@2+1 3@3+1"},
      {Bind::spread, 10, {8, 4}, 2, "10@10+2 8@8+2"},
      {Bind::spread, 0, {0, 2}, 4, "0@0+1 0@0+1 1@1+1 1@1+1"},
      {Bind::spread, 1, {0, 2}, 3, "1@1+1 1@1+1 0@0+1"},
      {Bind::spread, 0, {0, 1}, 2, "0@0+1 0@0+1"},
  };
  for (const TeamCase& row : cases) {
    const TeamPlacement team{row.policy, row.parent, row.partition, row.threads};
    EXPECT_EQ(text_of(team), row.places) << static_cast<int>(row.policy) << " from " << row.parent;
  }
}

/// A machine of two sockets of two cores of two threads, a NUMA node a socket, one last-level cache.
Groups machine() {
  Groups groups;
  for (std::size_t cpu = 0; cpu < 8; ++cpu) groups.threads.push_back(cpus({cpu}));
  for (std::size_t core = 0; core < 8; core += 2) groups.cores.push_back(cpus({core, core + 1}));
  groups.ll_caches = {cpus_below(8)};
  groups.numa_domains = {cpus({0, 1, 2}), cpus({3, 4, 5, 6, 7})};
  groups.sockets = {cpus({0, 1, 2, 3}), cpus({4, 5, 6, 7})};
  return groups;
}

struct NamedCase {
  const char* text;
  const char* places;
};

TEST(PlacesTable, a_name_is_a_level_of_the_machine_and_a_count_its_first_places) {
  constexpr NamedCase cases[] = {
      {"threads", "{0},{1},{2},{3},{4},{5},{6},{7}"},
      {"threads(1)", "{0}"},
      {"threads(8)", "{0},{1},{2},{3},{4},{5},{6},{7}"},
      {"threads(1048576)", "{0},{1},{2},{3},{4},{5},{6},{7}"},
      {"cores", "{0:2},{2:2},{4:2},{6:2}"},
      {"cores(3)", "{0:2},{2:2},{4:2}"},
      {"ll_caches", "{0:8}"},
      {"ll_caches(1)", "{0:8}"},
      {"numa_domains", "{0:3},{3:5}"},
      {"numa_domains(1)", "{0:3}"},
      {"sockets", "{0:4},{4:4}"},
      {"Sockets ( 1 )", "{0:4}"},
  };
  for (const NamedCase& row : cases) {
    const Environment environment = parse({std::string("OMP_PLACES=") + row.text});
    ASSERT_TRUE(environment.warnings.empty()) << environment.warnings.front();
    EXPECT_EQ(place_list_text(resolve_named(environment.global.places, machine()).places), row.places) << row.text;
  }
  for (const char* text : {"threads(0)", "threads(-1)", "threads(1048577)", "threads(", "threads()", "threads 4",
                           "threads(4) x", "core", "numa", "ll_cache", "sockets,cores"})
    EXPECT_EQ(parse({std::string("OMP_PLACES=") + text}).warnings.size(), 1u) << text;
}

TEST(PlacesTable, of_what_is_listed_only_what_may_be_used_is_left) {
  const auto left = [](const std::string& text, const CpuSet& available) {
    const PlaceList list = resolve_listed(parse({"OMP_PLACES=" + text}).global.places, available);
    return place_list_text(list.places) + (list.warnings.empty() ? "" : " with a warning");
  };
  EXPECT_EQ(left("{0:4},{4:4}", cpus_below(8)), "{0:4},{4:4}");
  EXPECT_EQ(left("{0:4},{4:4}", cpus({1, 3, 4})), "{1,3},{4}") << "a place that is cut is no loss";
  EXPECT_EQ(left("{0:4},{4:4}", cpus({4, 5})), "{4:2} with a warning");
  EXPECT_EQ(left("{0:4},{4:4}", cpus({9})), " with a warning");
  EXPECT_EQ(left("{0}:4:2", cpus({0, 6})), "{0},{6} with a warning");
  EXPECT_EQ(left("{3:4:-1}", cpus_below(4)), "{0:4}");
  EXPECT_EQ(left("{0:3:4}", cpus_below(9)), "{0,4,8}");
  EXPECT_EQ(left("{0,63,64,127}", cpus_below(128)), "{0,63:2,127}") << "runs go on across words";
}

TEST(PlacesTable, a_list_that_cannot_be_is_told_with_its_text_and_its_mistake) {
  struct Mistake {
    const char* text;
    const char* why;
  };
  constexpr Mistake mistakes[] = {
      {"{0:2:-1}", "a cpu number in it is negative or beyond any machine"},
      {"{1048576:2}", "a cpu number in it is negative or beyond any machine"},
      {"{0}:2:-1", "a cpu number in it is negative or beyond any machine"},
      {"{0},!{1}", "it excludes a place that is not in the list before it"},
      {"{0:1048576}:5", "it is longer than any machine"},
      {"{1000000}:300", "it is longer than any machine"},
      {"{8}", "this process may use none of these cpus"},
      {"{1048576}", "this process may use none of these cpus"},
  };
  for (const Mistake& row : mistakes) {
    const Environment environment = parse({std::string("OMP_PLACES=") + row.text});
    ASSERT_TRUE(environment.warnings.empty()) << row.text;
    const PlaceList list = resolve_listed(environment.global.places, cpus_below(4));
    EXPECT_TRUE(list.places.empty()) << row.text;
    ASSERT_EQ(list.warnings.size(), 1u) << row.text;
    EXPECT_EQ(list.warnings[0], "the places " + places_text(environment.global.places) + " cannot be used: " + row.why +
                                    "; threads are not bound");
  }
}

TEST(PlacesTable, an_exclusion_takes_out_the_last_place_that_is_the_same) {
  const auto places = [](const std::string& text) {
    return place_list_text(resolve_listed(parse({"OMP_PLACES=" + text}).global.places, cpus_below(8)).places);
  };
  EXPECT_EQ(places("{0},{1},{0},{2},!{0}"), "{0},{1},{2}");
  EXPECT_EQ(places("{0},{1},{0},{2},!{0},!{0}"), "{1},{2}");
  EXPECT_EQ(places("{0:2},!{1:1},{4}"), "");
  EXPECT_EQ(places("{0:4,!0,!3}"), "{1:2}");
  EXPECT_EQ(places("{0:4,!7}"), "{0:4}") << "what is not in the place cannot be taken out of it";
}

TEST(PlacesTable, the_level_of_a_malformed_list_is_read_from_its_first_word) {
  const auto form = [](const char* text) { return named_places(base::Scanner(text)).form; };
  using Form = PlaceRequest::Form;
  EXPECT_EQ(form("threads(x"), Form::threads);
  EXPECT_EQ(form("SOCKETS,"), Form::sockets);
  EXPECT_EQ(form("numa_domains)"), Form::numa_domains);
  EXPECT_EQ(form("ll_caches 3"), Form::ll_caches);
  EXPECT_EQ(form("cores;"), Form::cores);
  EXPECT_EQ(form("{0"), Form::cores);
  EXPECT_EQ(form(""), Form::cores);
}

TEST(PlacesTable, a_request_reads_back_as_what_it_is_shown_as) {
  for (const char* text : {"threads", "cores(3)", "ll_caches", "numa_domains(2)", "sockets", "{0}", "{0,2:3}",
                           "{0:4:2}", "{7:4:-1}", "{0:4,!2}", "{0}:8", "{0}:4:2", "{6}:4:-2", "{0},!{0},{1}:2"})
    EXPECT_EQ(places_text(parse({std::string("OMP_PLACES=") + text}).global.places), text);
  EXPECT_EQ(places_text(parse({"GOMP_CPU_AFFINITY=0-6:3 9"}).global.places), "{0}:3:3,{9}");
  EXPECT_EQ(places_text({}), "none");
}

struct FormatCase {
  const char* format;
  const char* gnu;
  const char* llvm;
};

TEST(AffinityFormatTable, one_format_two_dialects) {
  const CpuSet set = cpus({0, 1, 4});
  const ThreadFacts facts{3, 4, 1, 7, 16, -1, 321, 0x2f, "host", &set};
  constexpr FormatCase cases[] = {
      {"", "", ""},
      {"text", "text", "text"},
      {"%%", "%", "%"},
      {"%%n", "%n", "%n"},
      {"%n%n", "77", "77"},
      {"%2n|%.2n|%0.2n", "7 | 7|07", "7 | 7|07"},
      {"%1N|%2N|%.3N|%0.4N", "16|16| 16|0016", "16|16| 16|0016"},
      {"%0.3a|%0.2a|%.4a", "-01|-1|  -1", "-01|-1|  -1"},
      {"%i|%0.6i|%.6i|%6i|%1i", "0x2f|0x002f|  0x2f|0x2f  |0x2f", "47|000047|    47|47    |47"},
      {"%A|%.8A|%0.8A|%8A|", "0-1,4|   0-1,4|   0-1,4|0-1,4   |", "0,1,4|   0,1,4|   0,1,4|0,1,4   |"},
      {"%H|%0.5H", "host| host", "host| host"},
      {"%P-%t-%T-%L", "321-3-4-1", "321-3-4-1"},
      {"%{thread_num}!", "7!", "7!"},
      {"%5{thread_num}!", "7    !", "7    !"},
      {"%0.3{thread_num}", "007", "007"},
      {"%{thread_num", "%{thread_num", "undefined"},
      {"%{thread_nums}x", "%{thread_nums}x", "undefinedx"},
      {"%{}x", "%{}x", "undefinedx"},
      {"%x", "%x", "undefined"},
      {"%", "%", "undefined"},
      {"%.n", "%.n", "undefined"},
      {"%03n", "%03n", "7  "},
      {"%003n", "%003n", "undefined"},
      {"%12", "%12", "undefined"},
      {"%1024n%n", nullptr, nullptr},
      {"%1025n", "%1025n", "undefined"},
      {"% n", "% n", "undefinedn"},
      {"a%zb%nc", "a%zb7c", "aundefinedb7c"},
  };
  for (const FormatCase& row : cases) {
    const std::string wide = "7" + std::string(1023, ' ') + "7";
    EXPECT_EQ(format_affinity(row.format, facts), row.gnu == nullptr ? wide : row.gnu) << row.format;
    EXPECT_EQ(format_affinity(row.format, facts, Dialect::llvm), row.llvm == nullptr ? wide : row.llvm) << row.format;
  }
}

TEST(AffinityFormatTable, the_first_mistake_is_named_by_the_twenty_letters_behind_its_sign) {
  EXPECT_EQ(affinity_format_mistake("%n %q"), "no field is written %q");
  EXPECT_EQ(affinity_format_mistake("%%q %z%q"), "no field is written %z%q");
  EXPECT_EQ(affinity_format_mistake("%"), "no field is written %");
  EXPECT_EQ(affinity_format_mistake("%{abcdefghijklmnopqrstuvwxyz}"), "no field is written %{abcdefghijklmnopqrs");
  EXPECT_EQ(affinity_format_mistake("%1024n"), std::nullopt);
  EXPECT_NE(affinity_format_mistake("%1025n"), std::nullopt);
  EXPECT_NE(affinity_format_mistake("%010n"), std::nullopt) << "zeros need a point in libgomp";
}

TEST(AffinityFormatTable, without_cpus_the_field_is_empty) {
  ThreadFacts facts;
  EXPECT_EQ(format_affinity("[%A][%3A][%t][%T][%N][%a]", facts), "[][   ][0][1][1][-1]");
}

TEST(AffinityFormatTable, runs_of_cpus_are_as_long_as_they_are) {
  struct ListCase {
    CpuSet set;
    const char* gnu;
    const char* llvm;
  };
  const ListCase cases[] = {
      {cpus({}), "", ""},
      {cpus({5}), "5", "5"},
      {cpus({5, 6}), "5-6", "5,6"},
      {cpus({5, 6, 7}), "5-7", "5-7"},
      {cpus({0, 2, 4}), "0,2,4", "0,2,4"},
      {cpus({62, 63, 64, 65}), "62-65", "62-65"},
      {cpus({63, 64, 128}), "63-64,128", "63,64,128"},
      {cpus_below(130), "0-129", "0-129"},
  };
  for (const ListCase& row : cases) {
    EXPECT_EQ(cpu_list(row.set), row.gnu);
    EXPECT_EQ(cpu_list(row.set, Dialect::llvm), row.llvm);
  }
}

TEST(HostName, is_what_the_system_says) {
  char name[256] = {};
  ASSERT_EQ(::gethostname(name, sizeof name - 1), 0);
  EXPECT_EQ(host_name(), name);
}

}  // namespace
}  // namespace heddle::omp
