// Target regions on the host, copying rectangles, and what interop objects answer.
#include "omp/device.hpp"

#include <array>
#include <cstddef>
#include <cstring>

#include "omp/settings.hpp"
#include "process/process.hpp"
#include "process/standing.hpp"
#include "runtime/region.hpp"

namespace heddle::omp {
namespace {

using Region = runtime::Region<platform::Threads>;

/// The ICVs of a device: the environment's, with what the program has said about leagues.
TaskIcv device_icv(const Worker& worker, unsigned thread_limit) noexcept {
  TaskIcv fresh = Settings::get().environment.initial;
  fresh.nteams = icv(worker).nteams;
  fresh.teams_thread_limit = icv(worker).teams_thread_limit;
  if (thread_limit != 0) fresh.thread_limit = thread_limit;
  return fresh;
}

// The caller is an initial thread in its implicit task: its team of one is what a device would have.
void run_in_place(Worker& worker, const TargetRegion& region, TaskIcv& fresh) noexcept {
  Task& task = *worker.task;
  WorkerData& data = worker_data(worker);
  void* const environment = task.environment;
  Group* const group = task.group;
  const std::size_t own_in_use = data.own_in_use;
  task.environment = &fresh;
  task.group = nullptr;
  region.body(region.data);
  runtime::barrier(worker);
  data.own_in_use = own_in_use;
  task.group = group;
  task.environment = environment;
}

// Inside a parallel region or a task: a region of one thread that forgets what is around it, until it ends.
void run_apart(Worker& worker, const TargetRegion& region, TaskIcv& fresh) noexcept {
  process::make_way(worker);
  Member* const around = worker.member;
  const runtime::Launch launch{region.body, region.data, 1, &fresh};
  Team& team = Region::open(worker, launch, [](Team& opened) noexcept {
    opened.outer = nullptr;
    opened.level = opened.active_level = 0;
    opened.region_front = nullptr;
  });
  region.body(region.data);
  team.outer = around;
  Region::close(worker);
}

}  // namespace

void run_target(const TargetRegion& region) noexcept {
  Worker& worker = runtime::current();
  TaskIcv fresh = device_icv(worker, region.thread_limit);
  const Member& member = *worker.member;
  if (member.team->outer == nullptr && worker.task == &member.implicit) return run_in_place(worker, region, fresh);
  run_apart(worker, region, fresh);
}

bool copy_rectangle(const RectangleSide& to, const RectangleSide& from, const Rectangle& what) noexcept {
  std::size_t to_stride = what.element;  // bytes from one index of the first dimension to the next
  std::size_t from_stride = what.element;
  for (int dimension = 1; dimension < what.dimensions; ++dimension) {
    if (__builtin_mul_overflow(to_stride, to.extents[dimension], &to_stride) ||
        __builtin_mul_overflow(from_stride, from.extents[dimension], &from_stride)) {
      return false;
    }
  }
  std::size_t to_start = 0;
  std::size_t from_start = 0;
  if (__builtin_mul_overflow(to_stride, to.offsets[0], &to_start) ||
      __builtin_mul_overflow(from_stride, from.offsets[0], &from_start)) {
    return false;
  }
  if (what.dimensions == 1) {
    std::size_t bytes = 0;
    if (__builtin_mul_overflow(what.element, what.volume[0], &bytes)) return false;
    if (bytes > 0) std::memcpy(to.data + to_start, from.data + from_start, bytes);
    return true;
  }
  const Rectangle slice{what.element, what.dimensions - 1, what.volume + 1};
  for (std::size_t index = 0; index < what.volume[0]; ++index) {
    const RectangleSide target{to.data + to_start + index * to_stride, to.extents + 1, to.offsets + 1};
    const RectangleSide source{from.data + from_start + index * from_stride, from.extents + 1, from.offsets + 1};
    if (!copy_rectangle(target, source, slice)) return false;
  }
  return true;
}

// -- Interop objects.

namespace {

// omp_interop_property_t: -1 is fr_id, -9 targetsync.
constexpr std::array<const char*, 9> k_properties = {
    "fr_id", "fr_name", "vendor", "vendor_name", "device_num", "platform", "device", "device_context", "targetsync"};

}  // namespace

const char* interop_property_name(int property) noexcept {
  if (property >= 0 || property < -static_cast<int>(k_properties.size())) return nullptr;
  return k_properties[static_cast<std::size_t>(-property) - 1];
}

InteropResult interop_result(int property) noexcept {
  return interop_property_name(property) == nullptr ? InteropResult::out_of_range : InteropResult::empty;
}

const char* interop_result_meaning(int result) noexcept {
  switch (static_cast<InteropResult>(result)) {
    case InteropResult::no_value:
      return "the property has no value";
    case InteropResult::success:
      return "successful";
    case InteropResult::empty:
      return "the object is omp_interop_none";
    case InteropResult::out_of_range:
      return "there is no such property";
    case InteropResult::is_int:
      return "the property is an integer: ask omp_get_interop_int";
    case InteropResult::is_ptr:
      return "the property is a pointer: ask omp_get_interop_ptr";
    case InteropResult::is_str:
      return "the property is a string: ask omp_get_interop_str";
    case InteropResult::other:
      return "other error";
  }
  return nullptr;
}

}  // namespace heddle::omp
