#include "ocr/verify.hpp"

#include <cstring>

#include "base/message.hpp"
#include "ocr/report.hpp"
#include "ocr/worker_data.hpp"
#include "probe/unseen.hpp"
#include "process/findings.hpp"
#include "runtime/current.hpp"

namespace heddle::ocr {

namespace {

using process::P;

// FNV-1a over words (Fowler, Noll, Vo): it is to differ where contents do, nothing more.
std::uint64_t checksum_of(const Block<P>& block) noexcept {
  std::uint64_t sum = 0xcbf29ce484222325;
  std::uint64_t at = 0;
  for (; at + 8 <= block.bytes; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, block.data + at, 8);
    sum = (sum ^ word) * 0x100000001b3;
    sum ^= sum >> 29;
  }
  for (; at < block.bytes; ++at) sum = (sum ^ static_cast<unsigned char>(block.data[at])) * 0x100000001b3;
  return sum;
}

std::string with_place(const char* thing, const void* origin) {
  std::string text = thing;
  if (origin != nullptr) text += " made at " + place_of_call(origin);
  return text;
}
std::string name_of(const Block<P>& block) { return with_place("the block", block.origin); }
std::string name_of(const Event<P>& event) { return with_place("the event", event.origin); }

// Where the program has called.
const void* call_site() noexcept { return worker_data(runtime::current()).thread.site; }

}  // namespace

void Verifier::find(const std::string& what, const void* place, bool is_wrong) {
  if (is_wrong) process::note_finding();
  if (!told_.emplace(what, place).second) return;
  base::warn({"HEDDLE_VERIFY: ", what, place == nullptr ? std::string() : "; at " + place_of_call(place)});
}

// Since the last writer has let go nobody was inside who might have written.
void Verifier::look_at_silence(Block<P>& block, State& state) {
  if (!state.known || state.writers != 0) return;
  const std::uint64_t now = checksum_of(block);
  if (now == state.checksum) return;
  state.checksum = now;
  find(name_of(block) +
           " was written by somebody who did not hold it to write: after it was released or destroyed, or in RO or "
           "CONST",
       nullptr);
}

void Verifier::comes(Block<P>& block, Mode mode, const Edt<P>& edt) {
  State& state = blocks_[block.data];
  look_at_silence(block, state);
  if (may_write(mode)) {
    ++state.writers;
    ++state.version;
    return;
  }
  begins_to_read(block, state, &edt);
}

void Verifier::begins_to_read(Block<P>& block, State& state, const Edt<P>* edt) {
  const std::uint64_t now = checksum_of(block);
  readers_[{edt, block.data}] = {state.version, now, state.writers != 0};
  if (state.writers != 0) return;
  state.checksum = now;
  state.known = true;
}

void Verifier::writer_goes(Block<P>& block, State& state) {
  if (state.writers != 0) --state.writers;
  if (state.writers != 0) return;
  state.checksum = checksum_of(block);
  state.known = true;
  if ((block.flags & k_single_assignment) == 0) return;
  if (state.assigned && state.value != state.checksum)
    find(name_of(block) + " has DB_PROP_SINGLE_ASSIGNMENT and was written again after its first release", call_site());
  state.assigned = true;
  state.value = state.checksum;
}

void Verifier::goes(Block<P>& block, Mode mode, const Edt<P>* edt) {
  State& state = blocks_[block.data];
  if (may_write(mode)) return writer_goes(block, state);
  const auto reader = readers_.find({edt, block.data});
  if (reader == readers_.end()) return;
  const Reading began = reader->second;
  const bool alone_with_readers =
      state.known && !began.beside_writers && state.writers == 0 && began.version == state.version;
  readers_.erase(reader);
  const std::uint64_t now = checksum_of(block);
  if (now == (alone_with_readers ? state.checksum : began.checksum)) return;
  const std::string who = edt == nullptr ? "a thread that runs no EDT" : name_of_edt(*edt);
  if (alone_with_readers) {
    state.checksum = now;
    find(name_of(block) + " was written in " + ocr::name_of(mode) + " by " + who + ", or by another that only reads it",
         nullptr);
  } else {
    find(name_of(block) + " changed while " + who +
             " had it in RO: it may have read what was there before, what came "
             "after, or some of each; CONST keeps writers out",
         nullptr, false);
  }
}

void Verifier::edt_begins(Edt<P>& edt) noexcept {
  const probe::Unseen unseen;  // the maps are not the program's
  const sync::Guard hold(lock_);
  Slot<P>* const slots = edt.slots();
  for (std::uint32_t index = 0; index < edt.slot_count; ++index) {
    if (slots[index].pointer == nullptr) continue;
    Block<P>& block = Block<P>::of(slots[index].pointer);
    // One block on several slots comes once, in the mode that may do most.
    Mode mode = slots[index].asked();
    bool first = true;
    for (std::uint32_t other = 0; other < edt.slot_count; ++other) {
      if (other == index || slots[other].pointer != slots[index].pointer) continue;
      first = first && other > index;
      if (slots[other].asked() != slots[index].asked() && other > index)
        find(name_of_edt(edt) + " has one block in " + ocr::name_of(slots[index].asked()) + " on slot " +
                 std::to_string(index) + " and in " + ocr::name_of(slots[other].asked()) + " on slot " +
                 std::to_string(other),
             nullptr);
      if (may_write(slots[other].asked())) mode = slots[other].asked();
    }
    if (first) comes(block, mode, edt);
  }
}

