// Files that conversions write: whether they can be written is found out before the work begins, and a full disk is
// told.
#pragma once

#include <fmt/core.h>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace heddle::tools {

/// Why `path` cannot be written, if so. Leaves no file behind, and touches none that is there.
std::optional<base::Error> refusal_to_write(const std::string& path);

/// A text file that is written from the beginning. Mistakes are kept until finish().
class Output {
 public:
  explicit Output(std::string path);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  template <class... Values>
  void print(fmt::format_string<Values...> format, Values&&... values) {
    text_.clear();
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    write(text_);
  }
  void write(std::string_view text);

  /// Closes the file. @returns what went wrong, if anything did: then the file is not to be used
  std::optional<base::Error> finish();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  const std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
  int error_ = 0;
  std::string text_;
};

/// At most so many bytes of UTF-8, so that nothing runs out of a picture; what is cut off is told by three dots.
std::string short_enough(std::string text, std::size_t most);
/// The text as a string of JSON, with its quotation marks; what is no UTF-8 is replaced.
std::string json_string(std::string_view text);
/// The text for XML and SVG.
std::string xml_text(std::string_view text);

}  // namespace heddle::tools
