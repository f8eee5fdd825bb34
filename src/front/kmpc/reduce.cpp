// __kmpc_reduce*: how the threads' copies of reduction variables come together.
//
// The compiler offers up to three ways and is told which to take: 1 — combine into the originals, one thread at a time
// (the answer has taken the section's lock); 2 — combine by atomics, where Ident says that this code exists; 0 — it has
// been done. Atomics serve as soon as there is somebody to exclude. Large teams that the machine can run at once
// combine in a tree (omp/reduction_tree.hpp): its root is told 1, the others 0. KMP_FORCE_REDUCTION and
// KMP_DETERMINISTIC_REDUCTION choose otherwise, as long as the compiler offers it.
#include "front/kmpc/dispatched_loop.hpp"
#include "front/kmpc/export.hpp"
#include "front/kmpc/kmp_settings.hpp"
#include "omp/critical.hpp"
#include "omp/reduction_tree.hpp"
#include "runtime/barrier.hpp"

using namespace heddle;
using kmpc::Ident;
using kmpc::ThreadNumber;
using runtime::current;

namespace {

using SectionWords = std::int32_t[8];
enum Way : std::int32_t { k_done = 0, k_in_section = 1, k_by_atomics = 2 };

// What a thread was told, for the call that ends its part.
constinit thread_local bool holds_section = false;

omp::SimpleLock& lock_of(SectionWords* words) noexcept { return omp::named_critical(reinterpret_cast<void**>(*words)); }

/// What the compiler offers.
struct Offer {
  const Ident* at;
  void* copies;
  omp::CombineCopies combine;
  SectionWords* words;

  bool atomics() const noexcept { return at != nullptr && (at->flags & kmpc::k_atomic_reduction) != 0; }
};

bool wants_tree(const omp::Team& team) noexcept {
  constexpr std::uint32_t k_few = 4;  // up to here the threads hardly meet at the variables
  if (kmpc::reduction() == kmpc::Reduction::automatic) return team.size > k_few && team.size <= team.processors;
  return kmpc::reduction() == kmpc::Reduction::tree;
}

std::int32_t choose(const Offer& offer) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
  omp::Worker& worker = current();
  const omp::Team& team = *worker.member->team;
  if (team.size == 1) return k_in_section;
  if (offer.combine != nullptr && wants_tree(team)) [[unlikely]]
    return omp::combine_in_tree(worker, offer.copies, offer.combine) == omp::TreePlace::root ? k_in_section : k_done;
  if (offer.atomics() && kmpc::reduction() != kmpc::Reduction::critical) return k_by_atomics;
  lock_of(offer.words).lock();
  holds_section = true;
  return k_in_section;
}

void finish(SectionWords* words) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
  if (!holds_section) return;
  holds_section = false;
  lock_of(words).unlock();
}

void meet(omp::Worker& worker) noexcept {
  kmpc::leave_open_loop(worker);
  runtime::barrier(worker);
  omp::note_barrier(worker);
}

}  // namespace

extern "C" {

std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_reduce_nowait)(Ident* at, ThreadNumber /*self*/, std::int32_t /*variables*/,
                                                      std::size_t /*bytes*/, void* data, omp::CombineCopies combine,
                                                      SectionWords* words) {
  return choose({at, data, combine, words});
}
void HEDDLE_KMPC_EXPORT(__kmpc_end_reduce_nowait)(Ident* /*at*/, ThreadNumber /*self*/, SectionWords* words) {
  finish(words);
}

std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_reduce)(Ident* at, ThreadNumber /*self*/, std::int32_t /*variables*/,
                                               std::size_t /*bytes*/, void* data, omp::CombineCopies combine,
                                               SectionWords* words) {
  const std::int32_t way = choose({at, data, combine, words});
  if (way == k_done) meet(current());  // the others come by __kmpc_end_reduce
  return way;
}
void HEDDLE_KMPC_EXPORT(__kmpc_end_reduce)(Ident* /*at*/, ThreadNumber /*self*/, SectionWords* words) {
  finish(words);
  meet(current());
}

}  // extern "C"
