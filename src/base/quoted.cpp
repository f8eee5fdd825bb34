// See quoted.hpp.
#include "base/quoted.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace heddle::base {

namespace {

constexpr char k_digits[] = "0123456789abcdef";

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  // 0: no valid UTF-8
};

Character decoded(std::string_view text) noexcept {
  const auto byte = [text](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
  if (bytes == 0 || bytes > text.size()) return {};
  std::uint32_t code = lead & (0x7fU >> bytes);
  for (std::size_t at = 1; at < bytes; ++at) {
    if ((byte(at) & 0xc0U) != 0x80) return {};
    code = code << 6 | (byte(at) & 0x3fU);
  }
  constexpr std::uint32_t k_least[] = {0, 0, 0x80, 0x800, 0x10000};  // what needs so many bytes
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  if (code < k_least[bytes] || code > 0x10ffff || is_surrogate) return {};
  return {code, bytes};
}

bool between(std::uint32_t code, std::uint32_t first, std::uint32_t last) noexcept {
  return code >= first && code <= last;
}

bool can_be_shown(std::uint32_t code) noexcept {
  if (code < 0x80) return between(code, 0x20, 0x7e);
  if (between(code, 0x80, 0x9f)) return false;  // control characters of 8-bit terminals
  // No width, marks and overrides of direction, ends of lines and of paragraphs, tags.
  return !between(code, 0x200b, 0x200f) && !between(code, 0x2028, 0x202e) && !between(code, 0x2060, 0x206f) &&
         code != 0x061c && code != 0xfeff && !between(code, 0xe0000, 0xe0fff);
}

char letter_of(char c) noexcept {
  switch (c) {
    case '\n':
      return 'n';
    case '\r':
      return 'r';
    case '\t':
      return 't';
    default:
      return '\0';
  }
}

}  // namespace

std::size_t show_character(std::string_view& rest, char (&form)[k_shown_bytes]) noexcept {
  const Character character = decoded(rest);
  if (character.bytes != 0 && can_be_shown(character.code)) {
    std::memcpy(form, rest.data(), character.bytes);
    rest.remove_prefix(character.bytes);
    return character.bytes;
  }
  const auto byte = static_cast<unsigned char>(rest.front());
  const char letter = letter_of(rest.front());
  rest.remove_prefix(1);
  form[0] = '\\';
  form[1] = letter == '\0' ? 'x' : letter;
  if (letter != '\0') return 2;
  form[2] = k_digits[byte >> 4];
  form[3] = k_digits[byte & 15];
  return 4;
}

Quoted::Quoted(std::string_view text, Marks marks) noexcept {
  const std::size_t bytes = text.size();
  const bool marked = marks == Marks::quotation;
  const auto add = [this](std::string_view piece) {
    std::memcpy(text_ + size_, piece.data(), piece.size());
    size_ += piece.size();
  };
  if (marked) add("'");
  while (!text.empty()) {
    const char next = text.front();
    const bool is_mark = marked && (next == '\'' || next == '\\');
    std::string_view rest = text;
    char form[k_shown_bytes];
    const std::size_t count = show_character(rest, form);
    if (size_ + count + (is_mark ? 1 : 0) > (marked ? 1 : 0) + k_quoted_bytes) break;
    if (is_mark) add("\\");
    add({form, count});
    text = rest;
  }
  const bool whole = text.empty();
  if (!whole) add("...");
  if (marked) add("'");
  if (whole) return;
  add(" (");
  char number[20];
  add({number, static_cast<std::size_t>(std::to_chars(number, number + sizeof number, bytes).ptr - number)});
  add(" bytes)");
}

std::string visible(std::string_view text) {
  std::string whole;
  char form[k_shown_bytes];
  while (!text.empty()) whole.append(form, show_character(text, form));
  return whole;
}

std::string named(std::string_view name) {
  constexpr std::size_t k_longest = 40;  // no variable of ours or of others has a longer one
  const auto is_plain = [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  };
  const bool plain = !name.empty() && name.size() <= k_longest && std::ranges::all_of(name, is_plain);
  return plain ? std::string(name) : base::quoted(name);
}

}  // namespace heddle::base
