// OpenMP's settings of this process, and what each worker keeps for OpenMP's sake. Heddle's own are the process's
// (process/settings.hpp).
//
// Made when the process is started (process/process.hpp), which is when the library is loaded, so that the environment
// is read as it was then (process::load()); never destroyed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "omp/affinity.hpp"
#include "omp/environment.hpp"
#include "omp/icv.hpp"
#include "omp/team_data.hpp"
#include "platform/topology/cpu_set.hpp"
#include "process/contention_group.hpp"
#include "process/room_data.hpp"
#include "runtime/settings.hpp"
#include "sync/mutex.hpp"

namespace heddle::omp {

/// ICVs that one task has written, and so has for itself.
struct OwnIcv {
  TaskIcv icv;
  const Task* owner = nullptr;
};

/// What the open region of a master gives to its members; one per nesting level of the master.
struct RegionFrame {
  TaskIcv icv;                 // of the implicit tasks, where they differ from the parent's
  InnerThreads inner_threads;  // from the region's own clause
  TeamPlacement placement;
  bool bound = false;
  platform::topology::CpuSet masters_cpus;  // to be restored behind the region; empty: not changed
  ThreadPlacement masters_placement;
  process::PlacesInGroup places;
};

/// Where a thread sat when OMP_DISPLAY_AFFINITY last showed it.
struct ShownSeat {
  unsigned level = 0;
  unsigned threads = 0;
  unsigned thread = 0;
  unsigned place = 0;

  friend bool operator==(const ShownSeat&, const ShownSeat&) = default;
};

/// The team whose threads OMP_DISPLAY_AFFINITY last showed in libomp's way.
struct ShownTeam {
  unsigned level = 0;
  unsigned threads = 0;
  TeamPlacement placement;

  friend bool operator==(const ShownTeam&, const ShownTeam&) = default;
};

/// What OpenMP keeps with a worker.
struct WorkerData {
  std::vector<std::unique_ptr<OwnIcv>> own_icvs;  // in use and spare
  std::size_t own_in_use = 0;
  std::vector<std::unique_ptr<RegionFrame>> frames;  // of the regions it masters, outermost first
  std::size_t open_frames = 0;
  ThreadPlacement placement{.place = 0, .partition = {.first = 0, .length = 0}};  // length 0: not placed yet
  ShownSeat shown;
  ShownTeam shown_team;                // of those it masters
  std::vector<unsigned> next_threads;  // from a num_threads clause with a list: of the regions inside the next one
  unsigned asked = 0;                  // threads that it last asked for; kept for a watcher
};

inline WorkerData& worker_data(const Worker& worker) noexcept {
  return process::RoomData<WorkerData, process::Keeper::openmp>::of(worker);
}

class Settings {
 public:
  /// Starts the process if nobody has. Any thread.
  static Settings& get() noexcept {
    // order: acquire — pairs with start(): what was read.
    Settings* const settings = the_one_.load(std::memory_order_acquire);
    if (settings != nullptr) [[likely]]
      return *settings;
    return started();
  }
  /// The same, as a program meets it: where it speaks libomp's dialect, variables that it has set itself before its
  /// first use of OpenMP count. Any thread; called before a thread is attached, and by routines that need none.
  static Settings& used() noexcept;

  /// A front with variables of its own has read them, and will again where the environment has changed until first use.
  /// While its library is loaded.
  void front_reads(void (*read_variables)() noexcept) noexcept { front_reads_ = read_variables; }
  /// Where nobody has used OpenMP yet: everything is read anew, in this dialect.
  void read_environment(Dialect dialect) noexcept;

  Environment environment;

  /// The process keeps to a part of the machine: so many threads can run at once. As long as no thread has used OpenMP.
  void set_processors(unsigned count) noexcept;

  /// The place list, resolved on first use; empty when no places were asked for and threads are not bound.
  const std::vector<platform::topology::CpuSet>& places() noexcept;
  /// What places depend on has changed: they are resolved anew on next use. As long as no thread has used OpenMP.
  void renew_places() noexcept;
  /// Whether places matter at all: a list was given or binding is on.
  bool has_places() const noexcept;

  /// Once, while the process starts.
  static void start(runtime::Settings& settings) noexcept;

 private:
  explicit Settings(Dialect dialect) noexcept;
  static Settings& started() noexcept;
  static inline constinit platform::Threads::atomic<Settings*> the_one_{nullptr};
  void read_what_has_changed() noexcept;
  std::vector<std::string> variables_;        // of OpenMP's, as they were when they were read
  void (*front_reads_)() noexcept = nullptr;  // a front's own variables
  sync::Mutex<platform::Threads> places_lock_;
  std::vector<platform::topology::CpuSet> places_ HEDDLE_GUARDED_BY(places_lock_);
  bool places_resolved_ HEDDLE_GUARDED_BY(places_lock_) = false;
};

/// Enters this room with the process, while the library is loaded.
void enter_process() noexcept;

/// By which library the program came in. While the library is loaded, before the process starts.
void choose_dialect(Dialect dialect) noexcept;

/// What HEDDLE_VERBOSE asks for; and what OMP_DISPLAY_ENV does, where no front has variables of its own to read first.
void say_settings() noexcept;

/// A sentence about a variable, in the form that users of the library look for.
void warn(Dialect dialect, const std::string& sentence) noexcept;
/// What a program asks to be said; where Heddle stands for libomp, in its form. @param kind  Warning or Error
void warn_as_libomp(const char* kind, const std::string& sentence) noexcept;

/// Shows the settings if OMP_DISPLAY_ENV asks for it; once. Called when all variables have been read: by
/// say_settings(), or, where a front with variables of its own is being loaded as well, by that front.
void show_settings() noexcept;

}  // namespace heddle::omp
