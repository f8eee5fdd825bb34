#include "ocr/waiting.hpp"

#include "ocr/caller.hpp"
#include "probe/order.hpp"

namespace heddle::ocr {

namespace {

enum class Ends { by_edts, by_itself };

/// While it lives the caller's seat is another's, and who stops the others does not wait for it.
class Lent {
 public:
  /// @param ends  who makes the wait end: EDTs, so that it counts as waiting for them (Session::still()), or nobody
  Lent(Session& session, Ends ends) noexcept
      : session_(session),
        worker_(runtime::current()),
        data_(worker_data(worker_)),
        lent_(session.lending().lend(worker_)) {
    // order: relaxed — its own.
    ran_ = data_.running.load(std::memory_order_relaxed);
    if (ran_) session_.pause().stands(data_);
    if (!lent_ || ends == Ends::by_itself) return;
    data_.waits_in_call();
    // Whoever sits in the seat may have looked while this one was loud, and sleep: then nobody would see that all is
    // still.
    session_.lending().wake_a_spare();
  }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;
  ~Lent() {
    if (lent_) {
      data_.goes_on();
      session_.lending().take_back(worker_);
    }
    if (ran_) session_.pause().runs(worker_, data_);
  }

 private:
  Session& session_;
  process::Worker& worker_;
  WorkerData& data_;
  const bool lent_;
  bool ran_ = false;
};

const Edt<P>* edt_of_caller() noexcept {
  const Frame<P>* const frame = worker_data(runtime::current()).thread.frame;
  return frame == nullptr ? nullptr : frame->edt;
}

/// A caller that hears of the end while it lives.
class ListEntry {
 public:
  ListEntry(Session& session, WaitingCaller& caller) noexcept : session_(session), caller_(caller) {
    session_.callers().add(caller_);
  }
  ListEntry(const ListEntry&) = delete;
  ListEntry& operator=(const ListEntry&) = delete;
  ~ListEntry() { session_.callers().remove(caller_); }

 private:
  Session& session_;
  WaitingCaller& caller_;
};

// Waits until it is told. `forget` takes it out of what it waits in, and says whether it was there still.
// @returns whether it was told; then it may go on
template <class Forget>
bool wait_until_told(Session& session, WaitingCaller& caller, const Forget& forget) noexcept {
  const bool told = [&] {
    const ListEntry listed(session, caller);
    const Lent lent(session, Ends::by_edts);
    if (!session.stopping() && caller.sleep() == WaitingCaller::k_told) return true;
    if (forget()) return false;
    caller.sleep_until_told();  // somebody is about to
    return true;
  }();
  if (told) session.went_on();
  return told;
}

}  // namespace

void let_another_run(Session& session) noexcept { const Lent lent(session, Ends::by_itself); }

bool wait_for_label(Session& session, Guid label, LabelState wanted) noexcept {
  const auto is_so = [&] {
    return wanted == LabelState::is_free ? session.engine().labels().is_free(label)
                                         : session.engine().kind_of(label) != Kind::none;
  };
  while (!session.stopping() && !is_so()) {
    WaitingCaller caller;
    caller.for_label = true;
    {
      const ListEntry listed(session, caller);
      if (!session.stopping() && !is_so()) {
        const Lent lent(session, Ends::by_edts);
        (void)caller.sleep();
      }
    }
    // It is not in the list any more, so what it has been told is final.
    // order: relaxed — behind the list's lock.
    if (caller.told.load(std::memory_order_relaxed) == WaitingCaller::k_told) session.went_on();
  }
  return is_so();
}

int wait_for_event(Session& session, Guid event, bool never_waits, Guid& value) noexcept {
  WaitingCaller caller;
  caller.edt = edt_of_caller();
  const ListenOutcome happened = session.engine().listen_as_caller(event, caller.slot, never_waits, value);
  if (happened == ListenOutcome::already) return k_ok;
  if (happened == ListenOutcome::not_yet) return k_again;
  if (happened == ListenOutcome::never) return k_invalid;
  if (!wait_until_told(session, caller, [&] { return session.engine().forget_caller(event, caller.slot); }))
    return k_not_permitted;
  probe::acquired(&caller.slot);
  value = caller.slot.guid;
  return k_ok;
}

void* wait_for_block(Session& session, Guid guid) noexcept {
  WaitingCaller caller;
  caller.edt = edt_of_caller();
  const ListenOutcome got = session.engine().acquire_as_caller(guid, caller.slot);
  if (got == ListenOutcome::never) return nullptr;
  if (got == ListenOutcome::will_be_told &&
      !wait_until_told(session, caller, [&] { return session.engine().forget_block_caller(guid, caller.slot); }))
    return nullptr;
  if (got == ListenOutcome::will_be_told) probe::acquired(&caller.slot);
  void* const data = caller.slot.pointer;
  if (probe::order_listener != nullptr) [[unlikely]]
    Engine<P>::see_block(Block<P>::of(data), Mode::read_write);
  return session.engine().keep_block(worker_data(runtime::current()).thread, data) ? data : nullptr;
}

}  // namespace heddle::ocr
