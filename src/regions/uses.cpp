// What a task touches, as who brings its data is told (cluster/copies.hpp).
#include <new>

#include "regions/engine.hpp"
#include "regions/preparing.hpp"

namespace heddle::regions {

namespace {

bool names(const EngineTask& task, const OrderScope* scope) noexcept {
  for (; scope != nullptr; scope = scope->up)
    for (std::uint32_t index = 0; index < task.entry_count; ++index)
      if (task.entries[index].target == scope) return true;
  return false;
}

}  // namespace

// What it touches, behind its words.
void note_uses(const GivenScopes& given, EngineTask& task) noexcept {
  task.uses = reinterpret_cast<cluster::DataUse*>(task.words + task.word_count);
  for (unsigned at = 0; at < given.count(); ++at)
    if (given[at].moves)
      new (task.uses + task.use_count++)
          cluster::DataUse{given[at].word, given[at].is_region, !given[at].reads, given[at].fresh};
}

void bring_values(State& state, const CallArguments& arguments, EngineTask& task) noexcept {
  for (unsigned index = 0; index < arguments.count; ++index) {
    const std::uint64_t word = arguments.words[index];
    const auto* const address = reinterpret_cast<const void*>(word);  // NOLINT(performance-no-int-to-ptr)
    if ((arguments.types[index] & k_safe) == 0 || !state.store().space().holds(address)) continue;
    std::size_t bytes = 0;
    const Record* const around = state.store().around(address);
    if (around == nullptr || state.tree().heap().object_around(address, bytes) == nullptr) continue;
    if (names(task, &around->scope)) new (task.uses + task.use_count++) cluster::DataUse{word, false, false, false};
  }
}

}  // namespace heddle::regions
