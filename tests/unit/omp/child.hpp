// Runs a function in a forked child and returns what it wrote: libgomp reads its variables once, when it is loaded, so
// each comparison needs a process into which it has not been loaded yet.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <string_view>

namespace heddle::omp {

class ChildOutput {
 public:
  explicit ChildOutput(int file) : file_(file) {}

  void write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t written = ::write(file_, text.data(), text.size());
      if (written <= 0) return;
      text.remove_prefix(static_cast<std::size_t>(written));
    }
  }

 private:
  int file_;
};

/// @returns what `body(ChildOutput&)` wrote; it runs in the child, which then ends at once
template <class Body>
std::string in_child(Body body) {
  int ends[2];
  if (::pipe(ends) != 0) return {};
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    ChildOutput output(ends[1]);
    body(output);
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string text;
  char piece[4096];
  for (ssize_t taken; (taken = ::read(ends[0], piece, sizeof piece)) > 0;)
    text.append(piece, static_cast<std::size_t>(taken));
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  return text;
}

}  // namespace heddle::omp
