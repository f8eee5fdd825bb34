// Places and affinity as a program sees them (OpenMP 5.2, 18.3). Each function concerns the calling thread; cold.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "omp/affinity.hpp"
#include "omp/team_data.hpp"
#include "platform/topology/cpu_set.hpp"

namespace heddle::omp {

/// The cpus of a place; null when there is no such place.
const platform::topology::CpuSet* place(int number) noexcept;
int place_count() noexcept;

/// How many cpus a place has, and their numbers; none when there is no such place.
int place_size(int number) noexcept;
template <class Integer>
void store_place(int number, Integer* cpus) noexcept {
  const platform::topology::CpuSet* const set = place(number);
  if (set == nullptr) return;
  set->each([&cpus](std::size_t cpu) { *cpus++ = static_cast<Integer>(cpu); });
}

/// The places that new threads of the calling thread may go to; length 0: threads are not bound.
PlacePartition partition(const Worker& worker) noexcept;
template <class Integer>
void store_partition(const Worker& worker, Integer* places) noexcept {
  const PlacePartition own = partition(worker);
  for (unsigned i = 0; i < own.length; ++i) places[i] = static_cast<Integer>(own.first + i);
}

/// An omp_proc_bind_t: of the next region.
int proc_bind(const Worker& worker) noexcept;

/// The affinity-format-var ICV.
void set_affinity_format(std::string_view format);
const std::string& affinity_format() noexcept;

/// The line that omp_display_affinity shows. An empty format means the one of the affinity-format-var ICV.
std::string affinity_line(const Worker& worker, std::string_view format);

/// Writes that line to standard error, in one piece; in libomp's dialect, to standard output.
void display_affinity(const Worker& worker, std::string_view format) noexcept;

}  // namespace heddle::omp
