#include "process/thread_data.hpp"

#include <fcntl.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "platform/threads/threads.hpp"

namespace heddle::process {
namespace {

platform::Threads::atomic<bool> told{false};

char in_this_library;

// The C library, the languages' own, sanitizers', what hwloc brings along: what they keep per thread is new in a new
// one.
constexpr std::string_view k_known[] = {"libc.so.",        "ld-linux",    "libstdc++.so.",
                                        "libgfortran.so.", "libtsan.so.", "libasan.so.",
                                        "libubsan.so.",    "liblsan.so.", "libudev.so."};

// @param name  perhaps with folders
bool is_known(std::string_view name) noexcept {
  name.remove_prefix(name.rfind('/') + 1);  // npos + 1 is 0
  return std::ranges::any_of(k_known, [name](std::string_view known) { return name.starts_with(known); });
}

/// What lies at an address, read by the kernel: who unloads the library meanwhile makes the read fail. Loaders have a
/// lock for that, but a program may open a region while it holds it (dl_iterate_phdr), and wait for this very thread.
class OwnMemory {
 public:
  OwnMemory() noexcept : file_(open("/proc/self/mem", O_RDONLY | O_CLOEXEC)) {}
  OwnMemory(const OwnMemory&) = delete;
  OwnMemory& operator=(const OwnMemory&) = delete;
  ~OwnMemory() {
    if (file_ >= 0) close(file_);
  }

  template <class T>
  bool read(std::uintptr_t address, T& into) const noexcept {
    return file_ >= 0 && pread(file_, &into, sizeof into, static_cast<off_t>(address)) == ssize_t{sizeof into};
  }

 private:
  const int file_;
};

enum class Storage : std::uint8_t { none, some, unknown };  // thread-local, of a library

Storage storage_of_library_at(std::uintptr_t begin, const OwnMemory& memory) noexcept {
  ElfW(Ehdr) header;
  if (!memory.read(begin, header)) return Storage::unknown;
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return Storage::none;  // a file of data
  for (std::uintptr_t at = 0; at < header.e_phnum; ++at) {
    ElfW(Phdr) segment;
    if (!memory.read(begin + header.e_phoff + at * sizeof segment, segment)) return Storage::unknown;
    if (segment.p_type == PT_TLS && segment.p_memsz != 0) return Storage::some;
  }
  return Storage::none;
}

/// A line of /proc/self/maps.
struct Mapping {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  std::uint64_t offset = 0;  // in the file
  std::string_view path;

  // "begin-end rights offset device inode   path", numbers in hexadecimal but for the inode
  explicit Mapping(std::string_view line) noexcept {
    const char* const behind = line.data() + line.size();
    begin = hexadecimal(line);
    end = hexadecimal(line);
    line.remove_prefix(std::min(line.size(), line.find(' ') + 1));  // the rights
    offset = hexadecimal(line);
    const char* const name = std::find(line.data(), behind, '/');
    path = {name, static_cast<std::size_t>(behind - name)};
  }

  bool is_begin_of_file() const noexcept { return offset == 0 && !path.empty(); }
  bool holds(const void* address) const noexcept {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    return begin <= at && at < end;
  }

 private:
  static std::uint64_t hexadecimal(std::string_view& text) noexcept {
    std::uint64_t number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
    text.remove_prefix(std::min(text.size(), static_cast<std::size_t>(rest - text.data()) + 1));
    return error == std::errc() ? number : 0;
  }
};

/// Goes through /proc/self/maps for a library with thread-local storage that may be the program's.
class Search {
 public:
  /// @returns whether there is one; also where that cannot be known
  bool finds() noexcept {
    const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (file < 0) return true;
    const bool found = is_found_in(file);
    close(file);
    return found;
  }

 private:
  static constexpr std::size_t k_longest_line = 2048;  // on a thread's stack, which may be of 16 KiB

  bool is_found_in(int file) noexcept {
    std::array<char, k_longest_line> text;
    std::size_t held = 0;
    for (;;) {
      const ssize_t more = read(file, text.data() + held, text.size() - held);
      if (more < 0 && errno == EINTR) continue;
      if (more <= 0) return more < 0 || pending_;
      held += static_cast<std::size_t>(more);
      std::string_view lines(text.data(), held);
      for (std::size_t end = lines.find('\n'); end != lines.npos; end = lines.find('\n')) {
        if (is_found_at(Mapping(lines.substr(0, end)))) return true;
        lines.remove_prefix(end + 1);
      }
      if (lines.size() == text.size()) return true;
      held = lines.size();
      std::memmove(text.data(), lines.data(), held);
    }
  }

  // A library's mappings follow one another; which one is this library shows in a later one than its first.
  bool is_found_at(const Mapping& mapping) noexcept {
    if (mapping.holds(&in_this_library)) pending_ = false;
    if (!mapping.is_begin_of_file()) return false;
    if (pending_) return true;
    pending_ = !mapping.holds(&in_this_library) && !is_known(mapping.path) &&
               storage_of_library_at(mapping.begin, memory_) != Storage::none;
    return false;
  }

  OwnMemory memory_;
  bool pending_ = false;  // the last library has some, and if it is not this one, the search is over
};

}  // namespace

bool threads_may_have_data() noexcept {
  // order: relaxed — set before the program's first such access in a region, whose end the caller has seen.
  return told.load(std::memory_order_relaxed) || Search().finds();
}

void threads_have_data() noexcept {
  // order: relaxed — see above.
  told.store(true, std::memory_order_relaxed);
}

}  // namespace heddle::process
