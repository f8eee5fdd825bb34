// The reader of placements under damage: whatever a file holds, it is refused with a reason, or it is a placement.
#include "plan/placement_file.hpp"

#include <gtest/gtest.h>

#include <string>

#include "random_graph.hpp"

namespace heddle::test {
namespace {

class Damage {
 public:
  explicit Damage(std::uint64_t seed) : dice_(seed) {}

  /// One to four changes: a byte flipped, taken out or put in, a piece repeated, the end cut off.
  std::string of(std::string text) {
    for (std::uint32_t changes = 1 + dice_.below(4); changes > 0 && !text.empty(); --changes) change(text);
    return text;
  }

 private:
  void change(std::string& text) {
    const std::size_t at = dice_.below(static_cast<std::uint32_t>(text.size()));
    switch (dice_.below(6)) {
      case 0:
        text[at] = static_cast<char>(text[at] ^ (1 << dice_.below(8)));
        break;
      case 1:
        text.erase(at, 1 + dice_.below(8));
        break;
      case 2:
        text.insert(at, 1, static_cast<char>(dice_.below(256)));
        break;
      case 3:
        text.insert(at, text.substr(dice_.below(static_cast<std::uint32_t>(text.size())), dice_.below(40)));
        break;
      case 4:
        text.insert(at, std::string(1 + dice_.below(30), static_cast<char>('0' + dice_.below(10))));
        break;
      default:
        text.resize(at);
    }
  }

  Dice dice_;
};

TEST(PlacementReader, a_damaged_file_is_refused_with_a_reason_or_is_a_placement) {
  const plans::Graph graph = plans::link(random_description(7, 30, plans::Match::addresses), plans::Laps::one).value();
  plans::PlacedTasks placed{4, {}};
  for (std::uint32_t task = 0; task < 30; ++task) placed.worker_of_task.push_back(task % 4);
  const std::string good = plans::write_placement(graph, placed);
  ASSERT_TRUE(plans::read_placement(graph, good));
  int refused = 0;
  for (std::uint64_t seed = 1; seed <= 20'000; ++seed) {
    const std::string text = Damage(seed).of(good);
    const auto read = plans::read_placement(graph, text);
    if (!read) {
      ++refused;
      ASSERT_EQ(read.error().code, base::Code::file) << "seed " << seed;
      ASSERT_NE(read.error().what, "") << "seed " << seed;
      continue;
    }
    ASSERT_EQ(read.value().worker_of_task.size(), 30u) << "seed " << seed;
    for (const std::uint32_t worker : read.value().worker_of_task) ASSERT_LT(worker, read.value().workers);
  }
  EXPECT_GT(refused, 10'000);  // most damage shows
}

}  // namespace
}  // namespace heddle::test
