// A world of random programs on regions, in which the rules of dependence/regions run as they are, and the order of all
// messages and steps is drawn: links between nodes keep their order, nothing else does. What tasks read and leave is
// compared with the serial elision.
//
// The explorer of threads has nothing to do here: handlers run alone, so what can differ is who comes first.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "dependence/regions/manager.hpp"
#include "platform/threads/threads.hpp"

namespace heddle::model {

using dependence::Carries;
using dependence::EntryMode;
using dependence::NodeMessage;
using dependence::OrderScope;
using dependence::QueueEntry;

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ULL + 1) {}
  std::uint32_t below(std::uint32_t count) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<std::uint32_t>((state_ * 0x2545F4914F6CDD1DULL) >> 33) % count;
  }
  bool one_in(std::uint32_t count) { return below(count) == 0; }

 private:
  std::uint64_t state_;
};

struct Argument {
  std::uint32_t scope;
  bool writes;
};
struct Step {
  enum What : std::uint8_t { read, write, spawn, wait } what;
  std::uint32_t object = 0;
  std::uint32_t child = 0;
  std::vector<Argument> arguments;
};
struct Body {
  std::vector<Argument> arguments;
  std::vector<Step> steps;
};

/// Regions, objects, and the tasks of a program, by number; task 0 is main.
struct Program {
  std::vector<std::int32_t> up;  // of each scope; -1: the root, which is scope 0
  std::vector<bool> is_region;
  std::vector<std::uint16_t> node;
  std::vector<Body> bodies;
  std::vector<std::uint32_t> objects;

  bool lies_in(std::uint32_t scope, std::uint32_t around) const {
    std::int32_t at = static_cast<std::int32_t>(scope);
    while (at >= 0 && at != static_cast<std::int32_t>(around)) at = up[static_cast<std::size_t>(at)];
    return at >= 0;
  }
};

struct Shape {
  std::vector<std::uint32_t> widths{1};  // scheduler nodes of each level
};

class Generator {
 public:
  Generator(std::uint64_t seed, const Shape& shape) : dice_(seed) {
    scopes(shape);
    program_.bodies.emplace_back();
    program_.bodies[0].arguments = {{0, true}};
    fill(0, 0);
  }
  Program take() { return std::move(program_); }

 private:
  void add(std::int32_t up, bool region, std::uint16_t node) {
    program_.up.push_back(up);
    program_.is_region.push_back(region);
    program_.node.push_back(node);
    if (!region) program_.objects.push_back(static_cast<std::uint32_t>(program_.up.size() - 1));
  }
  // A region is of its parent's node or of one below.
  void scopes(const Shape& shape) {
    const bool large = dice_.one_in(10);
    add(-1, true, 0);
    const std::uint32_t regions = 1 + dice_.below(large ? 64 : 3);
    for (std::uint32_t made = 0; made < regions; ++made) {
      const std::uint32_t above = pick_region();
      std::uint16_t node = program_.node[above];
      if (!dice_.one_in(3)) node = below(shape, node);
      add(static_cast<std::int32_t>(above), true, node);
    }
    const std::uint32_t objects = 1 + dice_.below(large ? 192 : 3);
    for (std::uint32_t made = 0; made < objects; ++made) {
      const std::uint32_t above = pick_region();
      add(static_cast<std::int32_t>(above), false, program_.node[above]);
    }
  }
  std::uint16_t below(const Shape& shape, std::uint16_t node) {
    std::uint32_t first = 0;
    for (std::size_t level = 0; level + 1 < shape.widths.size(); ++level) {
      const std::uint32_t width = shape.widths[level];
      const std::uint32_t next = shape.widths[level + 1];
      if (node < first + width) {
        const std::uint32_t at = node - first;
        const std::uint32_t from = at * next / width;
        const std::uint32_t count = (at + 1) * next / width - from;
        return static_cast<std::uint16_t>(first + width + from + dice_.below(count));
      }
      first += width;
    }
    return node;
  }
  std::uint32_t pick_region() {
    for (;;) {
      const std::uint32_t scope = dice_.below(static_cast<std::uint32_t>(program_.up.size()));
      if (program_.is_region[scope]) return scope;
    }
  }

