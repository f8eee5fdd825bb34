// Runs a random task program and judges it: does it compute what a serial execution in creation order would?
//
// Used by the tests of the policies, by the stress tests, and by tests/pressure/random_programs. Knows nothing of the
// test framework: what is wrong is collected by `Mistakes`, and verdict() says it.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "random_maker.hpp"
#include "random_node.hpp"
#include "tests/unit/runtime/engine.hpp"

namespace heddle::test {

/// The first mistakes of a run as text, and how many there were. Any thread.
class Mistakes {
 public:
  void add(const Node& node, const std::string& what) {
    const std::lock_guard guard(lock_);
    if (++count_ <= k_shown) text_ += "  task " + std::to_string(node.number) + ": " + what + "\n";
  }

  void expect(bool right, const Node& node, const char* what) {
    if (!right) add(node, what);
  }

  void expect(std::int64_t found, std::int64_t expected, const Node& node, const char* what) {
    if (found == expected) return;
    add(node, std::string(what) + ": found " + std::to_string(found) + ", serially " + std::to_string(expected));
  }

  /// @returns empty when there were none
  std::string text() {
    const std::lock_guard guard(lock_);
    if (count_ <= k_shown) return text_;
    return text_ + "  and " + std::to_string(count_ - k_shown) + " more\n";
  }

  void clear() {
    const std::lock_guard guard(lock_);
    text_.clear();
    count_ = 0;
  }

 private:
  static constexpr std::uint64_t k_shown = 8;
  std::mutex lock_;  // guards both
  std::string text_;
  std::uint64_t count_ = 0;
};

/// Somebody outside every team who fulfils events.
class Outside {
 public:
  virtual void hand_over(Node& node) = 0;

 protected:
  ~Outside() = default;
};

class RandomProgram {
 public:
  /// @param outside  who fulfils the events of Event::outside; null: their creator does
  RandomProgram(std::uint32_t seed, const Shape& shape, Outside* outside = nullptr)
      : root_(RandomMaker::make(seed, shape)), outside_(outside), tasks_(count(*root_)) {}

  /// Runs the program: the calling thread's current task is the root. Returns when all is done.
  void run() {
    mistakes_.clear();
    reset(*root_);
    root_->runs = root_->created = 1;
    taskgroup([this] { create_children(*root_); });
    root_->ended = true;
  }

  /// What was wrong: every task ran once, every reader found what it must, all cells are as after a serial execution.
  /// @returns empty when nothing was. After run().
  std::string verdict() {
    judge(*root_);
    return mistakes_.text();
  }

  std::size_t tasks() const noexcept { return tasks_; }
  const Node& root() const noexcept { return *root_; }

  /// The event of a detachable task happens. Called by whoever was chosen for it, once.
  static void complete_outside(Node& node) {
    if (node.halves.fetch_add(1) == 1) write_late(node);
    fulfill(static_cast<Task*>(node.event_handle.load()));
  }

 private:
  struct Arguments {
    void* event;  // the first word receives the event of a detachable task
    RandomProgram* program;
    Node* node;
  };
  static constexpr unsigned char k_filling = 0xA5;

  static std::size_t count(const Node& node) {
    std::size_t tasks = node.children.size();
    for (const auto& child : node.children) tasks += count(*child);
    return tasks;
  }

  static void reset(Node& node) {
    node.created = node.runs = node.halves = 0;
    node.ended = node.scope_over = false;
    node.event_handle = nullptr;
    for (Cell& cell : node.cells) cell.value = 0;
    for (auto& child : node.children) reset(*child);
  }

  // -- what a task does
  // ------------------------------------------------------------------------------------------------
  void body(const Arguments& arguments) {
    Node& node = *arguments.node;
    mistakes_.expect(++node.runs == 1, node, "ran twice");
    mistakes_.expect(node.judged() || !node.cancelled_scope->scope_over, node, "ran behind the end of its taskgroup");
    for (Step& step : node.steps) perform(node, step);
    if (node.cancels) self().task->group->cancel();
    create_in_scope(node);
    node.ended = true;
    if (node.event == Event::none) return;
    if (node.event == Event::body) {
      node.event_handle = arguments.event;
      node.halves = 1;
      return complete_outside(node);
    }
    if (node.halves.fetch_add(1) == 1) write_late(node);
  }

  void perform(Node& node, Step& step) {
    Cell& cell = *step.cell;
    switch (step.mode) {
      case Mode::in:
        if (node.judged()) mistakes_.expect(cell.value, step.expected, node, "read too early or too late");
        return;
      case Mode::out:
        if (node.judged()) mistakes_.expect(cell.value, step.expected, node, "written too early or too late");
        if (node.lingers) linger();
        if (node.event == Event::none) cell.value = step.amount;
        return;
      case Mode::inoutset:
        // order: relaxed — members of a set commute; others are ordered by the dependence.
        std::atomic_ref<std::int64_t>(cell.value).fetch_add(step.amount, std::memory_order_relaxed);
        return;
      case Mode::mutexinoutset:
        mistakes_.expect(cell.inside.fetch_add(1) == 0, node, "two members of a mutexinoutset at a time");
        cell.value += step.amount;
        if (node.lingers) linger();
        cell.inside.fetch_sub(1);
        return;
    }
  }

  static void linger() {
    for (int i = 0; i < 100; ++i) P::pause();
  }

  // A detachable task writes when both its body and its event are due: a successor that waits for one only is found
  // out.
  static void write_late(Node& node) {
    for (const Step& step : node.steps) {
      if (step.mode == Mode::out) step.cell->value = step.amount;
    }
  }

