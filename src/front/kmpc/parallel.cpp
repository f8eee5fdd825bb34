// Parallel regions: __kmpc_fork_call and what comes before it; teams; who and where a thread is.
#include <utility>

#include "front/kmpc/export.hpp"
#include "front/kmpc/fork.hpp"
#include "front/kmpc/microtask.hpp"
#include "front/kmpc/pushed.hpp"
#include "omp/process.hpp"
#include "omp/teams.hpp"

using namespace heddle;
using kmpc::Ident;
using kmpc::Microtask;
using kmpc::pushed;
using kmpc::ThreadNumber;
using runtime::current;

namespace {

unsigned asked(std::int32_t value) noexcept { return value > 0 ? static_cast<unsigned>(value) : 0; }

omp::RegionRequest region_request(kmpc::Region& region) noexcept {
  return {kmpc::Region::run, &region, std::exchange(pushed.threads, 0), std::exchange(pushed.bind, 0)};
}

// The program runs the body itself between begin and end.
void begin_alone() noexcept {
  pushed.threads = 0;
  pushed.bind = 0;
  omp::begin_parallel({[](void*) {}, nullptr, 1, 0});
}

// Clang's number for `primary` is one that omp.h does not have.
constexpr std::int32_t k_bind_primary = 5;

}  // namespace

namespace heddle::kmpc {

void fork(std::int32_t count, Microtask code, std::va_list captured) noexcept {
  Region region(code, count, captured);
  omp::parallel(region_request(region));
}

void fork_teams(std::int32_t count, Microtask code, std::va_list captured) noexcept {
  Region region(code, count, captured);
  const omp::LeagueRequest league{std::exchange(pushed.teams, 0), std::exchange(pushed.thread_limit, 0)};
  omp::run_league(league, Region::run, &region);
}

}  // namespace heddle::kmpc

extern "C" {

void HEDDLE_KMPC_EXPORT(__kmpc_fork_call)(Ident* /*at*/, std::int32_t count, Microtask code, ...) {
  std::va_list captured;
  va_start(captured, code);
  kmpc::fork(count, code, captured);
  va_end(captured);
}

// All captured variables lie behind one pointer, null when there are none.
void HEDDLE_KMPC_EXPORT(__kmpc_fork_call_if)(Ident* at, std::int32_t count, Microtask code, std::int32_t condition,
                                             void* captured) {
  if (condition != 0) {
    if (captured != nullptr) return heddle___kmpc_fork_call(at, count, code, captured);
    return heddle___kmpc_fork_call(at, count, code);
  }
  begin_alone();
  ThreadNumber number = kmpc::number_of(current());
  ThreadNumber seat = 0;
  code(&number, &seat, captured);
  omp::end_parallel();
}

void HEDDLE_KMPC_EXPORT(__kmpc_serialized_parallel)(Ident* /*at*/, ThreadNumber /*self*/) { begin_alone(); }
void HEDDLE_KMPC_EXPORT(__kmpc_end_serialized_parallel)(Ident* /*at*/, ThreadNumber /*self*/) { omp::end_parallel(); }

// -- clauses ---------------------------------------------------------------------------------------------------------

void HEDDLE_KMPC_EXPORT(__kmpc_push_num_threads)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t threads) {
  pushed.threads = asked(threads);
}
// `strict` asks for an error or a warning where fewer threads are given; messages are left to the program.
void HEDDLE_KMPC_EXPORT(__kmpc_push_num_threads_strict)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t threads,
                                                        std::int32_t /*severity*/, const char* /*message*/) {
  pushed.threads = asked(threads);
}
// Of a list for several levels, the first counts here.
void HEDDLE_KMPC_EXPORT(__kmpc_push_num_threads_list)(Ident* /*at*/, ThreadNumber /*self*/, std::uint32_t length,
                                                      const std::int32_t* list) {
  pushed.threads = length > 0 ? asked(list[0]) : 0;
}
void HEDDLE_KMPC_EXPORT(__kmpc_push_num_threads_list_strict)(Ident* /*at*/, ThreadNumber /*self*/, std::uint32_t length,
                                                             const std::int32_t* list, std::int32_t /*severity*/,
                                                             const char* /*message*/) {
  pushed.threads = length > 0 ? asked(list[0]) : 0;
}
void HEDDLE_KMPC_EXPORT(__kmpc_pop_num_threads)(Ident* /*at*/, ThreadNumber /*self*/) { pushed.threads = 0; }

void HEDDLE_KMPC_EXPORT(__kmpc_push_proc_bind)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t bind) {
  pushed.bind = bind == k_bind_primary ? static_cast<unsigned>(omp::Bind::primary) : asked(bind);
}

// -- teams -----------------------------------------------------------------------------------------------------------

void HEDDLE_KMPC_EXPORT(__kmpc_push_num_teams)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t teams,
                                               std::int32_t thread_limit) {
  pushed.teams = asked(teams);
  pushed.thread_limit = asked(thread_limit);
}
void HEDDLE_KMPC_EXPORT(__kmpc_push_num_teams_51)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t least,
                                                  std::int32_t most, std::int32_t thread_limit) {
  pushed.teams = asked(most > 0 ? most : least);
  pushed.thread_limit = asked(thread_limit);
}
void HEDDLE_KMPC_EXPORT(__kmpc_set_thread_limit)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t limit) {
  if (limit > 0) omp::writable_icv(current()).thread_limit = asked(limit);
}
void HEDDLE_KMPC_EXPORT(__kmpc_fork_teams)(Ident* /*at*/, std::int32_t count, Microtask code, ...) {
  std::va_list captured;
  va_start(captured, code);
  kmpc::fork_teams(count, code, captured);
  va_end(captured);
}

// -- questions -------------------------------------------------------------------------------------------------------

ThreadNumber HEDDLE_KMPC_EXPORT(__kmpc_global_thread_num)(Ident* /*at*/) { return kmpc::number_of(current()); }
std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_global_num_threads)(Ident* /*at*/) {
  return static_cast<std::int32_t>(omp::Process::get().runtime->threads());
}
ThreadNumber HEDDLE_KMPC_EXPORT(__kmpc_bound_thread_num)(Ident* /*at*/) { return kmpc::seat_of(current()); }
std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_bound_num_threads)(Ident* /*at*/) {
  return static_cast<std::int32_t>(current().member->team->size);
}
std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_in_parallel)(Ident* /*at*/) { return current().member->team->active_level > 0; }
std::int32_t HEDDLE_KMPC_EXPORT(__kmpc_ok_to_fork)(Ident* /*at*/) { return 1; }

// The library is there from its loading to the process's end: nothing to begin, nothing to end.
void HEDDLE_KMPC_EXPORT(__kmpc_begin)(Ident* /*at*/, std::int32_t /*flags*/) {}
void HEDDLE_KMPC_EXPORT(__kmpc_end)(Ident* /*at*/) {}

}  // extern "C"
