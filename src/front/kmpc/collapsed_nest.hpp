// Nests of loops that are run as one: how many iterations they have, and where iteration n is, by arithmetic alone.
//
// A loop's bounds are linear in the variable of one loop around it (OpenMP 5.2, 4.4.2). They are calculated as the
// program's own loop would: in the type of the bounds, modulo its size, and the variable is then converted to its own
// type. The layout is the interface's (kmp_collapse.h of LLVM 19 names its words). Numbering an iteration looks at
// every iteration of the loops that the length of a loop within depends on, never at those of the innermost loop: for a
// triangle this is a pass over the outer, for a band nothing. Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace heddle::kmpc {

enum class Compare : std::int32_t { less_or_equal, greater_or_equal, not_equal, less, greater };
enum class IntegerKind : std::int32_t { u8, i8, u16, i16, u32, i32, u64, i64 };

/// One loop of a nest: from lower + lower_factor * v to upper + upper_factor * v, v: the variable of loop `outer`.
struct NestedLoop {
  IntegerKind kind;           // of bounds and step, after promotion: 32 or 64 bits
  IntegerKind variable_kind;  // of the loop's variable
  Compare compare;
  std::int32_t outer;
  std::uint64_t lower;  // these hold a value of `kind` in their first bytes, the others are not set
  std::uint64_t lower_factor;
  std::uint64_t upper;
  std::uint64_t upper_factor;
  std::int64_t step;  // signed, as wide as `kind`
  std::uint64_t trip;
};
static_assert(sizeof(NestedLoop) == 64);  // the interface's bounds_info_t

using Nest = std::span<NestedLoop>;
using Variables = std::uint64_t*;  // one for each loop, widened from its own type

namespace nest {

/// The value of a word whose first bytes hold one of that kind, widened.
constexpr std::uint64_t widened(IntegerKind kind, std::uint64_t word) noexcept {
  switch (kind) {
    case IntegerKind::u8:
      return static_cast<std::uint8_t>(word);
    case IntegerKind::i8:
      return static_cast<std::uint64_t>(static_cast<std::int8_t>(word));
    case IntegerKind::u16:
      return static_cast<std::uint16_t>(word);
    case IntegerKind::i16:
      return static_cast<std::uint64_t>(static_cast<std::int16_t>(word));
    case IntegerKind::u32:
      return static_cast<std::uint32_t>(word);
    case IntegerKind::i32:
      return static_cast<std::uint64_t>(static_cast<std::int32_t>(word));
    default:
      return word;
  }
}

constexpr bool is_signed(IntegerKind kind) noexcept { return (static_cast<std::int32_t>(kind) & 1) != 0; }

constexpr IntegerKind signed_form(IntegerKind kind) noexcept {
  return static_cast<IntegerKind>(static_cast<std::int32_t>(kind) | 1);
}

constexpr std::uint64_t step_of(const NestedLoop& loop) noexcept {
  return widened(signed_form(loop.kind), static_cast<std::uint64_t>(loop.step));
}

constexpr std::uint64_t lower_of(const NestedLoop& loop, const std::uint64_t* variables) noexcept {
  return widened(loop.kind, loop.lower + loop.lower_factor * variables[loop.outer]);
}

constexpr std::uint64_t upper_of(const NestedLoop& loop, const std::uint64_t* variables) noexcept {
  return widened(loop.kind, loop.upper + loop.upper_factor * variables[loop.outer]);
}

constexpr bool below(IntegerKind kind, std::uint64_t a, std::uint64_t b) noexcept {
  return is_signed(kind) ? static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b) : a < b;
}

constexpr bool is_upward(const NestedLoop& loop) noexcept { return static_cast<std::int64_t>(step_of(loop)) > 0; }

