#include "front/myrmics/report.hpp"

#include <unistd.h>
#include <atomic>
#include <cerrno>
#include <cstdio>

namespace heddle::myrmics {

namespace {

std::atomic<myrmics_error_handler> g_handler{nullptr};

constexpr int k_failed = 1;  // the status that a mistake ends the process with

}  // namespace

// order: acq_rel — pairs with the acquire load in refuse(): what the program has made for its handler is seen there.
myrmics_error_handler set_handler(myrmics_error_handler handler) noexcept {
  return g_handler.exchange(handler, std::memory_order_acq_rel);
}

// order: relaxed — whether there is one.
bool has_handler() noexcept { return g_handler.load(std::memory_order_relaxed) != nullptr; }

int number_of(Fault fault) noexcept {
  switch (fault) {
    case Fault::none:
      return 0;
    case Fault::no_memory:
      return ENOMEM;
    case Fault::busy:
    case Fault::running:
      return EBUSY;
    case Fault::outside_task:
    case Fault::outside_footprint:
    case Fault::write_under_read:
      return EPERM;
    default:
      return EINVAL;
  }
}

void refuse(const CallSite& where, const CallError& error) {
  const std::string text = std::string(where.call) + ": " + error.text;
  // order: acquire — pairs with the exchange in set_handler().
  if (const myrmics_error_handler handler = g_handler.load(std::memory_order_acquire); handler != nullptr) {
    handler(number_of(error.code), text.c_str(), where.file, where.line);
    return;
  }
  std::string line = "heddle: error: " + text;
  if (where.file != nullptr) line += " [" + std::string(where.file) + ":" + std::to_string(where.line) + "]";
  line += '\n';
  std::fflush(nullptr);  // what the program has printed comes first
  // A closed standard error leaves nothing to be done about it.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
  ::_exit(k_failed);  // other tasks run: no destructor may meet them
}

}  // namespace heddle::myrmics
