// BetweenRegions: what a pool thread does from the end of one order to the next.
//
// It waits, and meanwhile helps with tasks that slower members of its last region still make. Helping out is announced
// in the seat (Member::left), and the master closes a region with tasks only when nobody helps any more; so no worker
// ever touches the queues of a region that is not its own. Who waits for long may end (watchdog.hpp).
//
// Called by the pool thread itself. Models: tests/model/{region,leaving}_test.cpp.
#pragma once

#include "platform/spins.hpp"
#include "runtime/helper.hpp"
#include "runtime/runtime.hpp"
#include "runtime/tasking.hpp"
#include "runtime/team.hpp"
#include "runtime/watchdog.hpp"

namespace heddle::runtime {

/// What a pool thread keeps in mind between regions. Not to be asked of its last team, which may be somebody else's.
template <class P>
struct Standby {
  std::uint64_t orders = 0;  // carried out
  std::uint64_t region = 0;  // the number, in its team, of the region it left last
  Backoff<P> backoff{0, false, nullptr};
};

template <class P>
class BetweenRegions {
 public:
  using W = Worker<P>;

  /// @returns false when the thread ends instead, and has no worker any more
  static bool wait_for_order(W& worker, Standby<P>& standby) noexcept {
    for (;;) {
      wait_a_while(worker, standby);
      if (!worker.lingered) [[likely]]
        return true;
      if (worker.runtime->leave_pool(worker, standby.orders, standby.region)) return false;
      Linger<P>::stays(worker, standby.orders);
      standby.backoff = Backoff<P>(0, false, nullptr);  // it has found nothing for long
    }
  }

 private:
  /// What the region that the worker has left still has to do. It is done there and then: nothing is handed out.
  template <class Ordered>
  struct LeftRegion {
    static constexpr Rest k_rest = Rest::any_work;
    static constexpr Jobs k_jobs = Jobs::of_runtime;

    graph::Task<P>* find() const noexcept {
      help_out(worker, standby.region, ordered);
      return nullptr;
    }
    bool missed() const noexcept {
      stop_seeking(worker, standby.region);
      return (worker.recorder != nullptr && Notes<P>::must_say_more(worker)) || may_help(worker, standby.region);
    }
    graph::Task<P>* kept() const noexcept { return nullptr; }
    Backoff<P> backoff() const noexcept { return standby.backoff; }

    W& worker;
    const Standby<P>& standby;
    const Ordered& ordered;
  };

  // For an order, or until the worker has lingered.
  static void wait_a_while(W& worker, const Standby<P>& standby) noexcept {
    const auto is_new = [&standby](std::uint64_t number) { return number != standby.orders; };
    // order: acquire — pairs with order_all().
    const auto ordered = [&] { return is_new(worker.order.number.load(std::memory_order_acquire)); };
    if (worker.member == nullptr) [[unlikely]]
      return wait_in_lobby(worker, ordered);
    const auto over = [&] { return worker.lingered || ordered(); };
    LeftRegion<decltype(ordered)> source{worker, standby, ordered};
    wait_with(worker, Until{ordered, over}, source, {WaitTarget::order, standby.region});
    Seeking<P>::forget(worker);  // who has an order has seen its last region closed
  }

  // A worker that was hired just now has no team to wait in. Its order comes when the rest of its team has been hired.
  template <class Ordered>
  static void wait_in_lobby(W& worker, Ordered ordered) noexcept {
    constexpr platform::Spins k_a_moment{300};  // about 10 µs, what hiring another one takes
    const auto is_new = [](std::uint64_t number) { return number != 0; };
    if (P::spin_until(worker.order.number, is_new, k_a_moment)) return;
    while (!ordered()) {
      worker.runtime->lobby().prepare_to_park(worker.bed, Rest::any_work);
      if (ordered()) {
        Sleepers<P>::get_up(worker.bed);
        return;
      }
      Sleepers<P>::sleep(worker.bed);
    }
  }

  // Whether its open region has tasks to run: at a glance, and after a look at all queues.
  static bool glimpses_work(W& worker) noexcept {
    Team<P>& team = *worker.member->team;
    return team.ready->glimpses_work(worker.member->seat) || (team.job != nullptr && team.job->has_work());
  }
  static bool may_help(W& worker, std::uint64_t region) noexcept {
    if (!Helper<P>::is_open(worker, region)) return false;
    Team<P>& team = *worker.member->team;
    return team.ready->finds_work(worker.member->seat) || (team.job != nullptr && team.job->has_work());
  }

  template <class Ordered>
  static void help_out(W& worker, std::uint64_t region, Ordered ordered) noexcept {
    if (!Helper<P>::is_open(worker, region) || !glimpses_work(worker)) {
      if (worker.recorder != nullptr) [[unlikely]]
        Notes<P>::note_out_of_work(worker);
      return seek(worker, region);
    }
    if (!Helper<P>::enter(worker, region)) return Seeking<P>::forget(worker);
    Team<P>& team = *worker.member->team;
    // Once the region is closed the team may be another master's already; until then this one waits for the helper.
    // order: acquire — as above.
    const bool open = team.closed.load(std::memory_order_acquire) < region;
    W* const master = open ? team.members[0].worker : nullptr;
    if (!open) Seeking<P>::forget(worker);
    // order: acquire — as above.
    while (team.closed.load(std::memory_order_acquire) < region && !ordered()) {
      if (graph::Task<P>* task = Runner<P>::find_any(worker)) {
        Seeking<P>::end(worker);
        Runner<P>::run(worker, task);
      } else if (!Dispatcher<P>::run(worker, Rest::any_work, Jobs::of_team_and_runtime)) {
        break;
      }
    }
    Runner<P>::flush(worker);
    if (open) Seeking<P>::begin(worker);
    Helper<P>::leave_again(worker, region);
    if (master != nullptr && Sleepers<P>::rest(master->bed) != Rest::awake) Sleepers<P>::wake(master->bed);
  }

  // It looks for work that may come as long as the region is open, and no longer.
  static void seek(W& worker, std::uint64_t region) noexcept {
    if (!Seeking<P>::counts(worker) || !Helper<P>::is_open(worker, region)) return;
    if (!Helper<P>::enter(worker, region)) return;
    if (Helper<P>::is_open(worker, region)) Seeking<P>::begin(worker);
    Helper<P>::leave_again(worker, region);
  }
  static void stop_seeking(W& worker, std::uint64_t region) noexcept {
    if (!worker.seeks) return;
    if (Helper<P>::enter(worker, region)) {
      if (Helper<P>::is_open(worker, region)) Seeking<P>::end(worker);
      Helper<P>::leave_again(worker, region);
    }
    Seeking<P>::forget(worker);
  }
};

}  // namespace heddle::runtime
