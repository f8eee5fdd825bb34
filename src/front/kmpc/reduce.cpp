// __kmpc_reduce*: how the threads' copies of reduction variables come together.
//
// The compiler offers up to three ways and is told which to take: 1 — combine into the originals, one thread at a time
// (the answer has taken the section's lock); 2 — combine by atomics, where Ident says that this code exists; 0 — it has
// been done. Atomics serve as soon as there is somebody to exclude. Large teams that the machine can run at once
// combine in a tree (omp/reduction.hpp): its root is told 1, the others 0. KMP_FORCE_REDUCTION and
// KMP_DETERMINISTIC_REDUCTION choose otherwise, as long as the compiler offers it.
#include "front/kmpc/reduce.hpp"

#include "front/kmpc/dispatched_loop.hpp"
#include "front/kmpc/export.hpp"
#include "front/kmpc/kmp_settings.hpp"
#include "omp/locks.hpp"
#include "runtime/barrier.hpp"

using namespace heddle;
using kmpc::Ident;
using kmpc::ReductionMethod;
using kmpc::SectionWords;
using kmpc::ThreadNumber;
using runtime::current;

namespace {

// What a thread was told, for the call that ends its part.
constinit thread_local bool holds_section = false;

omp::SimpleLock& lock_of(SectionWords* words) noexcept { return omp::named_critical(reinterpret_cast<void**>(*words)); }

bool wants_tree(const omp::Team& team) noexcept {
  constexpr std::uint32_t k_few = 4;  // up to here the threads hardly meet at the variables
  if (kmpc::reduction() == kmpc::Reduction::automatic) return team.size > k_few && team.size <= team.processors;
  return kmpc::reduction() == kmpc::Reduction::tree;
}

void finish(SectionWords* words) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
  if (!holds_section) return;
  holds_section = false;
  lock_of(words).unlock();
}

}  // namespace

namespace heddle::kmpc {

ReductionMethod bring_copy(const Offer& offer) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
  omp::Worker& worker = current();
  const omp::Team& team = *worker.member->team;
  if (team.size == 1) return ReductionMethod::in_section;
  if (offer.combine != nullptr && wants_tree(team)) [[unlikely]]
    return omp::combine_in_tree(worker, offer.copies, offer.combine) == omp::TreePlace::root
               ? ReductionMethod::in_section
               : ReductionMethod::done;
  if (offer.atomics() && reduction() != Reduction::critical) return ReductionMethod::by_atomics;
  lock_of(offer.words).lock();
  holds_section = true;
  return ReductionMethod::in_section;
}

void meet_after_reduction() noexcept {
  omp::Worker& worker = current();
  leave_open_loop(worker);
  runtime::barrier(worker);
  omp::note_barrier(worker);
}

}  // namespace heddle::kmpc

extern "C" {

std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_reduce_nowait)(Ident* at, ThreadNumber /*self*/, std::int32_t /*variables*/,
                                                      std::size_t /*bytes*/, void* data, omp::CombineCopies combine,
                                                      SectionWords* words) {
  return static_cast<std::int32_t>(kmpc::bring_copy({at, data, combine, words}));
}
void HEDDLE_KMPC_EXPORT(__kmpc_end_reduce_nowait)(Ident* /*at*/, ThreadNumber /*self*/, SectionWords* words) {
  finish(words);
}

std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_reduce)(Ident* at, ThreadNumber /*self*/, std::int32_t /*variables*/,
                                               std::size_t /*bytes*/, void* data, omp::CombineCopies combine,
                                               SectionWords* words) {
  const ReductionMethod way = kmpc::bring_copy({at, data, combine, words});
  if (way == ReductionMethod::done) kmpc::meet_after_reduction();  // the others come by __kmpc_end_reduce
  return static_cast<std::int32_t>(way);
}
void HEDDLE_KMPC_EXPORT(__kmpc_end_reduce)(Ident* /*at*/, ThreadNumber /*self*/, SectionWords* words) {
  finish(words);
  kmpc::meet_after_reduction();
}

}  // extern "C"
