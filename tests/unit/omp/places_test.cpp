// OMP_PLACES and GOMP_CPU_AFFINITY: grammar, and what is left of a request on a given machine. The expected lists were
// checked against libgomp 12 on 16 cpus.
#include "omp/places.hpp"

#include <gtest/gtest.h>

#include "environment_block.hpp"

namespace heddle::omp {
namespace {

using platform::topology::CpuSet;

CpuSet cpus_below(std::size_t end) {
  CpuSet set;
  for (std::size_t cpu = 0; cpu < end; ++cpu) set.add(cpu);
  return set;
}

/// The places on a machine of 16 cpus; "refused" when the text is malformed.
std::string resolved(const std::string& entry) {
  const Environment environment = parse({entry});
  if (!environment.warnings.empty()) return "refused";
  return place_list_text(resolve_listed(environment.global.places, cpus_below(16)).places);
}

struct Case {
  const char* text;
  const char* places;
};

TEST(Places, ListsAreReadAsLibgompReadsThem) {
  constexpr Case cases[] = {
      {"{0,2}", "{0,2}"},
      {"{0:4:2}", "{0,2,4,6}"},
      {"{0:8,!3}", "{0:3,4:4}"},
      {"{!5,0:8}", "{0:5,6:2}"},
      {"{0:4}:4:4", "{0:4},{4:4},{8:4},{12:4}"},
      {"{0:4}:4:4,!{4:4}", "{0:4},{8:4},{12:4}"},
      {"{4:4}:2:-2", "{4:4},{2:4}"},
      {"{4:4:-1}", "{1:4}"},
      {"{0,1,3,4,6}", "{0:2,3:2,6}"},
      {"{0}:16:3", "{0},{3},{6},{9},{12},{15}"},
      {"{0:2}:4", "{0:2},{1:2},{2:2},{3:2}"},
      {"0:4:2", "{0},{2},{4},{6}"},
      {"0:4:2,!2", "{0},{4},{6}"},
      {"{0:2},{0:2},!{0:2}", "{0:2}"},
      {" { 0 : 2 } , { 3 } ", "{0:2},{3}"},
      {"{0:4:5}", "{0,5,10,15}"},
      {"{0:20}", "{0:16}"},
      {"{0:2:0}", "{0}"},
      {"{1},{1}", "{1},{1}"},
      {"{3,0}", "{0,3}"},
  };
  for (const Case& row : cases) EXPECT_EQ(resolved(std::string("OMP_PLACES=") + row.text), row.places) << row.text;
}

TEST(Places, AListThatWouldTakeTheMachinesMemoryIsNotWrittenOut) {
  for (const char* entry : {"OMP_PLACES={900000}:100000", "GOMP_CPU_AFFINITY=0-999999"}) {
    const Environment environment = parse({entry});
    ASSERT_TRUE(environment.warnings.empty()) << entry;
    const PlaceList list = resolve_listed(environment.global.places, cpus_below(16));
    EXPECT_TRUE(list.places.empty()) << entry;
    ASSERT_EQ(list.warnings.size(), 1u) << entry;
    EXPECT_NE(list.warnings[0].find("longer than any machine"), std::string::npos) << list.warnings[0];
  }
}

TEST(Places, MalformedListsAreRefused) {
  for (const char* text : {"{}", "", "{0", "{0}:0", "{0:0}", "{-1}", "cores,threads", "bogus", "threads(0)",
                           "threads(x)", "threads(2", "{0:4,!1:2}", "{0}:4:4,!{4}:2", "{0},", "{0} {1}", "coresx"})
    EXPECT_EQ(resolved(std::string("OMP_PLACES=") + text), "refused") << text;
}

TEST(Places, AListThatCannotBeMetSaysWhyAndBindsNothing) {
  for (const char* text :
       {"{0:2},!{1}", "!{0},{0}", "{20:3}", "{0}:4:-1", "{0:2:2000000000}", "{!0}", "{0:1048576}:1048576"}) {
    const Environment environment = parse({std::string("OMP_PLACES=") + text});
    ASSERT_TRUE(environment.warnings.empty()) << text;
    const PlaceList list = resolve_listed(environment.global.places, cpus_below(16));
    EXPECT_TRUE(list.places.empty()) << text;
    ASSERT_EQ(list.warnings.size(), 1u) << text;
    EXPECT_NE(list.warnings[0].find(text[0] == '!' ? "!{0}" : "cannot be used"), std::string::npos);
  }
}

TEST(Places, LostPlacesAreCounted) {
  const Environment environment = parse({"OMP_PLACES={14}:4"});
  const PlaceList list = resolve_listed(environment.global.places, cpus_below(16));
  EXPECT_EQ(place_list_text(list.places), "{14},{15}");
  ASSERT_EQ(list.warnings.size(), 1u);
  EXPECT_NE(list.warnings[0].find(", 2 hold no cpu"), std::string::npos) << list.warnings[0];
}

TEST(Places, GompCpuAffinityGivesOnePlacePerCpu) {
  constexpr Case cases[] = {
      {"0-15:5", "{0},{5},{10},{15}"},
      {"0 3-6:2,9", "{0},{3},{5},{9}"},
      {"1,0", "{1},{0}"},
      {" 0", "{0}"},
      {"1 1 0", "{1},{1},{0}"},
      {"0 , 1", "{0},{1}"},
  };
  for (const Case& row : cases)
    EXPECT_EQ(resolved(std::string("GOMP_CPU_AFFINITY=") + row.text), row.places) << row.text;
  for (const char* text : {"x", "", "1-0", "0-1:0", "0,,3", "0,", "0:2", "0-"})
    EXPECT_EQ(resolved(std::string("GOMP_CPU_AFFINITY=") + text), "refused") << text;
}

TEST(Places, NamesTakeTheLevelOfTheMachineAndAtMostTheirCount) {
  const auto groups = platform::topology::read_synthetic_groups("pack:2 core:4 pu:2");
  if (groups.threads.empty()) GTEST_SKIP() << "hwloc is not installed";
  const auto named = [&](const std::string& text) {
    return place_list_text(resolve_named(parse({"OMP_PLACES=" + text}).global.places, groups).places);
  };
  EXPECT_EQ(named("sockets"), "{0:8},{8:8}");
  EXPECT_EQ(named("cores"), "{0:2},{2:2},{4:2},{6:2},{8:2},{10:2},{12:2},{14:2}");
  EXPECT_EQ(named("CORES ( 2 )"), "{0:2},{2:2}");
  EXPECT_EQ(named("threads(3)"), "{0},{1},{2}");
  EXPECT_EQ(named("sockets(9)"), "{0:8},{8:8}");
}

TEST(Places, WithoutARequestEveryCpuIsAPlace) {
  EXPECT_EQ(place_list_text(resolve_places(PlaceRequest{}, cpus_below(3)).places), "{0},{1},{2}");
}

TEST(Places, ARequestIsShownAsItWouldBeWritten) {
  for (const char* text : {"cores", "threads(4)", "{0:4}:4:4,!{4:4}", "{0:8,!3}", "{4:4:-1}:2:-2"})
    EXPECT_EQ(places_text(parse({std::string("OMP_PLACES=") + text}).global.places), text);
}

}  // namespace
}  // namespace heddle::omp
