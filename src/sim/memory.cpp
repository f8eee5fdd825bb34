// What operators new and delete give while a simulation runs: whole lines that no core has, one behind the other in a
// stretch of addresses that is the simulation's own. Which words share a line, who had it before, and which of two
// objects has the higher address (the engine locks in that order) would else follow from what the process has done
// before, and equal runs differ.
//
// Part of each program that simulates. Outside of simulations these are malloc and free, as always. What a simulation
// leaves behind stays, as the engine frees neither workers nor teams.
#include <sys/mman.h>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "platform/sim/engine.hpp"

namespace {

using heddle::platform::sim::Engine;

constexpr std::size_t k_line_bytes = 64;
constexpr std::size_t k_stretch_bytes = std::size_t{1}
                                        << 30;  // of a simulation; beyond: malloc, and equal runs may differ
constexpr std::size_t k_stretches = 4096;       // address space only: a page is there once it is used

/// Where stretches lie; null: no simulation has asked for them, or the system gives no such addresses. A program that
/// runs no simulation reserves none: an emulator may keep a table of all addresses that are (QEMU, of 4 TiB, 21 GiB).
constinit std::atomic<char*> stretches_at{nullptr};

/// Where stretches lie; reserves them the first time. Null when the system gives no such addresses.
char* stretches() noexcept {
  static char* const begin = [] {
    void* const found =
        mmap(nullptr, k_stretches * k_stretch_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    char* const memory = found == MAP_FAILED ? nullptr : static_cast<char*>(found);
    // order: relaxed — whoever has a block of a stretch has it by a way that comes after this store.
    stretches_at.store(memory, std::memory_order_relaxed);
    return memory;
  }();
  return begin;
}

/// The memory of one simulation: blocks of whole powers of two, used again in the order in which they come back last.
class Stretch {
 public:
  /// That of the simulation that runs on this thread of the host; made when it asks for the first time.
  static Stretch& of(Engine& engine) noexcept {
    static thread_local Stretch current;
    if (current.simulation_ != engine.number()) current.begin(engine);
    return current;
  }

  static bool contains(const void* memory) noexcept {
    // order: relaxed — as in stretches().
    const char* const begin = stretches_at.load(std::memory_order_relaxed);
    const auto offset = reinterpret_cast<std::uintptr_t>(memory) - reinterpret_cast<std::uintptr_t>(begin);
    return begin != nullptr && offset < k_stretches * k_stretch_bytes;
  }

  /// Null when there is no room.
  void* take(std::size_t bytes) noexcept {
    const std::size_t power = std::bit_width((bytes < k_line_bytes ? k_line_bytes : bytes) - 1);
    if (power >= k_powers) return nullptr;
    if (Free* const block = free_[power]; block != nullptr) {
      free_[power] = block->next;
      return block;
    }
    const std::size_t whole = (std::size_t{1} << power) + k_line_bytes;  // a line in front says how large it is
    if (begin_ == nullptr || used_ + whole > k_stretch_bytes) return nullptr;
    auto* const head = new (begin_ + used_) std::size_t(power);
    used_ += whole;
    return reinterpret_cast<char*>(head) + k_line_bytes;
  }

  /// What comes back after its simulation is not used again.
  void give_back(void* memory) noexcept {
    auto* const address = static_cast<char*>(memory);
    if (begin_ == nullptr || address < begin_ || address >= begin_ + used_) return;
    const std::size_t power = *reinterpret_cast<const std::size_t*>(address - k_line_bytes);
    free_[power] = new (memory) Free{free_[power]};
  }

 private:
  static constexpr std::size_t k_powers = 30;
  struct Free {
    Free* next;
  };

  void begin(Engine& engine) noexcept {
    static std::atomic<std::size_t> next{0};
    *this = Stretch();
    simulation_ = engine.number();
    const std::size_t slot = next++;
    if (stretches() == nullptr || slot >= k_stretches) return;
    begin_ = stretches() + slot * k_stretch_bytes;
    if (mprotect(begin_, k_stretch_bytes, PROT_READ | PROT_WRITE) != 0) begin_ = nullptr;
    if (begin_ != nullptr) engine.lies_in(begin_, k_stretch_bytes);
  }

  std::uint64_t simulation_ = 0;
  char* begin_ = nullptr;
  std::size_t used_ = 0;
  Free* free_[k_powers] = {};
};

void* allocate(std::size_t bytes, std::size_t alignment) noexcept {
  Engine* const engine = Engine::running();
  if (engine != nullptr && alignment <= k_line_bytes) {
    if (void* const memory = Stretch::of(*engine).take(bytes); memory != nullptr) {
      engine->forget(memory, bytes);
      return memory;
    }
    alignment = k_line_bytes;
  }
  if (alignment <= alignof(std::max_align_t)) return std::malloc(bytes == 0 ? 1 : bytes);
  const std::size_t whole = (bytes + alignment - 1) / alignment * alignment;
  void* const memory = std::aligned_alloc(alignment, whole == 0 ? alignment : whole);
  if (engine != nullptr && memory != nullptr) engine->forget(memory, whole);
  return memory;
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
  void* const memory = allocate(bytes, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void release(void* memory) noexcept {
  if (!Stretch::contains(memory)) return std::free(memory);
  if (Engine* const engine = Engine::running(); engine != nullptr) Stretch::of(*engine).give_back(memory);
}

}  // namespace

// All of them: a sanitizer's own would else stand beside ours.
void* operator new(std::size_t bytes) { return allocate_or_throw(bytes, 1); }
void* operator new[](std::size_t bytes) { return allocate_or_throw(bytes, 1); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes, 1); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes, 1); }
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
