// Seeded bugs of OCR's objects, slots, scopes, epochs, blocks, labels and bells, each to be found as the failure it is.
// The programs and claims: tests/model/ocr_*_programs.hpp.
#include "tests/model/ocr_bell_programs.hpp"
#include "tests/model/ocr_block_programs.hpp"
#include "tests/model/ocr_claim_programs.hpp"
#include "tests/model/ocr_epoch_programs.hpp"
#include "tests/model/ocr_label_programs.hpp"
#include "tests/model/ocr_object_programs.hpp"
#include "tests/model/ocr_quiet_check_programs.hpp"
#include "tests/model/ocr_scope_programs.hpp"
#include "tests/model/ocr_seat_exchange_programs.hpp"
#include "tests/model/wrong/expect_found.hpp"

#include <utility>

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

/// It leaves the epoch first, and says then what it reads.
template <class E>
struct SaidTooLate : SaysWhatItReads<E> {
  void run(int where) {
    this->epochs.leave(this->counts[where], this->odd);
    if (this->reads) this->counts[where].keep(this);
    if (this->reads) this->read();
    this->counts[where].forget(0);
  }
  void thread(int id) {
    if (id == 2) return SaysWhatItReads<E>::thread(id);
    if (id == 1) return;
    this->odd = this->epochs.enter(this->counts[0]);
    this->reads = this->alive();
    run(0);
  }
};

TEST(WrongOcrEpoch, left_before_it_says_what_it_reads) { expect_found<SaidTooLate<Engine>>("race"); }

// ---- Slots ----------------------------------------------------------------------------------------------------------

/// Whether the EDT is alive is asked, and then a slot claimed, which may be a later EDT's by then.
template <class E>
struct AskedThenClaimed {
  static bool claim(heddle::ocr::Object<E>& edt, Guid guid, heddle::ocr::Slot<E>& slot) {
    return edt.is(guid) && slot.claim();
  }
};
/// Ends without asking whether somebody has locked it.
template <class E>
struct EndedByAStore : heddle::ocr::Object<E> {
  void end(Guid) noexcept { this->retire(); }
};

TEST(WrongOcrClaim, asked_first_and_claimed_then) {
  expect_found<ConnectedWhileDestroyed<Engine, AskedThenClaimed>>("");
}
TEST(WrongOcrClaim, an_edt_ends_in_spite_of_a_lock) { expect_found<EndsWhileLocked<Engine, EndedByAStore>>(""); }

// ---- Blocks ---------------------------------------------------------------------------------------------------------

/// The last one that waits is taken out, and the queue's end stays where it was.
template <class E>
struct ForgetsTheEnd : heddle::ocr::Block<E> {
  bool forget(heddle::ocr::Slot<E>& slot) noexcept {
    (void)slot;
    return true;  // it is let in all the same
  }
};

TEST(WrongOcrBlock, given_up_and_let_in_all_the_same) { expect_found<GivesUpWaiting<Engine, ForgetsTheEnd>>(""); }

using heddle::ocr::Holding;
using heddle::ocr::Slot;

/// Whoever waits comes in, of whatever class.
template <class E>
struct AdmitsAll : heddle::ocr::Block<E> {
  template <class ClassOf>
  Slot<E>* leave(const ClassOf& class_of) noexcept {
    if (--this->holders() != 0) return nullptr;
    this->inside = Holding::none;
    Slot<E>* const admitted = this->first;
    this->first = nullptr;
    if (admitted == nullptr) return nullptr;
    this->inside = class_of(*admitted);
    for (Slot<E>* one = admitted; one != nullptr; one = one->next) ++this->holders();
    return admitted;
  }
};
/// Several come in and are counted as one.
template <class E>
struct CountsOne : heddle::ocr::Block<E> {
  template <class ClassOf>
  Slot<E>* leave(const ClassOf& class_of) noexcept {
    Slot<E>* const admitted = heddle::ocr::Block<E>::leave(class_of);
    if (admitted != nullptr) this->holders() = 1;
    return admitted;
  }
};
/// Who may be inside beside those that are comes in, whoever waits.
template <class E>
struct Overtakes : heddle::ocr::Block<E> {
  bool take(Holding what, Slot<E>& slot) noexcept {
    if (this->inside != what || what == Holding::exclusive) return heddle::ocr::Block<E>::take(what, slot);
    ++this->holders();
    return true;
  }
};
/// The last one that comes in keeps its link to those that go on waiting.
template <class E>
struct KeepsTheLink : heddle::ocr::Block<E> {
  template <class ClassOf>
  Slot<E>* leave(const ClassOf& class_of) noexcept {
    Slot<E>* const admitted = heddle::ocr::Block<E>::leave(class_of);
    if (admitted == nullptr) return nullptr;
    Slot<E>* end = admitted;
    while (end->next != nullptr) end = end->next;
    end->next = this->first;
    return admitted;
  }
};

