// Blocks: who may be inside together, order, release and destruction; the heap; labels; hints.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>

#include "world.hpp"

namespace {

using namespace heddle::ocr;
using namespace heddle::ocr::test;

struct OcrBlocks : testing::Test {
  World world;
  Guid user(Guid block, Mode mode) {
    const Guid edt = world.edt({}, 1);
    EXPECT_EQ(world.depend(block, edt, 0, mode), k_ok);
    return edt;
  }
};

TEST_F(OcrBlocks, all_ordered_pairs_of_modes) {
  constexpr Mode k_modes[] = {Mode::read_only, Mode::constant, Mode::read_write, Mode::exclusive};
  for (const Mode one : k_modes)
    for (const Mode other : k_modes) {
      const Guid block = world.block();
      user(block, one);
      user(block, other);
      const bool together =
          one == Mode::read_only || other == Mode::read_only || (one == other && one != Mode::exclusive);
      EXPECT_EQ(world.waiting.size(), together ? 2u : 1u) << static_cast<int>(one) << static_cast<int>(other);
      EXPECT_EQ(world.run(), 2);
    }
}

TEST_F(OcrBlocks, first_come_first_served_and_neighbours_together) {
  const Guid block = world.block();
  user(block, Mode::exclusive);
  user(block, Mode::constant);
  user(block, Mode::constant);
  user(block, Mode::read_write);
  user(block, Mode::constant);
  std::vector<std::size_t> inside;
  while (!world.waiting.empty()) {
    inside.push_back(world.waiting.size());
    Frame<P> frame;
    world.engine.begin(world.thread, *world.take(), frame);
    world.engine.end(world.thread, frame, k_null);
  }
  EXPECT_EQ(inside, (std::vector<std::size_t>{1, 2, 1, 1, 1}));
}

TEST_F(OcrBlocks, joined_modes) {
  EXPECT_EQ(joined(Holding::none, Holding::constant), Holding::constant);
  EXPECT_EQ(joined(Holding::read_write, Holding::read_write), Holding::read_write);
  EXPECT_EQ(joined(Holding::read_write, Holding::constant), Holding::exclusive);
  EXPECT_EQ(joined(Holding::exclusive, Holding::none), Holding::exclusive);
}

TEST_F(OcrBlocks, one_block_on_two_slots_is_acquired_once) {
  const Guid block = world.block();
  const Guid edt = world.edt({}, 2);
  EXPECT_EQ(world.depend(block, edt, 0, Mode::exclusive), k_ok);
  EXPECT_EQ(world.depend(block, edt, 1, Mode::constant), k_ok);
  EXPECT_EQ(world.waiting.size(), 1u);
  user(block, Mode::read_write);
  EXPECT_EQ(world.waiting.size(), 1u);
  EXPECT_EQ(world.run(), 2);
}

TEST_F(OcrBlocks, opposite_slot_orders_all_end) {
  std::vector<Guid> blocks;
  for (int i = 0; i < 5; ++i) blocks.push_back(world.block());
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    std::shuffle(blocks.begin(), blocks.end(), random);
    const Guid edt = world.edt({}, 5);
    for (std::uint32_t slot = 0; slot < 5; ++slot)
      ASSERT_EQ(world.depend(blocks[slot], edt, slot, slot % 2 == 0 ? Mode::exclusive : Mode::read_write), k_ok);
  }
  EXPECT_EQ(world.run(), 2000);
}

TEST_F(OcrBlocks, its_maker_holds_it_and_releases_it_once) {
  void* data = nullptr;
  const Guid block = world.block(64, true, &data);
  ASSERT_NE(data, nullptr);
  user(block, Mode::exclusive);
  EXPECT_TRUE(world.waiting.empty());
  EXPECT_EQ(world.engine.release_block(world.thread, block), k_ok);
  EXPECT_EQ(world.waiting.size(), 1u);
  EXPECT_EQ(world.engine.release_block(world.thread, block), k_no_access);
  EXPECT_EQ(world.run(), 1);
}

TEST_F(OcrBlocks, destroyed_twice_is_refused_and_null_is_nothing) {
  const Guid block = world.block();
  EXPECT_EQ(world.engine.destroy_block(world.thread, block), k_ok);
  EXPECT_EQ(world.engine.destroy_block(world.thread, block), k_not_permitted);
  EXPECT_EQ(world.engine.destroy_block(world.thread, k_null), k_ok);
  EXPECT_EQ(world.engine.destroy_block(world.thread, k_error), k_invalid);
  EXPECT_EQ(world.depend(block, world.edt({}, 1)), k_invalid);
}

