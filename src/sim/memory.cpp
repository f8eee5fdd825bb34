// What operators new and delete give while a simulation runs: whole lines, and such that no core has. Which words share
// a line, and who had it before, would else follow from what the process has done before, and equal runs differ.
//
// Part of each program that simulates. Outside of simulations these are malloc and free, as always.
#include <cstddef>
#include <cstdlib>
#include <new>

#include "platform/sim/engine.hpp"

namespace {

constexpr std::size_t k_line_bytes = 64;

void* allocate(std::size_t bytes, std::size_t alignment) noexcept {
  heddle::platform::sim::Engine* const engine = heddle::platform::sim::Engine::running();
  if (engine != nullptr && alignment < k_line_bytes) alignment = k_line_bytes;
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

}  // namespace

void* operator new(std::size_t bytes) { return allocate_or_throw(bytes, 1); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