  // Something that the task's arguments cover; the root only as a place to look in.
  bool pick_covered(const Body& body, Argument& found) {
    for (int tries = 0; tries < 12; ++tries) {
      const std::uint32_t scope = 1 + dice_.below(static_cast<std::uint32_t>(program_.up.size() - 1));
      for (const Argument& argument : body.arguments) {
        if (!program_.lies_in(scope, argument.scope)) continue;
        found = {scope, argument.writes && !dice_.one_in(2)};
        return true;
      }
    }
    return false;
  }

  void fill(std::uint32_t task, int depth) {
    std::vector<std::uint32_t> given_away;
    const std::uint32_t steps = 2 + dice_.below(depth == 0 ? 10 : 5);
    for (std::uint32_t at = 0; at < steps; ++at) {
      const std::uint32_t kind = dice_.below(10);
      if (kind < 3) {
        touch(task, given_away);
      } else if (kind < 8) {
        if (depth < 5 && program_.bodies.size() < 60) spawn(task, depth, given_away);
      } else {
        wait(task, given_away);
      }
    }
  }
  void touch(std::uint32_t task, const std::vector<std::uint32_t>& given_away) {
    for (int tries = 0; tries < 8; ++tries) {
      Argument what{};
      if (!pick_covered(program_.bodies[task], what) || program_.is_region[what.scope]) continue;
      bool away = false;
      for (const std::uint32_t scope : given_away) away = away || program_.lies_in(what.scope, scope);
      if (away) continue;
      program_.bodies[task].steps.push_back({what.writes ? Step::write : Step::read, what.scope, 0, {}});
      return;
    }
  }
  void spawn(std::uint32_t task, int depth, std::vector<std::uint32_t>& given_away) {
    Body body;
    const std::uint32_t count = 1 + dice_.below(3);
    for (std::uint32_t at = 0; at < count; ++at) {
      Argument what{};
      if (pick_covered(program_.bodies[task], what)) body.arguments.push_back(what);
    }
    if (body.arguments.empty()) return;
    for (const Argument& argument : body.arguments) given_away.push_back(argument.scope);
    const auto child = static_cast<std::uint32_t>(program_.bodies.size());
    program_.bodies.push_back(body);
    program_.bodies[task].steps.push_back({Step::spawn, 0, child, {}});
    fill(child, depth + 1);
  }
  void wait(std::uint32_t task, std::vector<std::uint32_t>& given_away) {
    std::vector<Argument> arguments;
    const std::uint32_t count = 1 + dice_.below(2);
    for (std::uint32_t at = 0; at < count; ++at) {
      Argument what{};
      if (pick_covered(program_.bodies[task], what)) arguments.push_back(what);
    }
    if (arguments.empty()) return;
    for (const Argument& argument : arguments) {
      if (!argument.writes) continue;
      std::erase_if(given_away, [&](std::uint32_t scope) { return program_.lies_in(scope, argument.scope); });
    }
    program_.bodies[task].steps.push_back({Step::wait, 0, 0, arguments});
  }

  Dice dice_;
  Program program_;
};

/// What a program leaves: the objects' values, and what each task has read.
struct Outcome {
  std::vector<std::uint64_t> values;
  std::vector<std::uint64_t> seen;
  bool stuck = false;
  bool operator==(const Outcome&) const = default;
};

inline std::uint64_t mixed(std::uint64_t one, std::uint64_t two) {
  return (one ^ (two + 0x9E3779B97F4A7C15ULL)) * 0xBF58476D1CE4E5B9ULL + (one >> 29);
}
inline void touch(const Step& step, std::uint32_t task, Outcome& outcome) {
  std::uint64_t& value = outcome.values[step.object];
  if (step.what == Step::write) value = mixed(value, task + 1);
  outcome.seen[task] = mixed(outcome.seen[task], value);
}
inline void elide(const Program& program, std::uint32_t task, Outcome& outcome) {
  for (const Step& step : program.bodies[task].steps) {
    if (step.what == Step::spawn) elide(program, step.child, outcome);
    if (step.what == Step::read || step.what == Step::write) touch(step, task, outcome);
  }
}
inline Outcome serial(const Program& program) {
  Outcome outcome{std::vector<std::uint64_t>(program.up.size()), std::vector<std::uint64_t>(program.bodies.size())};
  elide(program, 0, outcome);
  return outcome;
}

}  // namespace heddle::model