template <template <class> class Block>
using AloneThenBoth = ThreeHolders<Engine, Holding::exclusive, Holding::read_write, Holding::constant, Block>;

TEST(WrongOcrBlock, all_classes_come_in_together) { expect_found<AloneThenBoth<AdmitsAll>>("race"); }
TEST(WrongOcrBlock, two_come_in_and_count_as_one) {
  expect_found<ThreeHolders<Engine, Holding::exclusive, Holding::read_write, Holding::read_write, CountsOne>>("");
}
TEST(WrongOcrBlock, who_may_comes_in_past_who_waits) {
  expect_found<ThreeHolders<Engine, Holding::read_write, Holding::exclusive, Holding::read_write, Overtakes>>(
      "overtakes");
}
TEST(WrongOcrBlock, a_link_leads_to_who_goes_on_waiting) { expect_found<AloneThenBoth<KeepsTheLink>>(""); }

// ---- SeatExchange
// ----------------------------------------------------------------------------------------------------------

/// A member goes home as soon as its seat lies free, though a caller needs one.
template <class E, class Seat>
struct HomeBeforeCallers : heddle::ocr::SeatExchange<E, Seat> {
  template <class CallSpare>
  void go_home(Seat& now, Seat& own, const CallSpare& call) {
    this->lock_.lock();
    const std::uint32_t lenders = std::exchange(this->lenders_, 0);
    this->lock_.unlock();
    heddle::ocr::SeatExchange<E, Seat>::go_home(now, own, call);
    this->lock_.lock();
    this->lenders_ += lenders;
    this->lock_.unlock();
  }
};
/// Whoever wants a seat tells nobody.
template <class E, class Seat>
struct WithoutNudge : heddle::ocr::SeatExchange<E, Seat> {
  template <class Nudge>
  Seat& take_back(const Nudge&) {
    return heddle::ocr::SeatExchange<E, Seat>::take_back([] {});
  }
};
/// A spare passes a seat on and keeps it.
template <class E, class Seat>
struct PassedOnAndKept : heddle::ocr::SeatExchange<E, Seat> {
  template <class CallSpare>
  bool pass_on(Seat& seat, bool also_to_members, const CallSpare& call) {
    const bool gone = heddle::ocr::SeatExchange<E, Seat>::pass_on(seat, also_to_members, call);
    if (gone) seat.work = static_cast<int>(seat.work) + 1;
    return gone;
  }
};
/// Who lends a seat goes on using it.
template <class E, class Seat>
struct LentAndUsed : heddle::ocr::SeatExchange<E, Seat> {
  template <class CallSpare>
  void lend(Seat& seat, const CallSpare& call) {
    heddle::ocr::SeatExchange<E, Seat>::lend(seat, call);
    seat.work = static_cast<int>(seat.work) + 1;
  }
};

/// A spare passes its seat on to callers alone.
template <class E, class Seat>
struct MembersForgotten : heddle::ocr::SeatExchange<E, Seat> {
  template <class CallSpare>
  bool pass_on(Seat& seat, bool /*also_to_members*/, const CallSpare& call) {
    return heddle::ocr::SeatExchange<E, Seat>::pass_on(seat, false, call);
  }
};
/// Who passes a seat on comes back to the same one.
template <class E, class Seat>
struct BackWithoutAsking : heddle::ocr::SeatExchange<E, Seat> {
  Seat* passed = nullptr;
  template <class CallSpare>
  bool pass_on(Seat& seat, bool also_to_members, const CallSpare& call) {
    if (!also_to_members) passed = &seat;
    return heddle::ocr::SeatExchange<E, Seat>::pass_on(seat, false, call) || (also_to_members && passed != nullptr);
  }
  template <class Nudge>
  Seat& come_back(const Nudge&) {
    return *passed;
  }
};

