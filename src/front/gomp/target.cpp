// GOMP_target*: target regions and data directives. The host is the only device, so regions run here and data stay.
//
// Of the kinds of mapping only one matters on the host: firstprivate values wider than a pointer are passed by address
// and must be copied, or the region would change the program's own.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "front/gomp/bad_call.hpp"
#include "front/gomp/export.hpp"
#include "omp/device.hpp"
#include "omp/routines.hpp"

using namespace heddle;

namespace {

constexpr int k_default_device = -1;
constexpr int k_if_clause_false = -2;
constexpr unsigned k_kind_mask = 0xff;  // the byte above it is log2 of the alignment
constexpr unsigned k_kind_firstprivate = 12;

struct Mapping {
  std::size_t count;
  void** addresses;
  const std::size_t* bytes;
  const std::uint16_t* kinds;

  bool must_be_copied(std::size_t i) const noexcept {
    return (kinds[i] & k_kind_mask) == k_kind_firstprivate && addresses[i] != nullptr;
  }
  std::size_t alignment(std::size_t i) const noexcept { return std::size_t{1} << (kinds[i] >> 8); }
};

std::size_t rounded(std::size_t offset, std::size_t alignment) noexcept {
  return (offset + alignment - 1) & ~(alignment - 1);
}

/// Copies of the firstprivate values of one target region; the addresses point to them from then on.
class FirstPrivate {
 public:
  explicit FirstPrivate(const Mapping& mapping) noexcept {
    std::size_t bytes = 0;
    std::size_t widest = 1;
    for (std::size_t i = 0; i < mapping.count; ++i) {
      if (!mapping.must_be_copied(i)) continue;
      if (mapping.alignment(i) > widest) widest = mapping.alignment(i);
      bytes = rounded(bytes, mapping.alignment(i)) + mapping.bytes[i];
    }
    if (bytes == 0) return;
    const auto room = reserve(bytes + widest);
    std::size_t offset = rounded(room, widest);
    for (std::size_t i = 0; i < mapping.count; ++i) {
      if (!mapping.must_be_copied(i)) continue;
      offset = rounded(offset, mapping.alignment(i));
      void* copy = reinterpret_cast<void*>(offset);
      std::memcpy(copy, mapping.addresses[i], mapping.bytes[i]);
      mapping.addresses[i] = copy;
      offset += mapping.bytes[i];
    }
  }

 private:
  static constexpr std::size_t k_inline_bytes = 512;

  std::uintptr_t reserve(std::size_t bytes) noexcept {
    if (bytes <= k_inline_bytes) return reinterpret_cast<std::uintptr_t>(inline_);
    heap_.reset(new (std::nothrow) char[bytes]);
    if (heap_ == nullptr) base::fatal({"no memory for the firstprivate variables of a target region"});
    return reinterpret_cast<std::uintptr_t>(heap_.get());
  }

  std::unique_ptr<char[]> heap_;
  alignas(64) char inline_[k_inline_bytes];
};

void wait_for(void** depend) {
  if (depend != nullptr) heddle_GOMP_taskwait_depend(depend);
}

/// Device numbers of devices that do not exist run on the host too, unless the user forbade that.
void check_device(int device) noexcept {
  if (device == k_default_device) device = omp::default_device(runtime::current());
  if (device == k_if_clause_false || device == omp::k_host_device) return;
  if (omp::global().target_offload != omp::TargetOffload::mandatory) return;
  base::warn({"OMP_TARGET_OFFLOAD is set to MANDATORY, but device not found"});
  std::exit(EXIT_FAILURE);
}

/// The thread_limit clause among the arguments: words of device (7 bits), "value is the next word" (1), what it is (8),
/// and else the value; ended by a zero.
unsigned thread_limit_of(void* const* arguments) noexcept {
  constexpr std::uintptr_t k_device_bits = 0x7f;
  constexpr std::uintptr_t k_value_follows = 0x80;
  constexpr std::uintptr_t k_what_bits = 0xff00;
  constexpr std::uintptr_t k_thread_limit = 0x200;
  unsigned limit = 0;
  while (arguments != nullptr && *arguments != nullptr) {
    const auto word = reinterpret_cast<std::uintptr_t>(*arguments++);
    std::intptr_t value = static_cast<std::intptr_t>(word) >> 16;
    if ((word & k_value_follows) != 0) value = reinterpret_cast<std::intptr_t>(*arguments++);
    if ((word & k_device_bits) != 0 || (word & k_what_bits) != k_thread_limit) continue;
    if (value > 0) limit = value > INT32_MAX ? INT32_MAX : static_cast<unsigned>(value);
  }
  return limit;
}

}  // namespace

