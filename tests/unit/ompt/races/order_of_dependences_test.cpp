// The order that depend clauses give, as ThreadSanitizer hears it: order_test.cpp says why both kinds of error count.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "tests/unit/ompt/calls.hpp"
#include "tests/unit/ompt/races/sanitizer.hpp"

namespace heddle::ompt::test {
namespace {

constexpr std::uint8_t k_in = 1, k_out = 2, k_inout = 3, k_mutexinoutset = 4, k_inoutset = 8, k_all = 0x80;

/// Whether two siblings with these clauses are in order; one thread runs both.
bool in_order(const std::vector<Dependence>& first, const std::vector<Dependence>& second) {
  static std::optional<Moment> done;
  static bool order;
  done.reset();
  static int ran;
  ran = 0;
  parallel(1, [&] {
    const auto body = [] {
      ++ran;
      if (done) {
        order = seen(*done);
      } else {
        done = now();
      }
    };
    spawn_depending(first, body);
    spawn_depending(second, body);
    taskwait();
  });
  EXPECT_EQ(ran, 2);
  return order;
}

TEST(OmptOrder, pairs_of_modes_are_in_order_as_they_must_be) {
  struct Row {
    std::uint8_t first, second;
    bool order;
  };
  static int x;
  for (const Row row :
       {Row{k_in, k_in, false}, Row{k_in, k_out, true}, Row{k_in, k_inoutset, true}, Row{k_in, k_mutexinoutset, true},
        Row{k_out, k_in, true}, Row{k_out, k_inout, true}, Row{k_out, k_inoutset, true},
        Row{k_out, k_mutexinoutset, true}, Row{k_inoutset, k_in, true}, Row{k_inoutset, k_out, true},
        Row{k_inoutset, k_inoutset, false}, Row{k_inoutset, k_mutexinoutset, true}, Row{k_mutexinoutset, k_in, true},
        Row{k_mutexinoutset, k_out, true}, Row{k_mutexinoutset, k_inoutset, true},
        Row{k_mutexinoutset, k_mutexinoutset, true}}) {
    EXPECT_EQ(in_order({on(&x, row.first)}, {on(&x, row.second)}), row.order)
        << int{row.first} << " before " << int{row.second};
  }
}

TEST(OmptOrder, all_memory_is_in_order_with_every_address) {
  static int x;
  EXPECT_TRUE(in_order({on(&x, k_out)}, {on(nullptr, k_all)}));
  EXPECT_TRUE(in_order({on(&x, k_in)}, {on(nullptr, k_all)}));
  EXPECT_TRUE(in_order({on(nullptr, k_all)}, {on(&x, k_in)}));
  EXPECT_TRUE(in_order({on(nullptr, k_all)}, {on(nullptr, k_all)}));
}

TEST(OmptOrder, one_address_of_several_is_enough) {
  static int x[3];
  EXPECT_TRUE(in_order({on(&x[0], k_in), on(&x[1], k_out)}, {on(&x[2], k_in), on(&x[1], k_in)}));
}

// Tokens of addresses lie in a table: that two addresses share one is rare, and of three pairs happens once at most.
TEST(OmptOrder, other_addresses_are_none) {
  static int x[6];
  int ordered = 0;
  for (int i = 0; i < 3; ++i) ordered += in_order({on(&x[2 * i], k_out)}, {on(&x[2 * i + 1], k_out)}) ? 1 : 0;
  EXPECT_LE(ordered, 1);
}

TEST(OmptOrder, children_of_different_parents_are_in_none_by_one_address) {
  static int x[3];
  int ordered = 0;
  for (int& each : x) {
    static std::optional<Moment> done;
    static bool order;
    static int* address;
    address = &each;
    done.reset();
    parallel(1, [] {
      const auto parent = [] {
        spawn_depending({on(address, k_out)}, [] {
          if (done) {
            order = seen(*done);
          } else {
            done = now();
          }
        });
        taskwait();
      };
      spawn(parent);
      spawn(parent);
      taskwait();
    });
    ordered += order ? 1 : 0;
  }
  EXPECT_LE(ordered, 1);
}

TEST(OmptOrder, a_wait_for_an_address_is_behind_its_tasks_alone) {
  static int x, y;
  parallel(1, [] {
    static Moment of_x, of_y;
    spawn_depending({on(&x, k_out)}, [] { of_x = now(); });
    spawn_depending({on(&y, k_out)}, [] { of_y = now(); });
    const Dependence list[] = {on(&x, k_in)};
    CALL(__kmpc_omp_wait_deps)(nullptr, 0, 1, list, 0, nullptr);
    EXPECT_TRUE(seen(of_x));
    taskwait();
    EXPECT_TRUE(seen(of_y));
  });
}

}  // namespace
}  // namespace heddle::ompt::test
