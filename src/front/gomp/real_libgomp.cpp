// Finds another libgomp.so.1 than ourselves, loads it, and writes its functions into the table of slots.
#include "front/gomp/real_libgomp.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <glob.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.hpp"
#include "front/gomp/caller.hpp"

// Made by cmake/exports.py: a slot per function; "name\0version\0" per function in the same order, ended by an empty
// name.
extern "C" {
extern void* heddle_gomp_slots[] __attribute__((visibility("hidden")));
extern const char heddle_gomp_names[] __attribute__((visibility("hidden")));
}

namespace heddle::gomp {
namespace {

// Heddle's own libgomp.so.1, wherever a copy lies, holds these bytes (cmake/exports.py); the real one does not.
constexpr std::string_view k_mark = "This library holds stubs of Heddle's.";

struct Mapped {
  void* start = MAP_FAILED;
  std::size_t bytes = 0;
  Mapped(const Mapped&) = delete;
  Mapped& operator=(const Mapped&) = delete;
  explicit Mapped(const char* path) noexcept {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    struct stat facts{};
    if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0) {
      bytes = static_cast<std::size_t>(facts.st_size);
      start = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file, 0);
    }
    close(file);
  }
  ~Mapped() {
    if (start != MAP_FAILED) munmap(start, bytes);
  }
};

bool is_real_libgomp(const std::string& path) noexcept {
  const Mapped file(path.c_str());
  if (file.start == MAP_FAILED) return false;
  return memmem(file.start, file.bytes, k_mark.data(), k_mark.size()) == nullptr;
}

/// The folders in which the loader looks for libraries that `handle` needs: LD_LIBRARY_PATH, RUNPATH, the system's.
void add_search_path(void* handle, std::vector<std::string>& folders) {
  Dl_serinfo size{};
  if (handle == nullptr || dlinfo(handle, RTLD_DI_SERINFOSIZE, &size) != 0) return;
  const std::unique_ptr<char[]> memory(new char[size.dls_size]);
  auto* info = reinterpret_cast<Dl_serinfo*>(memory.get());
  if (dlinfo(handle, RTLD_DI_SERINFOSIZE, info) != 0 || dlinfo(handle, RTLD_DI_SERINFO, info) != 0) return;
  for (unsigned i = 0; i < info->dls_cnt; ++i) folders.emplace_back(info->dls_serpath[i].dls_name);
}

std::vector<std::string> candidates() {
  std::vector<std::string> folders;
  add_search_path(dlopen(nullptr, RTLD_LAZY), folders);
  std::vector<std::string> files;
  for (const std::string& folder : folders) files.push_back(folder + "/libgomp.so.1");
  for (const char* pattern : {"/usr/lib/*-linux-gnu*/libgomp.so.1", "/usr/lib64/libgomp.so.1", "/usr/lib/libgomp.so.1",
                              "/usr/lib/gcc/*/*/libgomp.so", "/usr/local/lib*/libgomp.so.1"}) {
    glob_t found{};
    if (glob(pattern, 0, nullptr, &found) == 0)
      files.insert(files.end(), found.gl_pathv, found.gl_pathv + found.gl_pathc);
    globfree(&found);
  }
  return files;
}

void* load_real_libgomp() {
  if (const char* asked = secure_getenv("HEDDLE_REAL_LIBGOMP")) {
    if (!is_real_libgomp(asked)) base::fatal({"HEDDLE_REAL_LIBGOMP=", asked, " is not another libgomp.so.1"});
    if (void* handle = dlopen(asked, RTLD_NOW | RTLD_LOCAL)) return handle;
    base::fatal({"HEDDLE_REAL_LIBGOMP=", asked, " cannot be loaded: ", dlerror()});
  }
  for (const std::string& file : candidates()) {
    if (!is_real_libgomp(file)) continue;
    if (void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
  }
  base::fatal(
      {"HEDDLE_DISABLE is set, but no libgomp.so.1 other than Heddle's was found; "
       "name one in HEDDLE_REAL_LIBGOMP, or unset HEDDLE_DISABLE"});
}

[[noreturn]] void absent_in_real_libgomp() {
  const Caller caller(__builtin_return_address(0));
  base::fatal({"HEDDLE_DISABLE is set, and the libgomp.so.1 that took over lacks the function called from ",
               caller.text(), "; name a newer one in HEDDLE_REAL_LIBGOMP"});
}

void* as_slot(void (*function)()) noexcept { return reinterpret_cast<void*>(function); }

void fill_slots(void* handle) noexcept {
  void** slot = heddle_gomp_slots;
  for (const char* name = heddle_gomp_names; *name != '\0'; ++slot) {
    const char* version = name + std::strlen(name) + 1;
    void* function = dlvsym(handle, name, version);
    *slot = function != nullptr ? function : as_slot(absent_in_real_libgomp);
    name = version + std::strlen(version) + 1;
  }
}

std::size_t slot_count() noexcept {
  std::size_t count = 0;
  for (const char* name = heddle_gomp_names; *name != '\0'; ++count) {
    const char* version = name + std::strlen(name) + 1;
    name = version + std::strlen(version) + 1;
  }
  return count;
}

}  // namespace

void hand_over_to_real_libgomp() noexcept {
  void* handle = load_real_libgomp();
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto start = reinterpret_cast<std::uintptr_t>(heddle_gomp_slots) & ~(page - 1);
  const auto end = reinterpret_cast<std::uintptr_t>(heddle_gomp_slots + slot_count());
  auto* pages = reinterpret_cast<void*>(start);
  // The loader has made the table read-only together with the other relocated data.
  if (mprotect(pages, end - start, PROT_READ | PROT_WRITE) != 0) {
    base::fatal({"HEDDLE_DISABLE is set, but the table of functions cannot be written: ", std::strerror(errno)});
  }
  fill_slots(handle);
  mprotect(pages, end - start, PROT_READ);
}

}  // namespace heddle::gomp
