// A run from its begin to its end, and the table that tasks are named from.
#include "front/myrmics/run.hpp"

#include <atomic>

#include "front/myrmics/body.hpp"
#include "front/myrmics/report.hpp"

namespace heddle::myrmics {

namespace {

// Of the run that there is: the engine lets one run at a time.
std::atomic<func_t*> g_table{nullptr};

/// Runs on the thread that has called myrmics_run, before any other task of the run.
void call_main(void* code, const std::uint64_t* words, unsigned count) {
  auto* table = static_cast<func_t*>(code);
  // order: relaxed — tasks are made after this, and see it by whatever hands them over.
  g_table.store(table, std::memory_order_relaxed);
  call_body(reinterpret_cast<void*>(table[0]), words, count);
}

}  // namespace

// order: relaxed — see call_main().
func_t* table() noexcept { return g_table.load(std::memory_order_relaxed); }

}  // namespace heddle::myrmics

using namespace heddle::myrmics;

extern "C" {

[[gnu::visibility("default")]] int myrmics_run(func_t* table, void** args, unsigned n) {
  const CallSite where{"myrmics_run", nullptr, 0};
  CallError error;
  if (table == nullptr || table[0] == nullptr)
    error.set(Fault::null_body, "the table of tasks is null or begins with a null, pass a table whose entry 0 is main");
  else if (args == nullptr && n != 0)
    error.set(Fault::null_arguments, "the arguments are null, pass as many words as n says");
  else
    heddle::regions::run(call_main, table, {reinterpret_cast<const std::uint64_t*>(args), n}, error);
  flush_lines();
  if (!error) return 0;
  refuse(where, error);
  return number_of(error.code);
}

[[gnu::visibility("default")]] myrmics_error_handler myrmics_on_error(myrmics_error_handler handler) {
  return set_handler(handler);
}

}  // extern "C"
