#include "platform/check/explore.hpp"

#include "platform/check/engine.hpp"

namespace heddle::platform::check {

std::string Result::text() const {
  if (passed)
    return std::to_string(runs) + " runs, nothing broken" + (complete ? "" : " (not all runs within the bounds)");
  return "run " + std::to_string(runs) + ": " + failure + "\n" + schedule + "replay: \"" + path + "\"\n";
}

Result explore(const Options& options, const std::function<void()>& program) {
  return Engine(options).explore(program);
}

void run_threads(std::vector<std::function<void()>> bodies) { Engine::current().run_threads(std::move(bodies)); }

void require(bool condition, const char* claim) {
  if (!condition) Engine::current().fail(claim);
}

std::uint32_t current_thread() noexcept { return Engine::current().self(); }
void label(const void* address, const std::string& name) { Engine::current().label_pointer(address, name); }
void note(const std::string& text) { Engine::current().note(text); }
void on_interrupt(std::function<void()> handler) { Engine::current().on_interrupt(std::move(handler)); }
void interrupt(std::uint32_t thread) { Engine::current().interrupt(thread); }

}  // namespace heddle::platform::check
