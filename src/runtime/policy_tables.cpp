// The policies as the real runtime uses them: on real threads.
#include "platform/threads/threads.hpp"
#include "runtime/policies_inline.hpp"

namespace heddle::runtime {

namespace {

using P = platform::Threads;

constexpr std::array<LoopTraits, k_loop_numbers> traits_by_number() noexcept {
  std::array<LoopTraits, k_loop_numbers> traits{};
  for (const LoopPolicy<P>& policy : k_loop_schedules<P>) traits[policy.traits.number] = policy.traits;
  return traits;
}

}  // namespace

constinit const std::array<LoopTraits, k_loop_numbers> loop_traits = traits_by_number();

template std::span<const SchedulerPolicy<P>> schedulers<P>() noexcept;
template std::span<const DependencePolicy<P>> dependence_managers<P>() noexcept;
template std::span<const LoopPolicy<P>> loop_schedules<P>() noexcept;

}  // namespace heddle::runtime
