// Blocks: made, acquired, given back, destroyed. Included by engine.hpp only.
#pragma once

#include <algorithm>
#include <array>
#include <memory>

namespace heddle::ocr {

template <class P>
int Engine<P>::create_block(T& thread, Guid& made, void*& data, const BlockRequest& what) noexcept {
  static_assert(sizeof(Block<P>) == 2 * k_line, "data behind it are aligned to a line");
  constexpr std::uint64_t k_most = std::uint64_t{1} << 46;
  data = nullptr;
  if (what.bytes > k_most) return k_no_memory;
  const bool apart = what.bytes > k_largest_place - sizeof(Block<P>) || port_.places_data(what.hints);
  auto* const block = allocate<Block<P>>(thread, sizeof(Block<P>) + (apart ? 0 : what.bytes));
  if (block == nullptr) return k_no_memory;
  block->data = reinterpret_cast<char*>(block + 1);
  block->locality = k_no_locality;
  if (apart) {
    auto* const memory = static_cast<char*>(port_.allocate_data(k_line + what.bytes, what.hints, block->locality));
    if (memory == nullptr) {
      block->retire();
      heap_.release(thread.cache, *block);
      return k_no_memory;
    }
    block->data = memory + k_line;
    block->flags = k_data_apart;
    *(reinterpret_cast<Block<P>**>(block->data) - 1) = block;
  }
  block->flags |= what.flags;
  block->self = block;
  block->first = nullptr;
  block->last = nullptr;
  block->bytes = what.bytes;
  block->origin = what.origin;
  block->label = what.label;
  block->hints = what.hints;
  block->next = nullptr;
  block->inside = Holding::none;
  block->holders() = 0;
  if (what.acquire) {
    Frame<P>& frame = thread.frame != nullptr ? *thread.frame : thread.outside;
    if (frame.keep(block->data)) {
      block->inside = Holding::read_write;
      block->holders() = 1;
      data = block->data;
    }
  }
  made = publish(*block, Kind::block);
  if (what.label != k_null) {
    labels_.set(what.label, made);
    made = what.label;
  }
  return k_ok;
}

// The order in which an EDT acquires: by GUID. The slots of one block come one behind the other.
template <class P>
void Engine<P>::sort_blocks(Edt<P>& edt) noexcept {
  S* const slots = edt.slots();
  constexpr std::uint32_t k_few = 64;
  std::array<std::uint32_t, k_few> on_stack;
  std::unique_ptr<std::uint32_t[]> more;
  std::uint32_t* order = on_stack.data();
  if (edt.blocks > k_few) {
    more.reset(new std::uint32_t[edt.blocks]);
    order = more.get();
  }
  std::uint32_t count = 0;
  for (std::uint32_t index = 0; index < edt.slot_count; ++index)
    if (slots[index].guid != k_null) order[count++] = index;
  if (count > 1)
    std::sort(order, order + count, [&](std::uint32_t one, std::uint32_t other) {
      return slots[one].guid != slots[other].guid ? slots[one].guid < slots[other].guid : one < other;
    });
  for (std::uint32_t at = 0; at < count; ++at) slots[at].mode = (slots[at].mode & 15) | (order[at] << 4);
}

// What the EDT wants of the block that is `step` in its order. @param end  gets the step behind the block's slots
template <class P>
Holding Engine<P>::wanted(Edt<P>& edt, std::uint32_t step, std::uint32_t& end) noexcept {
  S* const slots = edt.slots();
  const S& first = slots[slots[step].mode >> 4];
  Holding what = holding(first.asked());
  for (end = step + 1; end < edt.blocks; ++end) {
    const S& other = slots[slots[end].mode >> 4];
    if (other.guid != first.guid) break;
    what = joined(what, holding(other.asked()));
  }
  return what;
}

template <class P>
Holding Engine<P>::wanted_by(S& slot) noexcept {
  Edt<P>& edt = edt_of(slot);
  std::uint32_t end = 0;
  return wanted(edt, edt.step, end);
}

// Goes on where the EDT has come to. It is ready when it has all blocks; or it waits in the queue of one, and whoever
// leaves that goes on with it.
template <class P>
void Engine<P>::acquire(T& thread, Edt<P>& edt) noexcept {
  S* const slots = edt.slots();
  while (edt.step < edt.blocks) {
    std::uint32_t end = 0;
    const Holding what = wanted(edt, edt.step, end);
    S& head = slots[slots[edt.step].mode >> 4];
    const Guid guid = head.guid;
    auto* const block =
        what == Holding::none ? alive<Block<P>>(guid, Kind::block) : locked<Block<P>>(guid, Kind::block);
    if (block == nullptr) {
      port_.late_error("an EDT was given a block that is no more", guid, k_invalid, &edt);
    } else if (what != Holding::none) {
      const bool in = block->take(what, head);
      block->unlock(guid);
      if (!in) return;  // the EDT is not ours any more
      head.set(slot_state::k_held);
    }
    for (std::uint32_t at = edt.step; at < end; ++at) {
      S& slot = slots[slots[at].mode >> 4];
      slot.pointer = block == nullptr ? nullptr : block->data;
      slot.guid = block == nullptr ? k_null : block->label != k_null ? block->label : guid;
    }
    edt.step = end;
  }
  bool counted = true;
  for (std::uint32_t at = 0; at < edt.blocks; ++at) {
    const S& slot = slots[slots[at].mode >> 4];
    // Who holds a block is counted there, for all slots of the block.
    if (slot.asked() == Mode::read_only && slot.pointer != nullptr && !slot.has(slot_state::k_held)) counted = false;
  }
  for (std::uint32_t at = 0; at < edt.blocks; ++at) slots[at].mode &= 15;
  if (counted) leave_epoch(thread, edt);
  port_.ready(thread, edt);
}

// A holder less. Whoever comes in goes on acquiring, here.
template <class P>
void Engine<P>::give_back(T& thread, Block<P>& block) noexcept {
  const Guid guid = guid_of(block);
  if (!block.lock(guid)) return;
  S* admitted = block.leave([this](S& slot) { return wanted_by(slot); });
  char* const data = block.data;
  const Guid shown = block.label != k_null ? block.label : guid;
  block.unlock(guid);
  while (admitted != nullptr) {
    S* const next = admitted->next;
    Edt<P>& edt = edt_of(*admitted);
    S* const slots = edt.slots();
    std::uint32_t end = 0;
    (void)wanted(edt, edt.step, end);
    admitted->set(slot_state::k_held);
    for (std::uint32_t at = edt.step; at < end; ++at) {
      S& slot = slots[slots[at].mode >> 4];
      slot.pointer = data;
      slot.guid = shown;
    }
    edt.step = end;
    acquire(thread, edt);
    admitted = next;
  }
}

template <class P>
void Engine<P>::release_slots(T& thread, Edt<P>& edt) noexcept {
  S* const slots = edt.slots();
  for (std::uint32_t index = 0; index < edt.slot_count; ++index)
    if (slots[index].has(slot_state::k_held)) give_back(thread, Block<P>::of(slots[index].pointer));
}

template <class P>
void Engine<P>::release_made(T& thread, Frame<P>& frame) noexcept {
  for (std::uint32_t at = 0; at < frame.made_count; ++at)
    if (!frame.made[at].reads) give_back(thread, Block<P>::of(frame.made[at].data));
  frame.made_count = 0;
}

template <class P>
int Engine<P>::release_block(T& thread, Guid named) noexcept {
  if (named == k_null) return k_ok;
  const Guid guid = real(named);
  auto* const block = alive<Block<P>>(guid, Kind::block);
  if (block == nullptr) return k_invalid;
  bool had = false;
  if (thread.frame != nullptr && thread.frame->edt->blocks != 0) {
    S* const slots = thread.frame->edt->slots();
    for (std::uint32_t index = 0; index < thread.frame->edt->slot_count; ++index) {
      S& slot = slots[index];
      if (slot.pointer != block->data || slot.has(slot_state::k_let_go)) continue;
      had = true;
      slot.set(slot_state::k_let_go);
      if (!slot.has(slot_state::k_held)) continue;
      slot.clear(slot_state::k_held);
      give_back(thread, *block);
    }
  }
  Frame<P>& frame = thread.frame != nullptr ? *thread.frame : thread.outside;
  for (std::uint32_t at = frame.made_count; at-- > 0;) {
    if (frame.made[at].data != block->data) continue;
    const bool counts = !frame.made[at].reads;
    frame.made[at] = frame.made[--frame.made_count];
    if (counts) give_back(thread, *block);
    return k_ok;
  }
  if (had) return k_ok;
  return (block->flags & k_destroyed) != 0 ? k_invalid : k_no_access;
}

template <class P>
void* Engine<P>::try_block(T& thread, Guid named, bool& gone) noexcept {
  const Guid guid = real(named);
  auto* const block = locked<Block<P>>(guid, Kind::block);
  gone = block == nullptr;
  if (gone) return nullptr;
  Frame<P>& frame = thread.frame != nullptr ? *thread.frame : thread.outside;
  void* data = nullptr;
  const bool free = block->first == nullptr && (block->inside == Holding::none || block->inside == Holding::read_write);
  if (free && frame.keep(block->data)) {
    block->inside = Holding::read_write;
    ++block->holders();
    data = block->data;
  }
  block->unlock(guid);
  return data;
}

template <class P>
int Engine<P>::downgrade_block(T& thread, Guid named) noexcept {
  auto* const block = alive<Block<P>>(real(named), Kind::block);
  if (block == nullptr) return k_invalid;
  if (thread.frame != nullptr && thread.frame->edt->blocks != 0) {
    S* const slots = thread.frame->edt->slots();
    bool had = false;
    for (std::uint32_t index = 0; index < thread.frame->edt->slot_count; ++index) {
      S& slot = slots[index];
      if (slot.pointer != block->data || slot.has(slot_state::k_let_go)) continue;
      had = true;
      if (!slot.has(slot_state::k_held) || slot.asked() == Mode::constant) continue;
      slot.clear(slot_state::k_held);
      give_back(thread, *block);
    }
    if (had) return k_ok;
  }
  Frame<P>& frame = thread.frame != nullptr ? *thread.frame : thread.outside;
  for (std::uint32_t at = 0; at < frame.made_count; ++at) {
    if (frame.made[at].data != block->data) continue;
    if (frame.made[at].reads) return k_ok;
    frame.made[at].reads = true;
    give_back(thread, *block);
    return k_ok;
  }
  return k_no_access;
}

template <class P>
int Engine<P>::block_bytes(T& thread, Guid named, std::uint64_t& bytes) noexcept {
  auto* const block = alive<Block<P>>(real(named), Kind::block);
  if (block == nullptr) return k_invalid;
  const auto holds = [&](const Frame<P>& frame) {
    for (std::uint32_t at = 0; at < frame.made_count; ++at)
      if (frame.made[at].data == block->data) return true;
    if (frame.edt == nullptr) return false;
    for (std::uint32_t index = 0; index < frame.edt->slot_count; ++index) {
      const S& slot = frame.edt->slots()[index];
      if (slot.pointer == block->data && !slot.has(slot_state::k_let_go)) return true;
    }
    return false;
  };
  if (!holds(thread.frame != nullptr ? *thread.frame : thread.outside)) return k_no_access;
  bytes = block->bytes;
  return k_ok;
}

template <class P>
int Engine<P>::destroy_block(T& thread, Guid named) noexcept {
  if (named == k_null) return k_ok;
  const Guid guid = real(named);
  auto* const block = locked<Block<P>>(guid, Kind::block);
  if (block == nullptr) {
    // A place that a block had once, and has left: it was destroyed before.
    return guid::kind(guid) == Kind::block && heap_.at(guid) != nullptr ? k_not_permitted : k_invalid;
  }
  const bool again = (block->flags & k_destroyed) != 0;
  block->flags |= k_destroyed;
  block->unlock(guid);
  if (again) return k_not_permitted;
  (void)release_block(thread, guid);
  if (block->label != k_null) labels_.clear(block->label, guid);
  // order: fence seq_cst — it is destroyed before the epoch is read: who enters a later one sees that.
  P::fence(std::memory_order_seq_cst);
  block->last_epoch = epochs_.now();
  block->next = thread.destroyed;
  thread.destroyed = block;
  thread.destroyed_bytes += block->bytes;
  if (++thread.destroyed_count >= thread.enough_destroyed || thread.destroyed_bytes >= thread.much_destroyed)
    collect(thread);
  return k_ok;
}

template <class P>
void Engine<P>::collect(T& thread) noexcept {
  collecting_.lock();
  const std::uint64_t now = epochs_.advance();
  collecting_.unlock();
  constexpr std::uint64_t k_later = 3;  // two would do; its own look at the epoch may be one behind
  Block<P>** place = &thread.destroyed;
  std::uint32_t left = 0;
  std::uint64_t left_bytes = 0;
  while (Block<P>* const block = *place) {
    const Guid guid = guid_of(*block);
    bool gone = false;
    if (block->last_epoch + k_later <= now && block->lock(guid)) {
      gone = block->holders() == 0 && block->first == nullptr;
      if (!gone) block->unlock(guid);
    }
    if (gone) {
      *place = block->next;
      free_block(thread, *block);
    } else {
      ++left;
      left_bytes += block->bytes;
      place = &block->next;
    }
  }
  // What has to stay is looked at again when an eighth has come on top: so each block is looked at a few times only.
  thread.destroyed_count = left;
  thread.destroyed_bytes = left_bytes;
  thread.enough_destroyed = left + std::max(T::k_many, left / 8);
  thread.much_destroyed = left_bytes + std::max(T::k_much, left_bytes / 8);
}

// @pre locked, and nobody is inside
template <class P>
void Engine<P>::free_block(T& thread, Block<P>& block) noexcept {
  if ((block.flags & k_data_apart) != 0) port_.release_data(block.data - k_line, k_line + block.bytes);
  if (block.hints != nullptr) delete_hints(block.hints);
  block.retire();
  heap_.release(thread.cache, block);
}

template <class P>
void Engine<P>::close() noexcept {
  heap_.for_each([this](Object<P>& object, Guid guid) {
    switch (guid::kind(guid)) {
      case Kind::block: {
        auto& block = static_cast<Block<P>&>(object);
        if ((block.flags & k_data_apart) != 0) port_.release_data(block.data - k_line, k_line + block.bytes);
        delete_hints(block.hints);
        break;
      }
      case Kind::edt: {
        auto& edt = static_cast<Edt<P>&>(object);
        if ((edt.flags & k_apart) != 0) std::free(reinterpret_cast<Edt<P>**>(edt.slots()) - 1);
        delete_hints(edt.hints);
        break;
      }
      case Kind::edt_template:
        delete_hints(static_cast<Template<P>&>(object).hints);
        break;
      case Kind::event:
        if (auto& event = static_cast<Event<P>&>(object); event.event_kind() == EventKind::collective)
          delete_collective(event);
        break;
      default:
        break;
    }
  });
  heap_.close();
}

}  // namespace heddle::ocr
