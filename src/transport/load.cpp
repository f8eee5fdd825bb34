#include "transport/load.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <string_view>

#include "base/message.hpp"
#include "base/quoted.hpp"
#include "base/trust.hpp"

namespace heddle::transport {

namespace {

struct Kind {
  const char* name;
  const char* library;  // by which a program that uses this MPI itself has it loaded
  const char* package;
  const char* size;  // what its launcher sets
  const char* rank;
};
constexpr Kind k_kinds[] = {
    {"openmpi", "libmpi.so.40", "openmpi-bin", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
    {"mpich", "libmpich.so.12", "mpich", "PMI_SIZE", "PMI_RANK"},
};

const Kind* kind_named(std::string_view name) noexcept {
  for (const Kind& kind : k_kinds)
    if (name == kind.name) return &kind;
  return nullptr;
}

bool is_loaded(const Kind& kind) noexcept {
  void* const handle = ::dlopen(kind.library, RTLD_LAZY | RTLD_NOLOAD);
  if (handle != nullptr) ::dlclose(handle);
  return handle != nullptr;
}

unsigned number(const char* variable) noexcept {
  const char* const text = base::variable(variable);
  return text == nullptr ? 0 : static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

// The folder of the library that this code is in.
std::string own_folder() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<void*>(&read_launch), &info) == 0 || info.dli_fname == nullptr) return ".";
  const std::string file = info.dli_fname;
  const std::size_t slash = file.rfind('/');
  return slash == std::string::npos ? "." : file.substr(0, slash);
}

}  // namespace

RankLaunch read_launch() noexcept {
  RankLaunch launch;
  const char* const asked = base::variable("HEDDLE_MPI");
  const std::string_view word = asked == nullptr ? "" : asked;
  if (word == "off") return launch;
  for (const Kind& kind : k_kinds) {
    const unsigned ranks = number(kind.size);
    if (ranks == 0) continue;
    launch = {ranks, number(kind.rank), kind.name};
    break;
  }
  if (launch.ranks == 1 || word.empty()) return launch;
  if (kind_named(word) == nullptr) {
    static base::OnceGate gate;
    base::warn_once(gate, {"HEDDLE_MPI=", base::Quoted(asked),
                           " is malformed: allowed is openmpi, mpich or off; using ", launch.kind, " instead"});
  } else {
    launch.kind = kind_named(word)->name;
  }
  return launch;
}

void forget_launch() noexcept {
  for (const Kind& kind : k_kinds) base::forget_variable(kind.size);
}

Transport* load(const char* name, std::string& why) {
  const Kind& kind = *kind_named(name);
  for (const Kind& other : k_kinds) {
    if (&other == &kind || !is_loaded(other)) continue;
    why = std::string("the process was started by ") + kind.name + " and has loaded " + other.library + " of " +
          other.name + ", start it by " + other.name + "'s mpirun";
    return nullptr;
  }
  const std::string file = own_folder() + "/heddle/" + kind.name + "/libheddle_mpi.so";
  // Global: what MPI itself loads later looks for MPI's symbols there.
  void* const handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
  if (handle == nullptr) {
    const char* const words = ::dlerror();
    why = std::string("there is no transport for ") + kind.name + " (" + (words == nullptr ? file : words) +
          "), install the package " + kind.package + " and a Heddle that was built with it";
    return nullptr;
  }
  const auto open = reinterpret_cast<OpenFunction>(::dlsym(handle, "heddle_transport_open"));
  OpenReport opened;
  if (open != nullptr) open(&opened);
  if (opened.transport == nullptr) why = open == nullptr ? file + " is no transport, install Heddle anew" : opened.why;
  return opened.transport;
}

}  // namespace heddle::transport
