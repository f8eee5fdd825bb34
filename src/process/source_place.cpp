// Addresses of code to source lines, see source_place.hpp.
#include "process/source_place.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <utility>

#include "base/quoted.hpp"
#include "base/trust.hpp"
#include "platform/threads/threads.hpp"
#include "sync/mutex.hpp"

namespace heddle::process {

namespace {

struct PlaceTexts {
  sync::Mutex<platform::Threads> lock;
  std::map<const void*, std::string> texts HEDDLE_GUARDED_BY(lock);
};

PlaceTexts& known_places() noexcept {
  static PlaceTexts& all = *new PlaceTexts;  // tasks may run behind every destructor
  return all;
}

std::string known_text(const void* place) {
  PlaceTexts& known = known_places();
  const sync::Guard guard(known.lock);
  const auto at = known.texts.find(place);
  return at == known.texts.end() ? std::string() : at->second;
}

struct CodePlace {
  std::string file;    // of the module; empty: unknown
  std::string symbol;  // empty: unknown
  std::uintptr_t symbol_offset = 0;
  std::uintptr_t offset = 0;  // in the module, as its symbol table counts
};

std::string hexadecimal(std::uintptr_t number) {
  char text[2 + 2 * sizeof number + 1];
  std::snprintf(text, sizeof text, "0x%jx", std::uintmax_t{number});
  return text;
}

// The loader knows the program under the name it was called by, which need not lead to it any more.
std::string module_file(const link_map& module, const char* name) {
  if (module.l_name != nullptr && module.l_name[0] != '\0') return module.l_name;
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : std::string(name);
}

CodePlace code_place(const void* address) {
  CodePlace place;
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  place.offset = number;
  Dl_info info{};
  link_map* module = nullptr;
  if (dladdr1(address, &info, reinterpret_cast<void**>(&module), RTLD_DL_LINKMAP) == 0 || module == nullptr ||
      info.dli_fname == nullptr) {
    return place;
  }
  place.file = module_file(*module, info.dli_fname);
  const auto* header = static_cast<const Elf64_Ehdr*>(info.dli_fbase);
  if (header->e_type == ET_DYN) place.offset = number - reinterpret_cast<std::uintptr_t>(info.dli_fbase);
  if (info.dli_sname == nullptr) return place;
  place.symbol = info.dli_sname;
  place.symbol_offset = number - reinterpret_cast<std::uintptr_t>(info.dli_saddr);
  return place;
}

// What a command prints, without its errors. Empty when it cannot be started. The command must not meet this library
// again, and it is not the program: it gets next to no environment, and none of the files that are open.
std::string output_of(const char* const* command) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
#if __GLIBC_PREREQ(2, 34)
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
#endif
  char language[] = "LC_ALL=C";
  char* environment[] = {language, nullptr};
  pid_t child = 0;
  const int failed = posix_spawn(&child, command[0], &actions, nullptr, const_cast<char**>(command), environment);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  char piece[512];
  for (ssize_t got; failed == 0 && (got = read(ends[0], piece, sizeof piece)) > 0;) {
    text.append(piece, static_cast<std::size_t>(got));
  }
  close(ends[0]);
  if (failed == 0) waitpid(child, nullptr, 0);  // fails where the program collects all children itself
  return text;
}

// Where distributions have it. It is not looked for by PATH, which may name any folder.
const char* line_finder() noexcept {
  for (const char* file : {"/usr/bin/addr2line", "/usr/local/bin/addr2line"})
    if (access(file, X_OK) == 0) return file;
  return nullptr;
}

// addr2line's answer, "step at heat.c:42 (discriminator 3)", as "heat.c:42 (in step)"; or nothing.
std::string source_line(const CodePlace& place) {
  const char* const finder = line_finder();
  if (finder == nullptr || base::caller_trust() == base::Trust::none) return {};
  const std::string offset = hexadecimal(place.offset);
  const char* command[] = {finder, "-f", "-C", "-p", "-e", place.file.c_str(), offset.c_str(), nullptr};
  const std::string answer = output_of(command);
  const std::size_t at = answer.find(" at ");
  if (at == answer.npos) return {};
  const std::string line = answer.substr(at + 4, answer.find_first_of(" \n", at + 4) - (at + 4));
  if (line.find('?') != line.npos || line.empty()) return {};
  const std::size_t outlined = answer.find("._omp_fn.");  // GCC's name for a construct's body in a function
  return line + " (in " + answer.substr(0, outlined < at ? outlined : at) + ")";
}

}  // namespace

void know_place(const void* place, std::string text) {
  PlaceTexts& known = known_places();
  const sync::Guard guard(known.lock);
  known.texts.try_emplace(place, std::move(text));
}

namespace {

std::string found_place(const void* code) {
  if (std::string text = known_text(code); !text.empty()) return text;
  const CodePlace place = code_place(code);
  if (place.file.empty()) return hexadecimal(place.offset);
  if (std::string line = source_line(place); !line.empty()) return line;
  const std::string module = place.file.substr(place.file.rfind('/') + 1) + "+" + hexadecimal(place.offset);
  if (place.symbol.empty()) return module;
  return place.symbol + "+" + hexadecimal(place.symbol_offset) + " (" + module + ")";
}

}  // namespace

// Files and symbols have the names that somebody has given them.
std::string source_place(const void* code) { return base::quoted(found_place(code), base::Marks::none); }

}  // namespace heddle::process
