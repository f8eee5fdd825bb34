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

using Scopes = std::map<std::pair<std::size_t, std::uint64_t>, Known>;  // by parent and address

bool names_all_memory(const TaskHistory& task) {
  const auto all = reinterpret_cast<std::uint64_t>(graph::k_all_memory);
  return !task.accesses.empty() && task.accesses.front().address == all;
}

/// The members of all newest sets of the parent, which stand for nothing any more.
std::vector<std::size_t> take_all(Scopes& scopes, std::size_t parent) {
  std::vector<std::size_t> members;
  const auto first = scopes.lower_bound({parent, 0});
  auto end = first;
  for (; end != scopes.end() && end->first.first == parent; ++end)
    members.insert(members.end(), end->second.members.begin(), end->second.members.end());
  scopes.erase(first, end);
  return members;
}

}  // namespace

std::vector<Dependence> dependences_of(const std::vector<TaskHistory>& tasks) {
  Scopes scopes;
  std::map<std::size_t, std::size_t> all;  // by parent: the last task to name all memory
  std::vector<Dependence> dependences;
  for (std::size_t index = 0; index < tasks.size(); ++index) {
    const std::size_t parent = tasks[index].parent;
    const auto last_of_all = all.find(parent);
    std::vector<std::size_t> before;
    if (names_all_memory(tasks[index])) {
      before = take_all(scopes, parent);
      if (last_of_all != all.end()) before.push_back(last_of_all->second);
      all[parent] = index;
    } else {
      for (const auto& [address, mode] : modes_of(tasks[index])) {
        Known fresh;
        if (last_of_all != all.end()) fresh = {Mode::out, {last_of_all->second}, {}};
        const auto& waited_for = enter(scopes.try_emplace({parent, address}, fresh).first->second, index, mode);
        before.insert(before.end(), waited_for.begin(), waited_for.end());
      }
    }
    std::sort(before.begin(), before.end());
    before.erase(std::unique(before.begin(), before.end()), before.end());
    for (const std::size_t predecessor : before) dependences.push_back({predecessor, index});
  }
  return dependences;
}

}  // namespace heddle::tools
