// How EDTs get blocks, and give them back. Included by engine.hpp only.
#pragma once

#include <algorithm>
#include <array>
#include <memory>

namespace heddle::ocr {

// The order in which an EDT acquires: by GUID. The slots of one block come one behind the other.
template <class P>
void Engine<P>::sort_blocks(Edt<P>& edt) noexcept {
  S* const slots = edt.slots();
  if (edt.blocks == 1) {
    std::uint32_t index = 0;
    while (slots[index].guid == k_null) ++index;
    slots[0].mode = (slots[0].mode & 15) | (index << 4);
    return;
  }
  constexpr std::uint32_t k_few = 64;
  std::array<std::uint32_t, k_few> on_stack;
  std::unique_ptr<std::uint32_t[]> more;
  std::uint32_t* order = on_stack.data();
  if (edt.blocks > k_few) {
    more.reset(new std::uint32_t[edt.blocks]);
    order = more.get();
  }
  std::uint32_t count = 0;
  bool rising = true;
  for (std::uint32_t index = 0; index < edt.slot_count; ++index) {
    if (slots[index].guid == k_null) continue;
    rising = rising && (count == 0 || slots[order[count - 1]].guid <= slots[index].guid);
    order[count++] = index;
  }
  if (!rising)
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
  if (slot.has(slot_state::k_caller)) return Holding::read_write;
  Edt<P>& edt = edt_of(slot);
  std::uint32_t end = 0;
  return wanted(edt, edt.step, end);
}

// What the EDT names and holds no block of, it keeps by a count at the block. @returns whether there is any. The block
// that it is about to wait for apart: that keeps who is in its queue. @pre the EDT is in an epoch; nothing is locked
template <class P>
bool Engine<P>::pin_others(Edt<P>& edt) noexcept {
  S* const slots = edt.slots();
  bool any = false;
  std::uint32_t end = 0;
  for (std::uint32_t at = 0; at < edt.blocks; at = end) {
    const Holding what = wanted(edt, at, end);
    S& head = slots[slots[at].mode >> 4];
    if (at == edt.step || (at < edt.step && (what != Holding::none || head.pointer == nullptr))) continue;
    Block<P>* const block = at < edt.step ? &Block<P>::of(head.pointer) : alive<Block<P>>(head.guid, Kind::block);
    if (block == nullptr || !block->lock(guid_of(*block))) continue;
    ++block->pins;
    head.set(slot_state::k_pinned);
    block->unlock(guid_of(*block));
    any = true;
  }
  return any;
}

// @pre the block is locked
template <class P>
void Engine<P>::unpin(S& slot, Block<P>& block) noexcept {
  slot.clear(slot_state::k_pinned);
  --block.pins;
}

// Who waits for long must not hold back all that is destroyed meanwhile. @pre the block is locked, and is when this
// returns
template <class P>
[[gnu::cold]] void Engine<P>::leave_epoch_to_wait(T& thread, Edt<P>& edt, Block<P>& block) noexcept {
  if (edt.blocks > 1) {
    const Guid guid = guid_of(block);
    block.unlock(guid);
    (void)pin_others(edt);
    (void)block.lock(guid);  // it stays: the EDT is in an epoch
  }
  leave_epoch(thread, edt);
}

// An EDT is about to run: the blocks that it holds no count of are named by its thread from now on, in place of the
// epoch.
template <class P>
[[gnu::noinline]] void Engine<P>::say_what_it_reads(T& thread, Edt<P>& edt) noexcept {
  S* const slots = edt.slots();
  for (std::uint32_t index = 0; index < edt.slot_count; ++index)
    if (slots[index].pointer != nullptr && slots[index].asked() == Mode::read_only &&
        !slots[index].has(slot_state::k_held) && !thread.epochs.keep(slots[index].pointer))
      return;  // it stays in the epoch
  leave_epoch(thread, edt);
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
      if ((edt.flags & k_in_epoch) != 0 && block->must_wait(what)) leave_epoch_to_wait(thread, edt, *block);
      if (head.has(slot_state::k_pinned)) unpin(head, *block);  // by the queue, or as a holder, it keeps it now
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
  bool counted = (edt.flags & k_in_epoch) != 0;
  for (std::uint32_t at = 0; counted && at < edt.blocks; ++at) {
    const S& slot = slots[slots[at].mode >> 4];
    // Who holds a block is counted there, for all slots of the block.
    if (slot.asked() == Mode::read_only && slot.pointer != nullptr && !slot.has(slot_state::k_held)) counted = false;
  }
  for (std::uint32_t at = 0; at < edt.blocks; ++at) slots[at].mode &= 15;
  if (counted) leave_epoch(thread, edt);
  port_.ready(thread, edt);
}

// An EDT that only reads waits for nobody, so there is no order to keep. @pre it is in an epoch
template <class P>
void Engine<P>::take_to_read(T& thread, Edt<P>& edt) noexcept {
  std::uint32_t blocks = 0;
  for (S *slot = edt.slots(), *const end = slot + edt.slot_count; slot != end; ++slot) {
    if (slot->guid == k_null) continue;
    const auto* const block = alive<Block<P>>(slot->guid, Kind::block);
    if (block == nullptr || (block->flags & k_destroyed) != 0) [[unlikely]] {
      port_.late_error("an EDT was given a block that is no more", slot->guid, k_invalid, &edt);
      slot->guid = k_null;
      slot->pointer = nullptr;
      continue;
    }
    slot->pointer = block->data;
    if (block->label != k_null) [[unlikely]]
      slot->guid = block->label;
    ++blocks;
  }
  edt.blocks = blocks;
  edt.step = blocks;
  if (blocks == 0) leave_epoch(thread, edt);
  port_.ready(thread, edt);
}

// What those who leave the block in a class release, and those acquire who come in.
template <class P>
const void* token_of(const Block<P>& block, Holding what) noexcept {
  return reinterpret_cast<const char*>(&block) + static_cast<std::uint32_t>(what);
}

template <class P>
[[gnu::cold]] void Engine<P>::see_block(const Block<P>& block, Mode mode) noexcept {
  const Holding own = holding(mode);
  if (own == Holding::none) return;
  for (const Holding other : {Holding::read_write, Holding::constant, Holding::exclusive})
    if (other != own || own == Holding::exclusive) probe::acquired(token_of(block, other));
}

// An EDT begins, as the thread that it is to who looks for races.
template <class P>
[[gnu::cold, gnu::noinline]] void Engine<P>::see_slots(Edt<P>& edt) noexcept {
  probe::acquired(&edt);
  for (std::uint32_t index = 0; index < edt.slot_count; ++index)
    if (const S& slot = edt.slots()[index]; slot.pointer != nullptr)
      see_block(Block<P>::of(slot.pointer), slot.asked());
}

// A holder less. Whoever comes in goes on acquiring, here.
template <class P>
void Engine<P>::give_back(T& thread, Block<P>& block) noexcept {
  const Guid guid = guid_of(block);
  if (!block.lock(guid)) return;
  probe::released(token_of(block, block.inside));
  S* admitted = block.leave([this](S& slot) { return wanted_by(slot); });
  char* const data = block.data;
  const Guid shown = block.label != k_null ? block.label : guid;
  block.unlock(guid);
  while (admitted != nullptr) {
    S* const next = admitted->next;  // read first: the EDT may run, and its slot be used again
    come_in(thread, *admitted, data, shown);
    admitted = next;
  }
}

// A slot that has waited for a block has it.
template <class P>
void Engine<P>::come_in(T& thread, S& slot, void* data, Guid shown) noexcept {
  if (slot.has(slot_state::k_caller)) [[unlikely]] {
    slot.pointer = data;
    return port_.tell_caller(slot, shown);
  }
  Edt<P>& edt = edt_of(slot);
  S* const slots = edt.slots();
  std::uint32_t end = 0;
  (void)wanted(edt, edt.step, end);
  slot.set(slot_state::k_held);
  for (std::uint32_t at = edt.step; at < end; ++at) {
    S& other = slots[slots[at].mode >> 4];
    other.pointer = data;
    other.guid = shown;
  }
  edt.step = end;
  acquire(thread, edt);
}

template <class P>
void Engine<P>::release_slots(T& thread, Edt<P>& edt) noexcept {
  S* const slots = edt.slots();
  for (std::uint32_t index = 0; index < edt.slot_count; ++index) {
    S& slot = slots[index];
    if (slot.has(slot_state::k_held)) {
      give_back(thread, Block<P>::of(slot.pointer));
    } else if (slot.has(slot_state::k_pinned)) [[unlikely]] {
      Block<P>& block = Block<P>::of(slot.pointer);
      const Guid guid = guid_of(block);
      if (!block.lock(guid)) continue;
      unpin(slot, block);
      block.unlock(guid);
    }
  }
}

}  // namespace heddle::ocr
