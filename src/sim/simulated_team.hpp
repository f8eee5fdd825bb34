// Crew: a team of the engine, on a runtime of its own, for one run. The thread that makes it is its master.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "runtime/region.hpp"
#include "runtime/runtime.hpp"

namespace heddle::sim {

template <class P>
class SimulatedTeam {
 public:
  using Worker = runtime::Worker<P>;

  /// Hires the threads.
  SimulatedTeam(const runtime::Settings& settings, std::uint32_t threads) : threads_(threads) {
    auto runtime = std::make_unique<runtime::Runtime<P>>(settings, runtime::Hooks<P>{});
    master_ = &runtime->attach();
    remains().emplace_back(std::move(runtime), master_);
    all_run([](void*) {}, nullptr);
  }

  /// A parallel region: every thread runs the body.
  void all_run(void (*body)(void*), void* argument) {
    runtime::Launch launch;
    launch.body = body;
    launch.argument = argument;
    launch.threads = threads_;
    runtime::Region<P>::open(*master_, launch, [](runtime::Team<P>&) noexcept {});
    body(argument);
    runtime::Region<P>::close(*master_);
  }

  static Worker& current() noexcept { return *static_cast<Worker*>(P::self()); }

 private:
  /// The workers and teams of runs that are over. The engine never frees them, as a real process needs them to its end;
  /// kept where a leak detector finds them.
  static auto& remains() {
    static auto* const kept = new std::vector<std::pair<std::unique_ptr<runtime::Runtime<P>>, Worker*>>;
    return *kept;
  }

  const std::uint32_t threads_;
  Worker* master_ = nullptr;
};

}  // namespace heddle::sim