void Verifier::edt_ends(Frame<P>& frame) noexcept {
  const probe::Unseen unseen;  // the maps are not the program's
  const sync::Guard hold(lock_);
  Slot<P>* const slots = frame.edt->slots();
  for (std::uint32_t index = 0; index < frame.edt->slot_count; ++index) {
    if (slots[index].pointer == nullptr || slots[index].has(slot_state::k_let_go)) continue;
    bool first = true;
    for (std::uint32_t before = 0; before < index; ++before)
      first = first && slots[before].pointer != slots[index].pointer;
    if (first) goes(Block<P>::of(slots[index].pointer), held_as(*frame.edt, slots[index].pointer), frame.edt);
  }
  for (std::uint32_t at = 0; at < frame.made_count; ++at)
    goes(Block<P>::of(frame.made[at].data), frame.made[at].reads ? Mode::read_only : Mode::read_write, frame.edt);
}

void Verifier::block_made(Block<P>& block, Guid /*guid*/, bool held) noexcept {
  const probe::Unseen unseen;  // the maps are not the program's
  const sync::Guard hold(lock_);
  State& state = blocks_[block.data];
  state = {};
  if (held) {
    state.writers = 1;
    state.version = 1;
  }
}

void Verifier::block_let_go(Block<P>& block, Mode mode, const Edt<P>* edt) noexcept {
  const probe::Unseen unseen;  // the maps are not the program's
  const sync::Guard hold(lock_);
  goes(block, mode, edt);
}

void Verifier::block_downgraded(Block<P>& block, Mode mode, const Edt<P>* edt) noexcept {
  const probe::Unseen unseen;  // the maps are not the program's
  const sync::Guard hold(lock_);
  goes(block, mode, edt);
  begins_to_read(block, blocks_[block.data], edt);
}

void Verifier::block_goes(Block<P>& block) noexcept {
  const probe::Unseen unseen;  // the maps are not the program's
  const sync::Guard hold(lock_);
  const auto found = blocks_.find(block.data);
  if (found == blocks_.end()) return;
  look_at_silence(block, found->second);
  blocks_.erase(found);
}

void Verifier::block_passed(Block<P>& block, const Frame<P>& by) noexcept {
  bool writes = false;
  for (std::uint32_t at = 0; at < by.made_count; ++at)
    writes = writes || (by.made[at].data == block.data && !by.made[at].reads);
  writes = writes || (by.edt != nullptr && may_write(held_as(*by.edt, block.data)));
  if (!writes) return;
  const probe::Unseen unseen;  // the maps are not the program's
  const sync::Guard hold(lock_);
  find(name_of(block) +
           " was satisfied while the caller holds it to write: what is written until it is released may be seen or not",
       call_site());
}

void Verifier::event_satisfied(const Event<P>& event, Guid value, bool somebody_waits) noexcept {
  const bool nobody = event.event_kind() == EventKind::once && !somebody_waits;
  const bool no_argument = value != k_null && (event.flags & k_takes_argument) == 0 &&
                           event.event_kind() != EventKind::latch && event.event_kind() != EventKind::collective;
  if (!nobody && !no_argument) return;
  const probe::Unseen unseen;  // the maps are not the program's
  const sync::Guard hold(lock_);
  if (nobody) {
    // An output event that nobody has connected is the usual thing.
    if (call_site() != nullptr && worker_data(runtime::current()).thread.in_call)
      find(name_of(event) + " is a ONCE event and fired while nobody waited for it: whoever comes later finds it gone",
           call_site());
  }
  if (no_argument) find(name_of(event) + " was satisfied with a block and has no EVT_PROP_TAKES_ARG", call_site());
}

void Verifier::dead_source(Guid /*source*/) noexcept {
  const probe::Unseen unseen;  // the maps are not the program's
  const sync::Guard hold(lock_);
  find("a dependence names an event that is no more: it has fired, or was destroyed", call_site());
}

void Verifier::wrong_counts(const Template<P>& from) noexcept {
  const probe::Unseen unseen;  // the maps are not the program's
  const sync::Guard hold(lock_);
  find(with_place("an EDT was to be made with other counts than those of its template", from.origin), call_site());
}

void Verifier::tell_what_is_left() noexcept {
  const probe::Unseen unseen;  // the maps are not the program's
  const sync::Guard hold(lock_);
  std::map<std::pair<const void*, std::string>, unsigned> left;
  engine_.heap().for_each([&](Object<P>& object, Guid guid) {
    const void* origin = nullptr;
    std::string kind;
    switch (guid::kind(guid)) {
      case Kind::block: {
        const auto& block = static_cast<const Block<P>&>(object);
        if ((block.flags & k_destroyed) != 0) return;
        origin = block.origin;
        kind = "data block";
        break;
      }
      case Kind::event:
        origin = static_cast<const Event<P>&>(object).origin;
        kind = "event";
        break;
      case Kind::edt_template:
        origin = static_cast<const Template<P>&>(object).origin;
        kind = "template";
        break;
      default:
        return;
    }
    if (origin != nullptr) ++left[{origin, kind}];
  });
  if (!left.empty()) process::note_finding();
  for (const auto& [what, count] : left)
    base::warn({"HEDDLE_VERIFY: ", std::to_string(count), " ", what.second, count == 1 ? " was" : "s were",
                " never destroyed; made at ", place_of_call(what.first)});
}

}  // namespace heddle::ocr
