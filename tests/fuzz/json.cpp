// The reader of JSON (sim/json.hpp): what it accepts is written out and read again the same, and every value knows a
// line of the text.
#include "sim/json.hpp"

#include "claims.hpp"

namespace {

using namespace heddle;
using sim::Json;

std::string quoted(std::string_view text) {
  constexpr std::string_view k_meant = "\"\\\b\f\n\r\t";
  constexpr std::string_view k_written = "\"\\bfnrt";
  std::string written = "\"";
  for (const char c : text) {
    const std::size_t which = k_meant.find(c);
    if (which != std::string_view::npos) written += '\\';
    written += which == std::string_view::npos ? c : k_written[which];
  }
  return written + '"';
}

std::string write(const Json& value) {
  std::string text;
  switch (value.kind) {
    case Json::JsonKind::null:
      return "null";
    case Json::JsonKind::boolean:
      return value.boolean ? "true" : "false";
    case Json::JsonKind::number:
      return value.text;
    case Json::JsonKind::string:
      return quoted(value.text);
    case Json::JsonKind::array:
      for (const Json& item : value.items) text.append(text.empty() ? "" : ",").append(write(item));
      return "[" + text + "]";
    case Json::JsonKind::object:
      for (const auto& [name, member] : value.members)
        text.append(text.empty() ? "" : ",").append(quoted(name)).append(":").append(write(member));
      return "{" + text + "}";
  }
  return text;
}

/// RFC 8259, section 6: -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?
bool is_number(std::string_view text) {
  std::size_t at = 0;
  const auto take = [&](std::string_view any) {
    if (at >= text.size() || any.find(text[at]) == std::string_view::npos) return false;
    ++at;
    return true;
  };
  const auto digits = [&] {
    const std::size_t start = at;
    while (take("0123456789")) continue;
    return at > start;
  };
  take("-");
  if (!take("0") && !digits()) return false;
  if (take(".") && !digits()) return false;
  if (take("eE")) {
    take("+-");
    if (!digits()) return false;
  }
  return at == text.size();
}

void check(const Json& value, std::uint32_t lines) {
  fuzz::claim(value.line >= 1 && value.line <= lines, "a value stands on a line of the text");
  if (value.kind == Json::JsonKind::number)
    fuzz::claim(is_number(value.text), "a number is one of JSON's: " + value.text);
  for (const Json& item : value.items) check(item, lines);
  for (const auto& [name, member] : value.members) {
    check(member, lines);
    fuzz::claim(value.find(name) == &member, "a member is found by its name");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  const auto read = sim::parse_json(text, "file");
  if (!read) {
    fuzz::refused_in(text, read.error());
    return 0;
  }
  fuzz::accepted();
  std::uint32_t lines = 1;
  for (const char c : text) lines += c == '\n' ? 1 : 0;
  check(read.value(), lines);
  const std::string written = write(read.value());
  const auto again = sim::parse_json(written, "file");
  fuzz::claim(again.ok(), "what is written is read");
  fuzz::claim(write(again.value()) == written, "a value survives writing and reading");
  return 0;
}
