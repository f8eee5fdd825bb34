// Constructs that share out work or exclude others: barrier, single, sections, masked, critical, ordered, flush,
// cancellation.
#include "base/check.hpp"
#include "front/kmpc/dispatched_loop.hpp"
#include "front/kmpc/export.hpp"
#include "omp/locks.hpp"
#include "omp/loop.hpp"
#include "omp/ordered.hpp"
#include "omp/single.hpp"
#include "omp/tasks.hpp"
#include "process/bad_call.hpp"
#include "runtime/barrier.hpp"

using namespace heddle;
using kmpc::Ident;
using kmpc::SectionWords;
using kmpc::ThreadNumber;
using runtime::current;

namespace {

omp::SimpleLock& lock_of(SectionWords* words) noexcept { return omp::named_critical(reinterpret_cast<void**>(*words)); }

void wait_for_team(omp::Worker& worker) noexcept {
  kmpc::leave_open_loop(worker);
  runtime::barrier(worker);
  omp::note_barrier(worker);
}

void enter(SectionWords* words) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { lock_of(words).lock(); }

void leave(SectionWords* words, const void* caller) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
  if (!lock_of(words).unlock_if_held()) [[unlikely]]
    process::bad_call("__kmpc_end_critical", caller, "nobody is in that section");
}

// The interface's numbers: parallel 1, loop 2, sections 3, taskgroup 4.
omp::CancelKind kind_of(const char* function, std::int32_t which, const void* caller) noexcept {
  switch (which) {
    case 1:
      return omp::CancelKind::parallel;
    case 2:
      return omp::CancelKind::loop;
    case 3:
      return omp::CancelKind::sections;
    case 4:
      return omp::CancelKind::taskgroup;
    default:
      process::bad_call(function, caller, "the construct to cancel is none of parallel, for, sections, taskgroup");
  }
}

bool is_master() noexcept { return current().member->seat == 0; }

}  // namespace

extern "C" {

// -- barriers --------------------------------------------------------------------------------------------------------

void HEDDLE_KMPC_EXPORT(__kmpc_barrier)(Ident* /*at*/, ThreadNumber /*self*/) { wait_for_team(current()); }

std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_cancel_barrier)(Ident* /*at*/, ThreadNumber /*self*/) {
  omp::Worker& worker = current();
  kmpc::leave_open_loop(worker);
  if (runtime::barrier_cancellable(worker)) return 1;
  omp::note_barrier(worker);
  return 0;
}

// The master goes on alone, and lets the others go when it is done.
std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_barrier_master)(Ident* /*at*/, ThreadNumber /*self*/) {
  wait_for_team(current());
  if (is_master()) return 1;
  wait_for_team(current());
  return 0;
}
void HEDDLE_KMPC_EXPORT(__kmpc_end_barrier_master)(Ident* /*at*/, ThreadNumber /*self*/) { wait_for_team(current()); }
std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_barrier_master_nowait)(Ident* /*at*/, ThreadNumber /*self*/) {
  wait_for_team(current());
  return is_master() ? 1 : 0;
}

// -- one thread ------------------------------------------------------------------------------------------------------

std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_master)(Ident* /*at*/, ThreadNumber /*self*/) { return is_master() ? 1 : 0; }
void HEDDLE_KMPC_EXPORT(__kmpc_end_master)(Ident* /*at*/, ThreadNumber /*self*/) {}
std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_masked)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t filter) {
  return kmpc::seat_of(current()) == filter ? 1 : 0;
}
void HEDDLE_KMPC_EXPORT(__kmpc_end_masked)(Ident* /*at*/, ThreadNumber /*self*/) {}
void HEDDLE_KMPC_EXPORT(__kmpc_scope)(Ident* /*at*/, ThreadNumber /*self*/, void* /*reserved*/) {}
void HEDDLE_KMPC_EXPORT(__kmpc_end_scope)(Ident* /*at*/, ThreadNumber /*self*/, void* /*reserved*/) {}

