// Events: every kind, late dependences, what is refused, long chains.
#include <gtest/gtest.h>

#include <memory>

#include "world.hpp"

namespace {

using namespace heddle::ocr;
using namespace heddle::ocr::test;

struct OcrEvents : testing::Test {
  World world;
  std::vector<Guid> got;
  /// An EDT that notes what its slot got.
  Guid note() {
    return world.edt(
        [this](Thread<P>&, Edt<P>& edt) {
          got.push_back(edt.slots()[0].guid);
          return k_null;
        },
        1);
  }
};

TEST_F(OcrEvents, once_fires_for_all_that_wait_and_is_gone) {
  const Guid event = world.event(EventKind::once);
  const Guid block = world.block();
  for (int i = 0; i < 3; ++i) EXPECT_EQ(world.depend(event, note()), k_ok);
  EXPECT_EQ(world.run(), 0);
  EXPECT_EQ(world.satisfy(event, block), k_ok);
  EXPECT_EQ(world.run(), 3);
  EXPECT_EQ(got, (std::vector<Guid>{block, block, block}));
  EXPECT_EQ(world.satisfy(event, block), k_invalid);
  EXPECT_EQ(world.depend(event, note()), k_invalid);
  EXPECT_EQ(world.engine.kind_of(event), Kind::none);
}

TEST_F(OcrEvents, sticky_keeps_its_first_value_and_refuses_another) {
  const Guid event = world.event(EventKind::sticky);
  const Guid block = world.block();
  EXPECT_EQ(world.satisfy(event, block), k_ok);
  EXPECT_EQ(world.satisfy(event), k_not_permitted);
  EXPECT_EQ(world.depend(event, note()), k_ok);
  EXPECT_EQ(world.run(), 1);
  EXPECT_EQ(got, std::vector<Guid>{block});
  EXPECT_EQ(world.engine.destroy_event(world.thread, event), k_ok);
  EXPECT_EQ(world.engine.destroy_event(world.thread, event), k_invalid);
}

TEST_F(OcrEvents, idem_takes_further_satisfies_and_keeps_the_first_value) {
  const Guid event = world.event(EventKind::idem);
  const Guid block = world.block();
  EXPECT_EQ(world.satisfy(event, block), k_ok);
  EXPECT_EQ(world.satisfy(event), k_ok);
  EXPECT_EQ(world.depend(event, note()), k_ok);
  EXPECT_EQ(world.run(), 1);
  EXPECT_EQ(got, std::vector<Guid>{block});
}

TEST_F(OcrEvents, a_latch_fires_when_its_count_comes_back_to_zero) {
  const Guid event = world.event(EventKind::latch);
  EXPECT_EQ(world.depend(event, note()), k_ok);
  EXPECT_EQ(world.satisfy(event, k_null, 7), k_invalid);
  EXPECT_EQ(world.satisfy(event, k_null, k_decrement), k_ok);  // may come first
  EXPECT_EQ(world.run(), 0);
  EXPECT_EQ(world.satisfy(event, k_null, k_increment), k_ok);
  EXPECT_EQ(world.run(), 1);
  EXPECT_EQ(world.satisfy(event, k_null, k_increment), k_invalid);
}

TEST_F(OcrEvents, a_latch_begins_with_its_counter) {
  const Guid event = world.event(EventKind::latch, 3);
  EXPECT_EQ(world.depend(event, note()), k_ok);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(world.satisfy(event), k_ok);
  EXPECT_EQ(world.run(), 0);
  EXPECT_EQ(world.satisfy(event), k_ok);
  EXPECT_EQ(world.run(), 1);
}

TEST_F(OcrEvents, a_counted_event_goes_after_its_last_dependence) {
  const Guid event = world.event(EventKind::counted, 2);
  EXPECT_EQ(world.depend(event, note()), k_ok);
  EXPECT_EQ(world.satisfy(event), k_ok);
  EXPECT_EQ(world.satisfy(event), k_not_permitted);
  EXPECT_NE(world.engine.kind_of(event), Kind::none);
  EXPECT_EQ(world.depend(event, note()), k_ok);
  EXPECT_EQ(world.engine.kind_of(event), Kind::none);
  EXPECT_EQ(world.run(), 2);
}

TEST_F(OcrEvents, a_channel_gives_the_kth_value_to_the_kth_dependence) {
  const Guid event = world.event(EventKind::channel);
  std::vector<Guid> blocks;
  for (int i = 0; i < 6; ++i) blocks.push_back(world.block());
  for (int i = 0; i < 2; ++i) EXPECT_EQ(world.depend(event, note()), k_ok);
  for (const Guid block : blocks) EXPECT_EQ(world.satisfy(event, block), k_ok);
  EXPECT_TRUE(world.engine.channel_has_value(event));
  for (int i = 0; i < 4; ++i) EXPECT_EQ(world.depend(event, note()), k_ok);
  EXPECT_FALSE(world.engine.channel_has_value(event));
  EXPECT_EQ(world.run(), 6);
  EXPECT_EQ(got, blocks);
  EXPECT_EQ(world.errors.size(), 1u);  // told once that it keeps more than its bound
}

TEST_F(OcrEvents, null_is_a_value_of_a_channel) {
  const Guid event = world.event(EventKind::channel);
  EXPECT_EQ(world.satisfy(event), k_ok);
  EXPECT_TRUE(world.engine.channel_has_value(event));
  EXPECT_EQ(world.depend(event, note()), k_ok);
  EXPECT_EQ(world.run(), 1);
}

TEST_F(OcrEvents, the_label_of_a_destroyed_event_can_be_used_again) {
  const Guid label = world.engine.labels().create(1);
  for (const EventKind kind : {EventKind::sticky, EventKind::channel}) {
    ASSERT_EQ(world.engine.labels().claim(label), Labels<P>::Claim::mine);
    Guid made = k_null;
    const EventRequest what{kind, true, 0, 1, nullptr, nullptr, label};
    ASSERT_EQ(world.engine.create_event(world.thread, made, what), k_ok);
    EXPECT_EQ(made, label);
    EXPECT_EQ(world.engine.labels().claim(label), Labels<P>::Claim::taken);
    EXPECT_EQ(world.engine.destroy_event(world.thread, label), k_ok);
  }
  EXPECT_EQ(world.engine.labels().claim(label), Labels<P>::Claim::mine);
}

TEST_F(OcrEvents, a_chain_of_100000_events_passes_its_block_on) {
  constexpr int k_length = 100000;
  const Guid first = world.event(EventKind::once);
  Guid last = first;
  for (int i = 1; i < k_length; ++i) {
    const Guid next = world.event(EventKind::once);
    ASSERT_EQ(world.depend(last, next), k_ok);
    last = next;
  }
  ASSERT_EQ(world.depend(last, note()), k_ok);
  const Guid block = world.block();
  EXPECT_EQ(world.satisfy(first, block), k_ok);
  EXPECT_EQ(world.run(), 1);
  EXPECT_EQ(got, std::vector<Guid>{block});
}

TEST_F(OcrEvents, a_slot_other_than_zero_is_refused) {
  for (const EventKind kind : {EventKind::once, EventKind::idem, EventKind::sticky, EventKind::channel}) {
    const Guid event = world.event(kind);
    EXPECT_EQ(world.satisfy(event, k_null, 1), k_invalid);
    EXPECT_EQ(world.depend(event, note()), k_ok);
    EXPECT_EQ(world.run(), 0);
  }
}

TEST_F(OcrEvents, what_waits_for_a_destroyed_event_is_reported) {
  const Guid event = world.event(EventKind::sticky);
  EXPECT_EQ(world.depend(event, note()), k_ok);
  EXPECT_EQ(world.engine.destroy_event(world.thread, event), k_ok);
  EXPECT_EQ(world.run(), 0);
  EXPECT_EQ(world.errors.size(), 1u);
}

TEST_F(OcrEvents, foreign_numbers_are_refused) {
  const Guid edt = note();
  for (const Guid guid : {k_uninitialized, k_error, Guid{5}, ~Guid{0} >> 3, guid::make(Kind::event, 9, 1 << 30)}) {
    EXPECT_EQ(world.satisfy(guid), k_invalid);
    EXPECT_EQ(world.depend(guid, edt), k_invalid);
    EXPECT_EQ(world.depend(k_null, guid), k_invalid);
    EXPECT_EQ(world.engine.destroy_event(world.thread, guid), k_invalid);
  }
  EXPECT_EQ(world.depend(k_null, edt), k_ok);  // its slot is still open
  EXPECT_EQ(world.run(), 1);
}

Collective* collective(Datum datum, Combine combine, std::uint32_t ranks) {
  auto* const made = new Collective;
  made->datum = datum;
  made->combine = combine;
  made->ranks = ranks;
  made->count = 1;
  made->contributed.resize(ranks);
  made->asked.resize(ranks);
  return made;
}

TEST_F(OcrEvents, floats_are_combined_in_the_order_of_ranks) {
  Guid event = k_null;
  const EventRequest what{EventKind::collective, true, 0, 0, collective(Datum::f8, Combine::add, 3), nullptr, k_null};
  ASSERT_EQ(world.engine.create_event(world.thread, event, what), k_ok);
  double result = 0;
  const Guid edt = world.edt(
      [&](Thread<P>&, Edt<P>& self) {
        result = *static_cast<double*>(self.slots()[0].pointer);
        return k_null;
      },
      1);
  EXPECT_EQ(world.engine.add_dependence(world.thread, event, 1, edt, 0, Mode::read_only), k_ok);
  const double given[3] = {1e16, 1.0, -1e16};  // (1e16 + 1) - 1e16 is 0; in another order 1
  for (const std::uint32_t rank : {2u, 0u})
    EXPECT_EQ(world.engine.contribute(world.thread, event, &given[rank], rank), k_ok);
  EXPECT_EQ(world.engine.contribute(world.thread, event, &given[0], 3), k_invalid);
  result = 5;
  EXPECT_EQ(world.engine.contribute(world.thread, event, &given[1], 1), k_ok);
  EXPECT_EQ(world.run(), 1);
  EXPECT_EQ(result, 0.0);
}

TEST(OcrCollective, integers_are_exact) {
  const std::uint64_t given[3] = {(std::uint64_t{1} << 60) + 1, 2, 4};
  Collective::Generation generation;
  const auto* const bytes = reinterpret_cast<const unsigned char*>(given);
  generation.given.assign(bytes, bytes + sizeof(given));
  const auto result = [&](Combine how) {
    const std::unique_ptr<Collective> state(collective(Datum::u8, how, 3));
    std::uint64_t to = 0;
    state->result_of(generation, &to);
    return to;
  };
  EXPECT_EQ(result(Combine::add), (std::uint64_t{1} << 60) + 7);
  EXPECT_EQ(result(Combine::bit_or), (std::uint64_t{1} << 60) + 7);
  EXPECT_EQ(result(Combine::bit_and), 0u);
  EXPECT_EQ(result(Combine::smallest), 2u);
  EXPECT_EQ(result(Combine::largest), given[0]);
}

}  // namespace
