// Fields of a graph file's objects, read strictly: what is missing, unknown or malformed is refused with its line.
// For the readers of such files; a thread each.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/quoted.hpp"
#include "sim/json.hpp"

namespace heddle::sim {

using Wrong = std::optional<base::Error>;

class Fields {
 public:
  static constexpr std::uint64_t k_longest_ns = UINT64_C(1) << 53;  // 104 days: what a double holds exactly
  static constexpr const char* k_remedy = "write the file anew: heddle run --graph FILE.json PROGRAM";

  base::Error refuse(std::uint32_t line, const std::string& what, std::string hint) const {
    return {base::Code::file, base::quoted(path_, base::Marks::none) + ":" + std::to_string(line) + ": " + what,
            std::move(hint)};
  }
  base::Error refuse(const Json& at, const std::string& what, std::string hint) const {
    return refuse(at.line, what, std::move(hint));
  }

  template <std::size_t count>
  Wrong known_only(const Json& object, const std::string_view (&names)[count]) const {
    for (const auto& [name, value] : object.members) {
      if (std::find(names, names + count, name) == names + count)
        return refuse(value, "unknown field " + base::quoted(name),
                      "this heddle does not know what it would mean; remove it");
    }
    return std::nullopt;
  }

  Wrong number(const Json& object, std::string_view name, std::uint64_t& into) const {
    const Json* const value = object.find(name);
    if (value == nullptr) return refuse(object, "'" + std::string(name) + "' is missing", k_remedy);
    if (!whole_number(*value, into))
      return refuse(*value,
                    "'" + std::string(name) + "' is " +
                        (value->text.empty() ? "no number" : base::quoted(value->text, base::Marks::none)),
                    "expected a whole number from 0 to 2^53");
    return std::nullopt;
  }
  static bool whole_number(const Json& value, std::uint64_t& into) {
    const char* const end = value.text.data() + value.text.size();
    const auto [last, error] = std::from_chars(value.text.data(), end, into);
    return value.kind == Json::JsonKind::number && error == std::errc{} && last == end && into <= k_longest_ns;
  }
  Wrong flag(const Json& object, std::string_view name, bool& into) const {
    const Json* const value = object.find(name);
    if (value == nullptr || value->kind != Json::JsonKind::boolean)
      return refuse(value == nullptr ? object : *value,
                    "'" + std::string(name) + "' is missing or neither true nor false", k_remedy);
    into = value->boolean;
    return std::nullopt;
  }

 protected:
  explicit Fields(const std::string& path) : path_(path) {}

 private:
  const std::string& path_;  // for messages
};

}  // namespace heddle::sim