std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_single)(Ident* /*at*/, ThreadNumber /*self*/) {
  return omp::start_single(current()) ? 1 : 0;
}
void HEDDLE_KMPC_EXPORT(__kmpc_end_single)(Ident* /*at*/, ThreadNumber /*self*/) {}

// Called by all threads after the single; the one that ran it says so, and where its values are.
void HEDDLE_KMPC_EXPORT(__kmpc_copyprivate)(Ident* /*at*/, ThreadNumber /*self*/, std::size_t /*bytes*/, void* data,
                                            void (*copy)(void* to, void* from), std::int32_t ran_it) {
  omp::Worker& worker = current();
  omp::TeamData& team = omp::team_data(*worker.member->team);
  if (ran_it != 0) team.copy = data;  // read behind the barrier
  wait_for_team(worker);
  if (ran_it == 0) copy(data, team.copy);
  wait_for_team(worker);
}
void* HEDDLE_KMPC_EXPORT(__kmpc_copyprivate_light)(Ident* /*at*/, ThreadNumber /*self*/, void* data) {
  omp::Worker& worker = current();
  omp::TeamData& team = omp::team_data(*worker.member->team);
  if (data != nullptr) team.copy = data;
  wait_for_team(worker);
  return team.copy;
}

// -- sections --------------------------------------------------------------------------------------------------------

void HEDDLE_KMPC_EXPORT(__kmpc_sections_init)(Ident* /*at*/, ThreadNumber /*self*/) {
  kmpc::leave_open_loop(current());
}
// How many there are is said with each question, by all threads alike.
std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_next_section)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t count) {
  omp::Worker& worker = current();
  if (omp::member_data(*worker.member).loop.schedule == nullptr)
    omp::open_loop(worker, omp::sections_request(static_cast<std::uint64_t>(count > 0 ? count : 0)));
  const std::uint64_t section = omp::next_section(worker);
  return section == UINT64_MAX ? count : static_cast<std::int32_t>(section);
}
void HEDDLE_KMPC_EXPORT(__kmpc_end_sections)(Ident* /*at*/, ThreadNumber /*self*/) { kmpc::leave_open_loop(current()); }

// -- one at a time ---------------------------------------------------------------------------------------------------

void HEDDLE_KMPC_EXPORT(__kmpc_critical)(Ident* /*at*/, ThreadNumber /*self*/, SectionWords* words) { enter(words); }
void HEDDLE_KMPC_EXPORT(__kmpc_critical_with_hint)(Ident* /*at*/, ThreadNumber /*self*/, SectionWords* words,
                                                   std::uint32_t /*hint*/) {
  enter(words);
}
void HEDDLE_KMPC_EXPORT(__kmpc_end_critical)(Ident* /*at*/, ThreadNumber /*self*/, SectionWords* words) {
  leave(words, __builtin_return_address(0));
}

void HEDDLE_KMPC_EXPORT(__kmpc_ordered)(Ident* /*at*/, ThreadNumber /*self*/) { omp::begin_ordered(current()); }
void HEDDLE_KMPC_EXPORT(__kmpc_end_ordered)(Ident* /*at*/, ThreadNumber /*self*/) { omp::end_ordered(current()); }

// order: seq_cst — flush is the program's own fence; its partners are in the program.
void HEDDLE_KMPC_EXPORT(__kmpc_flush)(Ident* /*at*/) { platform::Threads::fence(std::memory_order_seq_cst); }

// -- cancellation ----------------------------------------------------------------------------------------------------

std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_cancel)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t which) {
  return omp::cancel(kind_of("__kmpc_cancel", which, __builtin_return_address(0))) ? 1 : 0;
}
std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_cancellationpoint)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t which) {
  const omp::CancelKind kind = kind_of("__kmpc_cancellationpoint", which, __builtin_return_address(0));
  return omp::cancellation_point(kind) ? 1 : 0;
}

}  // extern "C"
