// A run from its begin to its end, and the table that tasks are named from.
#include "front/myrmics/run.hpp"

#include <atomic>
#include <cstdio>

#include "front/myrmics/body.hpp"
#include "front/myrmics/report.hpp"

namespace heddle::myrmics {

namespace {

// Of the run that there is: the engine lets one run at a time.
std::atomic<func_t*> g_table{nullptr};

// order: relaxed — tasks are made after this, and see it by whatever hands them over.
void set_table(void** table) { g_table.store(reinterpret_cast<func_t*>(table), std::memory_order_relaxed); }

/// Runs on the thread that has called myrmics_run, before any other task of the run.
void call_main(void* code, const std::uint64_t* words, unsigned count) {
  auto* const table = static_cast<void**>(code);
  set_table(table);
  call_body(table[0], words, count);
}

/// A call of a task on another rank than 0, which did not wait for its answer.
void refuse_late(const char* call, heddle::regions::Place place, const CallError& error) {
  refuse({call, place.file, place.line}, error);
}

void flush() {
  flush_lines();
  std::fflush(nullptr);
}

/// @returns 0, or the status of a failure
int run(func_t* table, void** args, unsigned n, bool returns_everywhere) {
  const CallSite where{returns_everywhere ? "myrmics_run_everywhere" : "myrmics_run", nullptr, 0};
  CallError error;
  heddle::regions::RunRequest request{.main = call_main,
                                      .task = call_body,
                                      .table = reinterpret_cast<void**>(table),
                                      .words = {reinterpret_cast<const std::uint64_t*>(args), n},
                                      .returns_everywhere = returns_everywhere,
                                      .begins = set_table,
                                      .refused = refuse_late,
                                      .handles = has_handler,
                                      .over = flush};
  if (table == nullptr || table[0] == nullptr)
    error.set(Fault::null_body, "the table of tasks is null or begins with a null, pass a table whose entry 0 is main");
  else if (args == nullptr && n != 0)
    error.set(Fault::null_arguments, "the arguments are null, pass as many words as n says");
  else
    heddle::regions::run(request, error);
  flush_lines();
  if (!error) {
    if (!returns_everywhere && heddle::regions::is_away()) heddle::regions::serve_until_end(request);
    return 0;
  }
  refuse(where, error);
  return number_of(error.code);
}

}  // namespace

// order: relaxed — see call_main().
func_t* table() noexcept { return g_table.load(std::memory_order_relaxed); }

}  // namespace heddle::myrmics

using namespace heddle::myrmics;

extern "C" {

[[gnu::visibility("default")]] int myrmics_run(func_t* table, void** args, unsigned n) {
  return run(table, args, n, false);
}

[[gnu::visibility("default")]] int myrmics_run_everywhere(func_t* table, void** args, unsigned n) {
  return run(table, args, n, true);
}

[[gnu::visibility("default")]] myrmics_error_handler myrmics_on_error(myrmics_error_handler handler) {
  return set_handler(handler);
}

}  // extern "C"
