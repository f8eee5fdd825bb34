// The engine on a simulated many-core: the same templates that policy_tables.cpp and runtime.cpp instantiate for real
// threads.
#include "platform/sim/sim.hpp"
#include "runtime/policies_inline.hpp"
#include "runtime/runtime_inline.hpp"

namespace heddle::runtime {

template std::span<const SchedulerPolicy<platform::Sim>> schedulers<platform::Sim>() noexcept;
template std::span<const DependencePolicy<platform::Sim>> dependence_managers<platform::Sim>() noexcept;
template std::span<const LoopPolicy<platform::Sim>> loop_schedules<platform::Sim>() noexcept;
template class Runtime<platform::Sim>;

}  // namespace heddle::runtime
