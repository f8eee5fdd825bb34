// Engine: EDTs, events, blocks and scopes, and what follows from what. Says when an EDT is ready; who runs it is the
// port's affair.
//
// Any thread calls, with a Thread of its own. Every function takes GUIDs as programs give them: what they name may be
// gone, or never have been. The calls' rules stand in README.md; the codes are OCR's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ocr/block.hpp"
#include "ocr/codes.hpp"
#include "ocr/edt.hpp"
#include "ocr/epoch.hpp"
#include "ocr/event.hpp"
#include "ocr/heap.hpp"
#include "ocr/hints.hpp"
#include "ocr/labels.hpp"
#include "ocr/scope.hpp"
#include "ocr/thread.hpp"
#include "ocr/watcher.hpp"
#include "probe/context.hpp"
#include "probe/order.hpp"
#include "probe/unseen.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::ocr {

/// What the engine asks of whoever runs it.
template <class P>
class Port {
 public:
  /// The EDT has all that it needs, and is the port's until Engine::end().
  virtual void ready(Thread<P>& thread, Edt<P>& edt) noexcept = 0;
  /// Something went wrong when no call was there to be told.
  /// @param edt  whose affair it is; may be null
  virtual void late_error(const char* what, Guid guid, int code, Edt<P>* edt) noexcept = 0;
  /// Whether data of blocks lie where they are placed, whatever their size.
  virtual bool places_data(const Hints* hints) noexcept = 0;
  /// The locality that a new EDT is stated for by its hints, else `inherited`, its maker's.
  virtual std::uint32_t locality_of(const Edt<P>& edt, std::uint32_t inherited) noexcept = 0;
  /// Memory for data of blocks: 64-byte aligned. @param locality  gets the one it was placed for
  /// @returns null when there is none
  virtual void* allocate_data(std::size_t bytes, const Hints* hints, std::uint32_t& locality) noexcept = 0;
  virtual void release_data(void* data, std::size_t bytes) noexcept = 0;
  /// A slot of a thread that waits inside a call has got its value.
  virtual void tell_caller(Slot<P>& slot, Guid value) noexcept = 0;
  /// A label is free, or has an object.
  virtual void label_changed() noexcept = 0;

  // Where Thread::traced: for a trace.
  virtual void slot_filled(const Edt<P>& /*edt*/, const Slot<P>& /*slot, still with what it waited for*/) noexcept {}
  virtual void event_made(const Event<P>& /*event*/) noexcept {}
  virtual void event_satisfied(const Event<P>& /*event*/) noexcept {}

 protected:
  ~Port() = default;
};

/// What ocrEdtCreate is given.
struct EdtRequest {
  Guid from;  // template
  std::uint32_t parameter_count = 0;
  const std::uint64_t* parameters = nullptr;
  std::uint32_t slot_count = 0;
  const Guid* dependences = nullptr;  // may be null
  bool finish = false;
  bool output_given = false;  // *output names an event
  Guid* output = nullptr;     // may be null
  Hints* hints = nullptr;     // may be null; the EDT's from now on
  void* origin = nullptr;
  Guid label = k_null;
};

struct EventRequest {
  EventKind kind;
  bool takes_argument;
  std::int64_t count;  // latch: INCRs to begin with; counted: dependences
  std::int64_t bound;  // channel
  Collective* collective;
  void* origin;
  Guid label;
};

/// Values for EdtRequest's counts: EDT_PARAM_DEF, EDT_PARAM_UNK.
inline constexpr std::uint32_t k_as_template = static_cast<std::uint32_t>(-2);
inline constexpr std::uint32_t k_unknown = static_cast<std::uint32_t>(-1);
inline constexpr std::uint32_t k_most_slots = 1U << 24;

/// Slots of a latch.
inline constexpr std::uint32_t k_decrement = 0;
inline constexpr std::uint32_t k_increment = 1;

