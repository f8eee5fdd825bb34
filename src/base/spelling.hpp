// What somebody may have meant who wrote a name that there is not: the nearest of those that there are. Pure; used for
// messages only.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace heddle::base {

/// The name with the fewest letters to insert, delete or replace, whatever their case; empty when all need more than
/// `most`.
std::string_view nearest(std::string_view written, std::span<const std::string_view> names, std::size_t most);

/// "one, two, three".
std::string listed(std::span<const std::string_view> names);

/// For a name that is none of these: all of them, and the one that was meant where one is near:
/// "one, two, three (did you mean two?)".
std::string listed_for(std::string_view written, std::span<const std::string_view> names);

}  // namespace heddle::base