TEST_F(OcrBlocks, one_destroyed_while_a_reader_is_in_is_freed_after_it) {
  for (const Mode mode : {Mode::read_only, Mode::exclusive}) {
    const Guid block = world.block(1 << 20);
    user(block, mode);
    ASSERT_EQ(world.data_held, 1);
    EXPECT_EQ(world.engine.destroy_block(world.thread, block), k_ok);
    for (int i = 0; i < 10; ++i) world.engine.collect(world.thread);
    EXPECT_EQ(world.data_held, 1);
    EXPECT_EQ(world.run(), 1);
    for (int i = 0; i < 10; ++i) world.engine.collect(world.thread);
    EXPECT_EQ(world.data_held, 0);
  }
}

// Many blocks that lie apart, made and destroyed.
void destroy_some(World& world) {
  for (int i = 0; i < 4000; ++i) {
    const Guid block = world.block(8000);
    ASSERT_EQ(world.engine.destroy_block(world.thread, block), k_ok);
  }
}

TEST_F(OcrBlocks, an_edt_that_reads_for_long_holds_back_only_what_it_reads) {
  const Guid block = world.block(8000);
  user(block, Mode::read_only);
  Frame<P> reader;
  world.engine.begin(world.thread, *world.take(), reader);
  EXPECT_EQ(world.engine.destroy_block(world.thread, block), k_ok);
  destroy_some(world);
  EXPECT_LT(world.data_held, 1500) << "destroyed blocks go while it reads";
  const auto* const data = static_cast<const char*>(reader.edt->slots()[0].pointer);
  EXPECT_EQ(data[0], data[0]);  // AddressSanitizer looks
  world.engine.end(world.thread, reader, k_null);
  destroy_some(world);
  EXPECT_LT(world.data_held, 1500);
}

TEST_F(OcrBlocks, an_edt_that_waits_for_a_block_holds_back_only_what_it_names) {
  const Guid first = world.block(8000);
  const Guid held = world.block(8000);
  const Guid last = world.block(8000);
  user(held, Mode::exclusive);
  Frame<P> holder;
  world.engine.begin(world.thread, *world.take(), holder);
  std::array<void*, 3> seen{};
  const Guid waits = world.edt(
      [&](Thread<P>&, Edt<P>& edt) {
        for (unsigned slot = 0; slot < 3; ++slot) seen[slot] = edt.slots()[slot].pointer;
        return k_null;
      },
      3);
  EXPECT_EQ(world.depend(first, waits, 0, Mode::read_only), k_ok);
  EXPECT_EQ(world.depend(held, waits, 1, Mode::exclusive), k_ok);
  EXPECT_EQ(world.depend(last, waits, 2, Mode::read_only), k_ok);
  EXPECT_TRUE(world.waiting.empty());
  for (const Guid block : {first, last}) EXPECT_EQ(world.engine.destroy_block(world.thread, block), k_ok);
  destroy_some(world);
  EXPECT_LT(world.data_held, 1500) << "destroyed blocks go while it waits";
  EXPECT_EQ(world.engine.kind_of(first), Kind::none);
  world.engine.end(world.thread, holder, k_null);
  EXPECT_EQ(world.run(), 1);
  for (void* const data : seen) EXPECT_NE(data, nullptr) << "what it names was kept for it";
  EXPECT_TRUE(world.errors.empty());
  destroy_some(world);
  EXPECT_LT(world.data_held, 1500);
}

TEST_F(OcrBlocks, a_thread_that_waits_for_a_block_comes_in_when_it_is_its_turn) {
  const Guid block = world.block();
  user(block, Mode::exclusive);
  Slot<P> slot;
  EXPECT_EQ(world.engine.acquire_as_caller(block, slot), ListenOutcome::will_be_told);
  user(block, Mode::exclusive);
  EXPECT_EQ(world.run(), 1);  // the second EDT waits behind the caller
  ASSERT_EQ(world.callers_told.size(), 1u);
  EXPECT_EQ(slot.guid, block);
  EXPECT_TRUE(world.engine.keep_block(world.thread, slot.pointer));
  EXPECT_EQ(world.engine.release_block(world.thread, block), k_ok);
  EXPECT_EQ(world.run(), 1);
}