/// What listen_as_caller() has found.
enum class ListenOutcome { already, will_be_told, not_yet, never };

template <class P>
class Engine {
 public:
  using T = Thread<P>;
  using S = Slot<P>;

  explicit Engine(Port<P>& port) noexcept : port_(port) {}
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  ~Engine() = default;

  bool open() noexcept { return heap_.open(); }
  /// Gives back everything, in use or not. Nobody else is inside.
  void close() noexcept;
  /// A thread's first call.
  void enter(T& thread) noexcept {
    epochs_.add(thread.epochs);
    thread.looked_at = thread.traced || watcher_ != nullptr || probe::order_listener != nullptr;
  }
  /// Before the thread sleeps, or goes: what it holds back for others.
  void flush(T& thread) noexcept;

  // -- templates, EDTs
  int create_template(T& thread, Guid& made, const Template<P>& what) noexcept;
  int destroy_template(T& thread, Guid guid) noexcept;
  /// @param named  called with the GUID, and *what.output set, before the EDT can run
  template <class Named>
  int create_edt(T& thread, Guid& made, const EdtRequest& what, const Named& named) noexcept;
  int destroy_edt(T& thread, Guid guid) noexcept;
  /// The port calls the body between the two.
  void begin(T& thread, Edt<P>& edt, Frame<P>& frame) noexcept;
  void end(T& thread, Frame<P>& frame, Guid returned) noexcept;
  /// One that is ready and will not run.
  void drop(T& thread, Edt<P>& edt) noexcept;

  // -- events
  int create_event(T& thread, Guid& made, const EventRequest& what) noexcept;
  int destroy_event(T& thread, Guid guid) noexcept;
  int satisfy(T& thread, Guid event, Guid value, std::uint32_t slot) noexcept;
  int contribute(T& thread, Guid event, const void* data, std::uint32_t slot) noexcept;
  int add_dependence(T& thread, Guid source, std::uint32_t source_slot, Guid destination, std::uint32_t slot,
                     Mode mode) noexcept;

  /// For a thread that waits for a sticky or idempotent event. @param value  gets the value if it is there
  ListenOutcome listen_as_caller(Guid event, Slot<P>& slot, bool never_waits, Guid& value) noexcept;
  /// It gives up. @returns false when it is being told already
  bool forget_caller(Guid event, Slot<P>& slot) noexcept;
  /// Values that a channel keeps.
  bool channel_has_value(Guid event) noexcept;

  // -- blocks
  struct BlockRequest {
    std::uint64_t bytes;
    bool acquire;
    std::uint16_t flags;
    Hints* hints;
    void* origin;
    Guid label;
  };
  int create_block(T& thread, Guid& made, void*& data, const BlockRequest& what) noexcept;
  int destroy_block(T& thread, Guid guid) noexcept;
  int release_block(T& thread, Guid guid) noexcept;
  int downgrade_block(T& thread, Guid guid) noexcept;
  int block_bytes(T& thread, Guid guid, std::uint64_t& bytes) noexcept;
  /// For a thread outside of every slot that wants it in read-write mode. `already`: it has it, and slot.pointer is its
  /// data; `never`: it is gone. Once it has it, keep_block() is due.
  ListenOutcome acquire_as_caller(Guid guid, S& slot) noexcept;
  /// @returns false when there is no memory; then it is given back
  bool keep_block(T& thread, void* data) noexcept;
  /// Who looks for races hears that who has the block comes behind those that kept him out.
  static void see_block(const Block<P>& block, Mode mode) noexcept;
  /// It gives up. @returns false when it has the block, or is being told
  bool forget_block_caller(Guid guid, S& slot) noexcept;

