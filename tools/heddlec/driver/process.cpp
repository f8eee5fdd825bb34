#include "tools/heddlec/driver/process.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>

extern char** environ;

namespace heddlec {

namespace {

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> all;
  for (const std::string& word : words) all.push_back(const_cast<char*>(word.c_str()));
  all.push_back(nullptr);
  return all;
}

volatile std::sig_atomic_t interrupted = 0;

void note_signal(int signal) { interrupted = signal; }

}  // namespace

int run(const std::vector<std::string>& words) {
  std::vector<char*> list = pointers(words);
  pid_t child = 0;
  if (posix_spawnp(&child, list[0], nullptr, nullptr, list.data(), environ) != 0) return 127;
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {  // a signal of the terminal reaches the child, too
  }
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  return 128 + WTERMSIG(status);
}

void become(const std::vector<std::string>& words) {
  std::vector<char*> list = pointers(words);
  execvp(list[0], list.data());
}

Workspace::Workspace() {
  const char* const folder = std::getenv("TMPDIR");
  std::string name = std::string(folder == nullptr || *folder == '\0' ? "/tmp" : folder) + "/heddlec-XXXXXX";
  if (mkdtemp(name.data()) != nullptr) path_ = name;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, note_signal);
}

Workspace::~Workspace() {
  std::error_code ignored;
  if (!path_.empty() && !keep_) std::filesystem::remove_all(path_, ignored);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
  if (interrupted != 0) std::raise(interrupted);
}

}  // namespace heddlec
