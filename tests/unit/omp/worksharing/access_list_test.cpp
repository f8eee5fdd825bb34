// Depend clauses as fronts read them: a list that grows once, omp_all_memory in front, the compilers' numbers of modes.
#include "omp/access_list.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace {

using namespace heddle;
using graph::Mode;
using omp::AccessList;
using omp::mode_of;

TEST(AccessList, keeps_what_is_added_in_its_order_inline_and_beyond) {
  for (const std::uint32_t count : {0u, 1u, 15u, 16u, 17u, 100u}) {
    std::vector<char> memory(count + 1);
    const auto list = std::make_unique<AccessList>(count);
    for (std::uint32_t index = 0; index < count; ++index) list->add(&memory[index], Mode::out, index);
    ASSERT_EQ(list->size(), count);
    for (std::uint32_t index = 0; index < count; ++index) {
      EXPECT_EQ(list->data()[index].address, &memory[index]);
      EXPECT_EQ(list->data()[index].mode, Mode::out);
      EXPECT_EQ(list->data()[index].bytes, index);
    }
  }
}

TEST(AccessList, is_in_the_callers_frame_up_to_sixteen) {
  const auto inside = [](const AccessList& list) {
    const auto* const begin = reinterpret_cast<const char*>(&list);
    const auto* const data = reinterpret_cast<const char*>(list.data());
    return data >= begin && data < begin + sizeof list;
  };
  EXPECT_TRUE(inside(AccessList(16)));
  EXPECT_FALSE(inside(AccessList(17)));
}

TEST(AccessList, the_null_address_is_one_like_any_other) {
  AccessList list(2);
  list.add(nullptr, Mode::in);
  EXPECT_EQ(list.data()[0].address, &graph::null_address);
  EXPECT_EQ(list.data()[0].bytes, 0u);
}

TEST(AccessList, all_memory_comes_first_and_nothing_is_lost) {
  char a = 0;
  char b = 0;
  AccessList list(4);
  list.add(&a, Mode::in, 1);
  list.add(&b, Mode::inoutset, 2);
  list.add_all_memory();
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list.data()[0].address, graph::k_all_memory);
  EXPECT_EQ(list.data()[0].mode, Mode::out);
  EXPECT_EQ(list.data()[1].address, &b);
  EXPECT_EQ(list.data()[1].mode, Mode::inoutset);
  EXPECT_EQ(list.data()[2].address, &a);
  EXPECT_EQ(list.data()[2].bytes, 1u);
}

TEST(AccessList, all_memory_may_be_all_there_is) {
  AccessList list(1);
  list.add_all_memory();
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list.data()[0].address, graph::k_all_memory);
}

TEST(Modes, are_numbered_as_the_compilers_number_them) {
  EXPECT_EQ(mode_of(1, 5), Mode::in);
  EXPECT_EQ(mode_of(2, 5), Mode::out);
  EXPECT_EQ(mode_of(3, 5), Mode::out) << "inout";
  EXPECT_EQ(mode_of(4, 5), Mode::mutexinoutset);
  EXPECT_EQ(mode_of(5, 5), Mode::inoutset);
  EXPECT_EQ(mode_of(8, 8), Mode::inoutset);
}

TEST(ModesDeathTest, that_no_compiler_writes_are_a_depobj_that_is_none) {
  EXPECT_DEATH(mode_of(0, 5), "not initialised, or was destroyed");
  EXPECT_DEATH(mode_of(5, 8), "not initialised, or was destroyed");
  EXPECT_DEATH(mode_of(6, 5), "not initialised, or was destroyed");
}

}  // namespace