  // -- what a GUID names
  Guid real(Guid guid) noexcept { return guid::is_label(guid) ? labels_.real(guid) : guid; }
  template <class Object>
  Object* alive(Guid guid, Kind kind) noexcept {
    if (!guid::names(guid, kind)) return nullptr;
    auto* const object = heap_.at_line_of(guid);
    return object != nullptr && object->is(guid) ? static_cast<Object*>(object) : nullptr;
  }
  Kind kind_of(Guid guid) noexcept;
  Labels<P>& labels() noexcept { return labels_; }
  /// As Labels::set() and clear(); who waits for a label is told.
  void set_label(Guid label, Guid guid) noexcept {
    labels_.set(label, guid);
    port_.label_changed();
  }
  void clear_label(Guid label, Guid guid) noexcept {
    labels_.clear(label, guid);
    port_.label_changed();
  }
  ObjectHeap<P>& heap() noexcept { return heap_; }
  Port<P>& port() noexcept { return port_; }
  /// Is told what happens, from the beginning on.
  void be_watched_by(EngineWatcher<P>& watcher) noexcept { watcher_ = &watcher; }
  Guid guid_of(const Object<P>& object) const noexcept {
    // order: relaxed — of an object that the caller knows to be alive.
    return object.name.load(std::memory_order_relaxed) & ~guid::k_locked;
  }

  /// Sees whether destroyed blocks may go. Any thread, now and then.
  void collect(T& thread) noexcept;

 private:
  class Wave;

  template <class Object>
  Object* locked(Guid guid, Kind kind) noexcept {
    if (!guid::names(guid, kind)) return nullptr;
    auto* const object = heap_.at_line_of(guid);
    return object != nullptr && object->lock(guid) ? static_cast<Object*>(object) : nullptr;
  }
  template <class Object>
  Object* allocate(T& thread, std::size_t bytes) noexcept {
    auto* const object = static_cast<Object*>(heap_.allocate(thread.cache, bytes));
    if (object != nullptr) probe::renewed(object, bytes);
    return object;
  }
  template <class Object>
  Guid publish(Object& object, Kind kind) noexcept {
    return object.publish(kind, heap_.line_of(object));
  }

  // edts
  Edt<P>* allocate_edt(T& thread, std::uint32_t slots, std::uint32_t parameters) noexcept;
  void free_edt(T& thread, Edt<P>& edt) noexcept;
  int check_edt(const Template<P>& from, const EdtRequest& what, std::uint32_t& parameters,
                std::uint32_t& slots) noexcept;
  int check_named(const EdtRequest& what, std::uint32_t slots) noexcept;
  bool give_scope(T& thread, Edt<P>& edt, bool finish) noexcept;
  bool give_output(T& thread, Edt<P>& edt, const EdtRequest& what) noexcept;
  static void claim_named(Edt<P>& edt, const EdtRequest& what) noexcept;
  void connect_named(T& thread, Edt<P>& edt, const EdtRequest& what) noexcept;
  struct SlotName {
    Guid edt;
    std::uint32_t index;
    Mode mode;
  };
  int claim(Guid edt, std::uint32_t index, Mode mode, S*& slot) noexcept;
  void give_up_claim(T& thread, Guid edt, S& slot) noexcept;
  int give(T& thread, Guid value, const SlotName& named) noexcept;
  void fill(T& thread, S& slot, Guid value) noexcept;
  void arrive(T& thread, Edt<P>& edt) noexcept;
  void runnable(T& thread, Edt<P>& edt) noexcept;
  void leave(T& thread, Edt<P>& edt) noexcept;
  void leave_epoch(T& thread, Edt<P>& edt) noexcept;

