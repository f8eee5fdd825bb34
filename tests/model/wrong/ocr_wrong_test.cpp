// Seeded bugs of OCR's objects, scopes and epochs, each to be found as the failure it is. The programs and claims:
// tests/model/ocr_{object,scope,epoch}_programs.hpp.
#include "tests/model/ocr_epoch_programs.hpp"
#include "tests/model/ocr_object_programs.hpp"
#include "tests/model/ocr_scope_programs.hpp"
#include "tests/model/wrong/expect_found.hpp"

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;
namespace guid = heddle::ocr::guid;
using heddle::ocr::Guid;

/// Nothing that is stored publishes what was done before.
struct RelaxedStores : Faithful {
  // order: relaxed — the seeded bug.
  template <class T>
  static Order store(Order, int) {
    return Order::relaxed;
  }
};
struct NoHeavyFence : Faithful {
  static bool keeps_heavy_fence() { return false; }
};

// ---- Object ---------------------------------------------------------------------------------------------------------

/// Asking and locking are two steps.
template <class E>
struct AskedThenLocked : heddle::ocr::Object<E> {
  bool lock(Guid own) noexcept {
    // order: acquire, relaxed — as Object's.
    if (this->name.load(Order::acquire) != own) return false;
    this->name.store(own | guid::k_locked, Order::relaxed);
    return true;
  }
};
/// The place keeps its generation.
template <class E>
struct SameGeneration : heddle::ocr::Object<E> {
  void retire() noexcept {
    // order: relaxed, release — as Object's.
    const Guid generation = guid::generation(this->name.load(Order::relaxed));
    this->name.store(guid::k_free | (generation << guid::k_generation_shift), Order::release);
  }
};

TEST(WrongOcrObject, unlocked_without_release) { expect_found<PlaceUsedAgain<Seeded<Engine, RelaxedStores>>>("race"); }
TEST(WrongOcrObject, locked_without_acquire) { expect_found<PlaceUsedAgain<Seeded<Engine, RelaxedExchanges>>>("race"); }
TEST(WrongOcrObject, named_without_release) {
  expect_found<GuidToldWithoutOrder<Seeded<Engine, RelaxedStores>>>("race");
}
TEST(WrongOcrObject, asked_first_and_locked_then) { expect_found<PlaceUsedAgain<Engine, AskedThenLocked>>(""); }
TEST(WrongOcrObject, a_generation_that_stays) {
  expect_found<PlaceUsedAgain<Engine, SameGeneration>>("the later object has a GUID of its own");
}

// ---- Scope ----------------------------------------------------------------------------------------------------------

/// What is put on top of a share is not put on the sum.
template <class E>
struct RefilledForNothing : heddle::ocr::Scope<E> {
  std::uint64_t split(std::uint64_t& held) noexcept {
    if (held == 1) held += heddle::ocr::Scope<E>::k_share;
    return heddle::ocr::Scope<E>::split(held);
  }
};
/// Giving back is a load and a store.
template <class E>
struct TornGiveBack : heddle::ocr::Scope<E> {
  bool give_back(std::uint64_t share) noexcept {
    // order: acquire, release — as Scope's.
    const std::uint64_t left = this->out.load(Order::acquire) - share;
    this->out.store(left, Order::release);
    return left == 0;
  }
};
/// A share of 1 is given back first, and put on top of then.
template <class E>
struct GivenBackThenRefilled : SharesOfThree<E> {
  void thread(int id) {
    if (id != 2) return SharesOfThree<E>::thread(id);
    this->run(2, this->shares[2]);
    const std::uint64_t part = this->scope.split(this->shares[2]);
    this->run(4, part + this->shares[2] - 1);
  }
};

TEST(WrongOcrScope, given_back_without_order) { expect_found<SharesOfThree<Seeded<Engine, RelaxedExchanges>>>("race"); }
TEST(WrongOcrScope, more_on_top_of_the_share_alone) { expect_found<SharesOfThree<Engine, RefilledForNothing>>(""); }
TEST(WrongOcrScope, two_give_back_and_one_is_lost) { expect_found<SharesOfThree<Engine, TornGiveBack>>(""); }
TEST(WrongOcrScope, more_on_top_after_giving_back) { expect_found<GivenBackThenRefilled<Engine>>(""); }

// ---- Epochs ---------------------------------------------------------------------------------------------------------

/// Who enters does not look at the epoch again.
template <class E>
struct OneLook : heddle::ocr::BlockEpochs<E> {
  bool enter(heddle::ocr::EpochCounts<E>& own) noexcept {
    const std::uint64_t epoch = this->now();
    own.count(own.entered[epoch & 1]);
    E::light_fence();
    return (epoch & 1) != 0;
  }
};

TEST(WrongOcrEpoch, entered_with_one_look) { expect_found<ReadWhileDestroyed<Engine, 2, OneLook>>("race"); }
TEST(WrongOcrEpoch, moved_without_the_heavy_fence) {
  expect_found<ReadWhileDestroyed<Seeded<Engine, NoHeavyFence>>>("race");
}
TEST(WrongOcrEpoch, freed_after_one_move) { expect_found<ReadWhileDestroyed<Engine, 1>>("race"); }

}  // namespace
