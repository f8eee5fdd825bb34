// JSON, read strictly (RFC 8259, without duplicate keys) into a tree of values that know their line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace heddle::sim {

struct Json {
  enum class JsonKind : std::uint8_t { null, boolean, number, string, array, object };

  JsonKind kind = JsonKind::null;
  bool boolean = false;
  double number = 0;
  std::string text;  // of a string; of a number as it was written
  std::vector<Json> items;
  struct Member;
  std::vector<Member> members;
  std::uint32_t line = 1;

  /// The member of that name, or null.
  const Json* find(std::string_view name) const noexcept;
};

struct Json::Member {
  std::string name;
  Json value;
};

/// @param path  for messages
base::Result<Json> parse_json(std::string_view text, const std::string& path);

}  // namespace heddle::sim
