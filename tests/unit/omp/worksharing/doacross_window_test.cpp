// The window of a doacross loop: which word tells of an iteration, and what it must have reached before it is used
// again.
#include "omp/doacross_window.hpp"

#include <gtest/gtest.h>

#include <set>

#include "platform/threads/threads.hpp"

namespace {

using namespace heddle;
using Window = omp::DoacrossWindow<platform::Threads>;

void open(Window& window, const graph::LoopShape& shape, std::initializer_list<std::uint64_t> counts) {
  window.open(shape, counts.begin(), static_cast<std::uint32_t>(counts.size()));
}

TEST(DoacrossWindow, knows_the_trips_of_its_loops) {
  Window window;
  open(window, {.trip = 5, .chunk = 1, .threads = 2}, {5, 7, 11});
  EXPECT_EQ(window.dimensions(), 3u);
  EXPECT_EQ(window.count(0), 5u);
  EXPECT_EQ(window.count(1), 7u);
  EXPECT_EQ(window.count(2), 11u);
}

TEST(DoacrossWindow, a_place_is_the_outer_index_times_all_inner_trips) {
  Window window;
  open(window, {.trip = 5, .chunk = 1, .threads = 2}, {5, 7, 11});
  EXPECT_EQ(window.places_before(0), 0u);
  EXPECT_EQ(window.places_before(1), 77u);
  EXPECT_EQ(window.places_before(5), 385u);
  open(window, {.trip = 5, .chunk = 1, .threads = 2}, {5});
  EXPECT_EQ(window.places_before(3), 3u) << "what was before is forgotten";
  EXPECT_EQ(window.dimensions(), 1u);
}

TEST(DoacrossWindow, chunks_of_a_size_are_counted_from_the_first_iteration) {
  Window window;
  open(window, {.trip = 100, .chunk = 7, .threads = 3}, {100});
  EXPECT_EQ(window.chunk_of(0), 0u);
  EXPECT_EQ(window.chunk_of(6), 0u);
  EXPECT_EQ(window.chunk_of(7), 1u);
  EXPECT_EQ(window.chunk_of(99), 14u);
}

TEST(DoacrossWindow, without_a_size_a_chunk_is_a_threads_block) {
  Window window;
  open(window, {.trip = 10, .chunk = 0, .threads = 3}, {10});
  const std::uint64_t owners[] = {0, 0, 0, 0, 1, 1, 1, 2, 2, 2};
  for (std::uint64_t outer = 0; outer < 10; ++outer) EXPECT_EQ(window.chunk_of(outer), owners[outer]) << outer;
}

TEST(DoacrossWindow, has_four_words_a_thread_and_at_least_sixteen) {
  for (const auto& [threads, words] : {std::pair{1u, 16u}, {4u, 16u}, {5u, 32u}, {8u, 32u}, {9u, 64u}}) {
    Window window;
    open(window, {.trip = 1000, .chunk = 1, .threads = threads}, {1000});
    std::set<const void*> different;
    for (std::uint64_t chunk = 0; chunk < words; ++chunk) different.insert(&window.word(chunk));
    EXPECT_EQ(different.size(), words);
    EXPECT_EQ(&window.word(words), &window.word(0)) << threads;
    EXPECT_EQ(&window.word(2 * words + 3), &window.word(3));
    EXPECT_EQ(window.needed_before(words - 1), 0u) << "nobody has used its word";
    EXPECT_EQ(window.needed_before(words), 1u) << "chunk 0 is complete";
  }
}

TEST(DoacrossWindow, a_word_is_used_again_when_the_chunk_before_it_is_complete) {
  Window window;
  open(window, {.trip = 1000, .chunk = 5, .threads = 2}, {1000, 3});
  EXPECT_EQ(window.needed_before(15), 0u);
  EXPECT_EQ(window.needed_before(16), 15u) << "five outer iterations of three";
  EXPECT_EQ(window.needed_before(17), 30u);
  EXPECT_EQ(window.needed_before(40), (40 - 16 + 1) * 15u);
}

TEST(DoacrossWindow, the_last_chunk_may_be_short) {
  Window window;
  open(window, {.trip = 17, .chunk = 2, .threads = 1}, {17, 10});
  EXPECT_EQ(window.chunk_of(16), 8u);
  EXPECT_EQ(window.needed_before(16 + 8), 170u) << "not the 18 iterations that whole chunks would have";
  EXPECT_EQ(window.needed_before(16 + 7), 160u);
}

TEST(DoacrossWindow, starts_with_nothing_posted_also_when_it_is_used_again) {
  Window window;
  open(window, {.trip = 100, .chunk = 1, .threads = 5}, {100});
  for (std::uint64_t chunk = 0; chunk < 32; ++chunk) EXPECT_EQ(window.word(chunk).load(), 0u);
  for (std::uint64_t chunk = 0; chunk < 32; ++chunk) window.word(chunk).store(chunk + 1);
  const void* const before = &window.word(31);
  open(window, {.trip = 100, .chunk = 1, .threads = 3}, {100});
  EXPECT_EQ(&window.word(31), before) << "a larger window serves a smaller team";
  for (std::uint64_t chunk = 0; chunk < 32; ++chunk) EXPECT_EQ(window.word(chunk).load(), 0u) << chunk;
  open(window, {.trip = 100, .chunk = 1, .threads = 17}, {100});
  std::set<const void*> different;
  for (std::uint64_t chunk = 0; chunk < 128; ++chunk) {
    different.insert(&window.word(chunk));
    EXPECT_EQ(window.word(chunk).load(), 0u) << chunk;
  }
  EXPECT_EQ(different.size(), 128u);
}

TEST(DoacrossWindow, words_of_neighbours_lie_on_lines_of_their_own) {
  Window window;
  open(window, {.trip = 100, .chunk = 1, .threads = 1}, {100});
  const auto at = [&](std::uint64_t chunk) { return reinterpret_cast<std::uintptr_t>(&window.word(chunk)); };
  EXPECT_EQ(at(0) % base::k_line_bytes, 0u);
  EXPECT_EQ(at(1) - at(0), base::k_line_bytes);
}

}  // namespace