  // events
  int satisfy(Wave& wave, Guid event, Guid value, std::uint32_t slot) noexcept;
  int satisfy_locked(Wave& wave, Event<P>& event, Guid guid, Guid value, std::uint32_t slot) noexcept;
  int satisfy_other(Wave& wave, Event<P>& event, Guid value, std::uint32_t slot) noexcept;
  int fire(Wave& wave, Event<P>& event, Guid guid, Guid value) noexcept;
  void tell_of_satisfy(T& thread, Event<P>& event, Guid value, std::uint32_t slot) noexcept;
  void fire_and_free(Wave& wave, Event<P>& event, Guid value) noexcept;
  int feed(Wave& wave, Event<P>& channel, Guid guid, Guid value) noexcept;
  int listen(Wave& wave, Guid event, S& slot, std::uint32_t source_slot) noexcept;
  int listen_locked(Wave& wave, Event<P>& event, Guid guid, S& slot) noexcept;
  int draw(Wave& wave, Event<P>& channel, Guid guid, S& slot) noexcept;
  int listen_to_all(Wave& wave, Event<P>& event, Guid guid, S& slot, std::uint32_t rank) noexcept;
  int link(Wave& wave, Guid source, std::uint32_t source_slot, Guid destination, std::uint32_t slot) noexcept;
  int link_inside(Wave& wave, Guid source, Guid destination, std::uint32_t slot) noexcept;
  void give_up_link(T& thread, Link<P>& link) noexcept {
    link.retire();
    heap_.release(thread.cache, link);
  }
  void free_event(T& thread, Event<P>& event) noexcept;
  void pass(Wave& wave, Guid output, Guid returned, Edt<P>* edt) noexcept;
  int collect_value(Wave& wave, Event<P>& event, Guid guid, const void* data, std::uint32_t slot) noexcept;
  template <class Generation>
  int complete(Wave& wave, Event<P>& event, Guid guid, Generation& generation) noexcept;

  // blocks
  bool usable(Guid guid) noexcept;
  void acquire(T& thread, Edt<P>& edt) noexcept;
  void take_to_read(T& thread, Edt<P>& edt) noexcept;
  void sort_blocks(Edt<P>& edt) noexcept;
  Holding wanted(Edt<P>& edt, std::uint32_t step, std::uint32_t& end) noexcept;
  Holding wanted_by(S& slot) noexcept;
  void leave_epoch_to_wait(T& thread, Edt<P>& edt, Block<P>& block) noexcept;
  bool pin_others(Edt<P>& edt) noexcept;
  void unpin(S& slot, Block<P>& block) noexcept;
  void say_what_it_reads(T& thread, Edt<P>& edt) noexcept;
  void come_in(T& thread, S& slot, void* data, Guid shown) noexcept;
  void give_back(T& thread, Block<P>& block) noexcept;
  void release_slots(T& thread, Edt<P>& edt) noexcept;
  void release_made(T& thread, Frame<P>& frame) noexcept;
  void free_block(T& thread, Block<P>& block) noexcept;

  // scopes
  void give_back(T& thread, Scope<P>& scope, std::uint64_t weight) noexcept;

  static void see_slots(Edt<P>& edt) noexcept;
  void tell_passed(T& thread, Guid value) noexcept;
  void tell_let_go(Block<P>& block, Mode mode, T& thread) noexcept {
    if (watcher_ != nullptr) [[unlikely]]
      watcher_->block_let_go(block, mode, thread.frame == nullptr ? nullptr : thread.frame->edt);
  }

  Port<P>& port_;
  EngineWatcher<P>* watcher_ = nullptr;
  ObjectHeap<P> heap_;
  BlockEpochs<P> epochs_;
  Labels<P> labels_;
  sync::SpinLock<P> collecting_;
};

}  // namespace heddle::ocr

namespace heddle::ocr {
template <class P>
void delete_collective(Event<P>& event) noexcept;
}  // namespace heddle::ocr

#include "ocr/wave.hpp"
// The wave is complete from here on.
#include "ocr/engine_acquiring_inline.hpp"
#include "ocr/engine_blocks_inline.hpp"
#include "ocr/engine_collectives_inline.hpp"
#include "ocr/engine_dependences_inline.hpp"
#include "ocr/engine_edts_inline.hpp"
#include "ocr/engine_events_inline.hpp"
#include "ocr/engine_satisfying_inline.hpp"