TEST_F(OcrBlocks, a_thread_that_gives_up_waiting_for_a_block_is_passed_over) {
  const Guid block = world.block();
  user(block, Mode::exclusive);
  Slot<P> slot;
  EXPECT_EQ(world.engine.acquire_as_caller(block, slot), ListenOutcome::will_be_told);
  user(block, Mode::exclusive);
  EXPECT_TRUE(world.engine.forget_block_caller(block, slot));
  EXPECT_FALSE(world.engine.forget_block_caller(block, slot));
  EXPECT_EQ(world.run(), 2);
  EXPECT_TRUE(world.callers_told.empty());
}

TEST(OcrHeap, any_number_is_looked_up_without_a_fault) {
  World world;
  std::mt19937_64 random(7);
  for (int i = 0; i < 1000000; ++i) {
    const Guid guid = random() >> (i % 20);
    (void)world.engine.kind_of(guid);
    (void)world.engine.destroy_block(world.thread, guid & ~(guid::k_line_mask >> 8));
  }
  EXPECT_EQ(world.engine.kind_of(world.plain), Kind::edt_template);
}

TEST(OcrHeap, a_place_used_again_has_another_generation) {
  World world;
  const Guid first = world.event(EventKind::sticky);
  ASSERT_EQ(world.engine.destroy_event(world.thread, first), k_ok);
  const Guid second = world.event(EventKind::sticky);
  EXPECT_EQ(guid::line(first), guid::line(second));
  EXPECT_EQ(guid::generation(second), guid::generation(first) + 1);
  EXPECT_EQ(world.satisfy(first), k_invalid);
  EXPECT_EQ(world.satisfy(second), k_ok);
}

TEST(OcrHeap, places_freed_on_another_thread_come_home) {
  ObjectHeap<P> heap;
  ASSERT_TRUE(heap.open());
  Cache<P> home;
  Cache<P> other;
  std::vector<Object<P>*> places;
  for (int i = 0; i < 1023; ++i) places.push_back(heap.allocate(home, 64));  // a whole chunk
  std::thread([&] {
    for (Object<P>* const place : places) heap.release(other, *place);
    other.flush();
  }).join();
  std::vector<Object<P>*> again;
  for (int i = 0; i < 1023; ++i) again.push_back(heap.allocate(home, 64));
  std::sort(places.begin(), places.end());
  std::sort(again.begin(), again.end());
  EXPECT_EQ(places, again);
}

TEST(OcrObject, two_threads_lock_it_in_turn) {
  World world;
  const Guid event = world.event(EventKind::sticky);
  Object<P>& object = *world.engine.heap().at(event);
  long count = 0;
  const auto add = [&] {
    for (int i = 0; i < 50000; ++i) {
      ASSERT_TRUE(object.lock(event));
      ++count;
      object.unlock(event);
    }
  };
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  EXPECT_EQ(count, 100000);
  EXPECT_FALSE(object.lock(event + (Guid{1} << guid::k_generation_shift)));
}

TEST(OcrLabels, one_of_four_claims_and_the_label_can_be_used_again) {
  const auto labels = std::make_unique<Labels<P>>();
  const Guid first = labels->create(10);
  ASSERT_TRUE(guid::is_label(first));
  EXPECT_EQ(labels->real(first + 3), first + 3);
  std::atomic<int> mine{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      if (labels->claim(first + 3) != Labels<P>::Claim::mine) return;
      ++mine;
      labels->set(first + 3, 77);
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(mine.load(), 1);
  EXPECT_EQ(labels->real(first + 3), 77u);
  labels->clear(first + 3, 78);  // another object's: nothing
  EXPECT_EQ(labels->claim(first + 3), Labels<P>::Claim::taken);
  labels->clear(first + 3, 77);
  EXPECT_EQ(labels->claim(first + 3), Labels<P>::Claim::mine);
  EXPECT_EQ(labels->claim(first + 10), Labels<P>::Claim::no_label);
  labels->destroy(first);
  EXPECT_EQ(labels->claim(first), Labels<P>::Claim::no_label);
}

TEST(OcrHints, a_merge_keeps_what_the_other_does_not_set) {
  Hints one{.set = 0b011, .values = {1, 2}};
  one.merge({.set = 0b110, .values = {9, 8, 7}});
  EXPECT_EQ(one.set, 0b111u);
  EXPECT_EQ(one.values[0], 1u);
  EXPECT_EQ(one.values[1], 8u);
  EXPECT_EQ(one.values[2], 7u);
}

}  // namespace