TEST(WrongOcrSeatExchange, a_member_without_a_seat_is_forgotten) {
  expect_found<SeatsPassedRound<Engine, MembersForgotten>>("deadlock");
}
TEST(WrongOcrSeatExchange, a_member_comes_back_to_a_seat_that_it_has_given_away) {
  expect_found<SeatsPassedRound<Engine, BackWithoutAsking>>("");
}
TEST(WrongOcrSeatExchange, a_member_is_home_before_callers) {
  expect_found<LentSeats<Engine, 1, SpareDoes::waits_in_a_call, HomeBeforeCallers>>("");
}
TEST(WrongOcrSeatExchange, nobody_is_told_that_a_seat_is_wanted) {
  expect_found<LentSeats<Engine, 1, SpareDoes::passes_on, WithoutNudge>>("deadlock");
}
TEST(WrongOcrSeatExchange, passed_on_and_kept) {
  expect_found<LentSeats<Engine, 1, SpareDoes::passes_on, PassedOnAndKept>>("race");
}
TEST(WrongOcrSeatExchange, lent_and_used) {
  expect_found<LentSeats<Engine, 1, SpareDoes::passes_on, LentAndUsed>>("race");
}
TEST(WrongOcrSeatExchange, told_without_release) {
  expect_found<LentSeats<Seeded<Engine, RelaxedStores>, 1, SpareDoes::passes_on>>("race");
}

// ---- QuietCheck
// ------------------------------------------------------------------------------------------------------

/// Members are looked at once.
template <class E>
struct LookedAtOnce : heddle::ocr::QuietCheck<E> {
  template <class World>
  bool holds(const World& world) const noexcept {
    bool quiet = true;
    // order: acquire — as QuietCheck's.
    world.for_each_member([&](const auto& member) { quiet = quiet && member.quiet.load(Order::acquire); });
    return quiet && !world.has_work() && world.finished(0);
  }
};
/// Who empties the inbox says so without a fence.
template <class E>
struct TakenWithoutFence : heddle::ocr::QuietMarks<E> {
  // order: relaxed — the seeded bug.
  void takes_from_inbox() noexcept { this->quiet.store(false, Order::relaxed); }
};
/// Callers that are told are not counted.
template <class E>
struct ToldUncounted : heddle::ocr::QuietCheck<E> {
  void tells() noexcept {}
  void went_on() noexcept {}
};
/// Nobody counts who takes over.
template <class E>
struct TakenOverUncounted : heddle::ocr::QuietCheck<E> {
  void takes_over() noexcept {}
};
/// A caller is counted as gone on first, and is loud then.
template <class E>
struct WentOnFirst : ToldInACall<E> {
  void go_on() override {
    this->world.stillness.went_on();
    this->world.members[0].goes_on();
  }
};

TEST(WrongOcrQuietCheck, looked_at_once) {
  expect_found<PutByAThird<Engine, heddle::ocr::QuietMarks, LookedAtOnce>>("");
}
TEST(WrongOcrQuietCheck, the_inbox_emptied_without_a_fence) {
  expect_found<MadeByTasks<Engine, TakenWithoutFence>>("");
}
TEST(WrongOcrQuietCheck, who_is_told_is_not_counted) {
  expect_found<ToldInACall<Engine, heddle::ocr::QuietMarks, ToldUncounted>>("");
}
TEST(WrongOcrQuietCheck, who_takes_over_is_not_counted) { expect_found<TakenOver<Engine, TakenOverUncounted>>(""); }
TEST(WrongOcrQuietCheck, looked_before_the_fence) { expect_found<SaidBeforeSleep<Engine, false>>(""); }
TEST(WrongOcrQuietCheck, a_caller_that_waits_and_does_not_ring) {
  expect_found<SaidByASpare<Engine, false>>("deadlock");
}
TEST(WrongOcrQuietCheck, counted_as_gone_on_before_it_is_loud) { expect_found<WentOnFirst<Engine>>(""); }

// ---- Labels ---------------------------------------------------------------------------------------------------------

/// Whoever clears a label clears it, whosever it is by now.
template <class E>
struct ClearedForAll : heddle::ocr::LabelEntry<E> {
  void clear(Guid) noexcept { this->set(0); }
};

TEST(WrongOcrLabel, cleared_whosever_it_is) { expect_found<OneLabel<Engine, ClearedForAll>>(""); }
TEST(WrongOcrLabel, set_without_release) { expect_found<OneLabel<Seeded<Engine, RelaxedStores>>>("race"); }

// ---- Bell -----------------------------------------------------------------------------------------------------------

TEST(WrongOcrBell, listened_without_the_heavy_fence) { expect_found<Rung<Seeded<Engine, NoHeavyFence>>>(""); }
TEST(WrongOcrBell, slept_without_a_second_look) { expect_found<Rung<Engine, heddle::ocr::Bell, false>>(""); }

}  // namespace
