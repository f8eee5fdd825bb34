// See edges.hpp.
#include "edges.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "graph/order_sets.hpp"
#include "graph/same_address.hpp"

namespace heddle::tools {

namespace {

using graph::Access;
using Tasks = std::vector<std::size_t>;  // a set, by their indices

std::vector<Access> accesses_of(const TaskHistory& task) {
  std::vector<Access> accesses;
  for (const TaskAccess& access : task.accesses)
    accesses.push_back({reinterpret_cast<void*>(access.address), static_cast<graph::Mode>(access.mode)});
  graph::join_same(accesses);
  return accesses;
}

}  // namespace

std::vector<Dependence> dependences_of(const std::vector<TaskHistory>& tasks) {
  std::map<std::size_t, graph::OrderSets<Tasks>> orders;  // by parent
  std::vector<Dependence> dependences;
  for (std::size_t index = 0; index < tasks.size(); ++index) {
    graph::OrderSets<Tasks>& order = orders[tasks[index].parent];
    Tasks before;
    for (const Access& access : accesses_of(tasks[index])) {
      order.for_each_before(access, [&](const Tasks& set) { before.insert(before.end(), set.begin(), set.end()); });
      order.enter(access).push_back(index);
    }
    const auto is_earlier = [&](std::size_t source) { return source < index; };  // not k_none, nor cut off
    for (const TaskSlot& slot : tasks[index].slots)
      std::copy_if(slot.from.begin(), slot.from.end(), std::back_inserter(before), is_earlier);
    if (is_earlier(tasks[index].ready_by)) before.push_back(tasks[index].ready_by);
    std::sort(before.begin(), before.end());
    before.erase(std::unique(before.begin(), before.end()), before.end());
    for (const std::size_t predecessor : before) dependences.push_back({predecessor, index});
  }
  return dependences;
}

}  // namespace heddle::tools
