// Which place each thread of a team goes to (OpenMP 5.2, 10.1.3), as arithmetic on place numbers.
//
// Pure, constant time and without memory, so every thread computes its own. Where the standard leaves a choice this
// chooses as libgomp does; tests/unit/omp compares them. One departure: where threads outnumber places unevenly, the
// threads of a place keep consecutive numbers, as the standard says; libgomp starts over at the first place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "omp/icv.hpp"
#include "platform/topology/cpu_set.hpp"

namespace heddle::omp {

/// place-partition-var: places first, first + 1, ... of the place list. `length` is at least 1.
struct PlacePartition {
  unsigned first = 0;
  unsigned length = 1;

  friend bool operator==(const PlacePartition&, const PlacePartition&) = default;
};

/// The encountering thread and the team it makes. `parent_place` lies in `partition`; `threads` is at least 1.
struct TeamPlacement {
  Bind policy = Bind::close;  // not Bind::no; Bind::yes is treated as close
  unsigned parent_place = 0;
  PlacePartition partition;
  unsigned threads = 1;

  friend bool operator==(const TeamPlacement&, const TeamPlacement&) = default;
};

struct ThreadPlacement {
  unsigned place = 0;
  PlacePartition partition;  // the thread's own place-partition-var

  friend bool operator==(const ThreadPlacement&, const ThreadPlacement&) = default;
};

/// @param thread  number within the team, in [0, team.threads)
ThreadPlacement place_thread(const TeamPlacement& team, unsigned thread) noexcept;

// -- OMP_AFFINITY_FORMAT: one line of text about one thread and where it may run (OpenMP 5.2, 21.2.3 and 18.3.9),
// in libgomp's format: numbers padded with blanks or zeros, the native thread a hexadecimal number, cpus as "0-3,8".
// In libomp's: the native thread is the kernel's number, two neighbouring cpus are "0,1", a width may have zeros in
// front without a point, and what is no field is "undefined". Pure; cold.

/// What the fields of a format show. `cpus` and `host` outlive the call.
struct ThreadFacts {
  int team_num = 0;
  int num_teams = 1;
  int nesting_level = 0;
  int thread_num = 0;
  int num_threads = 1;
  int ancestor_thread_num = -1;  // the parent's thread number one level up; -1 in the initial task
  long process_id = 0;
  std::uintptr_t native_thread = 0;  // pthread_self(), as libgomp shows it; gettid() in libomp's dialect
  std::string_view host;
  const platform::topology::CpuSet* cpus = nullptr;
};

/// A field that cannot be understood is shown as it was written.
std::string format_affinity(std::string_view format, const ThreadFacts& facts, Dialect dialect = Dialect::gnu);

/// What is wrong with a format, if anything: "unknown field %q".
std::optional<std::string> affinity_format_mistake(std::string_view format);

/// "0-3,8,10-11"; as in Linux's own lists. In libomp's dialect, "10,11".
std::string cpu_list(const platform::topology::CpuSet& cpus, Dialect dialect = Dialect::gnu);

/// The name of this computer, as %H shows it.
std::string host_name();

}  // namespace heddle::omp
