// RangeMap: pieces of memory, disjoint, each with a value, by their first byte. For all who compare ranges of bytes:
// RangeKeys, NamedRanges and plans that match ranges.
//
// Those who cut keep what was said of a piece for both its halves; what the upper half says is theirs to decide. One
// thread at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>

namespace heddle::graph {

/// The bytes [first, end).
struct Range {
  std::uintptr_t first;
  std::uintptr_t end;
};

/// What an access names. Of an unknown length (0) it is the first byte; one that would reach beyond all memory ends
/// there.
inline Range range_of(const void* address, std::size_t bytes) noexcept {
  const auto first = reinterpret_cast<std::uintptr_t>(address);
  const std::size_t least = bytes == 0 ? 1 : bytes;
  return {first, least > UINTPTR_MAX - first ? UINTPTR_MAX : first + least};
}

constexpr bool overlap(const Range& one, const Range& other) noexcept {
  return one.first < other.end && other.first < one.end;
}

template <class Value>
class RangeMap {
 public:
  /// Cuts the pieces that the range's ends lie in. @param upper  (first byte of the lower half, its value) gives the
  /// value of the upper half  @throws std::bad_alloc; nothing is lost then
  template <class Upper>
  void cut(const Range& range, Upper upper) {
    cut_at(range.first, upper);
    cut_at(range.end, upper);
  }

  /// Makes pieces, with new values, of what the range holds and no piece does.
  void fill(const Range& range) {
    auto piece = pieces_.lower_bound(range.first);
    if (piece != pieces_.begin() && std::prev(piece)->second.end > range.first) --piece;
    for (std::uintptr_t at = range.first; at < range.end; at = piece->second.end, ++piece) {
      if (piece != pieces_.end() && piece->first <= at) continue;
      const std::uintptr_t end = piece == pieces_.end() ? range.end : std::min(range.end, piece->first);
      piece = pieces_.emplace_hint(piece, at, Piece{end, {}});
    }
  }

  /// Calls `visit(first byte, value)` for each piece that overlaps the range, in rising order.
  template <class Visit>
  void for_each(const Range& range, Visit visit) {
    auto piece = pieces_.lower_bound(range.first);
    if (piece != pieces_.begin() && std::prev(piece)->second.end > range.first) --piece;
    for (; piece != pieces_.end() && piece->first < range.end; ++piece) visit(piece->first, piece->second.value);
  }

  /// The value of the piece that begins there; null: none does.
  Value* find(std::uintptr_t first) noexcept {
    const auto piece = pieces_.find(first);
    return piece == pieces_.end() ? nullptr : &piece->second.value;
  }

  /// A piece that overlaps no other one, or takes the place of the one that begins where it does.
  void put(const Range& range, Value value) {
    pieces_.insert_or_assign(range.first, Piece{range.end, std::move(value)});
  }

  template <class Condition>
  void erase_if(Condition condition) noexcept {
    std::erase_if(pieces_, [&](const auto& piece) { return condition(piece.second.value); });
  }
  void clear() noexcept { pieces_.clear(); }
  std::size_t size() const noexcept { return pieces_.size(); }

 private:
  struct Piece {
    std::uintptr_t end;
    Value value;
  };

  template <class Upper>
  void cut_at(std::uintptr_t place, Upper& upper) {
    auto piece = pieces_.upper_bound(place);
    if (piece == pieces_.begin()) return;
    --piece;
    if (piece->first == place || piece->second.end <= place) return;
    // First: it may throw.
    pieces_.emplace_hint(std::next(piece), place, Piece{piece->second.end, upper(piece->first, piece->second.value)});
    piece->second.end = place;
  }

  std::map<std::uintptr_t, Piece> pieces_;
};

}  // namespace heddle::graph
