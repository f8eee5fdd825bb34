// The entry points that a tool finds: each name of the specification, what it answers where, and to a thread that
// OpenMP does not know.
#include <gtest/gtest.h>

#include <sched.h>
#include <array>
#include <cstring>
#include <map>
#include <set>
#include <thread>

#include "ompt/tool.hpp"
#include "tests/unit/ompt/calls.hpp"
#include "tests/unit/ompt/listener.hpp"

namespace heddle::ompt::test {
namespace {

TEST(OmptInquiry, every_name_of_the_specification_is_found_and_no_other) {
  for (const char* name :
       {"ompt_enumerate_states", "ompt_enumerate_mutex_impls", "ompt_set_callback", "ompt_get_callback",
        "ompt_get_thread_data", "ompt_get_num_procs", "ompt_get_num_places", "ompt_get_place_proc_ids",
        "ompt_get_place_num", "ompt_get_partition_place_nums", "ompt_get_proc_id", "ompt_get_state",
        "ompt_get_parallel_info", "ompt_get_task_info", "ompt_get_task_memory", "ompt_get_unique_id",
        "ompt_finalize_tool", "ompt_get_target_info", "ompt_get_num_devices"})
    EXPECT_NE(lookup(name), nullptr) << name;
  EXPECT_EQ(lookup("ompt_get_state_"), nullptr);
  EXPECT_EQ(lookup(""), nullptr);
}

TEST(OmptInquiry, states_are_enumerated_once_each_with_their_names) {
  const auto next_of = entry<ompt_enumerate_states_t>("ompt_enumerate_states");
  std::map<int, std::string> states;
  int state = ompt_state_undefined;
  const char* name = nullptr;
  while (next_of(state, &state, &name) != 0) {
    EXPECT_TRUE(states.emplace(state, name).second) << name;
    ASSERT_LE(states.size(), 32U);
  }
  EXPECT_EQ(states.at(ompt_state_work_serial), "ompt_state_work_serial");
  EXPECT_EQ(states.at(ompt_state_wait_barrier_explicit), "ompt_state_wait_barrier_explicit");
  EXPECT_EQ(states.at(ompt_state_wait_lock), "ompt_state_wait_lock");
  EXPECT_EQ(states.at(ompt_state_idle), "ompt_state_idle");
  EXPECT_EQ(states.count(ompt_state_undefined), 0U) << "it stands for the beginning";
  EXPECT_EQ(next_of(12345, &state, &name), 0);
}

TEST(OmptInquiry, there_is_one_kind_of_lock) {
  const auto next_of = entry<ompt_enumerate_mutex_impls_t>("ompt_enumerate_mutex_impls");
  int kind = ompt_mutex_impl_none;
  const char* name = nullptr;
  ASSERT_EQ(next_of(kind, &kind, &name), 1);
  EXPECT_STREQ(name, "ompt_mutex_impl_heddle");
  EXPECT_EQ(kind, 1);
  EXPECT_EQ(next_of(kind, &kind, &name), 0);
}

TEST(OmptInquiry, what_is_promised_of_each_event_is_what_set_answers) {
  const auto set = entry<ompt_set_callback_t>("ompt_set_callback");
  const auto get = entry<ompt_get_callback_t>("ompt_get_callback");
  const std::set<int> always{
      ompt_callback_thread_begin,    ompt_callback_thread_end,     ompt_callback_parallel_begin,
      ompt_callback_parallel_end,    ompt_callback_task_create,    ompt_callback_task_schedule,
      ompt_callback_implicit_task,   ompt_callback_control_tool,   ompt_callback_dependences,
      ompt_callback_task_dependence, ompt_callback_sync_region,    ompt_callback_sync_region_wait,
      ompt_callback_mutex_acquire,   ompt_callback_mutex_acquired, ompt_callback_mutex_released,
      ompt_callback_lock_init,       ompt_callback_lock_destroy,   ompt_callback_nest_lock,
      ompt_callback_cancel,          ompt_callback_error};
  const std::set<int> sometimes{ompt_callback_work, ompt_callback_masked, ompt_callback_flush, ompt_callback_reduction,
                                ompt_callback_dispatch};
  for (int event = -1; event <= k_events + 1; ++event) {
    const auto which = static_cast<ompt_callbacks_t>(event);
    const bool known = event > 0 && event < k_events;
    const ompt_set_result_t expected = always.contains(event)      ? ompt_set_always
                                       : sometimes.contains(event) ? ompt_set_sometimes
                                       : known                     ? ompt_set_never
                                                                   : ompt_set_error;
    EXPECT_EQ(support_of(event), expected) << event;
    ompt_callback_t before = nullptr;
    const int had = get(which, &before);
    EXPECT_EQ(had, always.contains(event) || sometimes.contains(event) ? 1 : 0) << event;
    EXPECT_EQ(set(which, before), expected) << event;
  }
}

TEST(OmptInquiry, an_event_that_is_unset_is_told_no_more) {
  const auto set = entry<ompt_set_callback_t>("ompt_set_callback");
  const auto get = entry<ompt_get_callback_t>("ompt_get_callback");
  ompt_callback_t before = nullptr;
  ASSERT_EQ(get(ompt_callback_task_create, &before), 1);
  EXPECT_EQ(set(ompt_callback_task_create, nullptr), ompt_set_always);
  ompt_callback_t now = before;
  EXPECT_EQ(get(ompt_callback_task_create, &now), 0);
  EXPECT_EQ(now, nullptr);
  forget();
  parallel(1, [] { spawn([] {}); });
  EXPECT_EQ(told_of_kind("create"), std::vector<std::string>{});
  EXPECT_EQ(told_of_kind("schedule").size(), 2U) << "others are";
  set(ompt_callback_task_create, before);
  EXPECT_EQ(get(ompt_callback_task_create, &now), 1);
  EXPECT_EQ(now, before);
}

struct TaskAnswer {
  int found = -1;
  int flags = 0;
  std::string task;
  std::string region;
  int thread = -1;
  ompt_frame_t* frame = nullptr;
};
TaskAnswer task_at(int level) {
  TaskAnswer answer;
  ompt_data_t* task = nullptr;
  ompt_data_t* region = nullptr;
  answer.found = entry<ompt_get_task_info_t>("ompt_get_task_info")(level, &answer.flags, &task, &answer.frame, &region,
                                                                   &answer.thread);
  if (answer.found == 0) return answer;
  answer.task = name_of_task(task);
  answer.region = name_of_region(region);
  return answer;
}

TEST(OmptInquiry, levels_of_tasks_go_from_the_inside_to_the_initial_task) {
  forget();
  parallel(1, [] {
    spawn([] {
      spawn([] {
        const std::array<const char*, 4> names{"t3", "t2", "t1", "initial"};
        for (int level = 0; level < 4; ++level) {
          const TaskAnswer answer = task_at(level);
          EXPECT_EQ(answer.found, 2);
          EXPECT_EQ(answer.task, names[static_cast<std::size_t>(level)]);
          EXPECT_EQ(answer.thread, 0);
          if (level < 3) {
            EXPECT_EQ(answer.region, "R1");
            EXPECT_NE(answer.frame->exit_frame.ptr, nullptr);
          }
        }
        EXPECT_EQ(task_at(0).flags, ompt_task_explicit | ompt_task_undeferred);
        EXPECT_EQ(task_at(2).flags, ompt_task_implicit | ompt_task_undeferred);
        EXPECT_EQ(task_at(3).flags, ompt_task_initial);
        EXPECT_EQ(task_at(4).found, 0);
        EXPECT_EQ(task_at(-1).found, 0);
      });
    });
  });
}

TEST(OmptInquiry, a_task_that_runs_on_top_of_another_has_it_below) {
  forget();
  parallel(1, [] {
    auto* const first = allocate([] {}, kmpc::k_tied | kmpc::k_detachable);
    void* const event = heddle___kmpc_task_allow_completion_event(nullptr, 0, &first->head);
    static int x;
    const Dependence list[] = {on(&x, 3)};
    CALL(__kmpc_omp_task_with_deps)(nullptr, 0, &first->head, 1, list, 0, nullptr);
    static std::string below;
    spawn_depending({on(&x, 1)}, [] { below = task_at(1).task; });
    fulfill(reinterpret_cast<std::uintptr_t>(event));
    taskwait();
    EXPECT_EQ(below, "t1") << "what the thread has left, not what made it";
  });
}

TEST(OmptInquiry, where_nothing_is_wanted_nothing_is_written) {
  EXPECT_EQ(entry<ompt_get_task_info_t>("ompt_get_task_info")(0, nullptr, nullptr, nullptr, nullptr, nullptr), 2);
  EXPECT_EQ(entry<ompt_get_parallel_info_t>("ompt_get_parallel_info")(0, nullptr, nullptr), 2);
}

TEST(OmptInquiry, levels_of_regions_have_their_sizes) {
  heddle_omp_set_max_active_levels(2);
  forget();
  parallel(3, [] {
    if (seat() != 0) return;
    parallel(2, [] {
      if (seat() != 0) return;
      const auto info = entry<ompt_get_parallel_info_t>("ompt_get_parallel_info");
      ompt_data_t* data = nullptr;
      int threads = 0;
      EXPECT_EQ(info(0, &data, &threads), 2);
      EXPECT_EQ(name_of_region(data), "R2");
      EXPECT_EQ(threads, 2);
      EXPECT_EQ(info(1, &data, &threads), 2);
      EXPECT_EQ(name_of_region(data), "R1");
      EXPECT_EQ(threads, 3);
      EXPECT_EQ(info(2, &data, &threads), 2) << "the initial one";
      EXPECT_EQ(threads, 1);
      EXPECT_EQ(info(3, &data, &threads), 0);
      EXPECT_EQ(info(-1, &data, &threads), 0);
    });
  });
  heddle_omp_set_max_active_levels(1);
}

TEST(OmptInquiry, a_threads_data_is_its_own) {
  std::array<ompt_data_t*, 3> data{};
  parallel(3, [&data] {
    data[static_cast<std::size_t>(seat())] = entry<ompt_get_thread_data_t>("ompt_get_thread_data")();
    EXPECT_EQ(data[static_cast<std::size_t>(seat())]->value, static_cast<std::uint64_t>(this_threads_number()) + 1);
  });
  EXPECT_EQ(std::set<ompt_data_t*>(data.begin(), data.end()).size(), 3U);
}

TEST(OmptInquiry, a_thread_that_openmp_does_not_know_gets_nothing) {
  std::thread stranger([] {
    ompt_wait_id_t wait = 99;
    EXPECT_EQ(entry<ompt_get_state_t>("ompt_get_state")(&wait), ompt_state_undefined);
    EXPECT_EQ(entry<ompt_get_thread_data_t>("ompt_get_thread_data")(), nullptr);
    EXPECT_EQ(task_at(0).found, 0);
    int threads = 0;
    ompt_data_t* data = nullptr;
    EXPECT_EQ(entry<ompt_get_parallel_info_t>("ompt_get_parallel_info")(0, &data, &threads), 0);
    EXPECT_EQ(entry<ompt_get_place_num_t>("ompt_get_place_num")(), -1);
    EXPECT_EQ(entry<ompt_get_proc_id_t>("ompt_get_proc_id")(), -1);
    void* address = nullptr;
    std::size_t bytes = 7;
    EXPECT_EQ(entry<ompt_get_task_memory_t>("ompt_get_task_memory")(&address, &bytes, 0), 0);
    EXPECT_EQ(bytes, 0U);
    EXPECT_EQ(entry<ompt_get_partition_place_nums_t>("ompt_get_partition_place_nums")(0, nullptr), 0);
  });
  stranger.join();
}

TEST(OmptInquiry, states_of_work_tell_serial_from_parallel) {
  const auto state = entry<ompt_get_state_t>("ompt_get_state");
  EXPECT_EQ(state(nullptr), ompt_state_work_serial);
  parallel(2, [&] { EXPECT_EQ(state(nullptr), ompt_state_work_parallel); });
  EXPECT_EQ(state(nullptr), ompt_state_work_serial);
}

TEST(OmptInquiry, a_tasks_memory_holds_its_variables) {
  parallel(1, [] {
    const auto memory = entry<ompt_get_task_memory_t>("ompt_get_task_memory");
    void* address = nullptr;
    std::size_t bytes = 7;
    EXPECT_EQ(memory(&address, &bytes, 0), 0);
    EXPECT_EQ(bytes, 0U) << "an implicit task has none";
    spawn([] {
      void* block = nullptr;
      std::size_t room = 0;
      EXPECT_EQ(entry<ompt_get_task_memory_t>("ompt_get_task_memory")(&block, &room, 0), 0) << "there is one block";
      EXPECT_GE(room, sizeof(CompilersTask));
      EXPECT_NE(block, nullptr);
      EXPECT_EQ(entry<ompt_get_task_memory_t>("ompt_get_task_memory")(&block, &room, 1), 0);
      EXPECT_EQ(room, 0U);
    });
  });
  for (const std::size_t size : {std::size_t{8}, std::size_t{300}, std::size_t{5000}, std::size_t{100000}}) {
    parallel_of_gcc(1, [size] {
      static std::size_t asked;
      asked = size;
      std::vector<char> data(size);
      CALL(GOMP_task)(
          [](void* mine) {
            void* block = nullptr;
            std::size_t room = 0;
            entry<ompt_get_task_memory_t>("ompt_get_task_memory")(&block, &room, 0);
            EXPECT_EQ(block, mine);
            EXPECT_GE(room, asked);
            std::memset(block, 0, room);  // all of it is the task's
          },
          data.data(), nullptr, static_cast<long>(size), 8, true, 0, nullptr, 0, nullptr);
    });
  }
}

TEST(OmptInquiry, unique_numbers_are) {
  const auto unique = entry<ompt_get_unique_id_t>("ompt_get_unique_id");
  std::array<std::vector<std::uint64_t>, 4> of{};
  parallel(4, [&] {
    for (int i = 0; i < 200; ++i) of[static_cast<std::size_t>(seat())].push_back(unique());
  });
  std::set<std::uint64_t> all;
  for (const auto& list : of) all.insert(list.begin(), list.end());
  EXPECT_EQ(all.size(), 4U * 200U);
}

TEST(OmptInquiry, processors_and_places_are_the_machines) {
  EXPECT_GE(entry<ompt_get_num_procs_t>("ompt_get_num_procs")(), 1);
  const int places = entry<ompt_get_num_places_t>("ompt_get_num_places")();
  EXPECT_GE(places, 0);
  const auto members = entry<ompt_get_place_proc_ids_t>("ompt_get_place_proc_ids");
  EXPECT_EQ(members(-1, 0, nullptr), 0);
  EXPECT_EQ(members(places, 0, nullptr), 0);
  const int processor = entry<ompt_get_proc_id_t>("ompt_get_proc_id")();
  EXPECT_GE(processor, 0);
  EXPECT_LT(processor, CPU_SETSIZE);
}

TEST(OmptInquiry, there_are_no_devices) {
  EXPECT_EQ(entry<ompt_get_num_devices_t>("ompt_get_num_devices")(), 0);
  std::uint64_t device = 0;
  ompt_id_t target = 0, operation = 0;
  EXPECT_EQ(entry<ompt_get_target_info_t>("ompt_get_target_info")(&device, &target, &operation), 0);
}

TEST(OmptInquiry, the_frame_in_which_a_task_calls_the_runtime_is_there_while_it_is_inside) {
  static const void* inside;
  forget();
  parallel(1, [] {
    in_events = [](ompt_callbacks_t event) {
      if (event == ompt_callback_sync_region) inside = task_at(0).frame->enter_frame.ptr;
    };
    taskwait();
    in_events = nullptr;
    EXPECT_NE(inside, nullptr);
    EXPECT_EQ(task_at(0).frame->enter_frame.ptr, nullptr) << "it is back";
  });
}

}  // namespace
}  // namespace heddle::ompt::test
