// Seeded bugs of how OCR's slots are given, read-only EDTs take their blocks, and workers keep EDTs; each to be found.
// The programs and claims: tests/model/ocr_given_programs.hpp, ocr_next_edt_programs.hpp.
#include "tests/model/ocr_given_programs.hpp"
#include "tests/model/ocr_next_edt_programs.hpp"
#include "tests/model/wrong/expect_found.hpp"

namespace heddle::model::wrong {

/// Nothing that is stored publishes what was done before.
struct RelaxedKeptStores : Faithful {
  // order: relaxed — the seeded bug.
  template <class T>
  static Order store(Order, int) {
    return Order::relaxed;
  }
};
struct NoHeavyFences : Faithful {
  static bool keeps_heavy_fence() { return false; }
};

// Each is an engine of its own, of which one function is another.
enum : int { k_asked_only = 1, k_unclaimed, k_arrives_first, k_outside_epoch, k_blind };
template <int k_variant>
using Wrong = OcrPlatform<Engine, k_variant>;

}  // namespace heddle::model::wrong

namespace heddle::ocr {

using namespace heddle::model::wrong;

/// Whether the EDT is alive is asked, and it is not locked.
template <>
int Engine<Wrong<k_asked_only>>::give(T& thread, Guid value, const SlotName& named) noexcept {
  auto* const edt = alive<Edt<Wrong<k_asked_only>>>(named.edt, Kind::edt);
  if (edt == nullptr) return k_invalid;
  S& slot = edt->slots()[named.index];
  if (!slot.claim()) return k_not_permitted;
  slot.mode = static_cast<std::uint32_t>(named.mode);
  fill(thread, slot, value);
  return k_ok;
}
/// Nobody claims the slot.
template <>
int Engine<Wrong<k_unclaimed>>::give(T& thread, Guid value, const SlotName& named) noexcept {
  auto* const edt = locked<Edt<Wrong<k_unclaimed>>>(named.edt, Kind::edt);
  if (edt == nullptr) return k_invalid;
  S& slot = edt->slots()[named.index];
  slot.mode = static_cast<std::uint32_t>(named.mode);
  slot.guid = value;
  slot.pointer = nullptr;
  slot.become(slot_state::k_filled);
  edt->unlock(named.edt);
  arrive(thread, *edt);
  return k_ok;
}
/// One less is open before the slot has its value.
template <>
int Engine<Wrong<k_arrives_first>>::give(T& thread, Guid value, const SlotName& named) noexcept {
  auto* const edt = locked<Edt<Wrong<k_arrives_first>>>(named.edt, Kind::edt);
  if (edt == nullptr) return k_invalid;
  S& slot = edt->slots()[named.index];
  const bool open = slot.claim();
  edt->unlock(named.edt);
  if (!open) return k_not_permitted;
  arrive(thread, *edt);
  slot.guid = value;
  slot.become(slot_state::k_filled);
  return k_ok;
}
/// It is out of the epoch before it says what it reads.
template <>
void Engine<Wrong<k_outside_epoch>>::take_to_read(T& thread, Edt<Wrong<k_outside_epoch>>& edt) noexcept {
  leave_epoch(thread, edt);
  S& slot = edt.slots()[0];
  const auto* const block = alive<Block<Wrong<k_outside_epoch>>>(slot.guid, Kind::block);
  const bool gone = block == nullptr || (block->flags & k_destroyed) != 0;
  slot.pointer = gone ? nullptr : block->data;
  if (gone) slot.guid = k_null;
  edt.blocks = edt.step = gone ? 0 : 1;
  port_.ready(thread, edt);
}
/// It does not ask whether the block was destroyed.
template <>
void Engine<Wrong<k_blind>>::take_to_read(T& thread, Edt<Wrong<k_blind>>& edt) noexcept {
  S& slot = edt.slots()[0];
  slot.pointer = static_cast<Block<Wrong<k_blind>>*>(heap_.at(slot.guid))->data;
  edt.blocks = edt.step = 1;
  port_.ready(thread, edt);
}

}  // namespace heddle::ocr

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;

TEST(WrongOcrGiven, asked_only) { expect_found<GivenWhileDestroyed<Wrong<k_asked_only>>>(""); }
TEST(WrongOcrGiven, unclaimed) { expect_found<GivenTwice<Wrong<k_unclaimed>>>(""); }
TEST(WrongOcrGiven, arrives_before_the_value_is_there) { expect_found<GivenByTwo<Wrong<k_arrives_first>>>(""); }
TEST(WrongOcrGiven, arrives_without_order) {
  expect_found<GivenByTwo<OcrPlatform<Seeded<Engine, RelaxedExchanges>>>>("race");
}

TEST(WrongOcrRead, out_of_the_epoch_too_early) { expect_found<ReadWithoutOrder<Wrong<k_outside_epoch>>>(""); }
TEST(WrongOcrRead, destroyed_and_not_asked) { expect_found<ReadWithoutOrder<Wrong<k_blind>>>(""); }

TEST(WrongOcrNextEdt, kept_without_release) { expect_found<KeptOrStolen<Seeded<Engine, RelaxedKeptStores>>>("race"); }
TEST(WrongOcrNextEdt, taken_by_a_load_and_a_store) { expect_found<KeptOrStolen<Seeded<Engine, Torn>>>(""); }
TEST(WrongOcrNextEdt, slept_without_a_second_look) { expect_found<KeptWhileOneSleeps<Engine, false>>("deadlock"); }
TEST(WrongOcrNextEdt, slept_without_the_heavy_fence) {
  expect_found<KeptWhileOneSleeps<Seeded<Engine, NoHeavyFences>>>("deadlock");
}

}  // namespace