  void create_in_scope(Node& node) {
    switch (node.scope) {
      case Scope::plain:
        return create_children(node);
      case Scope::group:
        taskgroup([&] { create_children(node); });
        return expect_cells(node, "after the taskgroup");
      case Scope::cancelled:
        taskgroup([&] { create_children(node); });
        node.scope_over = true;
        return;
      case Scope::region:
        parallel(2, [&] {
          if (seat() == 0) create_children(node);
        });
        return expect_cells(node, "after the region");
    }
  }

  void expect_cells(const Node& node, const char* when) {
    if (!node.judged()) return;
    for (const Cell& cell : node.cells) mistakes_.expect(cell.value, cell.expected, node, when);
  }

  void create_children(Node& node) {
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      spawn_node(*node.children[i]);
      act_after(node, i);
    }
  }

  void act_after(Node& node, std::size_t last) {
    switch (node.after_child[last]) {
      case Then::nothing:
        return;
      case Then::yield:
        return Tasking::yield(self());
      case Then::taskwait:
        taskwait();
        for (std::size_t c = 0; c <= last; ++c) expect_over(*node.children[c], "not over after taskwait");
        return;
      case Then::wait_to_read:
        wait_for({{&node.cells.front(), Mode::in}});
        break;
      case Then::wait_to_write:
        wait_for({{&node.cells.back(), Mode::out}});
        break;
    }
    const bool reads = node.after_child[last] == Then::wait_to_read;
    const Cell& cell = reads ? node.cells.front() : node.cells.back();
    for (std::size_t c = 0; c <= last; ++c) {
      for (const Step& step : node.children[c]->steps) {
        if (step.cell == &cell && (!reads || step.mode != Mode::in))
          expect_over(*node.children[c], "not over after taskwait depend");
      }
    }
  }

  void expect_over(const Node& child, const char* what) {
    if (!child.judged()) return;
    mistakes_.expect(child.ended && (child.event == Event::none || child.halves == 2), child, what);
  }

  // -- how it comes into the world
  // -------------------------------------------------------------------------------------
  void spawn_node(Node& node) {
    node.created = 1;
    Arguments arguments{nullptr, this, &node};
    if (node.bytes != 0) {
      spawn_bulky(node, arguments);
    } else if (node.accesses.empty() && !node.undeferred && !node.final && node.priority == 0 && !node.copied &&
               node.event == Event::none) {
      spawn_plain([arguments] { arguments.program->body(arguments); });
    } else {
      runtime::Spawn how = spawn_of(node);
      how.body = [](void* copy) { run_body(*static_cast<Arguments*>(copy)); };
      how.data = &arguments;
      how.bytes = sizeof(arguments);
      how.alignment = alignof(Arguments);
      if (node.copied) how.copy = [](void* to, void* from) { std::memcpy(to, from, sizeof(Arguments)); };
      spawn_as_told(node, how);
    }
    if (node.undeferred && node.judged())
      mistakes_.expect(node.ended, node, "undeferred, but not over when its creator goes on");
  }

  static void run_body(const Arguments& arguments) { arguments.program->body(arguments); }

  void spawn_bulky(Node& node, const Arguments& arguments) {
    std::vector<char> filled(sizeof(Arguments) + node.bytes, static_cast<char>(k_filling));
    std::memcpy(filled.data(), &arguments, sizeof(Arguments));
    runtime::Spawn how = spawn_of(node);
    how.body = [](void* copy) { run_bulky(*static_cast<Arguments*>(copy)); };
    how.data = filled.data();
    how.bytes = filled.size();
    how.alignment = node.alignment;
    spawn_as_told(node, how);
  }

  static void run_bulky(const Arguments& arguments) {
    Node& node = *arguments.node;
    const auto* behind = reinterpret_cast<const unsigned char*>(&arguments + 1);
    bool whole = true;
    for (std::uint32_t i = 0; i < node.bytes; ++i) whole = whole && behind[i] == k_filling;
    arguments.program->mistakes_.expect(whole, node, "its arguments are damaged");
    run_body(arguments);
    for (std::uint32_t i = 0; i < node.bytes; ++i) whole = whole && behind[i] == k_filling;
    arguments.program->mistakes_.expect(whole, node, "its arguments were damaged while it ran");
  }

  static runtime::Spawn spawn_of(Node& node) {
    runtime::Spawn how;
    how.accesses = node.accesses.data();
    how.access_count = static_cast<std::uint32_t>(node.accesses.size());
    how.priority = node.priority;
    how.undeferred = node.undeferred;
    if (node.final) how.flags |= graph::k_final;
    if (node.event != Event::none) how.flags |= graph::k_detachable;
    return how;
  }

  void spawn_as_told(Node& node, const runtime::Spawn& how) {
    if (node.event == Event::none) return Tasking::spawn(self(), how);
    void* event = nullptr;
    Tasking::spawn(self(), how, &event);
    if (node.event == Event::body) return;  // gone, perhaps
    node.event_handle = event;
    Node* const it = &node;
    if (node.event == Event::sibling) return spawn_plain([it] { complete_outside(*it); });
    if (node.event == Event::outside && outside_ != nullptr) return outside_->hand_over(node);
    complete_outside(node);
  }

  // -- afterwards
  // ------------------------------------------------------------------------------------------------------
  void judge(const Node& node) {
    if (node.judged()) {
      mistakes_.expect(node.runs == 1, node, "did not run once");
      if (node.scope != Scope::cancelled) expect_cells(node, "afterwards");
    }
    for (const Cell& cell : node.cells)
      mistakes_.expect(cell.inside == 0, node, "somebody is still in a mutexinoutset");
    for (const auto& child : node.children) judge(*child);
  }

  const std::unique_ptr<Node> root_;
  Outside* const outside_;
  const std::size_t tasks_;
  Mistakes mistakes_;
};

}  // namespace heddle::test
