// The tool itself: how it is started, what it asks for, and how it names what it is told of.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <mutex>
#include <thread>

#include "ompt/tool.hpp"
#include "ompt/watcher.hpp"
#include "process/room.hpp"
#include "process/watching.hpp"
#include "tests/unit/ompt/listener.hpp"

namespace heddle::ompt::test {

ompt_function_lookup_t lookup = nullptr;

namespace {

struct Book {
  std::mutex lock;
  std::vector<Line> lines;
  int threads = 0;
  std::uint64_t regions = 0;
  std::uint64_t tasks = 0;
  std::atomic<std::uint64_t> forgotten{0};  // what objects were named before has this in its upper half
};
Book book;
unsigned version_at_start = 0;
std::string runtime_at_start;
int device_at_start = -1;

thread_local int number = -1;

constexpr std::uint64_t k_initial = ~std::uint64_t{0};

// Under the lock.
std::uint64_t named(std::uint64_t& count) { return book.forgotten << 32 | ++count; }

std::string name(char letter, const ompt_data_t* data) {
  if (data == nullptr) return "-";
  if (data->value == k_initial) return "initial";
  if (data->value == 0) return "?";
  if (data->value >> 32 != book.forgotten) return "old";
  return letter + std::to_string(data->value & 0xFFFFFFFF);
}
std::string task(const ompt_data_t* data) { return name('t', data); }
std::string region(const ompt_data_t* data) { return name('R', data); }

std::string end_of(ompt_scope_endpoint_t endpoint) {
  return endpoint == ompt_scope_begin ? " begin" : endpoint == ompt_scope_end ? " end" : " beginend";
}

void write(ompt_callbacks_t event, std::string text, const void* caller = nullptr, const ompt_frame_t* frame = nullptr,
           ompt_wait_id_t id = 0) {
  {
    const std::lock_guard guard(book.lock);
    std::vector<const void*> frames;
    if (frame != nullptr) frames = {frame->exit_frame.ptr, frame->enter_frame.ptr};
    book.lines.push_back({number, event, std::move(text), caller, std::move(frames), id});
  }
  if (in_events != nullptr) in_events(event);
}

std::string words(std::uint64_t flags, const std::vector<std::pair<std::uint64_t, const char*>>& table) {
  std::string text;
  for (const auto& [bit, word] : table) {
    if ((flags & bit) == 0) continue;
    text += (text.empty() ? "" : "|") + std::string(word);
    flags &= ~bit;
  }
  return flags == 0 ? text : text + "|" + std::to_string(flags);
}
std::string task_flags(int flags) {
  return words(static_cast<unsigned>(flags), {{ompt_task_initial, "initial"},
                                              {ompt_task_implicit, "implicit"},
                                              {ompt_task_explicit, "explicit"},
                                              {ompt_task_target, "target"},
                                              {ompt_task_taskwait, "taskwait"},
                                              {ompt_task_undeferred, "undeferred"},
                                              {ompt_task_untied, "untied"},
                                              {ompt_task_final, "final"},
                                              {ompt_task_mergeable, "mergeable"}});
}
std::string region_flags(int flags) {
  return words(static_cast<unsigned>(flags), {{ompt_parallel_team, "team"},
                                              {ompt_parallel_league, "league"},
                                              {ompt_parallel_invoker_program, "program"},
                                              {ompt_parallel_invoker_runtime, "runtime"}});
}
const char* status(ompt_task_status_t status) {
  const char* const names[] = {
      "?", "complete", "yield", "cancel", "detach", "early_fulfill", "late_fulfill", "switch", "taskwait_complete"};
  return names[static_cast<int>(status) <= 8 ? static_cast<int>(status) : 0];
}
const char* sync_kind(ompt_sync_region_t kind) {
  switch (kind) {
    case ompt_sync_region_barrier_explicit:
      return "barrier";
    case ompt_sync_region_barrier_implicit_workshare:
      return "barrier_workshare";
    case ompt_sync_region_barrier_implicit_parallel:
      return "barrier_parallel";
    case ompt_sync_region_taskwait:
      return "taskwait";
    case ompt_sync_region_taskgroup:
      return "taskgroup";
    case ompt_sync_region_reduction:
      return "reduction";
    default:
      return "other sync";
  }
}
const char* mutex_kind(ompt_mutex_t kind) {
  switch (kind) {
    case ompt_mutex_lock:
      return "lock";
    case ompt_mutex_test_lock:
      return "test_lock";
    case ompt_mutex_nest_lock:
      return "nest_lock";
    case ompt_mutex_test_nest_lock:
      return "test_nest_lock";
    case ompt_mutex_critical:
      return "critical";
    case ompt_mutex_atomic:
      return "atomic";
    case ompt_mutex_ordered:
      return "ordered";
    default:
      return "other mutex";
  }
}
const char* work_kind(ompt_work_t kind) {
  const char* const names[] = {"?",          "loop",     "sections", "single_executor", "single_other", "workshare",
                               "distribute", "taskloop", "scope",    "loop_static",     "loop_dynamic", "loop_guided",
                               "loop_other"};
  return static_cast<int>(kind) <= 8 ? names[static_cast<int>(kind)] : names[static_cast<int>(kind) - 1];
}
const char* mode(ompt_dependence_type_t type) {
  switch (type) {
    case ompt_dependence_type_in:
      return "in";
    case ompt_dependence_type_out:
      return "out";
    case ompt_dependence_type_inout:
      return "inout";
    case ompt_dependence_type_mutexinoutset:
      return "mutexinoutset";
    case ompt_dependence_type_source:
      return "source";
    case ompt_dependence_type_sink:
      return "sink";
    case ompt_dependence_type_inoutset:
      return "inoutset";
    case ompt_dependence_type_out_all_memory:
      return "out_all_memory";
    default:
      return "other mode";
  }
}

// -- the callbacks ---------------------------------------------------------------------------------------------------

void thread_begin(ompt_thread_t kind, ompt_data_t* data) {
  {
    const std::lock_guard guard(book.lock);
    data->value = static_cast<std::uint64_t>(book.threads) + 1;
    number = book.threads++;
  }
  write(ompt_callback_thread_begin, kind == ompt_thread_initial  ? "thread_begin initial"
                                    : kind == ompt_thread_worker ? "thread_begin worker"
                                                                 : "thread_begin other");
}
void thread_end(ompt_data_t* data) {
  write(ompt_callback_thread_end,
        data->value == static_cast<std::uint64_t>(number) + 1 ? "thread_end" : "thread_end of another");
}
void parallel_begin(ompt_data_t* outer, const ompt_frame_t* frame, ompt_data_t* data, unsigned asked, int flags,
                    const void* caller) {
  std::string text;
  {
    const std::lock_guard guard(book.lock);
    text = data->value == 0 ? "" : " named before";
    data->value = named(book.regions);
    text = "parallel_begin " + region(data) + " in " + task(outer) + " asks " + std::to_string(asked) + " " +
           region_flags(flags) + text;
  }
  write(ompt_callback_parallel_begin, text, caller, frame);
}
void parallel_end(ompt_data_t* data, ompt_data_t* outer, int flags, const void* caller) {
  write(ompt_callback_parallel_end, "parallel_end " + region(data) + " in " + task(outer) + " " + region_flags(flags),
        caller);
}
void implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* data, unsigned size,
                   unsigned index, int flags) {
  std::string text = "implicit" + end_of(endpoint) + " ";
  {
    const std::lock_guard guard(book.lock);
    if (endpoint == ompt_scope_begin) {
      const bool outermost = (flags & ompt_task_initial) != 0 && parallel != nullptr && parallel->value == 0;
      if (data->value != 0) text += "named before ";
      data->value = outermost ? k_initial : named(book.tasks);
    }
    text += task(data) + " of " + region(parallel) + " " + std::to_string(index) + "/" + std::to_string(size) + " " +
            task_flags(flags);
  }
  write(ompt_callback_implicit_task, text);
}
void task_create(ompt_data_t* outer, const ompt_frame_t* frame, ompt_data_t* data, int flags, int depends,
                 const void* caller) {
  std::string text;
  {
    const std::lock_guard guard(book.lock);
    text = data->value == 0 ? "" : " named before";
    data->value = named(book.tasks);
    text = "create " + task(data) + " in " + task(outer) + " " + task_flags(flags) + (depends != 0 ? " depends" : "") +
           text;
  }
  write(ompt_callback_task_create, text, caller, frame);
}
void task_schedule(ompt_data_t* before, ompt_task_status_t why, ompt_data_t* after) {
  write(ompt_callback_task_schedule, "schedule " + task(before) + " " + status(why) + " " + task(after));
}
void dependences(ompt_data_t* data, const ompt_dependence_t* list, int count) {
  std::string text = "dependences " + task(data);
  for (int i = 0; i < count; ++i) {
    text += std::string(" ") + mode(list[i].dependence_type);
    const bool iteration =
        list[i].dependence_type == ompt_dependence_type_source || list[i].dependence_type == ompt_dependence_type_sink;
    if (iteration) text += " " + std::to_string(static_cast<std::int64_t>(list[i].variable.value));
  }
  write(ompt_callback_dependences, text, count > 0 ? list[0].variable.ptr : nullptr);
}
void task_dependence(ompt_data_t* from, ompt_data_t* to) {
  write(ompt_callback_task_dependence, "dependence " + task(from) + " " + task(to));
}
void sync(ompt_callbacks_t event, const char* what, ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint,
          ompt_data_t* parallel, ompt_data_t* data, const void* caller) {
  write(event,
        std::string(what) + " " + sync_kind(kind) + end_of(endpoint) + " " + task(data) + " of " + region(parallel),
        caller);
}
void sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* data,
                 const void* caller) {
  sync(ompt_callback_sync_region, "sync", kind, endpoint, parallel, data, caller);
}
void sync_region_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* data,
                      const void* caller) {
  sync(ompt_callback_sync_region_wait, "wait", kind, endpoint, parallel, data, caller);
}
void reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* data,
               const void* caller) {
  sync(ompt_callback_reduction, "reduce", kind, endpoint, parallel, data, caller);
}
void mutex_acquire(ompt_mutex_t kind, unsigned hint, unsigned how, ompt_wait_id_t id, const void* caller) {
  write(ompt_callback_mutex_acquire,
        std::string("acquire ") + mutex_kind(kind) + " " + std::to_string(hint) + " " + std::to_string(how), caller,
        nullptr, id);
}
void mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t id, const void* caller) {
  write(ompt_callback_mutex_acquired, std::string("acquired ") + mutex_kind(kind), caller, nullptr, id);
}
void mutex_released(ompt_mutex_t kind, ompt_wait_id_t id, const void* caller) {
  write(ompt_callback_mutex_released, std::string("released ") + mutex_kind(kind), caller, nullptr, id);
}
void lock_init(ompt_mutex_t kind, unsigned hint, unsigned how, ompt_wait_id_t id, const void* caller) {
  write(ompt_callback_lock_init,
        std::string("init ") + mutex_kind(kind) + " " + std::to_string(hint) + " " + std::to_string(how), caller,
        nullptr, id);
}
void lock_destroy(ompt_mutex_t kind, ompt_wait_id_t id, const void* caller) {
  write(ompt_callback_lock_destroy, std::string("destroy ") + mutex_kind(kind), caller, nullptr, id);
}
void nest_lock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t id, const void* caller) {
  write(ompt_callback_nest_lock, "nest" + end_of(endpoint), caller, nullptr, id);
}
void work(ompt_work_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* data,
          std::uint64_t count, const void* caller) {
  write(ompt_callback_work,
        std::string("work ") + work_kind(kind) + end_of(endpoint) + " " + task(data) + " of " + region(parallel) + " " +
            std::to_string(count),
        caller);
}
void dispatch(ompt_data_t* parallel, ompt_data_t* data, ompt_dispatch_t kind, ompt_data_t instance) {
  std::string text = "dispatch ";
  ompt_dispatch_chunk_t chunk{};  // of a section it is code
  if (kind != ompt_dispatch_section) std::memcpy(&chunk, instance.ptr, sizeof chunk);
  switch (kind) {
    case ompt_dispatch_section:
      text += "section";
      break;
    case ompt_dispatch_ws_loop_chunk:
      text +=
          "chunk " + std::to_string(static_cast<std::int64_t>(chunk.start)) + "+" + std::to_string(chunk.iterations);
      break;
    case ompt_dispatch_taskloop_chunk:
      text +=
          "taskloop " + std::to_string(static_cast<std::int64_t>(chunk.start)) + "+" + std::to_string(chunk.iterations);
      break;
    case ompt_dispatch_distribute_chunk:
      text += "distribute " + std::to_string(static_cast<std::int64_t>(chunk.start)) + "+" +
              std::to_string(chunk.iterations);
      break;
    default:
      text += "other";
  }
  write(ompt_callback_dispatch, text + " " + task(data) + " of " + region(parallel));
}
void masked(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* data, const void* caller) {
  write(ompt_callback_masked, "masked" + end_of(endpoint) + " " + task(data) + " of " + region(parallel), caller);
}
void flush(ompt_data_t* thread, const void* caller) {
  write(ompt_callback_flush, "flush T" + std::to_string(thread->value - 1), caller);
}
void cancel(ompt_data_t* data, int flags, const void* caller) {
  write(ompt_callback_cancel,
        "cancel " + task(data) + " " +
            words(static_cast<unsigned>(flags), {{ompt_cancel_parallel, "parallel"},
                                                 {ompt_cancel_sections, "sections"},
                                                 {ompt_cancel_loop, "loop"},
                                                 {ompt_cancel_taskgroup, "taskgroup"},
                                                 {ompt_cancel_activated, "activated"},
                                                 {ompt_cancel_detected, "detected"},
                                                 {ompt_cancel_discarded_task, "discarded"}}),
        caller);
}
void error(ompt_severity_t severity, const char* text, std::size_t length, const void* caller) {
  write(ompt_callback_error,
        std::string(severity == ompt_warning ? "warning" : "fatal") + " " +
            (text == nullptr ? "(null)" : std::string(text, length)) + " " + std::to_string(length),
        caller);
}
int control_tool(std::uint64_t command, std::uint64_t modifier, void* argument, const void* caller) {
  write(ompt_callback_control_tool,
        "control " + std::to_string(command) + " " + std::to_string(modifier) + (argument == nullptr ? " null" : ""),
        caller);
  return static_cast<int>(command * 10);
}

