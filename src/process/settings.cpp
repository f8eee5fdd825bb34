// See settings.hpp.
#include "process/settings.hpp"

#include <unistd.h>

#include <utility>

#include "process/own_in_force.hpp"
#include "process/process.hpp"

namespace heddle::process {

namespace {

using Engine = runtime::Runtime<P>;

bool program_has_set = false;

}  // namespace

const OwnSettings& own_settings() noexcept {
  Process::get();
  return own_in_force();
}

std::optional<Refusal> set_own(std::string_view name, const char* value) {
  OwnSettings changed = own_settings();
  if (auto complaint = set_variable(changed, name, value))
    return Refusal{Refusal::Reason::wrong_name_or_value, std::move(*complaint)};
  Engine& engine = *Process::get().runtime;
  runtime::Settings settings = engine.settings();
  choose_policies(changed, settings);
  if (!engine.configure(settings)) {
    return Refusal{Refusal::Reason::too_late, std::string(name) +
                                                  " comes too late, OpenMP has been used; set it before the first "
                                                  "construct and omp_ routine, or in the environment"};
  }
  own_in_force() = std::move(changed);
  program_has_set = true;
  return std::nullopt;
}

bool set_by_program() noexcept { return program_has_set; }

void say_what_was_chosen(unsigned threads) noexcept {
  if (own_settings().verbose == 0) return;
  const runtime::Settings& settings = Process::get().runtime->settings();
  const std::string text = "heddle: " + std::to_string(threads) + " threads by default, " +
                           std::to_string(settings.processors) + " processors, scheduler " + settings.scheduler +
                           ", dependence manager " + settings.dependence + ", window of " +
                           std::to_string(settings.window) + " pending tasks, sleep after " +
                           std::to_string(settings.spin_ns / 1000) + " us\n";
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;  // nobody listens
}

}  // namespace heddle::process