extern "C" {

// A nowait clause is honoured by not waiting for anything but the region's dependences: the region runs at once.
void HEDDLE_GOMP_EXPORT(GOMP_target_ext)(int device, void (*body)(void*), std::size_t count, void** addresses,
                                         const std::size_t* bytes, const std::uint16_t* kinds, unsigned /*flags*/,
                                         void** depend, void** arguments) {
  wait_for(depend);
  check_device(device);
  const FirstPrivate copies({count, addresses, bytes, kinds});
  omp::run_target({body, addresses, thread_limit_of(arguments)});
}

void HEDDLE_GOMP_EXPORT(GOMP_target)(int device, void (*body)(void*), const void* /*unused*/, std::size_t /*count*/,
                                     void** addresses, const std::size_t* /*bytes*/, const unsigned char* /*kinds*/) {
  check_device(device);
  omp::run_target({body, addresses, 0});
}

void HEDDLE_GOMP_EXPORT(GOMP_target_data_ext)(int device, std::size_t /*count*/, void** /*addresses*/,
                                              const std::size_t* /*bytes*/, const std::uint16_t* /*kinds*/) {
  check_device(device);
}

void HEDDLE_GOMP_EXPORT(GOMP_target_data)(int device, const void* /*unused*/, std::size_t /*count*/,
                                          void** /*addresses*/, const std::size_t* /*bytes*/,
                                          const unsigned char* /*kinds*/) {
  check_device(device);
}

void HEDDLE_GOMP_EXPORT(GOMP_target_end_data)() {}

void HEDDLE_GOMP_EXPORT(GOMP_target_update_ext)(int device, std::size_t /*count*/, void** /*addresses*/,
                                                const std::size_t* /*bytes*/, const std::uint16_t* /*kinds*/,
                                                unsigned /*flags*/, void** depend) {
  wait_for(depend);
  check_device(device);
}

void HEDDLE_GOMP_EXPORT(GOMP_target_update)(int device, const void* /*unused*/, std::size_t /*count*/,
                                            void** /*addresses*/, const std::size_t* /*bytes*/,
                                            const unsigned char* /*kinds*/) {
  check_device(device);
}

void HEDDLE_GOMP_EXPORT(GOMP_target_enter_exit_data)(int device, std::size_t /*count*/, void** /*addresses*/,
                                                     const std::size_t* /*bytes*/, const std::uint16_t* /*kinds*/,
                                                     unsigned /*flags*/, void** depend) {
  wait_for(depend);
  check_device(device);
}

// Code for devices, in a program built to offload: there is no device to load it to.
void HEDDLE_GOMP_EXPORT(GOMP_offload_register_ver)(unsigned /*version*/, const void* /*table*/, int /*kind*/,
                                                   const void* /*image*/) {}
void HEDDLE_GOMP_EXPORT(GOMP_offload_unregister_ver)(unsigned /*version*/, const void* /*table*/, int /*kind*/,
                                                     const void* /*image*/) {}
void HEDDLE_GOMP_EXPORT(GOMP_offload_register)(const void* /*table*/, int /*kind*/, const void* /*image*/) {}
void HEDDLE_GOMP_EXPORT(GOMP_offload_unregister)(const void* /*table*/, int /*kind*/, const void* /*image*/) {}

}  // extern "C"
