// Resident memory of this process, as the kernel counts it.
// Not getrusage: its ru_maxrss starts from what the parent process had before exec.
#pragma once

#include <cstdio>
#include <cstring>

namespace bench {

/// Bytes of a line such as "VmRSS:  1234 kB" of /proc/self/status; 0 when the line is absent.
inline double status_bytes(const char* key) {
  std::FILE* status = std::fopen("/proc/self/status", "r");
  if (status == nullptr) return 0;
  char line[256];
  long kib = 0;
  while (std::fgets(line, sizeof line, status) != nullptr)
    if (std::strncmp(line, key, std::strlen(key)) == 0) std::sscanf(line + std::strlen(key), ": %ld", &kib);
  std::fclose(status);
  return static_cast<double>(kib) * 1024;
}

inline double resident_bytes() { return status_bytes("VmRSS"); }
inline double peak_resident_bytes() { return status_bytes("VmHWM"); }

}  // namespace bench
