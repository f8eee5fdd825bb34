// How messages are put together and written; see message.hpp. Also the end of a failed check.
#include "base/message.hpp"

#include <unistd.h>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>

#include "base/check.hpp"
#include "base/quoted.hpp"

namespace heddle::base {

namespace {

/// One line on the stack, cut off rather than overrun.
class Line {
 public:
  void add(std::string_view piece) noexcept {
    while (!piece.empty() && !cut_) {
      char form[k_shown_bytes];
      const std::size_t count = show_character(piece, form);
      cut_ = count > k_message_bytes - k_tail.size() - size_;
      if (cut_) return;
      std::memcpy(text_ + size_, form, count);
      size_ += count;
    }
  }

  void add(Pieces pieces) noexcept {
    for (const std::string_view piece : pieces) add(piece);
  }

  void write() noexcept {
    const std::string_view tail = cut_ ? k_tail : k_tail.substr(k_tail.size() - 1);
    std::memcpy(text_ + size_, tail.data(), tail.size());
    const int saved_errno = errno;
    // A closed standard error leaves nothing to be done about it.
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text_, size_ + tail.size());
    errno = saved_errno;
  }

 private:
  static constexpr std::string_view k_tail = "...\n";
  char text_[k_message_bytes];
  std::size_t size_ = 0;
  bool cut_ = false;
};

void write_line(std::string_view prefix, Pieces pieces) noexcept {
  Line line;
  line.add(prefix);
  line.add(pieces);
  line.write();
}

}  // namespace

void warn(Pieces pieces) noexcept { write_line("heddle: warning: ", pieces); }

void warn_once(OnceGate& gate, Pieces pieces) noexcept {
  if (gate.enter()) warn(pieces);
}

void fatal(Pieces pieces) noexcept {
  write_line("heddle: ", pieces);
  std::abort();
}

void check_failed(const char* sentence, const char* file, int line) noexcept {
  char digits[12];  // an int has at most 11 characters
  const char* end = std::to_chars(digits, digits + sizeof digits, line).ptr;
  fatal({sentence, " (", file, ":", {digits, static_cast<std::size_t>(end - digits)}, ")"});
}

}  // namespace heddle::base
