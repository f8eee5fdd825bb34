// EDTs: made, filled, run, ended. Included by engine.hpp only.
#pragma once

#include <cstdlib>
#include <cstring>

namespace heddle::ocr {

template <class P>
int Engine<P>::create_template(T& thread, Guid& made, const Template<P>& what) noexcept {
  if (what.body == nullptr) return k_invalid;
  auto* const object = allocate<Template<P>>(thread, sizeof(Template<P>));
  if (object == nullptr) return k_no_memory;
  object->body = what.body;
  object->parameter_count = what.parameter_count;
  object->slot_count = what.slot_count;
  object->title = what.title;
  object->origin = what.origin;
  object->hints = what.hints;
  object->label = what.label;
  made = publish(*object, Kind::edt_template);
  return k_ok;
}

template <class P>
int Engine<P>::destroy_template(T& thread, Guid guid) noexcept {
  guid = real(guid);
  auto* const object = locked<Template<P>>(guid, Kind::edt_template);
  if (object == nullptr) return k_invalid;
  delete_hints(object->hints);
  object->retire();
  heap_.release(thread.cache, *object);
  return k_ok;
}

template <class P>
Edt<P>* Engine<P>::allocate_edt(T& thread, std::uint32_t slots, std::uint32_t parameters) noexcept {
  const std::size_t bytes = Edt<P>::bytes_inline(slots, parameters);
  Edt<P>* edt = nullptr;
  S* first = nullptr;
  if (bytes <= k_largest_place) [[likely]] {
    edt = allocate<Edt<P>>(thread, bytes);
    if (edt == nullptr) return nullptr;
    first = reinterpret_cast<S*>(edt + 1);
  } else {
    // [ this EDT | slots ] elsewhere; in the heap [ Edt | where the slots are, and the parameters ]
    const std::size_t apart = sizeof(Edt<P>*) + slots * sizeof(S) + parameters * sizeof(std::uint64_t);
    edt = allocate<Edt<P>>(thread, sizeof(Edt<P>) + sizeof(S*));
    if (edt == nullptr) return nullptr;
    const probe::Unseen unseen;
    auto** const owner = static_cast<Edt<P>**>(std::malloc(apart));
    if (owner == nullptr) {
      edt->retire();
      heap_.release(thread.cache, *edt);
      return nullptr;
    }
    probe::renewed(owner, apart);
    *owner = edt;
    first = reinterpret_cast<S*>(owner + 1);
    *reinterpret_cast<S**>(edt + 1) = first;
    edt->flags = k_apart;
  }
  edt->slot_count = slots;
  for (std::uint32_t index = 0; index < slots; ++index) {
    first[index].guid = k_null;
    first[index].pointer = nullptr;
    first[index].mode = 0;
    // order: relaxed — nobody else knows the EDT.
    first[index].state.store(index << slot_state::k_index_shift, std::memory_order_relaxed);
  }
  if ((edt->flags & k_apart) != 0 && slots != 0)
    // order: relaxed — as above.
    first[0].state.store(slot_state::k_lies_apart, std::memory_order_relaxed);
  return edt;
}

template <class P>
void Engine<P>::free_edt(T& thread, Edt<P>& edt) noexcept {
  if ((edt.flags & k_apart) != 0) [[unlikely]] {
    const probe::Unseen unseen;
    std::free(reinterpret_cast<Edt<P>**>(edt.slots()) - 1);
  }
  if (edt.hints != nullptr) [[unlikely]]
    delete_hints(edt.hints);
  heap_.release(thread.cache, edt);
}

template <class P>
int Engine<P>::check_edt(const Template<P>& from, const EdtRequest& what, std::uint32_t& parameters,
                         std::uint32_t& slots) noexcept {
  if (what.parameter_count == k_unknown || what.slot_count == k_unknown) return k_invalid;
  parameters = what.parameter_count == k_as_template ? from.parameter_count : what.parameter_count;
  slots = what.slot_count == k_as_template ? from.slot_count : what.slot_count;
  if (parameters == k_unknown || slots == k_unknown) return k_invalid;
  if (from.parameter_count != k_unknown && from.parameter_count != parameters) return k_invalid;
  if (from.slot_count != k_unknown && from.slot_count != slots) return k_invalid;
  if ((parameters != 0) != (what.parameters != nullptr)) return k_invalid;
  if (slots > k_most_slots || parameters > k_most_slots) return k_no_memory;
  if (what.output_given && (what.output == nullptr || alive<Event<P>>(real(*what.output), Kind::event) == nullptr))
    return k_invalid;
  return k_ok;
}

// What the call names as dependences must be there, or nothing is made. An event that fires once may do so meanwhile:
// that is a late error (connect_named()). @pre it names some
template <class P>
int Engine<P>::check_named(const EdtRequest& what, std::uint32_t slots) noexcept {
  for (std::uint32_t index = 0; index < slots; ++index) {
    const Guid named = real(what.dependences[index]);
    if (named == k_null || named == k_uninitialized || usable(named)) continue;
    if (alive<Event<P>>(named, Kind::event) != nullptr) continue;
    if (watcher_ != nullptr && guid::kind(named) == Kind::event) [[unlikely]]
      watcher_->dead_source(named);
    return kind_of(named) == Kind::none ? k_invalid : k_not_permitted;
  }
  return k_ok;
}

// The scope that the EDT is in: its maker's; of a finish EDT one of its own inside that.
template <class P>
bool Engine<P>::give_scope(T& thread, Edt<P>& edt, bool finish) noexcept {
  Scope<P>* around = nullptr;
  std::uint64_t share = 0;
  if (thread.frame != nullptr && thread.frame->edt->scope != nullptr) {
    around = thread.frame->edt->scope;
    share = around->split(thread.frame->edt->weight);
  }
  if (!finish) {
    edt.scope = around;
    edt.weight = share;
    return true;
  }
  auto* const scope = allocate<Scope<P>>(thread, sizeof(Scope<P>));
  if (scope == nullptr) {
    if (around != nullptr) thread.frame->edt->weight += share;
    return false;
  }
  scope->begin(around, share);
  publish(*scope, Kind::scope);
  edt.scope = scope;
  edt.weight = Scope<P>::k_share;
  edt.flags |= k_finish;
  return true;
}

template <class P>
bool Engine<P>::give_output(T& thread, Edt<P>& edt, const EdtRequest& what) noexcept {
  edt.output = k_null;
  if (what.output_given) {
    edt.output = real(*what.output);
  } else if (what.output != nullptr) {
    const EventRequest event{.kind = what.finish ? EventKind::latch : EventKind::once,
                             .takes_argument = true,
                             .count = 1,
                             .bound = 0,
                             .collective = nullptr,
                             .origin = what.origin,
                             .label = k_null};
    if (create_event(thread, edt.output, event) != k_ok) return false;
    edt.flags |= k_own_output;
    *what.output = edt.output;
  }
  if ((edt.flags & k_finish) != 0) edt.scope->output = edt.output;
  return true;
}

template <class P>
template <class Named>
int Engine<P>::create_edt(T& thread, Guid& made, const EdtRequest& what, const Named& named) noexcept {
  auto* const from = alive<Template<P>>(real(what.from), Kind::edt_template);
  if (from == nullptr) return k_invalid;
  std::uint32_t parameters = 0;
  std::uint32_t slots = 0;
  if (const int code = check_edt(*from, what, parameters, slots); code != k_ok) {
    if (watcher_ != nullptr && code == k_invalid) [[unlikely]]
      watcher_->wrong_counts(*from);
    return code;
  }
  if (what.dependences != nullptr)
    if (const int code = check_named(what, slots); code != k_ok) return code;
  Edt<P>* const edt = allocate_edt(thread, slots, parameters);
  if (edt == nullptr) return k_no_memory;
  edt->body = from->body;
  edt->number = parameters;
  edt->title = from->title;
  edt->origin = what.origin;
  edt->hints = what.hints;
  edt->blocks = 0;
  edt->step = 0;
  edt->label = what.label;
  if (what.label != k_null) edt->flags |= k_labelled;
  edt->next = nullptr;
  edt->locality = port_.locality_of(*edt, thread.frame == nullptr ? k_no_locality : thread.frame->edt->locality);
  // order: relaxed — published by the last arrival.
  edt->open.store(slots + 1, std::memory_order_relaxed);
  if (parameters != 0) std::memcpy(edt->parameters(), what.parameters, parameters * sizeof(std::uint64_t));
  if (!give_scope(thread, *edt, what.finish) || !give_output(thread, *edt, what)) {
    edt->retire();
    free_edt(thread, *edt);
    return k_no_memory;
  }
  if (what.dependences != nullptr) claim_named(*edt, what);
  probe::released(edt);
  made = publish(*edt, Kind::edt);
  if (what.label != k_null) {
    set_label(what.label, made);
    made = what.label;
  }
  named(made);
  if (what.dependences != nullptr) connect_named(thread, *edt, what);
  arrive(thread, *edt);
  return k_ok;
}

template <class P>
void Engine<P>::runnable(T& thread, Edt<P>& edt) noexcept {
  if ((edt.flags & k_given_up) != 0) [[unlikely]]
    return free_edt(thread, edt);
  S* const slots = edt.slots();
  std::uint32_t blocks = 0;
  bool may_wait = false;
  for (std::uint32_t index = 0; index < edt.slot_count; ++index) {
    const Kind kind = guid::kind(slots[index].guid);
    if (kind == Kind::block) {
      ++blocks;
      may_wait = may_wait || holding(slots[index].asked()) != Holding::none;
    } else {
      if (slots[index].guid != k_null)
        port_.late_error("a slot got what is no block", slots[index].guid, k_invalid, &edt);
      slots[index].guid = k_null;
      slots[index].pointer = nullptr;
      slots[index].mode &= 15;
    }
  }
  if (blocks == 0) {
    edt.blocks = 0;
    return port_.ready(thread, edt);
  }
  edt.flags |= k_in_epoch;
  if (epochs_.enter(thread.epochs)) edt.flags |= k_odd_epoch;
  // From here on what is not destroyed stays until the EDT has had it.
  if (!may_wait) return take_to_read(thread, edt);
  for (std::uint32_t index = 0; index < edt.slot_count; ++index) {
    if (slots[index].guid == k_null || usable(slots[index].guid)) [[likely]]
      continue;
    port_.late_error("an EDT was given a block that is no more", slots[index].guid, k_invalid, &edt);
    slots[index].guid = k_null;
    slots[index].pointer = nullptr;
    --blocks;
  }
  edt.blocks = blocks;
  sort_blocks(edt);
  acquire(thread, edt);
}

template <class P>
void Engine<P>::begin(T& thread, Edt<P>& edt, Frame<P>& frame) noexcept {
  edt.flags |= k_running;
  frame.edt = &edt;
  frame.guid = guid_of(edt);
  frame.outer = thread.frame;
  thread.frame = &frame;
  // What it will give back is of its own scope; others' must not wait for its end.
  if (thread.returns.scope != nullptr && thread.returns.scope != edt.scope) flush(thread);
  frame.readings = thread.epochs.reading_count;
  if ((edt.flags & k_in_epoch) != 0) say_what_it_reads(thread, edt);
  if (probe::order_listener != nullptr) [[unlikely]]
    see_slots(edt);
  if (watcher_ != nullptr) [[unlikely]]
    watcher_->edt_begins(edt);
  if ((edt.flags & k_labelled) != 0) [[unlikely]]
    clear_label(edt.label, frame.guid);
}

template <class P>
void Engine<P>::end(T& thread, Frame<P>& frame, Guid returned) noexcept {
  Edt<P>& edt = *frame.edt;
  if (watcher_ != nullptr) [[unlikely]]
    watcher_->edt_ends(frame);
  if (edt.has_blocks()) release_slots(thread, edt);
  thread.epochs.forget(frame.readings);
  release_made(thread, frame);
  thread.frame = frame.outer;
  if ((edt.flags & k_finish) != 0) {
    edt.scope->value = returned;
  } else if (edt.output != k_null) {
    Wave wave(*this, thread);
    pass(wave, edt.output, returned, &edt);
  }
  leave(thread, edt);
  edt.end(frame.guid);
  free_edt(thread, edt);
}

// An EDT has ended, or never will begin: it leaves the epochs and its scope.
template <class P>
void Engine<P>::leave(T& thread, Edt<P>& edt) noexcept {
  leave_epoch(thread, edt);
  if (edt.scope == nullptr) return;
  probe::released(edt.scope);
  if (thread.returns.scope != edt.scope) {
    flush(thread);
    thread.returns.scope = edt.scope;
  }
  thread.returns.weight += edt.weight;
}

template <class P>
inline void Engine<P>::leave_epoch(T& thread, Edt<P>& edt) noexcept {
  if ((edt.flags & k_in_epoch) == 0) return;
  epochs_.leave(thread.epochs, (edt.flags & k_odd_epoch) != 0);
  edt.flags &= static_cast<std::uint16_t>(~(k_in_epoch | k_odd_epoch));
}

template <class P>
void Engine<P>::drop(T& thread, Edt<P>& edt) noexcept {
  if (edt.has_blocks()) release_slots(thread, edt);
  leave_epoch(thread, edt);
  edt.end(guid_of(edt));
  free_edt(thread, edt);
}

template <class P>
int Engine<P>::destroy_edt(T& thread, Guid guid) noexcept {
  guid = real(guid);
  auto* const edt = locked<Edt<P>>(guid, Kind::edt);
  if (edt == nullptr) return k_invalid;
  // One more holds it back, unless it is runnable.
  // order: relaxed — decides only who comes first; arrive() has the rest.
  std::uint32_t open = edt->open.load(std::memory_order_relaxed);
  do {
    if (open == 0) {
      edt->unlock(guid);
      return k_not_permitted;
    }
    // order: relaxed — as above.
  } while (!edt->open.compare_exchange_weak(open, open + 1, std::memory_order_relaxed));
  // Those that no event will fill; the last of the others frees the EDT. A slot that is claimed holds it back until its
  // claimer fills it, or finds the EDT gone (give_up_claim()).
  std::uint32_t unconnected = 1;
  for (std::uint32_t index = 0; index < edt->slot_count; ++index)
    if (edt->slots()[index].claim()) ++unconnected;
  edt->flags |= k_given_up;
  edt->retire();
  if (edt->label != k_null) clear_label(edt->label, guid);
  if ((edt->flags & k_own_output) != 0) (void)destroy_event(thread, edt->output);
  if ((edt->flags & k_finish) != 0) edt->scope->output = k_null;
  leave(thread, *edt);
  flush(thread);
  // order: acq_rel — as in arrive().
  if (edt->open.fetch_sub(unconnected, std::memory_order_acq_rel) == unconnected) free_edt(thread, *edt);
  return k_ok;
}

template <class P>
void Engine<P>::give_back(T& thread, Scope<P>& first, std::uint64_t weight) noexcept {
  Scope<P>* scope = &first;
  while (scope != nullptr && scope->give_back(weight)) {
    Scope<P>* const outer = scope->outer;
    probe::in_passing([&] {
      probe::acquired(scope);
      if (outer != nullptr) probe::released(outer);
      if (scope->output == k_null) return;
      thread.ending = guid_of(*scope);
      {
        Wave wave(*this, thread);
        pass(wave, scope->output, scope->value, nullptr);
      }
      thread.ending = k_null;
    });
    weight = scope->outer_weight;
    scope->retire();
    heap_.release(thread.cache, *scope);
    scope = outer;
  }
}

template <class P>
void Engine<P>::flush(T& thread) noexcept {
  if (Scope<P>* const scope = thread.returns.scope; scope != nullptr) {
    const std::uint64_t weight = thread.returns.weight;
    thread.returns = {};
    give_back(thread, *scope, weight);
  }
}

}  // namespace heddle::ocr
