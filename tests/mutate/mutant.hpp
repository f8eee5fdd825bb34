// What mutated sources call; included by the compiler's command line before all else. The variable MUTANT chooses which
// mutant lives; without it none does. MUTANTS_REACHED names a file that notes which of them a program came past: a byte
// each. Functions and operators take a mutant's number as template argument. In constant expressions no mutant lives.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <type_traits>

namespace heddle_mutate {

inline constexpr int k_unread = -1;
inline constexpr std::size_t k_most = 1 << 16;  // as builder.py

struct State {
  volatile int chosen = k_unread;
  volatile unsigned char* reached = nullptr;
};
inline State state;

[[gnu::noinline, gnu::cold]] inline int read_environment() noexcept {
  const int error = errno;
  if (const char* file = std::getenv("MUTANTS_REACHED")) {
    const int opened = open(file, O_RDWR | O_CLOEXEC);
    void* const memory = opened < 0 ? MAP_FAILED : mmap(nullptr, k_most, PROT_READ | PROT_WRITE, MAP_SHARED, opened, 0);
    if (memory != MAP_FAILED) state.reached = static_cast<unsigned char*>(memory);
    if (opened >= 0) close(opened);
  }
  const char* const mutant = std::getenv("MUTANT");
  state.chosen = mutant != nullptr ? std::atoi(mutant) : 0;
  errno = error;
  return state.chosen;
}

inline bool asked(int number) noexcept {
  int chosen = state.chosen;
  if (chosen == k_unread) [[unlikely]]
    chosen = read_environment();
  if (state.reached != nullptr) [[unlikely]]
    state.reached[number] = 1;
  return chosen == number;
}

constexpr bool on(int number) noexcept {
  if (std::is_constant_evaluated()) return false;
  return asked(number);
}

template <int N>
constexpr bool flip(bool value) noexcept {
  return value != on(N);
}

/// N: one more.
template <int N, class T>
constexpr T zero(T value) noexcept {
  return on(N) ? static_cast<T>(value + 1) : value;
}

/// N: one more; N + 1: one less. Of a truth value, N: the other one.
template <int N, class T>
constexpr T constant(T value) noexcept {
  if constexpr (std::is_same_v<T, bool>) {
    return flip<N>(value);
  } else {
    if (on(N)) return static_cast<T>(value + 1);
    return on(N + 1) ? static_cast<T>(value - 1) : value;
  }
}

template <int N, class T>
  requires(std::is_arithmetic_v<T> || std::is_pointer_v<T>)
constexpr T returned(T value) noexcept {
  if (!on(N)) return value;
  if constexpr (std::is_pointer_v<T>) {
    return nullptr;
  } else if constexpr (std::is_same_v<T, bool>) {
    return !value;
  } else {
    return static_cast<T>(value + 1);
  }
}

template <int N>
constexpr std::memory_order order(std::memory_order value) noexcept {
  return on(N) ? std::memory_order_relaxed : value;
}

template <int N>
struct Least {
  template <class T>
  static constexpr T of(const T& a, const T& b) noexcept {
    return on(N) ? std::max(a, b) : std::min(a, b);
  }
  template <class T>
  static constexpr T of(std::initializer_list<T> all) noexcept {
    return on(N) ? std::max(all) : std::min(all);
  }
};

template <int N>
struct Greatest {
  template <class T>
  static constexpr T of(const T& a, const T& b) noexcept {
    return on(N) ? std::min(a, b) : std::max(a, b);
  }
  template <class T>
  static constexpr T of(std::initializer_list<T> all) noexcept {
    return on(N) ? std::min(all) : std::max(all);
  }
};

template <class A, class Tag>
struct Left {
  const A& value;
};
template <class B, class Tag>
struct Right {
  const B& value;
};

// a < b becomes a < Less<N>{} < b: the same precedence, and each operand is evaluated once. N: the boundary moves;
// N + 1: the negation.
#define HEDDLE_MUTATE_COMPARISON(NAME, OPERATOR, BOUNDARY, NEGATION)            \
  template <int N>                                                              \
  struct NAME {};                                                               \
  template <class A, int N>                                                     \
  constexpr Left<A, NAME<N>> operator OPERATOR(const A & a, NAME<N>) noexcept { \
    return {a};                                                                 \
  }                                                                             \
  template <class A, class B, int N>                                            \
  constexpr auto operator OPERATOR(Left<A, NAME<N>> left, const B& b)           \
      ->decltype(bool(left.value BOUNDARY b), bool(left.value OPERATOR b)) {    \
    if (on(N)) return left.value BOUNDARY b;                                    \
    return (left.value OPERATOR b) != on(N + 1);                                \
  }
HEDDLE_MUTATE_COMPARISON(Less, <, <=, >=)
HEDDLE_MUTATE_COMPARISON(LessEqual, <=, <, >)
HEDDLE_MUTATE_COMPARISON(Greater, >, >=, <=)
HEDDLE_MUTATE_COMPARISON(GreaterEqual, >=, >, <)
#undef HEDDLE_MUTATE_COMPARISON

// Equality has a negation only; a + b becomes a + Plus<N>{} + b.
#define HEDDLE_MUTATE_OPERATOR(NAME, OPERATOR, INSTEAD)                                                          \
  template <int N>                                                                                               \
  struct NAME {};                                                                                                \
  template <class A, int N>                                                                                      \
  constexpr Left<A, NAME<N>> operator OPERATOR(const A & a, NAME<N>) noexcept {                                  \
    return {a};                                                                                                  \
  }                                                                                                              \
  template <class A, class B, int N>                                                                             \
  constexpr auto operator OPERATOR(Left<A, NAME<N>> left, const B& b)                                            \
      ->std::enable_if_t<std::is_convertible_v<decltype(left.value INSTEAD b), decltype(left.value OPERATOR b)>, \
                         decltype(left.value OPERATOR b)> {                                                      \
    if (on(N)) return left.value INSTEAD b;                                                                      \
    return left.value OPERATOR b;                                                                                \
  }
HEDDLE_MUTATE_OPERATOR(Equal, ==, !=)
HEDDLE_MUTATE_OPERATOR(NotEqual, !=, ==)
HEDDLE_MUTATE_OPERATOR(Plus, +, -)
HEDDLE_MUTATE_OPERATOR(Minus, -, +)
HEDDLE_MUTATE_OPERATOR(Times, *, +)
HEDDLE_MUTATE_OPERATOR(Over, /, *)
HEDDLE_MUTATE_OPERATOR(Modulo, %, /)
HEDDLE_MUTATE_OPERATOR(And, &, |)
HEDDLE_MUTATE_OPERATOR(Or, |, &)
HEDDLE_MUTATE_OPERATOR(Xor, ^, &)
HEDDLE_MUTATE_OPERATOR(ShiftLeft, <<, >>)
HEDDLE_MUTATE_OPERATOR(ShiftRight, >>, <<)
#undef HEDDLE_MUTATE_OPERATOR

// a += b becomes a += AddTo<N>{} += b, which goes from right to left.
#define HEDDLE_MUTATE_ASSIGNMENT(NAME, OPERATOR, INSTEAD)                        \
  template <int N>                                                               \
  struct NAME {};                                                                \
  template <class B, int N>                                                      \
  constexpr Right<B, NAME<N>> operator OPERATOR(NAME<N>, const B & b) noexcept { \
    return {b};                                                                  \
  }                                                                              \
  template <class A, class B, int N>                                             \
  constexpr auto operator OPERATOR(A& a, Right<B, NAME<N>> right)                \
      ->decltype((a INSTEAD right.value), (a OPERATOR right.value)) {            \
    if (on(N)) return a INSTEAD right.value;                                     \
    return a OPERATOR right.value;                                               \
  }
HEDDLE_MUTATE_ASSIGNMENT(AddTo, +=, -=)
HEDDLE_MUTATE_ASSIGNMENT(TakeFrom, -=, +=)
HEDDLE_MUTATE_ASSIGNMENT(Multiply, *=, +=)
HEDDLE_MUTATE_ASSIGNMENT(Divide, /=, *=)
HEDDLE_MUTATE_ASSIGNMENT(Mask, &=, |=)
HEDDLE_MUTATE_ASSIGNMENT(Set, |=, &=)
#undef HEDDLE_MUTATE_ASSIGNMENT

}  // namespace heddle_mutate
