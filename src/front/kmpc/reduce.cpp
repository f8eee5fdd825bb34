// __kmpc_reduce*: how the threads' copies of reduction variables come together.
//
// The compiler offers up to three ways and is told which to take: 1 — combine into the originals, one thread at a time
// (the answer has taken the section's lock); 2 — combine by atomics, where Ident says that this code exists; 0 — it has
// been done. Atomics serve as soon as there is somebody to exclude.
#include "front/kmpc/dispatched_loop.hpp"
#include "front/kmpc/export.hpp"
#include "omp/critical.hpp"
#include "runtime/barrier.hpp"

using namespace heddle;
using kmpc::Ident;
using kmpc::ThreadNumber;
using runtime::current;

namespace {

using SectionWords = std::int32_t[8];
enum Way : std::int32_t { k_in_section = 1, k_by_atomics = 2 };

// What a thread was told, for the call that ends its part.
constinit thread_local bool holds_section = false;

omp::SimpleLock& lock_of(SectionWords* words) noexcept { return omp::named_critical(reinterpret_cast<void**>(*words)); }

std::int32_t choose(const Ident* at, SectionWords* words) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
  if (current().member->team->size == 1) return k_in_section;
  if (at != nullptr && (at->flags & kmpc::k_atomic_reduction) != 0) return k_by_atomics;
  lock_of(words).lock();
  holds_section = true;
  return k_in_section;
}

void finish(SectionWords* words) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
  if (!holds_section) return;
  holds_section = false;
  lock_of(words).unlock();
}

}  // namespace

extern "C" {

std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_reduce_nowait)(Ident* at, ThreadNumber /*self*/, std::int32_t /*variables*/,
                                                      std::size_t /*bytes*/, void* /*data*/,
                                                      void (* /*combine*/)(void*, void*), SectionWords* words) {
  return choose(at, words);
}
void HEDDLE_KMPC_EXPORT(__kmpc_end_reduce_nowait)(Ident* /*at*/, ThreadNumber /*self*/, SectionWords* words) {
  finish(words);
}

std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_reduce)(Ident* at, ThreadNumber /*self*/, std::int32_t /*variables*/,
                                               std::size_t /*bytes*/, void* /*data*/,
                                               void (* /*combine*/)(void*, void*), SectionWords* words) {
  return choose(at, words);
}
void HEDDLE_KMPC_EXPORT(__kmpc_end_reduce)(Ident* /*at*/, ThreadNumber /*self*/, SectionWords* words) {
  finish(words);
  omp::Worker& worker = current();
  kmpc::leave_open_loop(worker);
  runtime::barrier(worker);
  omp::note_barrier(worker);
}

}  // extern "C"
