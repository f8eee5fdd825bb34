// Makes random task programs: the same seed and shape give the same program on every machine.
#pragma once

#include <cstdint>
#include <memory>
#include <random>

#include "random_node.hpp"

namespace heddle::test {

class RandomMaker {
 public:
  /// @returns the root, whose children run as tasks; it stands for the code that creates them
  static std::unique_ptr<Node> make(std::uint32_t seed, const Shape& shape) {
    RandomMaker maker(seed, shape);
    auto root = std::make_unique<Node>();
    maker.fill(*root, shape.depth);
    return root;
  }

 private:
  RandomMaker(std::uint32_t seed, const Shape& shape) : random_(seed), shape_(shape) {}

  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  bool with_percent(unsigned percent) { return below(100) < percent; }

  void fill(Node& node, unsigned depth) {
    node.cells.resize(shape_.cells);
    if (depth == 0) return;
    choose_scope(node);
    const unsigned count = depth == shape_.depth ? shape_.children : below(shape_.children + 1);
    for (unsigned i = 0; i < count && made_ < shape_.tasks; ++i) {
      node.children.push_back(std::make_unique<Node>());
      Node& child = *node.children.back();
      child.number = ++made_;
      child.parent = &node;
      child.cancelled_scope = node.scope == Scope::cancelled && node.judged() ? &node : node.cancelled_scope;
      choose_kind(node, child);
      if (!with_percent(shape_.plain_percent)) give_accesses(node, child);
      fill(child, with_percent(shape_.nest_percent) ? depth - 1 : 0);
      node.after_child.push_back(choose_then());
    }
  }

  void choose_scope(Node& node) {
    if (below(5) == 0) node.scope = with_percent(shape_.cancel_percent) ? Scope::cancelled : Scope::group;
    if (with_percent(shape_.region_percent)) node.scope = Scope::region;
  }

  void choose_kind(const Node& node, Node& child) {
    child.undeferred = below(12) == 0;
    child.final = below(40) == 0;
    child.priority = below(6) == 0 ? static_cast<std::int32_t>(below(3)) : 0;
    child.copied = below(10) == 0;
    child.lingers = below(6) == 0;
    child.cancels = node.scope == Scope::cancelled && below(8) == 0;
    if (with_percent(shape_.event_percent)) {
      static constexpr Event k_events[] = {Event::body, Event::creator, Event::sibling, Event::outside};
      // The body or the sibling of a discarded task never comes to fulfil anything.
      child.event = child.judged() ? k_events[below(4)] : Event::creator;
    }
    if (with_percent(shape_.bulky_percent)) {
      child.bytes = below(3) == 0 ? 3000 + below(8000) : below(600);
      child.alignment = 8U << below(7);
    }
  }

  Then choose_then() {
    switch (below(32)) {
      case 0:
      case 1:
        return Then::taskwait;
      case 2:
        return Then::wait_to_read;
      case 3:
        return Then::wait_to_write;
      case 4:
        return Then::yield;
      default:
        return Then::nothing;
    }
  }

  void give_accesses(Node& parent, Node& child) {
    using graph::Mode;
    static constexpr Mode k_modes[] = {Mode::in,  Mode::in,       Mode::in,       Mode::out,
                                       Mode::out, Mode::inoutset, Mode::inoutset, Mode::mutexinoutset};
    const unsigned count = 1 + below(shape_.accesses);
    for (unsigned i = 0; i < count; ++i) {
      Cell& cell = parent.cells[below(shape_.cells)];
      const Mode mode = k_modes[below(8)];
      child.accesses.push_back({&cell, mode});
      Step* known = nullptr;
      for (Step& step : child.steps) known = step.cell == &cell ? &step : known;
      if (known == nullptr) {
        child.steps.push_back({&cell, mode, 0, 1 + static_cast<std::int64_t>(below(1000))});
      } else if (known->mode != mode) {
        known->mode = Mode::out;  // the one mode that covers both
      }
    }
    for (Step& step : child.steps) {
      step.expected = step.cell->expected;
      if (step.mode == Mode::out) step.cell->expected = step.amount;
      if (step.mode == Mode::inoutset || step.mode == Mode::mutexinoutset) step.cell->expected += step.amount;
    }
  }

  std::mt19937 random_;
  const Shape shape_;
  unsigned made_ = 0;
};

}  // namespace heddle::test
