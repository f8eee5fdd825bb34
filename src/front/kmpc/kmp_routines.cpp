// kmp_set_*, kmp_get_*, and affinity masks: what Intel's programs call beside omp_*; for C and, with a trailing
// underscore and arguments by reference, for Fortran.
#include <sched.h>
#include <unistd.h>

#include <cstdint>
#include <string_view>

#include "front/kmpc/export.hpp"
#include "front/kmpc/kmp_settings.hpp"
#include "omp/settings.hpp"
#include "omp/tasks.hpp"
#include "process/process.hpp"

using namespace heddle;
using namespace heddle::kmpc;

namespace {

constexpr std::size_t k_int_max = 0x7fffffff;

int bounded(std::size_t value) noexcept { return static_cast<int>(value < k_int_max ? value : k_int_max); }

int processors() noexcept { return static_cast<int>(sysconf(_SC_NPROCESSORS_CONF)); }

constexpr int k_no_such_processor = -1;
constexpr int k_no_mask = -2;

bool exists(int processor) noexcept { return processor >= 0 && processor < CPU_SETSIZE; }

int change(int processor, AffinityMask* const* mask, void (*how)(int, AffinityMask&)) noexcept {
  if (!exists(processor)) return k_no_such_processor;
  if (mask == nullptr || *mask == nullptr) return k_no_mask;
  how(processor, **mask);
  return 0;
}

// What the program has put into the environment until now counts.
void read_variables() noexcept { static_cast<void>(omp::Settings::used()); }

void set_library_by_number(int number) noexcept {
  read_variables();
  if (number >= static_cast<int>(Library::serial) && number <= static_cast<int>(Library::throughput))
    set_library(static_cast<Library>(number));
}

// "NAME=VALUE", several parted by bars.
void set_defaults(std::string_view text) noexcept {
  read_variables();
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find('|'));
    text.remove_prefix(one.size() < text.size() ? one.size() + 1 : text.size());
    const std::size_t equals = one.find('=');
    if (equals != std::string_view::npos) apply_setting(one.substr(0, equals), one.substr(equals + 1));
  }
}

int cancellation_status(int which) noexcept {
  switch (which) {  // parallel 1, loop 2, sections 3, taskgroup 4
    case 1:
      return omp::cancellation_point(omp::CancelKind::parallel) ? 1 : 0;
    case 2:
      return omp::cancellation_point(omp::CancelKind::loop) ? 1 : 0;
    case 3:
      return omp::cancellation_point(omp::CancelKind::sections) ? 1 : 0;
    case 4:
      return omp::cancellation_point(omp::CancelKind::taskgroup) ? 1 : 0;
    default:
      return 0;
  }
}

}  // namespace

