// See edges.hpp.
#include "edges.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "graph/access.hpp"

namespace heddle::tools {

namespace {

using graph::Mode;

/// What a scope knows of one address: the newest set of tasks that used it, and the set before.
struct Known {
  Mode mode{};
  std::vector<std::size_t> members;
  std::vector<std::size_t> previous;
};

/// An address named twice counts once, as `out` if the modes differ.
std::map<std::uint64_t, Mode> modes_of(const TaskHistory& task) {
  std::map<std::uint64_t, Mode> modes;
  for (const TaskAccess& access : task.accesses) {
    const auto [place, is_new] = modes.emplace(access.address, static_cast<Mode>(access.mode));
    if (!is_new && place->second != static_cast<Mode>(access.mode)) place->second = Mode::out;
  }
  return modes;
}

/// @returns whom the newcomer waits for
const std::vector<std::size_t>& enter(Known& known, std::size_t task, Mode mode) {
  const bool beside = !known.members.empty() && mode != Mode::out && mode == known.mode;
  if (!beside) {
    known.previous = std::exchange(known.members, {});
    known.mode = mode;
  }
  known.members.push_back(task);
  return known.previous;
}

}  // namespace

std::vector<Dependence> dependences_of(const std::vector<TaskHistory>& tasks) {
  std::map<std::pair<std::size_t, std::uint64_t>, Known> scopes;  // by parent and address
  std::vector<Dependence> dependences;
  for (std::size_t index = 0; index < tasks.size(); ++index) {
    std::vector<std::size_t> before;
    for (const auto& [address, mode] : modes_of(tasks[index])) {
      const auto& waited_for = enter(scopes[{tasks[index].parent, address}], index, mode);
      before.insert(before.end(), waited_for.begin(), waited_for.end());
    }
    std::sort(before.begin(), before.end());
    before.erase(std::unique(before.begin(), before.end()), before.end());
    for (const std::size_t predecessor : before) dependences.push_back({predecessor, index});
  }
  return dependences;
}

}  // namespace heddle::tools
