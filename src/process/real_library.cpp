// Finds another library of a door's name than ourselves, loads it, and writes its functions into the table of slots.
#include "process/real_library.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <glob.h>
#include <link.h>
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
#include "base/quoted.hpp"
#include "base/trust.hpp"
#include "process/caller.hpp"

namespace heddle::process {
namespace {

// Heddle's own libraries, wherever a copy lies, hold these bytes (cmake/exports.py); the real ones do not.
constexpr std::string_view k_mark = "This library holds stubs of Heddle's.";

struct MappedFile {
  void* start = MAP_FAILED;
  std::size_t bytes = 0;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  explicit MappedFile(const char* path) noexcept {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    struct stat facts{};
    if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0) {
      bytes = static_cast<std::size_t>(facts.st_size);
      start = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file, 0);
    }
    close(file);
  }
  ~MappedFile() {
    if (start != MAP_FAILED) munmap(start, bytes);
  }
};

bool is_real(const std::string& path) noexcept {
  const MappedFile file(path.c_str());
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

std::vector<std::string> candidates(const ExportTable& door) {
  std::vector<std::string> folders;
  add_search_path(dlopen(nullptr, RTLD_LAZY), folders);
  std::vector<std::string> files;
  for (const std::string& folder : folders) files.push_back(folder + "/" + door.file);
  for (const char* pattern : door.usual) {
    glob_t found{};
    if (glob(pattern, 0, nullptr, &found) == 0)
      files.insert(files.end(), found.gl_pathv, found.gl_pathv + found.gl_pathc);
    globfree(&found);
  }
  return files;
}

// @returns null, and says what to do, when it is not what it should be.
void* load_named(const ExportTable& door, const char* path) {
  const bool real = is_real(path);
  void* const handle = real ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
  if (handle != nullptr) return handle;
  const std::string wrong =
      real ? " cannot be loaded: " + base::quoted(dlerror()) : " is not the file of another " + std::string(door.file);
  base::warn({door.variable, "=", base::Quoted(path), wrong,
              "; using the first that is found. Name one by its path, or unset ", door.variable});
  return nullptr;
}

void* load_real(const ExportTable& door) {
  if (const char* asked = base::variable(door.variable)) {
    if (void* handle = load_named(door, asked)) return handle;
  }
  for (const std::string& file : candidates(door)) {
    if (!is_real(file)) continue;
    if (void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
  }
  base::fatal({"HEDDLE_DISABLE is set, but no ", door.file, " other than Heddle's was found; name one by its path in ",
               door.variable, ", or unset HEDDLE_DISABLE"});
}

[[noreturn]] void absent_in_real_library() {
  const Caller caller(__builtin_return_address(0));
  base::fatal({"HEDDLE_DISABLE is set, and the OpenMP library that took over lacks the function called from ",
               caller.text(), "; name a newer one in HEDDLE_REAL_LIBGOMP or HEDDLE_REAL_LIBOMP"});
}

void* as_slot(void (*function)()) noexcept { return reinterpret_cast<void*>(function); }

void fill_slots(const ExportTable& door, void* handle) noexcept {
  void** slot = door.slots;
  for (const char* name = door.names; *name != '\0'; ++slot) {
    const char* version = name + std::strlen(name) + 1;
    void* function = dlvsym(handle, name, version);
    *slot = function != nullptr ? function : as_slot(absent_in_real_library);
    name = version + std::strlen(version) + 1;
  }
}

std::size_t slot_count(const ExportTable& door) noexcept {
  std::size_t count = 0;
  for (const char* name = door.names; *name != '\0'; ++count) {
    const char* version = name + std::strlen(name) + 1;
    name = version + std::strlen(version) + 1;
  }
  return count;
}

}  // namespace

namespace {

/// The loader has made the table read-only together with the other relocated data; while this lives, it is not.
class Writable {
 public:
  explicit Writable(const ExportTable& door) noexcept {
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto start = reinterpret_cast<std::uintptr_t>(door.slots) & ~(page - 1);
    pages_ = reinterpret_cast<void*>(start);
    bytes_ = reinterpret_cast<std::uintptr_t>(door.slots + slot_count(door)) - start;
    if (mprotect(pages_, bytes_, PROT_READ | PROT_WRITE) != 0)
      base::fatal({"the table of functions of ", door.file, " cannot be written: ", std::strerror(errno)});
  }
  Writable(const Writable&) = delete;
  Writable& operator=(const Writable&) = delete;
  ~Writable() { mprotect(pages_, bytes_, PROT_READ); }

 private:
  void* pages_;
  std::size_t bytes_;
};

// By one thread, while the library is loaded.
constinit Replacements* entered = nullptr;

/// What stands for `function` where a process is watched; most functions stay.
void* replaced(void* function) noexcept {
  for (const Replacements* each = entered; each != nullptr; each = each->next)
    for (const Replacement& replacement : each->functions())
      if (replacement.function == function) return replacement.by;
  return function;
}

}  // namespace

bool stubs_are_mapped(const char* file) noexcept {
  const auto is_it = [](dl_phdr_info* library, std::size_t /*bytes*/, void* wanted) {
    const std::string_view path = library->dlpi_name;
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return name == static_cast<const char*>(wanted) && !is_real(library->dlpi_name) ? 1 : 0;
  };
  return dl_iterate_phdr(is_it, const_cast<char*>(file)) != 0;
}

bool program_needs(std::string_view file) noexcept {
  void* program = dlopen(nullptr, RTLD_LAZY);
  link_map* map = nullptr;
  if (program == nullptr || dlinfo(program, RTLD_DI_LINKMAP, &map) != 0) return false;
  const char* names = nullptr;  // the loader has made the address absolute
  for (const ElfW(Dyn)* entry = map->l_ld; entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(entry->d_un.d_ptr);
  for (const ElfW(Dyn)* entry = map->l_ld; names != nullptr && entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == DT_NEEDED && file == names + entry->d_un.d_val) return true;
  return false;
}

void hand_over(const ExportTable& door) noexcept {
  void* handle = load_real(door);
  const Writable writable(door);
  fill_slots(door, handle);
}

void enter_replacements(Replacements& replacements) noexcept {
  replacements.next = entered;
  entered = &replacements;
}

void replace(const ExportTable& door) noexcept {
  const Writable writable(door);
  for (void*& slot : std::span(door.slots, slot_count(door))) slot = replaced(slot);
}

}  // namespace heddle::process
