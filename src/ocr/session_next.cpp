// EDTs that workers keep for themselves: a body's successor runs on the same worker, out of no queue (next_edt.hpp).
#include <cstring>

#include "ocr/session.hpp"
#include "runtime/settings.hpp"
#include "runtime/tasking.hpp"

namespace heddle::ocr {

// Only where the order of EDTs is nobody's but ours: another scheduler has one of its own, a trace shows a task for
// each EDT, as does who looks for races, and with several localities an EDT may belong elsewhere.
void Session::decide_on_keeping(const process::Worker& worker) noexcept {
  const bool ours = std::strcmp(worker.runtime->settings().scheduler, runtime::Settings{}.scheduler) == 0;
  const bool keeps = ours && localities() <= 1 && probe::context_maker == nullptr;
  // order: relaxed (both) — before there are EDTs.
  keeps_.store(keeps, std::memory_order_relaxed);
  may_have_kept_.store(keeps, std::memory_order_relaxed);
}

void Session::keep(process::Worker& worker, WorkerData& data, Edt<P>& edt) noexcept {
  if (Edt<P>* const older = data.kept.keep(edt)) put(worker, *older);
  P::light_fence();  // the Dekker pair of take_over(TakesOver::before_sleep)
  // Whoever seeks work in a large team looks into queues alone when it stops, and wakes others for what lies there.
  if (team_->sleepers.any() || lending_.a_spare_sleeps()) [[unlikely]]
    give_kept(worker, data);
}

// What the worker keeps is for whoever comes first.
void Session::give_kept(process::Worker& worker, WorkerData& data) noexcept {
  if (Edt<P>* const edt = data.kept.take()) put(worker, *edt);
}

// The EDT that comes behind the one that has just ended, in the same task of the engine.
Edt<P>* Session::next_kept(process::Worker& worker, WorkerData& data) noexcept {
  Edt<P>* const edt = data.kept.take();
  if (edt == nullptr) return nullptr;
  // What the body has left behind in the task is not the next one's: tasks that it has not waited for, settings. And
  // what came from outside, or goes first by a hint, does so.
  const process::Task& task = *worker.task;
  const bool seat_is_wanted = data.spare && lending_.somebody_waits();
  if (inbox_.is_empty() && !seat_is_wanted && may_keep(worker) && task.children.none() &&
      task.environment == worker.member->implicit.environment) [[likely]]
    return edt;
  put(worker, *edt);
  return nullptr;
}

// One that another worker keeps, and does not come to. @returns whether to look again: it is in the worker's queue, or
// somebody was faster, and the worker is loud
bool Session::take_over(process::Worker& worker, TakesOver when) noexcept {
  // order: relaxed — see decide_on_keeping().
  if (!may_have_kept_.load(std::memory_order_relaxed)) return false;
  if (when == TakesOver::before_sleep) P::heavy_fence();
  WorkerData& own = worker_data(worker);
  // order: acquire — pairs with enter().
  WorkerData* const head = threads_.load(std::memory_order_acquire);
  WorkerData* const start = own.watched != nullptr ? own.watched : head;
  WorkerData* at = start;
  do {
    const KeptSight seen = at->kept.look();
    if (at != &own && seen.edt != nullptr) {
      if (when == TakesOver::before_sleep || (at == own.watched && seen == own.sight)) {
        own.takes_from_inbox();  // loud first, as there
        stillness_.takes_over();
        if (Edt<P>* const edt = at->kept.steal()) put(worker, *edt);
        own.watched = nullptr;
        return true;
      } else if (at != own.watched) {
        own.watched = at;
        own.sight = seen;
        return false;
      }
    }
    at = at->next == nullptr ? head : at->next;
  } while (at != start);
  own.watched = nullptr;
  return false;
}

}  // namespace heddle::ocr
