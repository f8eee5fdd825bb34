// Scheduler nodes: what each message is to them.
#include "schedule/balance/child_choice.hpp"
#include "simulation.hpp"

namespace heddle::myrmics_sim {

namespace {

struct NoCure : dependence::CureRules {
  static constexpr bool k_cure = false;
};
struct NoReset : dependence::CureRules {
  static constexpr bool k_resets = false;
};

/// `use(rules)`: as they are, or with what is left out.
template <class Link, class Use>
void with_rules(Fault fault, Link& link, const Use& use) {
  if (fault == Fault::no_cure) {
    dependence::Rules<Link, NoCure> rules(link);
    use(rules);
  } else if (fault == Fault::no_reset) {
    dependence::Rules<Link, NoReset> rules(link);
    use(rules);
  } else {
    dependence::Rules<Link> rules(link);
    use(rules);
  }
}

}  // namespace

void Simulation::Link::send(std::uint16_t node, region::NodeMessage& message) {
  simulation_.post({.what = What::entry, .to = simulation_.core_of_node(node), .entry = static_cast<Entry*>(&message)});
}
void Simulation::Link::report(Scope& up, const std::uint32_t (&counts)[2]) {
  simulation_.post(
      {.what = What::report, .to = simulation_.core_of_node(up.node), .scope = &up, .counts = {counts[0], counts[1]}});
}
void Simulation::Link::granted(Entry& entry) {
  const Task& task = *static_cast<Task*>(static_cast<dependence::RegionTask<P>*>(entry.task));
  if (task.home == node_) return simulation_.entry_granted(node_, entry);
  simulation_.post({.what = What::granted, .to = simulation_.core_of_node(task.home), .entry = &entry});
}

void Simulation::node_main(std::uint32_t node) {
  for (;;) {
    const Note note = fabric_.receive();
    statistics().runtime += costs_between(note.from, core_of_node(node)).receive;
    if (note.to == core_of_node(node))
      handle(node, note);
    else
      pass(node, note);
  }
}

void Simulation::node_works(std::uint32_t, Cycles cycles) {
  const Cycles taken = varied(cycles);
  statistics().runtime += taken;
  engine_.work(taken);
}

void Simulation::handle(std::uint32_t node, const Note& note) {
  Link link(*this, node);
  switch (note.what) {
    case What::spawn:
      pass(node, note);
      return begin_task(node, *note.task, note.from);
    case What::entry:
      return handle_entry(node, *note.entry);
    case What::report:
      node_works(node, execute_of_node_.argument / 4);
      return with_rules(setup_.fault, link, [&](auto& rules) { rules.reported(*note.scope, note.counts); });
    case What::granted:
      return entry_granted(node, *note.entry);
    case What::pack:
      node_works(node, execute_of_node_.argument / 2);
      return post({.what = What::packed, .to = note.from, .task = note.task, .parts = parts_of(2 * note.ranges)});
    case What::packed:
      if (--note.task->unpacked == 0) schedule(node, *note.task);
      return;
    case What::schedule:
      node_works(node, execute_of_node_.base / 2);
      return schedule(node, *note.task);
    case What::done:
      pass(node, note);
      return end_task(node, *note.task);
    case What::load:
      for (std::uint32_t i = 0; i < shape_.node(node).children.size(); ++i) {
        if (core_of_node(shape_.node(node).children[i]) == note.from) set_load(node, i, note.load);
      }
      return;
    default:
      return;
  }
}

/// What is on its way to another core, or has come to this one. Its worker's leaf takes note of a task that is over, or
/// that waits: then the worker is free for others.
void Simulation::pass(std::uint32_t node, const Note& note) {
  const Node& here = shape_.node(node);
  const bool waits = note.what == What::spawn && note.task->waits;
  const bool over = note.what == What::done && (!note.task->hands_on || setup_.all_are_load);
  if (here.is_leaf() && (over || waits) && shape_.is_worker(note.from) && shape_.under(node, note.from)) {
    const std::uint32_t index = note.from - here.first_worker;
    set_load(node, index, nodes_[node].loads[index] - 1);
  }
  if (here.is_leaf() && note.what == What::waited) {
    const std::uint32_t index = note.to - here.first_worker;
    set_load(node, index, nodes_[node].loads[index] + 1);
  }
  if (note.to != here.core) send_on(note);
}

void Simulation::set_load(std::uint32_t node, std::uint32_t index, std::uint32_t load) {
  NodeState& state = nodes_[node];
  state.loads[index] = load;
  if (node == 0) return;
  std::uint32_t all = 0;
  for (const std::uint32_t one : state.loads) all += one;
  const std::uint32_t change = all > state.reported ? all - state.reported : state.reported - all;
  if (change * 4 <= state.reported) return;
  state.reported = all;
  post({.what = What::load, .to = core_of_node(shape_.node(node).parent), .load = all});
}

void Simulation::begin_task(std::uint32_t node, Task& task, CoreId maker) {
  node_works(node, spawn_of_node_.base);
  task.home = static_cast<std::uint16_t>(home_of(static_cast<Task&>(*task.parent), task));
  task.ungranted = task.entry_count;
  const bool none = task.entry_count == 0;
  for (std::uint32_t i = 0; i < task.entry_count; ++i) {
    Entry& entry = task.entries[i];
    entry.carries = region::Carries::begin;
    if (entry.at->node == node)
      begin_entry(node, entry);
    else
      post({.what = What::entry, .to = core_of_node(entry.at->node), .entry = &entry});
  }
  if (none) all_granted(node, task);
  if (setup_.one_spawn_at_a_time) post({.what = What::spawned, .to = maker});
}

void Simulation::begin_entry(std::uint32_t node, Entry& entry) {
  const std::uint32_t levels = entry.target->depth - entry.at->depth;
  node_works(node, spawn_of_node_.argument +
                       (levels > 1 ? levels - 1 : 0) * spawn_of_node_.argument * machine_.handler.level_percent / 100);
  Link link(*this, node);
  with_rules(setup_.fault, link, [&](auto& rules) { rules.begin(entry); });
}

void Simulation::handle_entry(std::uint32_t node, Entry& entry) {
  Link link(*this, node);
  switch (entry.carries) {
    case region::Carries::begin:
      return begin_entry(node, entry);
    case region::Carries::arrive:
      node_works(node, spawn_of_node_.argument / 2);
      return with_rules(setup_.fault, link, [&](auto& rules) { rules.arrive(entry); });
    default:
      node_works(node, execute_of_node_.argument / 2);
      return with_rules(setup_.fault, link, [&](auto& rules) { rules.leave(entry); });
  }
}

void Simulation::entry_granted(std::uint32_t node, Entry& entry) {
  Task& task = *static_cast<Task*>(static_cast<dependence::RegionTask<P>*>(entry.task));
  if (--task.ungranted == 0) all_granted(node, task);
}

void Simulation::all_granted(std::uint32_t node, Task& task) {
  if (task.waits) {
    const Note answer{.what = What::waited, .to = task.maker, .task = &task};
    if (shape_.leaf_of(task.maker) == node)
      pass(node, answer);
    else
      post(answer);
    return post({.what = What::done, .to = core_of_node(node), .task = &task});  // never from inside a grant
  }
  node_works(node, execute_of_node_.base / 2 + task.entry_count * execute_of_node_.argument / 2);
  task.unpacked = 0;
  for (std::uint32_t i = 0; i < task.entry_count; ++i) task.unpacked += task.entries[i].target->node != node ? 1 : 0;
  if (task.unpacked == 0) return schedule(node, task);
  for (std::uint32_t i = 0; i < task.entry_count; ++i) {
    if (task.entries[i].target->node != node)
      post({.what = What::pack,
            .to = core_of_node(task.entries[i].target->node),
            .task = &task,
            .ranges = ranges_of(Thing::of(*task.entries[i].target))});
  }
}

void Simulation::schedule(std::uint32_t node, Task& task) {
  const Node& here = shape_.node(node);
  const std::uint32_t chosen = choose(node, task);
  NodeState& state = nodes_[node];
  state.last = chosen;
  if (!task.hands_on || setup_.all_are_load) set_load(node, chosen, state.loads[chosen] + 1);
  if (here.is_leaf()) return give(node, here.first_worker + chosen, task);
  post({.what = What::schedule, .to = core_of_node(here.children[chosen]), .task = &task});
}

/// Of the node's children, or of the leaf's workers.
std::uint32_t Simulation::choose(std::uint32_t node, const Task& task) {
  const NodeState& state = nodes_[node];
  const auto count = static_cast<std::uint32_t>(state.loads.size());
  const std::vector<std::uint64_t> bytes = local_bytes(node, task);
  const schedule::ChildChoice balance(setup_.locality, bytes[count]);
  return balance.best(count, state.last,
                      [&](std::uint32_t index) { return schedule::BalanceChild{bytes[index], state.loads[index]}; });
}

/// Of the task's data, by child or worker under which they were written last; behind those: all of them.
std::vector<std::uint64_t> Simulation::local_bytes(std::uint32_t node, const Task& task) const {
  const Node& here = shape_.node(node);
  const auto count = static_cast<std::uint32_t>(nodes_[node].loads.size());
  std::vector<std::uint64_t> bytes(count + 1);
  for (const Argument& argument : task.arguments) {
    argument.thing->objects([&](const Thing& object) {
      bytes[count] += object.bytes;
      if (object.holder < 0 || !shape_.under(node, static_cast<CoreId>(object.holder))) return;
      const auto holder = static_cast<CoreId>(object.holder);
      if (here.is_leaf()) {
        bytes[holder - here.first_worker] += object.bytes;
      } else {
        const std::uint32_t child = shape_.child_towards(node, holder);
        bytes[child - here.children.front()] += object.bytes;
      }
    });
  }
  return bytes;
}

/// A packing of what lies there: ranges of one holder; adjacent ones are one.
std::uint32_t Simulation::ranges_of(Thing& thing) {
  std::uint32_t ranges = 0;
  std::int32_t holder = -1;
  const char* end = nullptr;
  thing.objects([&](const Thing& object) {
    if (object.address != end || object.holder != holder) ++ranges;
    end = object.address + object.bytes;
    holder = object.holder;
  });
  return ranges;
}

void Simulation::give(std::uint32_t, CoreId worker, Task& task) {
  auto words = static_cast<std::uint32_t>(task.words.size());
  for (const Argument& argument : task.arguments) words += 2 * ranges_of(*argument.thing);  // where, and from whom
  const std::uint32_t parts = parts_of(words);
  for (const Argument& argument : task.arguments) {
    const bool published = setup_.data == Data::published;
    if (!published && !argument.transfers) continue;
    argument.thing->objects([&](Thing& object) {
      if (published ? !object.is_of(worker) : !object.has(worker)) {
        task.fetch_bytes += object.bytes;
        task.fetch_pieces += 1 + object.bytes / machine_.transfer.piece_bytes;
      }
      if (argument.writes)
        object.written_by(worker);
      else
        object.gets(worker);
    });
  }
  post({.what = What::execute, .to = worker, .task = &task, .parts = parts});
}

void Simulation::end_task(std::uint32_t node, Task& task) {
  if (!task.waits) node_works(node, execute_of_node_.base - execute_of_node_.base / 2);
  Link link(*this, node);
  for (std::uint32_t i = 0; i < task.entry_count; ++i) {
    Entry& entry = task.entries[i];
    entry.carries = region::Carries::leave;
    if (entry.gone) continue;
    if (entry.target->node != node) {
      post({.what = What::entry, .to = core_of_node(entry.target->node), .entry = &entry});
      continue;
    }
    node_works(node, execute_of_node_.argument / 2);
    with_rules(setup_.fault, link, [&](auto& rules) { rules.leave(entry); });
  }
  if (--live_ == 0) post({.what = What::stop, .to = 0});
}

/// The parent's home, pushed down while all arguments lie below one child.
std::uint32_t Simulation::home_of(const Task& parent, const Task& task) const {
  std::uint32_t home = parent.home;
  while (task.entry_count != 0 && !shape_.node(home).is_leaf()) {
    std::uint32_t child = 0;
    for (std::uint32_t i = 0; i < task.entry_count; ++i) {
      const CoreId core = core_of_node(task.entries[i].target->node);
      const std::uint32_t towards = core == core_of_node(home) ? home : shape_.child_towards(home, core);
      if (towards == home || (i > 0 && towards != child)) return home;
      child = towards;
    }
    home = child;
  }
  return home;
}

}  // namespace heddle::myrmics_sim
