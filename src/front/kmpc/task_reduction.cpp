// __kmpc_taskred_* and __kmpc_task_reduction_*: reductions that tasks take part in; the end of a taskgroup.
#include <vector>

#include "front/kmpc/abi.hpp"
#include "front/kmpc/export.hpp"
#include "omp/reduction_functions.hpp"

using namespace heddle;
using kmpc::Ident;
using kmpc::OldReducedInput;
using kmpc::ReducedInput;
using kmpc::ThreadNumber;
using omp::ReducedVariable;
using runtime::current;

namespace {

ReducedVariable translated(const ReducedInput& input) noexcept {
  return {input.shared,
          input.original,
          input.bytes,
          reinterpret_cast<void (*)(void*, void*)>(input.initialise),
          reinterpret_cast<void (*)(void*)>(input.end),
          reinterpret_cast<void (*)(void*, void*)>(input.combine)};
}
// The old initialise() is given an argument too many, which its caller removes.
ReducedVariable translated(const OldReducedInput& input) noexcept {
  return {input.shared,
          nullptr,
          input.bytes,
          reinterpret_cast<void (*)(void*, void*)>(input.initialise),
          reinterpret_cast<void (*)(void*)>(input.end),
          reinterpret_cast<void (*)(void*, void*)>(input.combine)};
}

template <class T>
std::vector<ReducedVariable> translated(std::int32_t count, const T* inputs) {
  std::vector<ReducedVariable> variables;
  for (std::int32_t i = 0; i < count; ++i) variables.push_back(translated(inputs[i]));
  return variables;
}

}  // namespace

extern "C" {

void* HEDDLE_KMPC_EXPORT(__kmpc_taskred_init)(ThreadNumber /*self*/, std::int32_t count, const ReducedInput* inputs) {
  return omp::register_reductions(current(), translated(count, inputs));
}
void* HEDDLE_KMPC_EXPORT(__kmpc_task_reduction_init)(ThreadNumber /*self*/, std::int32_t count,
                                                     const OldReducedInput* inputs) {
  return omp::register_reductions(current(), translated(count, inputs));
}
void* HEDDLE_KMPC_EXPORT(__kmpc_taskred_modifier_init)(Ident* /*at*/, ThreadNumber /*self*/,
                                                       std::int32_t /*worksharing*/, std::int32_t count,
                                                       const ReducedInput* inputs) {
  return omp::join_team_reductions(current(), translated(count, inputs));
}
void* HEDDLE_KMPC_EXPORT(__kmpc_task_reduction_modifier_init)(Ident* /*at*/, ThreadNumber /*self*/,
                                                              std::int32_t /*worksharing*/, std::int32_t count,
                                                              const OldReducedInput* inputs) {
  return omp::join_team_reductions(current(), translated(count, inputs));
}
void HEDDLE_KMPC_EXPORT(__kmpc_task_reduction_modifier_fini)(Ident* /*at*/, ThreadNumber /*self*/,
                                                             std::int32_t /*worksharing*/) {
  omp::end_group_with_reductions(current());
}
void* HEDDLE_KMPC_EXPORT(__kmpc_task_reduction_get_th_data)(ThreadNumber /*self*/, void* registered, void* variable) {
  return omp::reduction_copy(current(), registered, variable);
}

void HEDDLE_KMPC_EXPORT(__kmpc_end_taskgroup)(Ident* /*at*/, ThreadNumber /*self*/) {
  omp::end_group_with_reductions(current());
}

}  // extern "C"
