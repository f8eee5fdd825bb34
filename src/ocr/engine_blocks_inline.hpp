// Blocks: made, acquired, given back, destroyed. Included by engine.hpp only.
#pragma once

#include <algorithm>
#include <new>
#include <vector>

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
    probe::renewed(memory, k_line + what.bytes);
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
  block->pins = 0;
  if (what.acquire) {
    Frame<P>& frame = thread.frame != nullptr ? *thread.frame : thread.outside;
    if (frame.keep(block->data)) {
      block->inside = Holding::read_write;
      block->holders() = 1;
      data = block->data;
    }
  }
  made = publish(*block, Kind::block);
  if (watcher_ != nullptr) [[unlikely]]
    watcher_->block_made(*block, made, data != nullptr);
  if (what.label != k_null) {
    set_label(what.label, made);
    made = what.label;
  }
  return k_ok;
}

template <class P>
void Engine<P>::release_made(T& thread, Frame<P>& frame) noexcept {
  for (std::uint32_t at = 0; at < frame.made_count; ++at)
    if (!frame.made[at].reads) give_back(thread, Block<P>::of(frame.made[at].data));
  frame.made_count = 0;
}

// As what an EDT has a block that it has not let go: the mode that may do most of all its slots; after a downgrade it
// holds it no longer, and reads.
template <class P>
Mode held_as(Edt<P>& edt, const void* data) noexcept {
  Mode most = Mode::read_only;
  bool held = false;
  for (std::uint32_t index = 0; index < edt.slot_count; ++index) {
    const Slot<P>& slot = edt.slots()[index];
    if (slot.pointer != data || slot.has(slot_state::k_let_go)) continue;
    held = held || slot.has(slot_state::k_held);
    if (const Mode asked = slot.asked(); most == Mode::read_only || may_write(asked)) most = asked;
  }
  return held ? most : Mode::read_only;
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
      if (!had && watcher_ != nullptr) [[unlikely]]
        tell_let_go(*block, held_as(*thread.frame->edt, block->data), thread);
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
    tell_let_go(*block, counts ? Mode::read_write : Mode::read_only, thread);
    frame.made[at] = frame.made[--frame.made_count];
    if (counts) give_back(thread, *block);
    return k_ok;
  }
  if (had) return k_ok;
  return (block->flags & k_destroyed) != 0 ? k_invalid : k_no_access;
}

template <class P>
ListenOutcome Engine<P>::acquire_as_caller(Guid named, S& slot) noexcept {
  const Guid guid = real(named);
  auto* const block = locked<Block<P>>(guid, Kind::block);
  if (block == nullptr) return ListenOutcome::never;
  if ((block->flags & k_destroyed) != 0) {
    block->unlock(guid);
    return ListenOutcome::never;
  }
  slot.guid = guid;
  slot.mode = static_cast<std::uint32_t>(Mode::read_write);
  // order: relaxed — published under the lock.
  slot.state.store(slot_state::k_caller | slot_state::k_connected, std::memory_order_relaxed);
  const bool in = block->take(Holding::read_write, slot);
  char* const data = block->data;
  block->unlock(guid);
  if (!in) return ListenOutcome::will_be_told;
  slot.pointer = data;
  return ListenOutcome::already;
}

template <class P>
bool Engine<P>::keep_block(T& thread, void* data) noexcept {
  if ((thread.frame != nullptr ? *thread.frame : thread.outside).keep(data)) return true;
  give_back(thread, Block<P>::of(data));
  return false;
}

template <class P>
bool Engine<P>::forget_block_caller(Guid named, S& slot) noexcept {
  const Guid guid = real(named);
  auto* const block = locked<Block<P>>(guid, Kind::block);
  const bool found = block != nullptr && block->forget(slot);
  if (block != nullptr) block->unlock(guid);
  return found;
}

template <class P>
int Engine<P>::downgrade_block(T& thread, Guid named) noexcept {
  auto* const block = alive<Block<P>>(real(named), Kind::block);
  if (block == nullptr) return k_invalid;
  if (thread.frame != nullptr && thread.frame->edt->blocks != 0) {
    S* const slots = thread.frame->edt->slots();
    bool had = false;
    S* held = nullptr;  // at most one, for all slots of the block
    Holding what = Holding::none;
    for (std::uint32_t index = 0; index < thread.frame->edt->slot_count; ++index) {
      S& slot = slots[index];
      if (slot.pointer != block->data || slot.has(slot_state::k_let_go)) continue;
      had = true;
      what = joined(what, holding(slot.asked()));
      if (slot.has(slot_state::k_held)) held = &slot;
    }
    if (held != nullptr && what != Holding::constant) {
      if (watcher_ != nullptr) [[unlikely]]
        watcher_->block_downgraded(*block, held_as(*thread.frame->edt, block->data), thread.frame->edt);
      held->clear(slot_state::k_held);
      give_back(thread, *block);
    }
    if (had) return k_ok;
  }
  Frame<P>& frame = thread.frame != nullptr ? *thread.frame : thread.outside;
  for (std::uint32_t at = 0; at < frame.made_count; ++at) {
    if (frame.made[at].data != block->data) continue;
    if (frame.made[at].reads) return k_ok;
    if (watcher_ != nullptr) [[unlikely]]
      watcher_->block_downgraded(*block, Mode::read_write, frame.edt);
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
  if (block->label != k_null) clear_label(block->label, guid);
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
  // Data that running EDTs read. Without memory for them nothing is freed this time.
  std::vector<const void*> read;
  bool known = true;
  try {
    epochs_.for_each_reading([&](const void* data) { read.push_back(data); });
    std::sort(read.begin(), read.end());
  } catch (const std::bad_alloc&) {
    known = false;
  }
  Block<P>** place = &thread.destroyed;
  std::uint32_t left = 0;
  std::uint64_t left_bytes = 0;
  while (Block<P>* const block = *place) {
    const Guid guid = guid_of(*block);
    bool gone = false;
    if (known && block->last_epoch + k_later <= now &&
        !std::binary_search(read.begin(), read.end(), static_cast<const void*>(block->data)) && block->lock(guid)) {
      gone = !block->is_wanted();
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
  if (watcher_ != nullptr) [[unlikely]]
    watcher_->block_goes(block);
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
