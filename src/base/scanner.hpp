// Reads the text of one environment variable from left to right.
//
// White space before a token is skipped, letters match in either case (OpenMP 5.2, 21, and Heddle's own).
// Each function either takes its token or leaves the text as it was; none uses the locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace heddle::base {

constexpr bool is_space(char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr bool is_letter(char c) noexcept { return c == '_' || (lower(c) >= 'a' && lower(c) <= 'z'); }

/// One word a variable may hold, and what it stands for.
template <class Value>
struct Word {
  std::string_view text;  // lower case
  Value value;
};

class Scanner {
 public:
  explicit constexpr Scanner(std::string_view text) noexcept : text_(text) {}

  /// Nothing but white space is left.
  constexpr bool at_end() noexcept {
    skip_space();
    return text_.empty();
  }

  constexpr bool accept(char expected) noexcept {
    skip_space();
    if (text_.empty() || text_.front() != expected) return false;
    text_.remove_prefix(1);
    return true;
  }

  /// The next character, without taking it; 0 at the end.
  constexpr char peek() noexcept {
    skip_space();
    return text_.empty() ? '\0' : text_.front();
  }

  /// Decimal digits, with an optional plus sign; nothing when there are none or the number does not fit.
  constexpr std::optional<std::uint64_t> number() noexcept {
    skip_space();
    std::string_view rest = text_;
    if (!rest.empty() && rest.front() == '+') rest.remove_prefix(1);
    if (rest.empty() || !is_digit(rest.front())) return std::nullopt;
    std::uint64_t value = 0;
    for (; !rest.empty() && is_digit(rest.front()); rest.remove_prefix(1)) {
      const auto digit = static_cast<std::uint64_t>(rest.front() - '0');
      if (value > (UINT64_MAX - digit) / 10) return std::nullopt;
      value = value * 10 + digit;
    }
    text_ = rest;
    return value;
  }

  /// As number(), within [least, most].
  constexpr std::optional<std::uint64_t> number_in(std::uint64_t least, std::uint64_t most) noexcept {
    const std::string_view before = text_;
    const std::optional<std::uint64_t> value = number();
    if (value && *value >= least && *value <= most) return value;
    text_ = before;
    return std::nullopt;
  }

  /// A number with an optional minus sign, no larger than 2^31 either way.
  constexpr std::optional<std::int64_t> signed_number() noexcept {
    const std::string_view before = text_;
    const bool negative = accept('-');
    const std::optional<std::uint64_t> value = number_in(0, std::uint64_t{1} << 31);
    if (value) return negative ? -static_cast<std::int64_t>(*value) : static_cast<std::int64_t>(*value);
    text_ = before;
    return std::nullopt;
  }

  /// One of `words`, whole: "static" does not match "statically", nor "fast" "fast-node".
  template <class Value, std::size_t k_extent>
  constexpr std::optional<Value> word(std::span<const Word<Value>, k_extent> words) noexcept {
    skip_space();
    const std::size_t length = word_length();
    for (const Word<Value>& candidate : words) {
      if (!same_letters(text_.substr(0, length), candidate.text)) continue;
      text_.remove_prefix(length);
      return candidate.value;
    }
    return std::nullopt;
  }

  template <class Value, std::size_t k_size>
  constexpr std::optional<Value> word(const Word<Value> (&words)[k_size]) noexcept {
    return word(std::span<const Word<Value>, k_size>(words));
  }

  /// Everything that is left, as written.
  constexpr std::string_view rest() const noexcept { return text_; }

 private:
  static constexpr bool same_letters(std::string_view written, std::string_view lower_case) noexcept {
    if (written.size() != lower_case.size()) return false;
    for (std::size_t i = 0; i < written.size(); ++i)
      if (lower(written[i]) != lower_case[i]) return false;
    return true;
  }

  /// Of the word that comes next: letters and digits, and a hyphen between two letters.
  constexpr std::size_t word_length() const noexcept {
    std::size_t length = 0;
    while (length < text_.size() && (is_letter(text_[length]) || is_digit(text_[length]) || is_hyphen(length)))
      ++length;
    return length;
  }
  constexpr bool is_hyphen(std::size_t at) const noexcept {
    return text_[at] == '-' && at > 0 && at + 1 < text_.size() && is_letter(text_[at - 1]) && is_letter(text_[at + 1]);
  }

  constexpr void skip_space() noexcept {
    while (!text_.empty() && is_space(text_.front())) text_.remove_prefix(1);
  }

  std::string_view text_;
};

}  // namespace heddle::base