int initialize(ompt_function_lookup_t find, int device, ompt_data_t* /*tool*/) {
  lookup = find;
  device_at_start = device;
  const auto set = entry<ompt_set_callback_t>("ompt_set_callback");
#define SET(event) set(ompt_callback_##event, reinterpret_cast<ompt_callback_t>(event))
  SET(thread_begin), SET(thread_end), SET(parallel_begin), SET(parallel_end), SET(implicit_task), SET(task_create);
  SET(task_schedule), SET(dependences), SET(task_dependence), SET(sync_region), SET(sync_region_wait), SET(reduction);
  SET(mutex_acquire), SET(mutex_acquired), SET(mutex_released), SET(lock_init), SET(lock_destroy), SET(nest_lock);
  SET(work), SET(dispatch), SET(masked), SET(flush), SET(cancel), SET(error), SET(control_tool);
  return 1;
}

void finalize(ompt_data_t* /*tool*/) {}

// What the library does while it is loaded, of which only the rooms are linked here (front/c/load.cpp).
[[gnu::constructor(1001)]] void watch() { process::tell_rooms(&process::Room::loads); }

}  // namespace

void forget() {
  const std::lock_guard guard(book.lock);
  book.lines.clear();
  book.regions = book.tasks = 0;
  ++book.forgotten;
}
std::vector<Line> lines() {
  const std::lock_guard guard(book.lock);
  std::vector<Line> found = book.lines;
  // A thread may tell the end of its last region as late as with its next order.
  std::erase_if(found, [](const Line& line) { return line.text.find(" old ") != std::string::npos; });
  return found;
}
std::vector<std::string> told() { return told_of(number); }
std::vector<std::string> told_of(int thread) {
  std::vector<std::string> texts;
  for (const Line& line : lines())
    if (line.thread == thread) texts.push_back(line.text);
  return texts;
}
std::vector<std::string> told_of_kind(const std::string& beginning) {
  std::vector<std::string> texts;
  for (const Line& line : lines())
    if (line.text.starts_with(beginning)) texts.push_back(line.text);
  return texts;
}
bool await(const std::string& beginning, std::size_t count) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (told_of_kind(beginning).size() < count) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::yield();
  }
  return true;
}
int this_threads_number() { return number; }
std::string name_of_task(const ompt_data_t* data) { return task(data); }
std::string name_of_region(const ompt_data_t* data) { return region(data); }

namespace {

TEST(OmptStart, the_tool_in_the_program_is_found_and_told_of_version_and_runtime) {
  EXPECT_NE(process::watcher, nullptr);
  process::watcher->start();  // again: nothing more happens
  EXPECT_EQ(version_at_start, 202111U);
  EXPECT_EQ(runtime_at_start, "Heddle");
  EXPECT_EQ(device_at_start, 0);
  EXPECT_TRUE(tool_runs());
}

}  // namespace

}  // namespace heddle::ompt::test

extern "C" __attribute__((visibility("default"), used)) ompt_start_tool_result_t* ompt_start_tool(unsigned version,
                                                                                                  const char* runtime) {
  static ompt_start_tool_result_t tool{heddle::ompt::test::initialize, heddle::ompt::test::finalize, {}};
  heddle::ompt::test::version_at_start = version;
  heddle::ompt::test::runtime_at_start = runtime;
  return &tool;
}
