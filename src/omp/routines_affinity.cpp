// Gathers what the affinity format wants to show, and looks places up.
#include "omp/routines_affinity.hpp"

#include <pthread.h>
#include <unistd.h>

#include <cstdio>

#include "omp/affinity.hpp"
#include "omp/current_icv.hpp"
#include "omp/routines_team.hpp"
#include "omp/settings.hpp"
#include "platform/topology/available.hpp"

namespace heddle::omp {

int place_count() noexcept {
  Settings& openmp = Settings::used();
  return openmp.has_places() ? static_cast<int>(openmp.places().size()) : 0;
}

const platform::topology::CpuSet* place(int number) noexcept {
  if (number < 0 || number >= place_count()) return nullptr;
  return &Settings::get().places()[static_cast<std::size_t>(number)];
}

int place_size(int number) noexcept {
  const platform::topology::CpuSet* const cpus = place(number);
  return cpus == nullptr ? 0 : static_cast<int>(cpus->count());
}

PlacePartition partition(const Worker& worker) noexcept {
  const auto count = static_cast<unsigned>(place_count());
  if (count == 0) return {0, 0};
  const PlacePartition own = worker_data(worker).placement.partition;
  const bool inside = worker.member->team->level > 0 || icv(worker).num_teams > 1;
  return own.first + own.length <= count && own.length > 0 && inside ? own : PlacePartition{0, count};
}

int proc_bind(const Worker& worker) noexcept { return static_cast<int>(icv(worker).bind); }

void set_affinity_format(std::string_view format) { writable_global().affinity_format = format; }
const std::string& affinity_format() noexcept { return global().affinity_format; }

std::string affinity_line(const Worker& worker, std::string_view format) {
  const Team& team = *worker.member->team;
  const TaskIcv& settings = icv(worker);
  const platform::topology::CpuSet cpus = platform::topology::affinity_mask();
  const std::string host = host_name();
  ThreadFacts facts;
  facts.team_num = settings.team_num;
  facts.num_teams = settings.num_teams;
  facts.nesting_level = static_cast<int>(team.level);
  facts.thread_num = static_cast<int>(worker.member->seat);
  facts.num_threads = static_cast<int>(team.size);
  facts.ancestor_thread_num = ancestor_thread_num(worker, facts.nesting_level - 1);
  facts.process_id = getpid();
  const Dialect dialect = global().dialect;
  facts.native_thread =
      static_cast<std::uintptr_t>(dialect == Dialect::llvm ? static_cast<std::uintptr_t>(gettid()) : pthread_self());
  facts.host = host;
  facts.cpus = &cpus;
  return format_affinity(format.empty() ? std::string_view(global().affinity_format) : format, facts, dialect);
}

void display_affinity(const Worker& worker, std::string_view format) noexcept {
  const std::string line = affinity_line(worker, format) + '\n';
  // libomp shows it through the C library's standard output, among what the program prints itself.
  if (global().dialect == Dialect::llvm) {
    std::fwrite(line.data(), 1, line.size(), stdout);
    return;
  }
  if (write(STDERR_FILENO, line.data(), line.size()) < 0) return;  // nobody listens
}

}  // namespace heddle::omp
