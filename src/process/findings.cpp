#include "process/findings.hpp"

#include <pthread.h>

#include <cstdlib>

#include "base/message.hpp"
#include "platform/threads/threads.hpp"

namespace heddle::process {

namespace {

platform::Threads::atomic<bool> has_findings{false};

void end_process(int status) noexcept {
  // order: relaxed — the process has one thread left that counts; findings of others that come now are too late.
  if (status != EXIT_SUCCESS || !has_findings.load(std::memory_order_relaxed)) return;
  base::warn({"HEDDLE_VERIFY has found something, so the exit status is 1"});
  std::exit(EXIT_FAILURE);  // glibc goes on with the handlers that are left, and ends with the status given last
}

}  // namespace

void note_finding() noexcept {
  // order: relaxed — only the exit status depends on it.
  has_findings.store(true, std::memory_order_relaxed);
}

void let_findings_fail() noexcept {
  on_exit([](int status, void* /*nothing*/) { end_process(status); }, nullptr);
  // What its parent has done wrong is no finding of a forked child's.
  // order: relaxed — the child has one thread.
  pthread_atfork(nullptr, nullptr, [] { has_findings.store(false, std::memory_order_relaxed); });
}

}  // namespace heddle::process
