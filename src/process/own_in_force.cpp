// See own_in_force.hpp.
#include "process/own_in_force.hpp"
#include "process/findings.hpp"

#include <algorithm>
#include <utility>

#include "base/message.hpp"
#include "base/trust.hpp"
#include "platform/topology/available.hpp"
#include "process/localities.hpp"
#include "process/trace.hpp"
#include "process/types.hpp"
#include "process/verifying.hpp"
#include "runtime/policies.hpp"

namespace heddle::process {

namespace {

// Made when the process starts; never destroyed, because threads of the program may outlive every destructor.
OwnEnvironment* in_force = nullptr;

}  // namespace

OwnSettings& own_in_force() noexcept { return in_force->settings; }

void choose_policies(const OwnSettings& own, runtime::Settings& settings) noexcept {
  settings.scheduler = own.scheduler;
  const bool by_locality = runtime::policy_named(runtime::schedulers<P>(), own.scheduler).by_locality;
  settings.localities = by_locality ? cpus_of_localities() : std::span<const std::uint32_t>();
  settings.dependence = own.dependence;
  settings.async = own.async;
  if (own.window != 0) settings.window = static_cast<std::uint32_t>(own.window);
  // No limit is no limit for ready tasks, too.
  if (settings.window == UINT32_MAX || own.run_inline == Permission::denied) settings.backlog = UINT32_MAX;
}

runtime::Settings engine_settings(const OwnSettings& own, probe::Recording* recording) noexcept {
  runtime::Settings settings;
  use_topology(own.topology);
  use_binding(own.bind);
  choose_policies(own, settings);
  settings.numa_patience_ns = own.numa_patience_us == k_numa_never ? UINT64_MAX : own.numa_patience_us * 1000;
  settings.processors = platform::topology::default_concurrency();
  settings.patience_ns = own.patience * 1'000'000'000;
  settings.linger_ns = own.linger_ms * 1'000'000;
  settings.kept_threads = settings.processors - 1;
  if (own.thread_limit != 0) settings.pool_limit = static_cast<std::uint32_t>(own.thread_limit);
  settings.recording = recording;
  if (!own.trace.empty() && recording == nullptr) settings.recording = start_trace(own.trace);
  return settings;
}

OwnEnvironment read_own_environment() noexcept {
  return parse_own_environment(base::environment_block(), base::caller_trust());
}

runtime::Settings start_own_settings() noexcept {
  in_force = new OwnEnvironment;
  put_in_force(read_own_environment());
  if (in_force->settings.verify_fails) let_findings_fail();
  return engine_settings(in_force->settings, nullptr);
}

void put_in_force(OwnEnvironment&& anew) noexcept {
  for (const std::string& warning : anew.warnings)
    if (std::ranges::find(in_force->warnings, warning) == in_force->warnings.end()) base::warn({warning});
  *in_force = std::move(anew);
  verify_depends = in_force->settings.verify;
}

}  // namespace heddle::process
