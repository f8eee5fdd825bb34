#include "ocr/waiting.hpp"

#include "ocr/caller.hpp"

namespace heddle::ocr {

namespace {

enum class Ends { by_edts, by_anybody };

/// While it lives the caller's seat is another's.
class Lent {
 public:
  /// @param ends  who makes the wait end: EDTs of this session, or anybody
  Lent(Session& session, Ends ends) noexcept
      : lending_(session.lending()), worker_(runtime::current()), lent_(lending_.lend(worker_)) {
    // order: relaxed, release — pairs with Session::still(): the caller holds back nothing.
    if (!lent_ || ends == Ends::by_anybody) return;
    WorkerData& data = worker_data(worker_);
    data.blocked.store(true, std::memory_order_relaxed);
    data.quiet.store(true, std::memory_order_release);
  }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;
  ~Lent() {
    if (!lent_) return;
    // order: relaxed — before the caller goes on; what let it go on is not over before (Session::still()).
    worker_data(worker_).quiet.store(false, std::memory_order_relaxed);
    worker_data(worker_).blocked.store(false, std::memory_order_relaxed);  // order: relaxed — as above
    lending_.take_back(worker_);
  }

 private:
  Lending& lending_;
  process::Worker& worker_;
  const bool lent_;
};

constexpr std::uint64_t k_nap_ns = 200'000;

void nap() noexcept {
  P::atomic<std::uint32_t> nothing{0};
  P::park_for(nothing, 0, k_nap_ns);
}

}  // namespace

void wait_a_while(Session& session) noexcept {
  const Lent lent(session, Ends::by_anybody);
  nap();
}

int wait_for_event(Session& session, Guid event, bool never_waits, Guid& value) noexcept {
  WaitingCaller caller;
  const ListenOutcome happened =
      session.engine().listen_as_caller(worker_data(runtime::current()).thread, event, caller.slot, never_waits, value);
  if (happened == ListenOutcome::already) return k_ok;
  if (happened == ListenOutcome::not_yet) return k_again;
  if (happened == ListenOutcome::never) return k_invalid;
  const bool told = [&] {
    const Lent lent(session, Ends::by_edts);
    // order: acquire — pairs with Session::tell_caller(): the value.
    while (caller.told.load(std::memory_order_acquire) == 0) {
      if (session.stopping() && session.engine().forget_caller(event, caller.slot)) return false;
      P::park_for(caller.told, 0, k_nap_ns * 50);
    }
    return true;
  }();
  if (!told) return k_not_permitted;
  session.went_on();
  value = caller.slot.guid;
  return k_ok;
}

void* wait_for_block(Session& session, Guid guid) noexcept {
  Thread<P>& thread = worker_data(runtime::current()).thread;
  bool gone = false;
  void* data = session.engine().try_block(thread, guid, gone);
  if (data != nullptr || gone) return data;
  const Lent lent(session, Ends::by_anybody);
  while (!session.stopping()) {
    nap();
    data = session.engine().try_block(thread, guid, gone);
    if (data != nullptr || gone) return data;
  }
  return nullptr;
}

}  // namespace heddle::ocr
