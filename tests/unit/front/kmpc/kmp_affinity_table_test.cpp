// KMP_AFFINITY: which places, how bound, by its words.
#include "front/kmpc/kmp_affinity.hpp"

#include <gtest/gtest.h>

#include <string>

#include "omp/places.hpp"

namespace heddle::kmpc {
namespace {

using omp::Bind;
using Form = omp::PlaceRequest::Form;

/// "close {0}:4" or "refused": what a text comes to.
std::string comes_to(std::string_view text) {
  const std::optional<AffinityRequest> request = parse_affinity(text);
  if (!request) return "refused";
  constexpr const char* k_binds[] = {"no", "yes", "primary", "close", "spread"};
  std::string words = request->bind ? k_binds[static_cast<std::size_t>(*request->bind)] : "unsaid";
  words.append(" ").append(omp::places_text(request->places));
  if (request->resets) words.append(" reset");
  return words;
}

struct Case {
  const char* text;
  const char* expected;
};

TEST(KmpAffinity, types_say_how_threads_are_bound) {
  constexpr Case cases[] = {
      {"none", "no none"},
      {"disabled", "no none"},
      {"compact", "close none"},
      {"scatter", "spread none"},
      {"balanced", "spread none"},
      {"compact,reset", "close none reset"},
      {"reset,compact,noreset", "close none"},
      {"compact,scatter", "spread none"},  // the last one counts
      {"compact,1,0", "close none"},       // permute and offset
      {"compact,0", "close none"},
      {"compact,1x", "refused"},
      {"compact,-1", "refused"},
      {"", "refused"},
      {"compact,", "refused"},
      {",compact", "refused"},
      {"compct", "refused"},
      {"Compact", "refused"},  // whoever calls has made small letters
  };
  for (const Case& row : cases) EXPECT_EQ(comes_to(row.text), row.expected) << row.text;
}

TEST(KmpAffinity, modifiers_that_change_nothing_here_are_understood) {
  for (const char* word :
       {"verbose", "noverbose", "respect", "norespect", "warnings", "nowarnings", "duplicates", "noduplicates"}) {
    EXPECT_EQ(comes_to(std::string(word) + ",compact"), "close none") << word;
    EXPECT_EQ(comes_to(word), "unsaid none") << word;
    EXPECT_EQ(comes_to(std::string(word) + "s"), "refused") << word;
  }
}

TEST(KmpAffinity, granularity_is_a_level_of_the_machine) {
  constexpr Case cases[] = {
      {"granularity=core,compact", "close cores"},
      {"core,compact", "close cores"},
      {"granularity=socket,scatter", "spread sockets"},
      {"granularity=package,scatter", "spread sockets"},
      {"granularity=node,compact", "close numa_domains"},
      {"granularity=numa_domain,compact", "close numa_domains"},
      {"granularity=ll_cache,compact", "close ll_caches"},
      {"compact,granularity=core", "close cores"},
      {"granularity=fine,compact", "close none"},
      {"granularity=thread,compact", "close none"},
      {"granularity=l2_cache,compact", "close none"},
      {"granularity=tile,compact", "close none"},
      {"granularity=,compact", "refused"},
      {"granularity=cores,compact", "refused"},
      {"granularity,compact", "refused"},
      {"socket,compact", "refused"},
  };
  for (const Case& row : cases) EXPECT_EQ(comes_to(row.text), row.expected) << row.text;
}

TEST(KmpAffinity, an_explicit_list_is_a_place_for_each_item) {
  constexpr Case cases[] = {
      {"explicit,proclist=[0]", "close {0}"},
      {"proclist=[0],explicit", "close {0}"},
      {"explicit,proclist=[3,1,2]", "close {3},{1},{2}"},
      {"explicit,proclist=[0-3]", "close {0}:4"},
      {"explicit,proclist=[0-6:2]", "close {0}:4:2"},
      {"explicit,proclist=[0-7:2]", "close {0}:4:2"},
      {"explicit,proclist=[0-1:2]", "close {0}"},
      {"explicit,proclist=[5-5]", "close {5}"},
      {"explicit,proclist=[{4,5},6]", "close {4,5},{6}"},
      {"explicit,proclist=[ 0 , { 1 , 2 } ]", "close {0},{1,2}"},
      {" explicit , proclist=[0] , verbose ", "close {0}"},
      {"explicit,proclist=[0-3],granularity=core", "close {0}:4"},
      {"granularity=core,explicit,proclist=[0-3]", "close {0}:4"},
      {"explicit,proclist=[1048575]", "close {1048575}"},
      {"explicit,proclist=[1048576]", "refused"},
      {"explicit,proclist=[{1048576}]", "refused"},
      {"explicit", "refused"},
      {"compact,proclist=[0]", "refused"},
      {"explicit,proclist=[]", "refused"},
      {"explicit,proclist=[", "refused"},
      {"explicit,proclist=0", "refused"},
      {"explicit,proclist=[0", "refused"},
      {"explicit,proclist=0]", "refused"},
      {"explicit,proclist=[0,]", "refused"},
      {"explicit,proclist=[{}]", "refused"},
      {"explicit,proclist=[{0]", "refused"},
      {"explicit,proclist=[{0-3}]", "refused"},
      {"explicit,proclist=[3-0]", "refused"},
      {"explicit,proclist=[0-3:0]", "refused"},
      {"explicit,proclist=[0-x]", "refused"},
      {"explicit,proclist=[-1]", "refused"},
  };
  for (const Case& row : cases) EXPECT_EQ(comes_to(row.text), row.expected) << row.text;
}

}  // namespace
}  // namespace heddle::kmpc
