// Guid: what a program calls an object by, in 63 bits (OCR 1.2.0, §1.2).
//
//   bit 63      an object's own word only: somebody is changing the object
//   bit 62      an object's own word only: it is not in use
//   bit 61      a label: table in the bits 40 to 54, index below them (labels.hpp)
//   55 to 60    the rank of the process that the object is at home in; 0 here
//   38 to 54    generation: how often the place has been used
//   34 to 37    kind
//    0 to 33    the place, in lines from the begin of the heap
//
// So NULL_GUID (0), UNINITIALIZED_GUID (-2), ERROR_GUID (-1) and small numbers name nothing.
#pragma once

#include <cstdint>

namespace heddle::ocr {

using Guid = std::uint64_t;

inline constexpr Guid k_null = 0;
inline constexpr Guid k_uninitialized = static_cast<Guid>(-2);
inline constexpr Guid k_error = static_cast<Guid>(-1);

enum class Kind : std::uint8_t { none, edt, event, block, edt_template, scope, link, affinity, map };

namespace guid {

inline constexpr Guid k_locked = Guid{1} << 63;
inline constexpr Guid k_free = Guid{1} << 62;
inline constexpr Guid k_label = Guid{1} << 61;
inline constexpr unsigned k_rank_shift = 55;
inline constexpr Guid k_rank_mask = 63;
inline constexpr unsigned k_generation_shift = 38;
inline constexpr Guid k_generation_mask = (Guid{1} << (k_rank_shift - k_generation_shift)) - 1;
inline constexpr unsigned k_kind_shift = 34;
inline constexpr Guid k_line_mask = (Guid{1} << k_kind_shift) - 1;

constexpr Guid line(Guid guid) noexcept { return guid & k_line_mask; }
constexpr Guid generation(Guid guid) noexcept { return (guid >> k_generation_shift) & k_generation_mask; }

/// Where a GUID's object is: the rank of a process. No more than one is used yet, so it is this one, or nobody's. Every
/// operation asks here, by kind() or is_label(), before it looks at an object.
enum class Home : std::uint8_t { here, nowhere };
constexpr Home home(Guid guid) noexcept {
  return (guid >> k_rank_shift & k_rank_mask) == 0 ? Home::here : Home::nowhere;
}

/// Its home and its marks in one look, since each call asks for both: 0 is here, and no mark.
constexpr Guid home_and_marks(Guid guid) noexcept { return guid >> k_rank_shift; }
static_assert(home(k_locked | k_free | k_label) == Home::here && home(Guid{1} << k_rank_shift) == Home::nowhere &&
              (k_locked | k_free | k_label | k_rank_mask << k_rank_shift) == ~Guid{0} << k_rank_shift);

/// Whether it may be an object's: the rest is a label, another process's, or nothing that a call of ours has given out.
constexpr bool plausible(Guid guid) noexcept { return home_and_marks(guid) == 0 && generation(guid) != 0; }
constexpr bool is_label(Guid guid) noexcept { return home_and_marks(guid) == home_and_marks(k_label); }

/// Of what is or was an object; labels do not say.
constexpr Kind kind(Guid guid) noexcept {
  return plausible(guid) ? static_cast<Kind>((guid >> k_kind_shift) & 15) : Kind::none;
}
/// Whether it would be such an object's, in one compare. A generation of 0, which is none, is left to the object's
/// word.
constexpr bool names(Guid guid, Kind kind) noexcept {
  constexpr Guid k_rest = ~(k_line_mask | k_generation_mask << k_generation_shift);
  return (guid & k_rest) == static_cast<Guid>(kind) << k_kind_shift;
}
constexpr Guid make(Kind kind, Guid generation, Guid line) noexcept {
  return (generation << k_generation_shift) | (static_cast<Guid>(kind) << k_kind_shift) | line;
}
/// The next generation; 0 is none.
constexpr Guid next_generation(Guid generation) noexcept {
  const Guid next = (generation + 1) & k_generation_mask;
  return next == 0 ? 1 : next;
}

}  // namespace guid

}  // namespace heddle::ocr
