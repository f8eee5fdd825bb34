// The policies as the real runtime uses them: on real threads.
#include "platform/threads/threads.hpp"
#include "runtime/policies_inline.hpp"

namespace heddle::runtime {

template std::span<const SchedulerPolicy<platform::Threads>> schedulers<platform::Threads>() noexcept;
template std::span<const DependencePolicy<platform::Threads>> dependence_managers<platform::Threads>() noexcept;

}  // namespace heddle::runtime
