// GUIDs: what a number says, and that numbers of other origin say nothing.
#include "ocr/guid.hpp"

#include <gtest/gtest.h>

namespace {

using namespace heddle::ocr;

TEST(OcrGuid, a_guid_says_its_kind_generation_and_line) {
  for (const Kind kind :
       {Kind::edt, Kind::event, Kind::block, Kind::edt_template, Kind::scope, Kind::link, Kind::map}) {
    for (const Guid generation : {Guid{1}, Guid{77}, guid::k_generation_mask}) {
      const Guid made = guid::make(kind, generation, guid::k_line_mask - 5);
      EXPECT_TRUE(guid::plausible(made));
      EXPECT_FALSE(guid::is_label(made));
      EXPECT_EQ(guid::kind(made), kind);
      EXPECT_EQ(guid::generation(made), generation);
      EXPECT_EQ(guid::line(made), guid::k_line_mask - 5);
    }
  }
}

TEST(OcrGuid, null_uninitialized_error_and_small_numbers_name_nothing) {
  for (const Guid guid : {k_null, k_uninitialized, k_error, Guid{1}, Guid{4096}, Guid{1} << 33}) {
    EXPECT_FALSE(guid::plausible(guid));
    EXPECT_FALSE(guid::is_label(guid));
    EXPECT_EQ(guid::kind(guid), Kind::none);
  }
}

TEST(OcrGuid, the_generation_after_the_last_is_the_first_and_never_none) {
  EXPECT_EQ(guid::next_generation(1), 2u);
  EXPECT_EQ(guid::next_generation(guid::k_generation_mask), 1u);
  EXPECT_EQ(guid::next_generation(0), 1u);
}

TEST(OcrGuid, a_label_has_no_kind_and_another_ranks_guid_is_not_ours) {
  EXPECT_TRUE(guid::is_label(guid::k_label | 7));
  EXPECT_EQ(guid::kind(guid::k_label | 7), Kind::none);
  const Guid elsewhere = guid::make(Kind::edt, 1, 1) | (Guid{3} << guid::k_rank_shift);
  EXPECT_FALSE(guid::plausible(elsewhere));
  EXPECT_EQ(guid::kind(elsewhere), Kind::none);
}

}  // namespace