extern "C" {

// -- settings --------------------------------------------------------------------------------------------------------

void HEDDLE_KMPC_EXPORT(kmp_set_stacksize)(int bytes) {
  read_variables();
  if (bytes > 0) set_stack_bytes(static_cast<std::size_t>(bytes));
}
void HEDDLE_KMPC_EXPORT(kmp_set_stacksize_)(const int* bytes) { heddle_kmp_set_stacksize(*bytes); }
void HEDDLE_KMPC_EXPORT(kmp_set_stacksize_s)(std::size_t bytes) {
  read_variables();
  set_stack_bytes(bytes);
}
void HEDDLE_KMPC_EXPORT(kmp_set_stacksize_s_)(const std::size_t* bytes) { heddle_kmp_set_stacksize_s(*bytes); }
int HEDDLE_KMPC_EXPORT(kmp_get_stacksize)() {
  read_variables();
  return bounded(stack_bytes());
}
int HEDDLE_KMPC_EXPORT(kmp_get_stacksize_)() { return heddle_kmp_get_stacksize(); }
std::size_t HEDDLE_KMPC_EXPORT(kmp_get_stacksize_s)() {
  read_variables();
  return stack_bytes();
}
std::size_t HEDDLE_KMPC_EXPORT(kmp_get_stacksize_s_)() { return heddle_kmp_get_stacksize_s(); }

void HEDDLE_KMPC_EXPORT(kmp_set_blocktime)(int milliseconds) {
  read_variables();
  set_block_time_ms(milliseconds);
}
void HEDDLE_KMPC_EXPORT(kmp_set_blocktime_)(const int* milliseconds) { heddle_kmp_set_blocktime(*milliseconds); }
int HEDDLE_KMPC_EXPORT(kmp_get_blocktime)() {
  read_variables();
  return block_time_ms();
}
int HEDDLE_KMPC_EXPORT(kmp_get_blocktime_)() { return heddle_kmp_get_blocktime(); }

void HEDDLE_KMPC_EXPORT(kmp_set_library)(int number) { set_library_by_number(number); }
void HEDDLE_KMPC_EXPORT(kmp_set_library_)(const int* number) { set_library_by_number(*number); }
void HEDDLE_KMPC_EXPORT(kmp_set_library_serial)() { set_library_by_number(static_cast<int>(Library::serial)); }
void HEDDLE_KMPC_EXPORT(kmp_set_library_serial_)() { set_library_by_number(static_cast<int>(Library::serial)); }
void HEDDLE_KMPC_EXPORT(kmp_set_library_turnaround)() { set_library_by_number(static_cast<int>(Library::turnaround)); }
void HEDDLE_KMPC_EXPORT(kmp_set_library_turnaround_)() { set_library_by_number(static_cast<int>(Library::turnaround)); }
void HEDDLE_KMPC_EXPORT(kmp_set_library_throughput)() { set_library_by_number(static_cast<int>(Library::throughput)); }
void HEDDLE_KMPC_EXPORT(kmp_set_library_throughput_)() { set_library_by_number(static_cast<int>(Library::throughput)); }
int HEDDLE_KMPC_EXPORT(kmp_get_library)() { return static_cast<int>(library()); }
int HEDDLE_KMPC_EXPORT(kmp_get_library_)() { return static_cast<int>(library()); }

void HEDDLE_KMPC_EXPORT(kmp_set_defaults)(const char* text) { set_defaults(text); }
void HEDDLE_KMPC_EXPORT(kmp_set_defaults_)(const char* text, std::size_t length) { set_defaults({text, length}); }
// Loops of ours need no buffers of that kind.
void HEDDLE_KMPC_EXPORT(kmp_set_disp_num_buffers)(int /*count*/) {}
void HEDDLE_KMPC_EXPORT(kmp_set_disp_num_buffers_)(const int* /*count*/) {}

void HEDDLE_KMPC_EXPORT(kmp_set_warnings_on)() { set_warnings(Warnings::on); }
void HEDDLE_KMPC_EXPORT(kmp_set_warnings_on_)() { set_warnings(Warnings::on); }
void HEDDLE_KMPC_EXPORT(kmp_set_warnings_off)() { set_warnings(Warnings::off); }
void HEDDLE_KMPC_EXPORT(kmp_set_warnings_off_)() { set_warnings(Warnings::off); }

int HEDDLE_KMPC_EXPORT(kmp_get_num_known_threads)() {
  return static_cast<int>(process::Process::get().runtime->threads());
}
int HEDDLE_KMPC_EXPORT(kmp_get_num_known_threads_)() { return heddle_kmp_get_num_known_threads(); }
int HEDDLE_KMPC_EXPORT(kmp_get_cancellation_status)(int which) { return cancellation_status(which); }
int HEDDLE_KMPC_EXPORT(kmp_get_cancellation_status_)(const int* which) { return cancellation_status(*which); }

// Copies of threadprivate variables are made on first use.
void HEDDLE_KMPC_EXPORT(kmp_threadprivate_insert)(int, void*, void*, std::size_t) {}
void HEDDLE_KMPC_EXPORT(kmp_threadprivate_insert_private_data)(int, void*, void*, std::size_t) {}

// -- affinity masks --------------------------------------------------------------------------------------------------

void HEDDLE_KMPC_EXPORT(kmp_create_affinity_mask)(AffinityMask** mask) {
  *mask = new AffinityMask;
  CPU_ZERO(*mask);
}
void HEDDLE_KMPC_EXPORT(kmp_create_affinity_mask_)(AffinityMask** mask) { heddle_kmp_create_affinity_mask(mask); }
void HEDDLE_KMPC_EXPORT(kmp_destroy_affinity_mask)(AffinityMask** mask) {
  delete *mask;
  *mask = nullptr;
}
void HEDDLE_KMPC_EXPORT(kmp_destroy_affinity_mask_)(AffinityMask** mask) { heddle_kmp_destroy_affinity_mask(mask); }

int HEDDLE_KMPC_EXPORT(kmp_set_affinity)(AffinityMask** mask) {
  return sched_setaffinity(0, sizeof(AffinityMask), *mask);
}
int HEDDLE_KMPC_EXPORT(kmp_set_affinity_)(AffinityMask** mask) {
  return sched_setaffinity(0, sizeof(AffinityMask), *mask);
}
int HEDDLE_KMPC_EXPORT(kmp_get_affinity)(AffinityMask** mask) {
  return sched_getaffinity(0, sizeof(AffinityMask), *mask);
}
int HEDDLE_KMPC_EXPORT(kmp_get_affinity_)(AffinityMask** mask) {
  return sched_getaffinity(0, sizeof(AffinityMask), *mask);
}
int HEDDLE_KMPC_EXPORT(kmp_get_affinity_max_proc)() { return processors(); }
int HEDDLE_KMPC_EXPORT(kmp_get_affinity_max_proc_)() { return processors(); }
void HEDDLE_KMPC_EXPORT(kmp_set_thread_affinity_mask_initial)() {}

int HEDDLE_KMPC_EXPORT(kmp_set_affinity_mask_proc)(int processor, AffinityMask** mask) {
  return change(processor, mask,
                [](int number, AffinityMask& set) { CPU_SET(static_cast<std::size_t>(number), &set); });
}
int HEDDLE_KMPC_EXPORT(kmp_set_affinity_mask_proc_)(const int* processor, AffinityMask** mask) {
  return heddle_kmp_set_affinity_mask_proc(*processor, mask);
}
int HEDDLE_KMPC_EXPORT(kmp_unset_affinity_mask_proc)(int processor, AffinityMask** mask) {
  return change(processor, mask,
                [](int number, AffinityMask& set) { CPU_CLR(static_cast<std::size_t>(number), &set); });
}
int HEDDLE_KMPC_EXPORT(kmp_unset_affinity_mask_proc_)(const int* processor, AffinityMask** mask) {
  return heddle_kmp_unset_affinity_mask_proc(*processor, mask);
}
int HEDDLE_KMPC_EXPORT(kmp_get_affinity_mask_proc)(int processor, AffinityMask** mask) {
  if (!exists(processor)) return k_no_such_processor;
  if (mask == nullptr || *mask == nullptr) return k_no_mask;
  return CPU_ISSET(static_cast<std::size_t>(processor), *mask) ? 1 : 0;
}
int HEDDLE_KMPC_EXPORT(kmp_get_affinity_mask_proc_)(const int* processor, AffinityMask** mask) {
  return heddle_kmp_get_affinity_mask_proc(*processor, mask);
}

}  // extern "C"
