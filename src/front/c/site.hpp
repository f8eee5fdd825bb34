// Sites of translated programs: which shapes have been described there, and which entry uses which.
//
// Invariant: an activation is one entry's from enter_site() to leave_site(); `busy` and the list of a site are read and
// written under the site's lock. What an activation describes, its plan included, never changes once it is described.
// Entries of several threads to one shape get activations of their own, up to k_most_activations; then, and without
// memory, bodies run in the order of the text inside the calls that describe them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "heddle/compiled.h"

/// A task as described: what the plan will hold.
struct heddle_described {
  heddle_plan_task task;
  std::uint32_t first_access = 0;
  std::uint32_t accesses = 0;
};

struct heddle_activation {
  std::atomic<void*> failure{nullptr};  // first: heddle_site_failed() of compiled.h reads it without a call
  heddle_site* site = nullptr;
  heddle_plan* plan = nullptr;
  heddle_plan_options options{};
  std::uint32_t workers = 1;
  std::uint32_t cursor = 0;  // the next worker of the region's round robin
  bool busy = true;
  bool described = false;
  bool always = false;
  bool in_order = false;  // no plan: bodies run where they are described
  std::uint64_t used = 0;
  std::vector<std::uint64_t> key;
  std::vector<std::max_align_t> record;
  std::vector<std::unique_ptr<std::byte[]>> pieces;  // of arguments
  std::size_t piece_left = 0;
  std::vector<heddle_described> tasks;
  std::vector<heddle_access> accesses;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> orders;
  std::vector<std::uint32_t> last_of_worker;  // the last task that each worker runs for itself
  std::int64_t barrier = -1;
  std::uint32_t phase_begin = 0;

  heddle_activation() = default;
  heddle_activation(const heddle_activation&) = delete;
  heddle_activation& operator=(const heddle_activation&) = delete;
  ~heddle_activation();
};

namespace heddle::front {

/// Entries to one shape that have a plan at the same time.
inline constexpr std::size_t k_most_activations = 16;  // as many as threads that enter one region together are likely

heddle_activation* enter_site(heddle_site& site, const heddle_entry& entry) noexcept;
void describe_task(heddle_activation& run, const heddle_site_work& work, const void* argument,
                   std::span<const heddle_access> accesses) noexcept;
void describe_loop(heddle_activation& run, const heddle_site_cut& loop, const void* argument,
                   std::span<const heddle_chunk_access> uses) noexcept;
void describe_barrier(heddle_activation& run) noexcept;
void* leave_site(heddle_activation* run, std::uint32_t laps) noexcept;
std::uint32_t shapes_of(const heddle_site& site) noexcept;

/// A sentence, the place, the end.
[[noreturn]] void refuse(const char* sentence, const char* where) noexcept;

}  // namespace heddle::front
