#include "ocr/collective.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace heddle::ocr {

namespace {

template <class T>
T combined(Combine how, T one, T other) noexcept {
  switch (how) {
    case Combine::add:
      return static_cast<T>(one + other);
    case Combine::multiply:
      return static_cast<T>(one * other);
    case Combine::smallest:
      return std::min(one, other);
    case Combine::largest:
      return std::max(one, other);
    default:
      break;
  }
  if constexpr (std::is_integral_v<T>) {
    if (how == Combine::bit_and) return one & other;
    if (how == Combine::bit_or) return one | other;
    if (how == Combine::bit_xor) return one ^ other;
  }
  return one;
}

template <class T>
void combine_all(Combine how, const unsigned char* given, std::size_t ranks, std::size_t count, void* to) noexcept {
  for (std::size_t at = 0; at < count; ++at) {
    T result{};
    std::memcpy(&result, given + at * sizeof(T), sizeof(T));
    for (std::size_t rank = 1; rank < ranks; ++rank) {
      T other{};
      std::memcpy(&other, given + (rank * count + at) * sizeof(T), sizeof(T));
      result = combined(how, result, other);
    }
    std::memcpy(static_cast<unsigned char*>(to) + at * sizeof(T), &result, sizeof(T));
  }
}

std::size_t size_of(Datum datum) noexcept {
  return datum == Datum::f4 || datum == Datum::u4 || datum == Datum::s4 ? 4 : 8;
}

}  // namespace

std::size_t Collective::bytes() const noexcept { return size_of(datum) * count; }

Collective::Generation& Collective::generation(std::uint64_t number) {
  while (first + generations.size() <= number) {
    generations.emplace_back();
    generations.back().given.resize(bytes() * ranks);
  }
  return generations[number - first];
}

void Collective::forget() noexcept {
  while (!generations.empty() && generations.front().arrived == ranks && generations.front().taken == ranks) {
    generations.pop_front();
    ++first;
  }
}

void Collective::result_of(const Generation& generation, void* to) const noexcept {
  const unsigned char* const given = generation.given.data();
  if (kind == CollectiveKind::broadcast) {
    std::memcpy(to, given, bytes());
    return;
  }
  switch (datum) {
    case Datum::f8:
      return combine_all<double>(combine, given, ranks, count, to);
    case Datum::f4:
      return combine_all<float>(combine, given, ranks, count, to);
    case Datum::u8:
      return combine_all<std::uint64_t>(combine, given, ranks, count, to);
    case Datum::u4:
      return combine_all<std::uint32_t>(combine, given, ranks, count, to);
    case Datum::s8:
      return combine_all<std::int64_t>(combine, given, ranks, count, to);
    case Datum::s4:
      return combine_all<std::int32_t>(combine, given, ranks, count, to);
  }
}

}  // namespace heddle::ocr