/// How many iterations the loop has where the variables around it have these values.
constexpr std::uint64_t trip_of(const NestedLoop& loop, const std::uint64_t* variables) noexcept {
  const bool up = is_upward(loop);
  const std::uint64_t low = up ? lower_of(loop, variables) : upper_of(loop, variables);
  const std::uint64_t high = up ? upper_of(loop, variables) : lower_of(loop, variables);
  const std::uint64_t width = up ? step_of(loop) : std::uint64_t{0} - step_of(loop);
  if (below(loop.kind, high, low)) return 0;
  const std::uint64_t distance = high - low;  // modulo 2^64: right for signed values, too
  const bool includes = loop.compare == Compare::less_or_equal || loop.compare == Compare::greater_or_equal;
  if (includes) return distance / width + 1;
  return distance / width + (distance % width != 0 ? 1 : 0);
}

/// The loop's variable in its iteration `number`.
constexpr std::uint64_t variable_at(const NestedLoop& loop, std::uint64_t number,
                                    const std::uint64_t* variables) noexcept {
  const std::uint64_t value = lower_of(loop, variables) + number * step_of(loop);
  return widened(loop.variable_kind, widened(loop.kind, value));
}

constexpr bool depends(const NestedLoop& loop) noexcept {
  return widened(loop.kind, loop.lower_factor) != 0 || widened(loop.kind, loop.upper_factor) != 0;
}

/// Whether both bounds move alike, so that the loop has the same number of iterations wherever it begins. Unsigned ones
/// may wrap around on the way; in signed ones that would be the program's mistake.
constexpr bool is_band(const NestedLoop& loop) noexcept {
  return is_signed(loop.kind) && widened(loop.kind, loop.lower_factor) == widened(loop.kind, loop.upper_factor);
}

/// Whether the number of iterations of a loop within depends on this one's variable, perhaps by loops between them.
constexpr bool is_depended_on(std::span<const NestedLoop> loops, std::size_t level) noexcept {
  for (std::size_t within = level + 1; within < loops.size(); ++within) {
    if (is_band(loops[within])) continue;
    std::size_t at = within;
    while (at > level && depends(loops[at]) && static_cast<std::size_t>(loops[at].outer) < at)
      at = static_cast<std::size_t>(loops[at].outer);
    if (at == level) return true;
  }
  return false;
}

/// Iterations of the loops from `level` on, those around having these values. Uses the variables within as scratch.
constexpr std::uint64_t count_from(std::span<const NestedLoop> loops, std::size_t level, Variables variables) noexcept {
  if (level == loops.size()) return 1;
  const std::uint64_t trip = trip_of(loops[level], variables);
  if (trip == 0) return 0;
  if (!is_depended_on(loops, level)) {
    variables[level] = variable_at(loops[level], 0, variables);
    return trip * count_from(loops, level + 1, variables);
  }
  std::uint64_t total = 0;
  for (std::uint64_t number = 0; number < trip; ++number) {
    variables[level] = variable_at(loops[level], number, variables);
    total += count_from(loops, level + 1, variables);
  }
  return total;
}

/// Sets the variables to those of iteration `number`, which exists.
constexpr void find(std::span<const NestedLoop> loops, std::uint64_t number, Variables variables) noexcept {
  for (std::size_t level = 0; level < loops.size(); ++level) {
    const NestedLoop& loop = loops[level];
    std::uint64_t mine = 0;
    variables[level] = variable_at(loop, 0, variables);
    std::uint64_t within = count_from(loops, level + 1, variables);
    if (!is_depended_on(loops, level)) {
      mine = number / within;
      number %= within;
    } else {
      while (number >= within) {
        number -= within;
        variables[level] = variable_at(loop, ++mine, variables);
        within = count_from(loops, level + 1, variables);
      }
    }
    variables[level] = variable_at(loop, mine, variables);
  }
}

/// Writes the loop with <= or >=, which is what the program's code goes on with.
constexpr void make_canonical(NestedLoop& loop) noexcept {
  const bool includes = loop.compare == Compare::less_or_equal || loop.compare == Compare::greater_or_equal;
  if (includes) return;
  const bool up = is_upward(loop);
  loop.upper = widened(loop.kind, up ? loop.upper - 1 : loop.upper + 1);
  loop.compare = up ? Compare::less_or_equal : Compare::greater_or_equal;
}

}  // namespace nest

}  // namespace heddle::kmpc
