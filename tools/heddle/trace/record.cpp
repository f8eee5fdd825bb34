// See record.hpp.
#include "record.hpp"

#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/quoted.hpp"
#include "run.hpp"

extern char** environ;

namespace heddle::tools {

namespace {

volatile pid_t child = 0;

constexpr int k_handed_on[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGCONT};

// What the terminal sends, it sends to the program as well.
void hand_on(int signal, siginfo_t* from, void*) {
  const int saved_errno = errno;
  if (from->si_code != SI_KERNEL && child > 0) ::kill(child, signal);
  errno = saved_errno;
}

/// Ours while the program runs; the program starts with those that we had.
class Signals {
 public:
  Signals() {
    struct sigaction action{};
    action.sa_sigaction = hand_on;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    for (std::size_t index = 0; index < std::size(k_handed_on); ++index)
      ::sigaction(k_handed_on[index], &action, &before_[index]);
  }
  ~Signals() { restore(); }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  void restore() {
    for (std::size_t index = 0; index < std::size(k_handed_on); ++index)
      ::sigaction(k_handed_on[index], &before_[index], nullptr);
  }

 private:
  struct sigaction before_[std::size(k_handed_on)];
};

[[noreturn]] void become(const Program& program) {
  std::vector<char*> words;
  for (const std::string& word : program.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  ::execve(program.path.c_str(), words.data(), environ);
  fmt::print(stderr, "heddle run: cannot run {}: {}\n", base::quoted(program.path), std::strerror(errno));
  std::fflush(stderr);
  ::_exit(k_cannot_run_status);
}

int run_child(const Program& program) {
  Signals signals;
  child = ::fork();
  if (child < 0) {
    fmt::print(stderr, "heddle run: cannot start a process: {}\n", std::strerror(errno));
    return k_cannot_run_status;
  }
  if (child == 0) {
    signals.restore();
    become(program);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

const std::string& first_of(const OutputRequest& wanted) {
  return wanted.traces.empty() ? wanted.graphs.front() : wanted.traces.front();
}

/// An empty file, where there is room for what is wanted. Empty string: it could not be made.
std::string make_raw_file(const OutputRequest& wanted) {
  std::string path = raw_file_pattern(wanted);
  const int file = ::mkstemp(path.data());
  if (file < 0) return {};
  ::close(file);
  return path;
}

}  // namespace

std::string raw_file_pattern(const OutputRequest& wanted) {
  // Absolute, since the program may change its folder.
  return std::filesystem::absolute(first_of(wanted)).replace_filename(".heddle-trace-XXXXXX").string();
}

int run_recorded(const Program& program, const OutputRequest& wanted) {
  const std::string& beside = first_of(wanted);
  const std::string raw = make_raw_file(wanted);
  if (raw.empty()) {
    fmt::print(stderr, "heddle run: cannot make a file for the raw trace beside {}: {}\n", base::quoted(beside),
               std::strerror(errno));
    return k_usage_status;
  }
  ::setenv("HEDDLE_TRACE", raw.c_str(), 1);
  const int status = run_child(program);
  if (std::error_code ignored; std::filesystem::file_size(raw, ignored) == 0) {
    fmt::print(stderr,
               "heddle run: nothing was recorded: {} did not run on Heddle, or could not write; {} is not written\n",
               base::quoted(program.path), base::quoted(beside));
    ::unlink(raw.c_str());
    return status == 0 ? k_not_written_status : status;
  }
  if (const auto error = convert(raw, wanted)) {
    fmt::print(stderr, "heddle run: {}; {}\nheddle run: the raw trace is kept: heddle trace {} -o FILE converts it\n",
               error->what, error->hint, base::quoted(raw));
    return status == 0 ? k_not_written_status : status;
  }
  ::unlink(raw.c_str());
  return status;
}

}  // namespace heddle::tools
