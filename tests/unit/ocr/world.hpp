// World: an engine with a port that keeps ready EDTs in a list and runs them on the calling thread.
#pragma once

#include <atomic>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include "ocr/collective.hpp"
#include "ocr/engine.hpp"
#include "platform/threads/threads.hpp"

namespace heddle::ocr::test {

using P = platform::Threads;
using Work = std::function<Guid(Thread<P>&, Edt<P>&)>;

inline Guid no_body(std::uint32_t, std::uint64_t*, std::uint32_t, void*) { return k_null; }

class World final : public Port<P> {
 public:
  Engine<P> engine{*this};
  Thread<P> thread;
  std::deque<Edt<P>*> waiting;
  std::vector<int> errors;  // codes of late errors
  Guid plain = k_null;      // a template: one parameter, any number of slots
  long data_held = 0;       // allocate_data() without release_data()

  World() {
    if (!engine.open()) std::abort();
    engine.enter(thread);
    plain = make_template(1, k_unknown);
  }
  ~World() { engine.close(); }

  Guid make_template(std::uint32_t parameters, std::uint32_t slots) {
    Template<P> what{};
    what.body = no_body;
    what.parameter_count = parameters;
    what.slot_count = slots;
    Guid made = k_null;
    return engine.create_template(thread, made, what) == k_ok ? made : k_null;
  }
  Guid event(EventKind kind, std::int64_t count = 0) { return event(thread, kind, count); }
  Guid event(Thread<P>& who, EventKind kind, std::int64_t count = 0) {
    Guid made = k_null;
    const EventRequest what{kind, true, count, 1, nullptr, nullptr, k_null};
    return engine.create_event(who, made, what) == k_ok ? made : k_null;
  }
  /// An EDT that does the work. The work lives as long as the world.
  Guid edt(Work work, std::uint32_t slots, bool finish = false, Guid* output = nullptr) {
    return edt(thread, std::move(work), slots, finish, output);
  }
  Guid edt(Thread<P>& who, Work work, std::uint32_t slots, bool finish = false, Guid* output = nullptr,
           bool given = false) {
    std::uint64_t parameter = 0;
    {
      const std::lock_guard hold(lock_);
      works_.push_back(std::move(work));
      parameter = reinterpret_cast<std::uintptr_t>(&works_.back());
    }
    Guid made = k_null;
    const EdtRequest what{plain, 1, &parameter, slots, nullptr, finish, given, output, nullptr, nullptr, k_null};
    return engine.create_edt(who, made, what, [](Guid) {}) == k_ok ? made : k_null;
  }
  Guid block(std::uint64_t bytes = 64, bool acquire = false, void** data = nullptr) {
    Guid made = k_null;
    void* where = nullptr;
    if (engine.create_block(thread, made, where, {bytes, acquire, 0, nullptr, nullptr, k_null}) != k_ok) return k_null;
    if (data != nullptr) *data = where;
    return made;
  }
  int depend(Guid source, Guid destination, std::uint32_t slot = 0, Mode mode = Mode::read_write) {
    return engine.add_dependence(thread, source, 0, destination, slot, mode);
  }
  int satisfy(Guid event, Guid value = k_null, std::uint32_t slot = 0) {
    return engine.satisfy(thread, event, value, slot);
  }

  Edt<P>* take() {
    const std::lock_guard hold(lock_);
    if (waiting.empty()) return nullptr;
    Edt<P>* const edt = waiting.front();
    waiting.pop_front();
    return edt;
  }
  /// Runs EDTs until there is none. @returns how many
  int run() { return run(thread); }
  int run(Thread<P>& who) {
    int count = 0;
    for (;;) {
      while (Edt<P>* const edt = take()) {
        Frame<P> frame;
        engine.begin(who, *edt, frame);
        const Work& work = *reinterpret_cast<const Work*>(edt->parameters()[0]);
        const Guid returned = work ? work(who, *edt) : k_null;
        engine.end(who, frame, returned);
        ++count;
      }
      engine.flush(who);
      const std::lock_guard hold(lock_);
      if (waiting.empty()) return count;
    }
  }

  void ready(Thread<P>&, Edt<P>& edt) noexcept override {
    const std::lock_guard hold(lock_);
    waiting.push_back(&edt);
  }
  void late_error(const char*, Guid, int code, Edt<P>*) noexcept override {
    const std::lock_guard hold(lock_);
    errors.push_back(code);
  }
  bool places_data(const Hints*) noexcept override { return false; }
  std::uint32_t locality_of(const Edt<P>&, std::uint32_t inherited) noexcept override { return inherited; }
  void* allocate_data(std::size_t bytes, const Hints*, std::uint32_t&) noexcept override {
    ++data_held;
    return std::aligned_alloc(64, (bytes + 63) / 64 * 64);
  }
  void release_data(void* data, std::size_t) noexcept override {
    --data_held;
    std::free(data);
  }
  void tell_caller(Slot<P>& slot, Guid value) noexcept override {
    slot.guid = value;
    callers_told.push_back(&slot);
  }
  void label_changed() noexcept override { ++labels_changed; }

  std::vector<Slot<P>*> callers_told;
  std::atomic<int> labels_changed{0};

 private:
  std::mutex lock_;
  std::deque<Work> works_;
};

}  // namespace heddle::ocr::test
