// Text that others wrote, for a message: variables, arguments, the names of files, functions and tasks, what files
// hold.
//
// Whoever wrote it must not be able to end our line and begin one of their own, to move the cursor or to colour what
// follows, or to push the rest of the sentence off the end. So it is shown in quotation marks, in one line, in
// characters that can be seen, and cut where it is long: 'a\x1b[2J', 'aaaa...' (131072 bytes). Every message shows such
// text this way; message.cpp makes what a caller has forgotten visible, too. Nothing is allocated but by the functions
// that return strings. Any thread; async-signal-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/quoted.hpp"

namespace heddle::base {

inline constexpr std::size_t k_quoted_bytes = 200;  // shown of a text; three of them leave room for a sentence
inline constexpr std::size_t k_shown_bytes = 4;     // the longest form of one character

/// Takes one character off `rest`, which holds one, and writes it to `form` as it can be shown: itself when it is
/// printable (ASCII, or valid UTF-8 that neither controls a terminal nor changes the direction of what follows), else
/// one of its bytes, \n or \x1b. @returns the bytes written
std::size_t show_character(std::string_view& rest, char (&form)[k_shown_bytes]) noexcept;

/// With marks it is plain where the text ends; without, for what is put together of texts and has marks of its own.
enum class Marks : bool { none, quotation };

/// A text in quotation marks. Lives on the stack, as long as the full expression that shows it.
class Quoted {
 public:
  explicit Quoted(std::string_view text, Marks marks = Marks::quotation) noexcept;
  operator std::string_view() const noexcept { return {text_, size_}; }

 private:
  static constexpr std::size_t k_most = k_quoted_bytes + sizeof "''... (18446744073709551615 bytes)";
  char text_[k_most];
  std::size_t size_ = 0;
};

/// The same as a string.
inline std::string quoted(std::string_view text, Marks marks = Marks::quotation) {
  return std::string(std::string_view(Quoted(text, marks)));
}

/// The whole text, in which what Quoted escapes is escaped, without marks: for lists and files that show all of it.
std::string visible(std::string_view text);

/// What should be a name: as it is when it is one, of letters, digits and underscores and not long; else quoted.
std::string named(std::string_view name);

}  // namespace heddle::base
