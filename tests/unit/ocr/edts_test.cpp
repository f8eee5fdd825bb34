// EDTs: what creation refuses, destroyed ones, finish scopes, outputs, many threads at once.
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>

#include "world.hpp"

namespace {

using namespace heddle::ocr;
using namespace heddle::ocr::test;

struct OcrEdts : testing::Test {
  World world;
  int ran = 0;
  Work count() {
    return [this](Thread<P>&, Edt<P>&) {
      ++ran;
      return k_null;
    };
  }
  int create(Guid from, std::uint32_t parameters, const std::uint64_t* values, std::uint32_t slots) {
    Guid made = k_null;
    const EdtRequest what{from, parameters, values, slots, nullptr, false, false, nullptr, nullptr, nullptr, k_null};
    return world.engine.create_edt(world.thread, made, what, [](Guid) {});
  }
};

TEST_F(OcrEdts, counts_that_differ_from_the_templates_are_refused) {
  const Guid fixed = world.make_template(2, 1);
  const std::uint64_t values[2] = {1, 2};
  EXPECT_EQ(create(fixed, 2, values, 1), k_ok);
  EXPECT_EQ(create(fixed, k_as_template, values, k_as_template), k_ok);
  EXPECT_EQ(create(fixed, 1, values, 1), k_invalid);
  EXPECT_EQ(create(fixed, 2, values, 2), k_invalid);
  EXPECT_EQ(create(fixed, k_unknown, values, 1), k_invalid);
  EXPECT_EQ(create(fixed, 2, nullptr, 1), k_invalid);
  EXPECT_EQ(create(world.make_template(0, 1), 0, values, 1), k_invalid);
  EXPECT_EQ(create(world.plain, 1, values, k_as_template), k_invalid);
}

TEST_F(OcrEdts, edts_outlive_their_template_and_a_dead_template_makes_none) {
  const Guid edt = world.edt(count(), 1);
  EXPECT_EQ(world.engine.destroy_template(world.thread, world.plain), k_ok);
  EXPECT_EQ(world.engine.destroy_template(world.thread, world.plain), k_invalid);
  const std::uint64_t value = 0;
  EXPECT_EQ(create(world.plain, 1, &value, 1), k_invalid);
  EXPECT_EQ(world.depend(k_null, edt), k_ok);
  EXPECT_EQ(world.run(), 1);
}

TEST_F(OcrEdts, a_slot_is_connected_once) {
  const Guid edt = world.edt(count(), 2);
  EXPECT_EQ(world.depend(k_null, edt, 2), k_invalid);
  EXPECT_EQ(world.depend(k_null, edt, 0), k_ok);
  EXPECT_EQ(world.depend(k_null, edt, 0), k_not_permitted);
  EXPECT_EQ(world.depend(k_null, edt, 1), k_ok);
  EXPECT_EQ(world.depend(k_null, edt, 1), k_not_permitted);  // runnable
  EXPECT_EQ(world.run(), 1);
  EXPECT_EQ(world.depend(k_null, edt, 0), k_invalid);  // gone
}

TEST_F(OcrEdts, one_with_thousands_of_slots_runs_after_the_last) {
  constexpr std::uint32_t k_slots = 5000;
  const Guid edt = world.edt(count(), k_slots);
  for (std::uint32_t slot = 0; slot < k_slots; ++slot) {
    EXPECT_EQ(world.run(), 0);
    ASSERT_EQ(world.depend(k_null, edt, k_slots - 1 - slot), k_ok);
  }
  EXPECT_EQ(world.run(), 1);
}

TEST_F(OcrEdts, a_destroyed_one_is_skipped_by_the_events_that_name_it) {
  const Guid event = world.event(EventKind::once);
  const Guid edt = world.edt(count(), 2);
  EXPECT_EQ(world.depend(event, edt), k_ok);
  EXPECT_EQ(world.engine.destroy_edt(world.thread, edt), k_ok);
  EXPECT_EQ(world.engine.destroy_edt(world.thread, edt), k_invalid);
  EXPECT_EQ(world.satisfy(event), k_ok);
  EXPECT_EQ(world.run(), 0);
}

TEST_F(OcrEdts, a_runnable_one_is_not_destroyed) {
  const Guid edt = world.edt(count(), 0);
  EXPECT_EQ(world.engine.destroy_edt(world.thread, edt), k_not_permitted);
  EXPECT_EQ(world.run(), 1);
}

TEST_F(OcrEdts, the_output_passes_a_returned_block) {
  const Guid block = world.block();
  Guid output = k_null;
  const Guid edt = world.edt([&](Thread<P>&, Edt<P>&) { return block; }, 1, false, &output);
  Guid got = k_null;
  const Guid after = world.edt(
      [&](Thread<P>&, Edt<P>& self) {
        got = self.slots()[0].guid;
        return k_null;
      },
      1);
  EXPECT_EQ(world.depend(output, after), k_ok);
  EXPECT_EQ(world.depend(k_null, edt), k_ok);
  EXPECT_EQ(world.run(), 2);
  EXPECT_EQ(got, block);
}

TEST_F(OcrEdts, the_output_waits_for_a_returned_event) {
  const Guid event = world.event(EventKind::sticky);
  Guid output = k_null;
  const Guid edt = world.edt([&](Thread<P>&, Edt<P>&) { return event; }, 1, false, &output);
  EXPECT_EQ(world.depend(output, world.edt(count(), 1)), k_ok);
  EXPECT_EQ(world.depend(k_null, edt), k_ok);
  EXPECT_EQ(world.run(), 1);
  EXPECT_EQ(ran, 0);
  EXPECT_EQ(world.satisfy(event), k_ok);
  EXPECT_EQ(world.run(), 1);
  EXPECT_EQ(ran, 1);
}

TEST_F(OcrEdts, a_finish_edt_is_over_after_all_that_was_made_in_it) {
  Guid output = k_null;
  int inside = 0;
  int seen = -1;
  std::function<void(Thread<P>&, int)> tree = [&](Thread<P>& who, int depth) {
    ++inside;
    for (int i = 0; depth > 0 && i < 2; ++i)
      world.edt(who, [&, depth](Thread<P>& own, Edt<P>&) { return tree(own, depth - 1), k_null; }, 0, depth % 3 == 0);
  };
  const Guid edt = world.edt([&](Thread<P>& who, Edt<P>&) { return tree(who, 8), k_null; }, 1, true, &output);
  const Guid after = world.edt([&](Thread<P>&, Edt<P>&) { return seen = inside, k_null; }, 1);
  EXPECT_EQ(world.depend(output, after), k_ok);
  EXPECT_EQ(world.depend(k_null, edt), k_ok);
  EXPECT_EQ(world.run(), 512);
  EXPECT_EQ(seen, 511);
}

TEST_F(OcrEdts, shares_split_more_often_than_a_weight_has_bits) {
  Guid output = k_null;
  int inside = 0;
  int seen = -1;
  Work link = [&](Thread<P>& who, Edt<P>&) {
    world.engine.flush(who);  // what has ended so far has told: too small a share would end the scope here
    if (++inside < 2000) {
      for (int i = 0; i < 40; ++i) world.edt(who, {}, 0);
      world.edt(who, [&](Thread<P>& own, Edt<P>& self) { return link(own, self); }, 0);
    }
    return k_null;
  };
  const Guid edt = world.edt(link, 1, true, &output);
  EXPECT_EQ(world.depend(output, world.edt([&](Thread<P>&, Edt<P>&) { return seen = inside, k_null; }, 1)), k_ok);
  EXPECT_EQ(world.depend(k_null, edt), k_ok);
  world.run();
  EXPECT_EQ(seen, 2000);
}

TEST_F(OcrEdts, a_destroyed_edt_leaves_its_scope) {
  Guid output = k_null;
  Guid held = k_null;
  const Guid edt =
      world.edt([&](Thread<P>& who, Edt<P>&) { return held = world.edt(who, {}, 1), k_null; }, 1, true, &output);
  EXPECT_EQ(world.depend(output, world.edt(count(), 1)), k_ok);
  EXPECT_EQ(world.depend(k_null, edt), k_ok);
  EXPECT_EQ(world.run(), 1);
  EXPECT_EQ(ran, 0);
  EXPECT_EQ(world.engine.destroy_edt(world.thread, held), k_ok);
  EXPECT_EQ(world.run(), 1);
  EXPECT_EQ(ran, 1);
}

TEST_F(OcrEdts, a_dependence_to_a_destroyed_edt_never_hits_the_next_in_its_place) {
  constexpr int k_rounds = 20000;
  Thread<P> other;
  world.engine.enter(other);
  std::atomic<Guid> offered{k_null};
  std::atomic<bool> over{false};
  std::thread adder([&] {
    while (!over.load()) {
      const Guid guid = offered.load();
      if (guid != k_null) (void)world.engine.add_dependence(other, k_null, 0, guid, 1, Mode::read_only);
    }
    other.cache.flush();
  });
  for (int round = 0; round < k_rounds; ++round) {
    const Guid first = world.edt({}, 2);
    offered = first;
    EXPECT_EQ(world.engine.destroy_edt(world.thread, first), k_ok);
    const Guid next = world.edt({}, 2);  // most likely in the same place
    ASSERT_EQ(world.depend(k_null, next, 1), k_ok) << "somebody has connected a slot of another EDT's";
    ASSERT_TRUE(world.waiting.empty());
    ASSERT_EQ(world.depend(k_null, next, 0), k_ok);
    ASSERT_EQ(world.run(), 1);
  }
  over = true;
  adder.join();
}

TEST_F(OcrEdts, four_threads_make_and_end_edts_and_the_count_comes_out) {
  constexpr int k_each = 2000;
  std::atomic<int> ended{0};
  std::vector<std::unique_ptr<Thread<P>>> own;
  for (int i = 0; i < 4; ++i) {
    own.push_back(std::make_unique<Thread<P>>());
    world.engine.enter(*own.back());
  }
  std::vector<std::thread> threads;
  for (unsigned number = 0; number < 4; ++number)
    threads.emplace_back([&, number] {
      Thread<P>& who = *own[number];
      std::mt19937 random(number);
      for (int i = 0; i < k_each; ++i) {
        const Guid event = world.event(who, random() % 2 == 0 ? EventKind::once : EventKind::sticky);
        const Guid edt = world.edt(who, [&](Thread<P>&, Edt<P>&) { return ++ended, k_null; }, 1);
        const bool early = world.engine.kind_of(event) == Kind::event && random() % 2 == 0;
        if (early) {
          world.engine.add_dependence(who, event, 0, edt, 0, Mode::read_only);
          world.engine.satisfy(who, event, k_null, 0);
        } else {
          world.engine.add_dependence(who, k_null, 0, edt, 0, Mode::read_only);
        }
        if (random() % 3 == 0) world.run(who);
      }
      world.run(who);
      who.cache.flush();
    });
  for (std::thread& thread : threads) thread.join();
  world.run();
  EXPECT_EQ(ended.load(), 4 * k_each);
  EXPECT_TRUE(world.errors.empty());
}

}  // namespace
