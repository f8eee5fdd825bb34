// What a process makes of its environment when it starts: each case in a process of its own, which runs its test from
// the start (gtest's "threadsafe" style), with the variables of the case.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "omp/current_icv.hpp"
#include "omp/region.hpp"
#include "omp/routines.hpp"
#include "omp/routines_affinity.hpp"
#include "omp/routines_team.hpp"
#include "omp/settings.hpp"
#include "omp/teams.hpp"
#include "platform/topology/available.hpp"
#include "process/process.hpp"

namespace {

using namespace heddle;
using namespace heddle::omp;

/// The variables of a case, in this process, from which the case's own inherits them.
class Variables {
 public:
  Variables(std::initializer_list<std::pair<const char*, std::string>> variables) {
    for (const auto& [name, value] : variables) {
      setenv(name, value.c_str(), 1);
      names_.emplace_back(name);
    }
    GTEST_FLAG_SET(death_test_style, "threadsafe");
  }
  ~Variables() {
    for (const char* name : names_) unsetenv(name);
  }
  Variables(const Variables&) = delete;
  Variables& operator=(const Variables&) = delete;

 private:
  std::vector<const char*> names_;
};

/// Ends the case's process: 0 when all that it claims is so, else with the number of the first claim that is not.
[[noreturn]] void end_with(std::initializer_list<bool> claims) {
  int number = 1;
  for (const bool claim : claims) {
    if (!claim) std::_Exit(number);
    ++number;
  }
  std::_Exit(0);
}

#define EXPECT_ALL_SO(body, message) EXPECT_EXIT(body, testing::ExitedWithCode(0), message)

/// Runs `body` on a team of so many; 0: as the settings say.
void on_team(unsigned threads, void (*body)(void*), void* data = nullptr) {
  RegionRequest request;
  request.threads = threads;
  request.body = body;
  request.data = data;
  parallel(request);
}

const runtime::Settings& engine() { return process::Process::get().runtime->settings(); }

std::string first_cpu() { return std::to_string(platform::topology::affinity_mask().first()); }

TEST(StartedProcess, has_the_settings_of_its_variables) {
  const Variables variables{{"OMP_NUM_THREADS", "3"}, {"OMP_SCHEDULE", "guided,4"}, {"OMP_CANCELLATION", "true"}};
  EXPECT_ALL_SO(
      {
        Worker& worker = runtime::current();
        end_with({max_threads(worker) == 3, schedule_kind(worker) == 3, schedule_chunk(worker) == 4, cancellation(),
                  engine().cancellation, engine().kept_threads >= 2});
      },
      "");
}

TEST(StartedProcess, says_once_what_is_wrong_with_a_variable) {
  const Variables variables{{"OMP_NUM_THREADS", "many"}};
  EXPECT_ALL_SO(
      {
        Settings::get();
        Settings::get();
        end_with({});
      },
      "^heddle: warning: OMP_NUM_THREADS='many' is not understood[^\n]*\n$");
}

TEST(StartedProcess, for_libomps_users_says_it_in_libomps_form) {
  const Variables variables{{"OMP_NUM_THREADS", "many"}};
  EXPECT_ALL_SO(
      {
        choose_dialect(Dialect::llvm);
        end_with({Settings::get().environment.global.dialect == Dialect::llvm,
                  icv(runtime::current()).run_sched.kind == ScheduleKind::static_chunks});
      },
      "^OMP: Warning #42: OMP_NUM_THREADS='many' is not understood.*\\(heddle\\)\n$");
}

TEST(StartedProcess, a_spin_count_is_rounds_of_35_ns_up_to_four_seconds) {
  {
    const Variables variables{{"GOMP_SPINCOUNT", "1000"}};
    EXPECT_ALL_SO(
        {
          Settings::get();
          end_with({engine().spin_ns == 35'000, engine().crowded_spin_ns == 35'000});
        },
        "");
  }
  const Variables variables{{"GOMP_SPINCOUNT", "infinite"}};
  EXPECT_ALL_SO(
      {
        Settings::get();
        end_with({engine().spin_ns == 4'000'000'000, engine().crowded_spin_ns == 4'000'000'000});
      },
      "");
}

TEST(StartedProcess, a_wait_policy_alone_is_a_spin_count_too) {
  {
    const Variables variables{{"OMP_WAIT_POLICY", "passive"}};
    EXPECT_ALL_SO(
        {
          Settings::get();
          end_with({engine().spin_ns == 0, engine().crowded_spin_ns == 0});
        },
        "");
  }
  const Variables variables{{"OMP_WAIT_POLICY", "active"}};
  EXPECT_ALL_SO(
      {
        Settings::get();
        end_with({engine().spin_ns == 4'000'000'000});
      },
      "");
}

TEST(StartedProcess, stack_and_limit_go_to_the_engine) {
  const Variables variables{{"OMP_STACKSIZE", "3M"}, {"OMP_NUM_THREADS", "40"}, {"OMP_THREAD_LIMIT", "2"}};
  EXPECT_ALL_SO(
      {
        std::atomic<int> threads{0};
        on_team(0, [](void* count) { ++*static_cast<std::atomic<int>*>(count); }, &threads);
        end_with({engine().stack_bytes == std::size_t{3} << 20, engine().kept_threads == 39, threads == 2});
      },
      "");
}

TEST(StartedProcess, threads_sit_in_the_places_that_were_asked_for) {
  const std::string cpu = first_cpu();
  const Variables variables{{"OMP_PLACES", "{" + cpu + "},{" + cpu + "}"}, {"OMP_PROC_BIND", "close"}};
  EXPECT_ALL_SO(
      {
        static std::atomic<int> wrong{0};
        const auto before = platform::topology::affinity_mask();
        on_team(2, [](void*) {
          const Worker& worker = runtime::current();
          if (worker_data(worker).placement.place != worker.member->seat) ++wrong;
          if (platform::topology::affinity_mask().count() != 1 || partition(worker).length != 2) ++wrong;
        });
        int number = -1;
        store_place(1, &number);
        end_with({wrong == 0, place_count() == 2, place_size(0) == 1, place_size(2) == 0, place(-1) == nullptr,
                  number == static_cast<int>(before.first()), platform::topology::affinity_mask() == before,
                  proc_bind(runtime::current()) == static_cast<int>(Bind::close)});
      },
      "");
}

TEST(StartedProcess, spread_gives_each_thread_a_part_of_the_places) {
  const std::string cpu = first_cpu();
  const std::string place = "{" + cpu + "}";
  const Variables variables{{"OMP_PLACES", place + "," + place + "," + place + "," + place},
                            {"OMP_PROC_BIND", "spread,close"}};
  EXPECT_ALL_SO(
      {
        static std::atomic<int> wrong{0};
        on_team(2, [](void*) {
          const unsigned seat = runtime::current().member->seat;
          const PlacePartition own = partition(runtime::current());
          if (own.first != 2 * seat || own.length != 2) ++wrong;
          unsigned places[2] = {99, 99};
          store_partition(runtime::current(), places);
          if (places[0] != 2 * seat || places[1] != 2 * seat + 1) ++wrong;
          on_team(2, [](void*) {
            const Worker& inner = runtime::current();
            const unsigned outer = static_cast<unsigned>(ancestor_thread_num(inner, 1));
            if (worker_data(inner).placement.place != 2 * outer + inner.member->seat) ++wrong;
          });
        });
        end_with({wrong == 0, partition(runtime::current()).length == 4});
      },
      "");
}

TEST(StartedProcess, without_binding_no_thread_is_moved) {
  const Variables variables{{"OMP_PLACES", "{" + first_cpu() + "}"}, {"OMP_PROC_BIND", "false"}};
  EXPECT_ALL_SO(
      {
        static platform::topology::CpuSet mask;
        static std::atomic<int> wrong{0};
        mask = platform::topology::affinity_mask();
        on_team(2, [](void*) {
          if (!(platform::topology::affinity_mask() == mask)) ++wrong;
        });
        end_with({wrong == 0});
      },
      "");
}

TEST(StartedProcess, shows_its_settings_when_it_is_asked_to_and_once) {
  const Variables variables{{"OMP_DISPLAY_ENV", "true"}};
  EXPECT_ALL_SO(
      {
        show_settings();
        show_settings();
        end_with({});
      },
      "^\nOPENMP DISPLAY ENVIRONMENT BEGIN\n(  [^\n]*\n)+OPENMP DISPLAY ENVIRONMENT END\n$");
}

TEST(StartedProcess, shows_each_thread_that_takes_another_seat) {
  const Variables variables{{"OMP_DISPLAY_AFFINITY", "true"}, {"OMP_AFFINITY_FORMAT", "seat %n of %N"}};
  EXPECT_ALL_SO(
      {
        for (int region = 0; region < 3; ++region) on_team(1, [](void*) {});
        end_with({});
      },
      "^seat 0 of 1\n$");
}

TEST(StartedProcess, a_list_of_threads_holds_level_by_level) {
  const Variables variables{{"OMP_NUM_THREADS", "2,3"}};
  EXPECT_ALL_SO(
      {
        static std::atomic<int> inner{0};
        on_team(0, [](void*) { on_team(0, [](void*) { ++inner; }); });
        end_with({inner == 6, max_active_levels(runtime::current()) == 255});
      },
      "");
}

TEST(StartedProcess, another_dialect_is_read_as_long_as_no_thread_has_used_it) {
  const Variables variables{{"OMP_DYNAMIC", "yes"}};
  EXPECT_ALL_SO(
      {
        const bool before = Settings::get().environment.initial.dynamic;
        Settings::get().read_environment(Dialect::llvm);
        const bool after = Settings::get().environment.initial.dynamic;
        on_team(2, [](void*) {});
        Settings::get().read_environment(Dialect::gnu);
        end_with({!before, after, Settings::get().environment.global.dialect == Dialect::llvm});
      },
      "OMP_DYNAMIC='yes' is not understood");
}

TEST(StartedProcess, libomps_users_may_set_variables_until_they_use_them) {
  const Variables variables{{"OMP_NUM_THREADS", "2"}};
  EXPECT_ALL_SO(
      {
        choose_dialect(Dialect::llvm);
        Settings::get();
        setenv("OMP_NUM_THREADS", "5", 1);
        const unsigned first = Settings::used().environment.initial.nthreads;
        setenv("OMP_NUM_THREADS", "6", 1);
        const unsigned second = Settings::used().environment.initial.nthreads;
        end_with({first == 5, second == 5});
      },
      "");
}

TEST(StartedProcess, libgomps_users_may_not) {
  const Variables variables{{"OMP_NUM_THREADS", "2"}};
  EXPECT_ALL_SO(
      {
        Settings::get();
        setenv("OMP_NUM_THREADS", "5", 1);
        end_with({Settings::used().environment.initial.nthreads == 2});
      },
      "");
}

TEST(StartedProcess, a_league_of_libomps_users_is_parted_among_the_places) {
  const std::string cpu = first_cpu();
  const Variables variables{{"OMP_PLACES", "{" + cpu + "}:4:0"}, {"OMP_PROC_BIND", "close"}};
  EXPECT_ALL_SO(
      {
        choose_dialect(Dialect::llvm);
        static std::vector<unsigned> firsts;
        const auto before = platform::topology::affinity_mask();
        run_league(
            {.teams = 2, .thread_limit = 0},
            [](void*) { firsts.push_back(worker_data(runtime::current()).placement.partition.first); }, nullptr);
        end_with({firsts == std::vector<unsigned>{0, 2}, platform::topology::affinity_mask() == before});
      },
      "");
}

TEST(StartedProcess, of_two_names_for_one_setting_openmps_counts) {
  const Variables variables{{"GOMP_STACKSIZE", "7M"}, {"OMP_STACKSIZE", "2M"}, {"OMP_NESTED", "true"}};
  EXPECT_ALL_SO(
      {
        end_with({Settings::get().environment.global.stack_bytes == std::size_t{2} << 20,
                  max_active_levels(runtime::current()) > 1});
      },
      "");
}

TEST(StartedProcess, without_places_there_are_none_and_threads_may_go_anywhere) {
  const Variables variables{{"OMP_NUM_THREADS", "2"}};
  EXPECT_ALL_SO(
      {
        const Worker& worker = runtime::current();
        end_with({place_count() == 0, place(0) == nullptr, place_size(0) == 0, partition(worker).length == 0,
                  proc_bind(worker) == static_cast<int>(Bind::no), !Settings::get().has_places(),
                  Settings::get().places().empty()});
      },
      "");
}

TEST(StartedProcess, binding_alone_makes_each_core_a_place) {
  const Variables variables{{"OMP_PROC_BIND", "true"}};
  EXPECT_ALL_SO(
      {
        std::size_t cpus = 0;
        for (int number = 0; number < place_count(); ++number) cpus += static_cast<std::size_t>(place_size(number));
        end_with({Settings::get().has_places(), place_count() > 0, cpus == platform::topology::affinity_mask().count(),
                  proc_bind(runtime::current()) == static_cast<int>(Bind::yes)});
      },
      "");
}

TEST(StartedProcess, the_number_of_processors_can_be_told_until_threads_run) {
  const Variables variables{{"OMP_NUM_THREADS", "2"}};
  EXPECT_ALL_SO(
      {
        Settings::get().set_processors(7);
        const bool told = engine().processors == 7 && Settings::get().environment.global.num_procs == 7;
        on_team(2, [](void*) {});
        Settings::get().set_processors(9);
        end_with({told, engine().processors == 7, Settings::get().environment.global.num_procs == 9});
      },
      "");
}

TEST(StartedProcess, settings_of_a_task_come_from_the_environment_and_stay_the_tasks) {
  const Variables variables{{"OMP_DYNAMIC", "true"},
                            {"OMP_MAX_ACTIVE_LEVELS", "3"},
                            {"OMP_NUM_TEAMS", "5"},
                            {"OMP_TEAMS_THREAD_LIMIT", "6"},
                            {"OMP_DEFAULT_DEVICE", "0"}};
  EXPECT_ALL_SO(
      {
        Worker& worker = runtime::current();
        const bool first = icv(worker).dynamic && max_active_levels(worker) == 3 && max_teams(worker) == 5 &&
                           teams_thread_limit(worker) == 6;
        static std::atomic<int> wrong{0};
        on_team(2, [](void*) {
          Worker& inside = runtime::current();
          if (max_teams(inside) != 5) ++wrong;
          set_num_teams(inside, 1);
        });
        end_with({first, wrong == 0, max_teams(worker) == 5, Settings::get().environment.initial.nteams == 5});
      },
      "");
}

}  // namespace
