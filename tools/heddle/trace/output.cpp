// See output.hpp.
#include "output.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>

#include "base/quoted.hpp"

namespace heddle::tools {

namespace {

base::Error cannot_write(const std::string& path, int error) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  std::string hint = "name another file";
  if (error == ENOENT || error == ENOTDIR)
    hint = fmt::format("the folder {} does not exist: make it with mkdir -p", base::quoted(folder));
  if (error == EACCES || error == EPERM || error == EROFS)
    hint = fmt::format("you may not write in {}: name a file elsewhere",
                       folder.empty() ? "this folder" : base::quoted(folder));
  if (error == EISDIR) hint = "that is a folder: name a file in it";
  if (error == ENOSPC || error == EDQUOT || error == EFBIG) hint = "make room, or name a file on another disk";
  return {base::Code::file, fmt::format("cannot write {}: {}", base::quoted(path), std::strerror(error)), hint};
}

/// Bytes of the UTF-8 sequence at the beginning of `text`; 0: there is none.
std::size_t utf8_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  const std::size_t length = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2 : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t index = 1; index < length; ++index)
    if ((static_cast<unsigned char>(text[index]) & 0xc0) != 0x80) return 0;
  return length;
}

}  // namespace

std::optional<base::Error> refusal_to_write(const std::string& path) {
  std::error_code ignored;
  const bool was_there = std::filesystem::exists(std::filesystem::symlink_status(path, ignored));
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  if (file < 0) return cannot_write(path, errno);
  ::close(file);
  if (!was_there) ::unlink(path.c_str());
  return std::nullopt;
}

Output::Output(std::string path) : path_(std::move(path)), file_(std::fopen(path_.c_str(), "we")) {
  if (file_ == nullptr) error_ = errno;
}

void Output::write(std::string_view text) {
  if (error_ == 0 && std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) error_ = errno;
}

std::optional<base::Error> Output::finish() {
  if (file_ != nullptr && std::fclose(file_.release()) != 0 && error_ == 0) error_ = errno;
  if (error_ == 0) return std::nullopt;
  return cannot_write(path_, error_);
}

std::string short_enough(std::string text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most - 3;
  while (end != 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // not within a letter
  return text.substr(0, end) + "...";
}

std::string json_string(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const char c = text.front();
    if (length == 0) {
      result += "\\ufffd";
    } else if (c == '"' || c == '\\') {
      result.append({'\\', c});
    } else if (static_cast<unsigned char>(c) < 0x20) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      result.append(text.substr(0, length));
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result + "\"";
}

std::string xml_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '&') {
      result += "&amp;";
    } else if (c == '"') {
      result += "&quot;";
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace heddle::tools
