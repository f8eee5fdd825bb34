// What a session's members do when they find nothing to run: empty the inbox, and see whether anything can happen any
// more.
#include <cstdlib>
#include <utility>

#include "ocr/report.hpp"
#include "ocr/session.hpp"
#include "runtime/region.hpp"

namespace heddle::ocr {

namespace {

using Tasking = runtime::Tasking<P>;

}  // namespace

void Session::nudge() noexcept {
  Thread<P>& thread = worker_data(runtime::current()).thread;
  Template<P> what{};
  what.body = [](std::uint32_t, std::uint64_t*, std::uint32_t, void*) -> Guid { return k_null; };
  what.title = "(a seat is wanted)";
  Guid from = k_null;
  Guid edt = k_null;
  Frame<P>* const frame = std::exchange(thread.frame, nullptr);  // it belongs to no scope
  const bool member = std::exchange(thread.member, false);       // and the caller has no queue
  if (engine_.create_template(thread, from, what) == k_ok) {
    (void)engine_.create_edt(thread, edt, {.from = from}, [](Guid) {});
    (void)engine_.destroy_template(thread, from);
  }
  thread.member = member;
  thread.frame = frame;
}

bool Session::serve_as_spare(process::Worker& worker) noexcept {
  constexpr unsigned k_spins = 200;  // some µs: the next EDT may be about to be made
  unsigned spins = 0;
  Lending::SpareSleep sleep(lending_);
  while (!stopping()) {
    if (lending_.somebody_waits()) {  // first: EDTs may come for ever
      sleep.get_up();
      if (!lending_.pass_on(worker, true)) return false;
    }
    if (process::Task* const task = team_->has_tasks() ? Tasking::find_any(worker) : nullptr) {
      sleep.get_up();
      spins = 0;
      Tasking::run(worker, task);
    } else if (idle(worker, sleep.lies() ? TakesOver::before_sleep : TakesOver::after_a_while)) {
      break;
    } else if (!worker_data(worker).is_quiet()) {
      sleep.get_up();  // it has just taken something over, or somebody was faster: nobody sleeps loud
      spins = 0;
    } else if (++spins < k_spins || team_->ready->finds_work(worker.member->seat)) {
      P::pause();  // a theft that another thief won is no proof of emptiness
    } else {
      sleep.lie_down_or_sleep();
    }
  }
  hold_back_nothing(worker);
  return true;
}

void Session::hold_back_nothing(process::Worker& worker) noexcept {
  WorkerData& data = worker_data(worker);
  Thread<P>& thread = data.thread;
  engine_.flush(thread);  // the end of a scope may make an EDT ready
  give_kept(worker, data);
  Tasking::flush(worker);
  thread.cache.flush();
  worker.slab.flush();
}

// Nothing was found to run. @returns whether the session is told to stop
bool Session::idle(process::Worker& worker, TakesOver when) noexcept {
  WorkerData& data = worker_data(worker);
  Tasking::flush(worker);
  engine_.flush(data.thread);
  if (empty_inbox(worker) || take_over(worker, when)) return false;
  if (stopping()) return true;
  if (!data.is_quiet()) {
    data.thread.cache.flush();
    for (int moves = 0; moves < 3 && data.thread.destroyed != nullptr; ++moves) engine_.collect(data.thread);
    data.becomes_quiet();
    data.has_judged = false;
    return false;
  }
  data.has_judged = true;
  if (still()) judge_stillness();
  return stopping();
}

bool Session::SeenByQuietCheck::finished(std::uint32_t blocked) const noexcept {
  // The tasks of those that wait inside calls are there still, and no others may be.
  return blocked == 0 ? Tasking::all_finished(*session.team_) : Tasking::pending(*session.team_) == blocked;
}

// Whether nothing can happen any more unless somebody from outside does it.
bool Session::still() noexcept { return stillness_.holds(SeenByQuietCheck{*this}); }

void Session::judge_stillness() noexcept {
  if (has_strangers() || stopping()) return;
  bool nobody = false;
  // order: relaxed (both) — who comes first tells.
  if (!judging_.compare_exchange_strong(nobody, true, std::memory_order_relaxed)) return;
  tell_what_waits(engine_, threads());
  if (settings_.patience_ms == 0) return;
  P::atomic<std::uint32_t> nothing{0};
  for (std::uint64_t ms = 0; ms < settings_.patience_ms && !stopping() && still(); ms += 10)
    P::park_for(nothing, 0, 10'000'000);
  if (!stopping() && still()) stop(EXIT_FAILURE);
}

bool Session::empty_inbox(process::Worker& worker) noexcept {
  if (inbox_.is_empty()) [[likely]]
    return false;
  worker_data(worker).takes_from_inbox();
  Edt<P>* const youngest = inbox_.take_all();
  for (Edt<P>* edt = decltype(inbox_)::oldest_first(youngest); edt != nullptr;) {
    Edt<P>* const next = edt->next;
    put(worker, *edt);
    edt = next;
  }
  return youngest != nullptr;
}

}  // namespace heddle::ocr
