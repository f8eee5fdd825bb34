// Moving a thread to a free core. An affinity mask does it: a sleep does not, for Linux leaves a thread that has had
// more than its share of a core in that core's queue while it sleeps (since 6.12), and wakes it up there.
//
// Affinity calls are the only way, and not quite harmless: a mask that another thread sets for this one within the
// microsecond between the last look and the last call is lost, and cores that a cgroup gets later are not used by a
// thread that has moved. So callers move seldom, and with good reason.
#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "platform/threads/threads.hpp"

namespace heddle::platform {

namespace {

/// The core of a thread that runs or wants to; -1: it does neither, or has ended.
int core_of(const char* thread) noexcept {
  char text[512];
  std::snprintf(text, sizeof(text), "/proc/self/task/%.16s/stat", thread);
  const int file = open(text, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  const ssize_t length = read(file, text, sizeof(text) - 1);
  close(file);
  text[std::max<ssize_t>(length, 0)] = '\0';
  const char* at = std::strrchr(text, ')');  // ends the name, in which anything may stand
  if (at == nullptr || std::strncmp(at, ") R", 3) != 0) return -1;
  constexpr int k_fields_before = 37;  // of proc(5)'s stat: the name is the 2nd field, the core the 39th
  for (int field = 0; field < k_fields_before && at != nullptr; ++field) at = std::strchr(at + 1, ' ');
  return at == nullptr ? -1 : std::atoi(at + 1);
}

/// Leaves the cores on which nobody of this process runs or waits to run; none where the system does not tell.
cpu_set_t free_of(cpu_set_t cores) noexcept {
  DIR* const threads = opendir("/proc/self/task");
  if (threads == nullptr) CPU_ZERO(&cores);
  while (threads != nullptr && CPU_COUNT(&cores) != 0) {
    const dirent* const entry = readdir(threads);
    if (entry == nullptr) break;
    const int core = entry->d_name[0] == '.' ? -1 : core_of(entry->d_name);
    if (core >= 0 && core < CPU_SETSIZE) CPU_CLR(static_cast<std::size_t>(core), &cores);
  }
  if (threads != nullptr) closedir(threads);
  return cores;
}

bool change_to_free_core() noexcept {
  cpu_set_t all, now;
  if (sched_getaffinity(0, sizeof(all), &all) != 0 || CPU_COUNT(&all) < 2) return false;
  const cpu_set_t others = free_of(all);
  if (CPU_COUNT(&others) == 0 || sched_setaffinity(0, sizeof(others), &others) != 0) return false;
  if (sched_getaffinity(0, sizeof(now), &now) == 0 && CPU_EQUAL(&now, &others)) sched_setaffinity(0, sizeof(all), &all);
  return true;
}

}  // namespace

bool Threads::change_core() noexcept {
  const int error = errno;  // the program's own
  const bool changed = change_to_free_core();
  errno = error;
  return changed;
}

}  // namespace heddle::platform
