// Parallel regions: __kmpc_fork_call and what comes before it; teams; who and where a thread is.
#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "front/kmpc/export.hpp"
#include "front/kmpc/fork.hpp"
#include "front/kmpc/microtask.hpp"
#include "front/kmpc/pushed.hpp"
#include "omp/settings.hpp"
#include "omp/teams.hpp"
#include "process/process.hpp"

using namespace heddle;
using kmpc::Ident;
using kmpc::Microtask;
using kmpc::pushed;
using kmpc::ThreadNumber;
using runtime::current;

namespace {

constexpr std::int32_t k_warning = 1;       // the severity of a message; 2 is fatal
constexpr std::int32_t k_bind_primary = 5;  // Clang's number for `primary` is one that omp.h does not have

unsigned asked(std::int32_t value) noexcept { return value > 0 ? static_cast<unsigned>(value) : 0; }

// num_threads(strict: n), and fewer can be had.
[[gnu::cold]] void insist(unsigned had) noexcept {
  const std::string text = pushed.message != nullptr ? std::string(pushed.message)
                                                     : "num_threads(strict: " + std::to_string(pushed.threads) +
                                                           ") asks for more threads than " + std::to_string(had) +
                                                           ", which this region can have";
  if (pushed.severity != k_warning) base::fatal({text});
  base::warn({text});
}

// Takes the clauses, but those about teams.
omp::RegionRequest take_clauses(void (*body)(void*), void* data) noexcept {
  omp::RegionRequest request{body, data, pushed.threads, pushed.bind};
  if (pushed.strict || pushed.list) [[unlikely]] {
    omp::Worker& worker = current();
    const unsigned had = omp::threads_for(worker, pushed.threads);
    if (pushed.strict && had < pushed.threads) insist(had);
    if (pushed.list) request.inner_threads = &omp::worker_data(worker).next_threads;
    pushed.strict = pushed.list = false;
  }
  pushed.threads = 0;
  pushed.bind = 0;
  return request;
}

void push_threads(std::int32_t threads) noexcept {
  pushed.threads = asked(threads);
  pushed.list = pushed.strict = false;
}

// The first counts for the region itself, the others for those inside it, level by level.
void push_list(std::uint32_t length, const std::int32_t* list) noexcept {
  push_threads(length > 0 ? list[0] : 0);
  if (length < 2) return;
  std::vector<unsigned>& inner = omp::worker_data(current()).next_threads;
  inner.clear();
  for (const std::int32_t threads : std::span(list + 1, length - 1)) inner.push_back(std::max(asked(threads), 1U));
  pushed.list = true;
}

void be_strict(std::int32_t severity, const char* message) noexcept {
  pushed.strict = pushed.threads != 0;
  pushed.severity = severity;
  pushed.message = message;
}

// The program runs the body itself between begin and end.
void begin_alone() noexcept {
  push_threads(0);
  pushed.bind = 0;
  omp::begin_parallel({[](void*) {}, nullptr, 1, 0});
}

}  // namespace

namespace heddle::kmpc {

void fork(std::int32_t count, Microtask code, std::va_list captured, RunRegion run) noexcept {
  Region region(code, count, captured);
  omp::parallel(take_clauses(run, &region));
}

void fork_teams(std::int32_t count, Microtask code, std::va_list captured, RunRegion run) noexcept {
  Region region(code, count, captured);
  const omp::LeagueRequest league{std::exchange(pushed.teams, 0), std::exchange(pushed.thread_limit, 0)};
  omp::run_league(league, run, &region);
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
  push_threads(threads);
}
void HEDDLE_KMPC_EXPORT(__kmpc_push_num_threads_strict)(Ident* /*at*/, ThreadNumber /*self*/, std::int32_t threads,
                                                        std::int32_t severity, const char* message) {
  push_threads(threads);
  be_strict(severity, message);
}
void HEDDLE_KMPC_EXPORT(__kmpc_push_num_threads_list)(Ident* /*at*/, ThreadNumber /*self*/, std::uint32_t length,
                                                      const std::int32_t* list) {
  push_list(length, list);
}
void HEDDLE_KMPC_EXPORT(__kmpc_push_num_threads_list_strict)(Ident* /*at*/, ThreadNumber /*self*/, std::uint32_t length,
                                                             const std::int32_t* list, std::int32_t severity,
                                                             const char* message) {
  push_list(length, list);
  be_strict(severity, message);
}
void HEDDLE_KMPC_EXPORT(__kmpc_pop_num_threads)(Ident* /*at*/, ThreadNumber /*self*/) { push_threads(0); }

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
  return static_cast<std::int32_t>(process::Process::get().runtime->threads());
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
