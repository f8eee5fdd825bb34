// Collective: the state of a collective event: generations, each with a contribution from every rank, and one result.
//
// Ranks count their own generations, contributions and dependences apart. Integers are combined exactly, floats in the
// order of ranks, whoever comes first. By who has locked the event; memory comes from the system, as these events are
// few.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "ocr/guid.hpp"

namespace heddle::ocr {

enum class Datum : std::uint8_t { f8, f4, u8, u4, s8, s4 };
enum class Combine : std::uint8_t { add, multiply, smallest, largest, bit_and, bit_or, bit_xor };
enum class CollectiveKind : std::uint8_t { reduce, allreduce, broadcast };

struct Collective {
  struct Generation {
    std::uint32_t arrived = 0;
    std::uint32_t taken = 0;
    std::vector<unsigned char> given;  // by rank
    Guid result = k_null;
    void* waiting = nullptr;  // slots
  };

  Datum datum = Datum::u8;
  Combine combine = Combine::add;
  CollectiveKind kind = CollectiveKind::allreduce;
  std::uint32_t ranks = 0;
  std::uint32_t count = 0;  // data of each contribution
  std::uint64_t first = 0;  // number of the oldest generation kept
  std::deque<Generation> generations;
  std::vector<std::uint64_t> contributed;  // by rank: generations
  std::vector<std::uint64_t> asked;

  std::size_t bytes() const noexcept;
  Generation& generation(std::uint64_t number);
  /// Forgets generations that all have had.
  void forget() noexcept;
  /// What all ranks have given, combined. @param to  has bytes()
  void result_of(const Generation& generation, void* to) const noexcept;
};

}  // namespace heddle::ocr
