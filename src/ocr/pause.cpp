#include "ocr/pause.hpp"

#include "ocr/session.hpp"

namespace heddle::ocr {

bool Pause::stop_others(process::Worker& worker, bool waits) noexcept {
  WorkerData& own = worker_data(worker);
  for (;;) {
    process::Worker* none = nullptr;
    // order: seq_cst — see runs().
    if (stopper_.compare_exchange_strong(none, &worker, std::memory_order_seq_cst)) break;
    if (none == &worker) return true;
    if (!waits || session_.stopping()) return false;
    // While it waits it does not run: who has stopped the others must not wait for it.
    stands(own);
    wait_to_go_on(worker, own);
  }
  wait_until_others_stand(own);
  return true;
}

void Pause::go_on(process::Worker& worker) noexcept {
  process::Worker* stopper = &worker;
  // order: release — what was looked at is done with.
  if (stopper_.compare_exchange_strong(stopper, nullptr, std::memory_order_release, std::memory_order_relaxed))
    gone_on_.ring();
}

[[gnu::cold]] void Pause::wait_to_go_on(process::Worker& worker, WorkerData& own) noexcept {
  for (;;) {
    // order: seq_cst (all) — see runs().
    process::Worker* stopper = stopper_.load(std::memory_order_seq_cst);
    if (stopper == nullptr || stopper == &worker) return;
    stands(own);
    const std::uint32_t heard = gone_on_.listen();
    stopper = stopper_.load(std::memory_order_seq_cst);
    if (stopper != nullptr && stopper != &worker && !session_.stopping()) gone_on_.sleep(heard);
    gone_on_.get_up();
    own.running.store(true, std::memory_order_seq_cst);
    if (session_.stopping()) return;
  }
}

void Pause::wait_until_others_stand(const WorkerData& own) noexcept {
  P::heavy_fence();
  for (const WorkerData* data = session_.threads(); data != nullptr; data = data->next) {
    // order: acquire — pairs with stands().
    const auto runs = [&] { return data->running.load(std::memory_order_acquire) && !session_.stopping(); };
    while (data != &own && runs()) {
      const std::uint32_t heard = stood_.listen();
      if (runs()) stood_.sleep(heard);
      stood_.get_up();
    }
  }
}

std::vector<Guid> look(Engine<process::P>& engine, Question question, Guid guid) {
  std::vector<Guid> found;
  if (question == Question::last_block) {
    auto* const edt = engine.alive<Edt<process::P>>(engine.real(guid), Kind::edt);
    if (edt == nullptr) return found;
    for (std::uint32_t index = edt->slot_count; index-- > 0 && found.empty();) {
      const Slot<process::P>& slot = edt->slots()[index];
      if (slot.where() == slot_state::k_filled && slot.guid != k_null) found.push_back(slot.guid);
    }
    return found;
  }
  engine.heap().for_each([&](Object<process::P>& object, Guid name) {
    if (guid::kind(name) == Kind::event) {
      if (question == Question::events && !static_cast<Event<process::P>&>(object).fired()) found.push_back(name);
    } else if (guid::kind(name) == Kind::edt) {
      const auto& edt = static_cast<Edt<process::P>&>(object);
      // order: relaxed — everybody stands still.
      const bool ready =
          edt.open.load(std::memory_order_relaxed) == 0 && edt.step == edt.blocks && (edt.flags & k_running) == 0;
      if (question == Question::all_edts || (question == Question::ready_edts && ready)) found.push_back(name);
    }
  });
  return found;
}

}  // namespace heddle::ocr
