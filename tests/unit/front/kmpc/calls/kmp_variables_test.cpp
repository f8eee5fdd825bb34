// KMP_* variables and their twins among the routines: each value beside what it sets and what is said of it. Each case
// is a process of its own, since settings are fixed once threads run.
#include <gtest/gtest.h>

#include <climits>
#include <cstdlib>
#include <string>

#include "front/kmpc/exports.hpp"
#include "front/kmpc/kmp_settings.hpp"
#include "omp/current_icv.hpp"
#include "omp/settings.hpp"
#include "process/process.hpp"

namespace {

using namespace heddle;
using namespace heddle::kmpc;

const runtime::Settings& engine() { return process::Process::get().runtime->settings(); }
const omp::Environment& openmp() { return omp::Settings::get().environment; }

/// Ends the case's process: 0 when all that it claims is so, else with the number of the first claim that is not.
[[noreturn]] void end_with(std::initializer_list<bool> claims) {
  int number = 1;
  for (const bool claim : claims) {
    if (!claim) std::_Exit(number);
    ++number;
  }
  std::_Exit(0);
}

/// Runs `body`, which ends it, in a process of its own; `said` is what it says.
template <class Body>
void in_a_process(Body body, const char* said) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(body(), testing::ExitedWithCode(0), said);
}

constexpr const char* k_silent = "^$";

TEST(KmpVariables, block_time_has_units_and_ends_spinning) {
  in_a_process(
      [&] {
        apply_setting("KMP_BLOCKTIME", "7");
        const bool seven =
            block_time_ms() == 7 && engine().spin_ns == 7'000'000 && engine().crowded_spin_ns == 7'000'000;
        apply_setting("KMP_BLOCKTIME", "9ms");
        const bool nine = block_time_ms() == 9;
        apply_setting("KMP_BLOCKTIME", "2500us");
        const bool two = block_time_ms() == 2;
        apply_setting("KMP_BLOCKTIME", "0");
        const bool none = block_time_ms() == 0 && engine().spin_ns == 0;
        apply_setting("KMP_BLOCKTIME", "Infinite");
        const bool ever = block_time_ms() == INT_MAX && engine().spin_ns == 4'000'000'000;
        apply_setting("KMP_BLOCKTIME", "5");
        apply_setting("KMP_BLOCKTIME", "infinity");
        const bool again = block_time_ms() == INT_MAX;
        apply_setting("KMP_BLOCKTIME", "99999999999");
        end_with({seven, nine, two, none, ever, again, block_time_ms() == INT_MAX});
      },
      k_silent);
}

TEST(KmpVariables, a_wrong_block_time_is_named_once_and_changes_nothing) {
  in_a_process(
      [&] {
        apply_setting("KMP_BLOCKTIME", "4");
        for (int times = 0; times < 2; ++times)
          for (const char* wrong : {"x", "5s", "-1", ""}) apply_setting("KMP_BLOCKTIME", wrong);
        end_with({block_time_ms() == 4});
      },
      "^OMP: Warning #42: KMP_BLOCKTIME: invalid value 'x': allowed are [^\n]*\n[^\n]*'5s'[^\n]*\n[^\n]*'-1'[^\n]*\n"
      "[^\n]*''[^\n]*\n$");
}

TEST(KmpVariables, without_a_block_time_the_wait_policy_decides) {
  in_a_process(
      [&] {
        omp::writable_global().wait_policy = omp::WaitPolicy::undefined;
        const bool usual = block_time_ms() == 200;
        omp::writable_global().wait_policy = omp::WaitPolicy::active;
        const bool active = block_time_ms() == INT_MAX;
        omp::writable_global().wait_policy = omp::WaitPolicy::passive;
        const bool passive = block_time_ms() == 0;
        set_block_time_ms(-3);
        omp::writable_global().wait_policy = omp::WaitPolicy::active;
        end_with({usual, active, passive, block_time_ms() == 0});
      },
      k_silent);
}

struct SizeCase {
  const char* text;
  std::size_t bytes;
};

TEST(KmpVariables, stack_sizes_have_units_of_two) {
  in_a_process(
      [&] {
        constexpr SizeCase sizes[] = {
            {"65536", 65536}, {"70000b", 70000}, {"100k", 100 << 10},          {"100KB", 100 << 10},
            {"3m", 3 << 20},  {"3Mb", 3 << 20},  {"2g", std::size_t{2} << 30}, {"1t", std::size_t{1} << 40}};
        for (const SizeCase& row : sizes) {
          apply_setting("KMP_STACKSIZE", row.text);
          if (stack_bytes() != row.bytes || engine().stack_bytes != row.bytes) std::_Exit(77);
        }
        end_with({openmp().global.stack_bytes == std::size_t{1} << 40});
      },
      k_silent);
  in_a_process(
      [&] {
        const bool usual = stack_bytes() == std::size_t{8} << 20;
        for (const char* wrong : {"x", "4q", "4kk", "4bb2", "-4", "99999999999g", "k"})
          apply_setting("KMP_STACKSIZE", wrong);
        end_with({usual, stack_bytes() == std::size_t{8} << 20});
      },
      "'x'[^\n]*\n[^\n]*'4q'[^\n]*\n[^\n]*'4kk'[^\n]*\n[^\n]*'4bb2'[^\n]*\n[^\n]*'-4'[^\n]*\n[^\n]*'99999999999g'[^\n]*"
      "\n"
      "[^\n]*'k'[^\n]*\n$");
}

TEST(KmpVariables, a_library_is_a_way_to_wait_or_to_be_alone) {
  in_a_process(
      [&] {
        apply_setting("KMP_LIBRARY", "Turnaround");
        const bool turnaround = library() == Library::turnaround && engine().spin_ns == 4'000'000'000;
        apply_setting("KMP_LIBRARY", "throughput");
        const bool throughput = library() == Library::throughput;
        apply_setting("KMP_LIBRARY", "serial");
        end_with({turnaround, throughput, library() == Library::serial, openmp().initial.nthreads == 1});
      },
      k_silent);
  in_a_process(
      [&] {
        apply_setting("KMP_LIBRARY", "fast");
        end_with({library() == Library::throughput});
      },
      "KMP_LIBRARY: invalid value 'fast': allowed are serial, turnaround, throughput");
}

TEST(KmpVariables, both_names_limit_the_threads) {
  for (const char* name : {"KMP_ALL_THREADS", "KMP_DEVICE_THREAD_LIMIT"}) {
    in_a_process(
        [&] {
          apply_setting(name, "5");
          const bool five = openmp().initial.thread_limit == 5 && engine().thread_limit == 5;
          apply_setting(name, "99999999999");
          end_with({five, openmp().initial.thread_limit == INT_MAX});
        },
        k_silent);
    in_a_process(
        [&] {
          for (const char* wrong : {"0", "-1", "4k", "x"}) apply_setting(name, wrong);
          end_with({openmp().initial.thread_limit == omp::k_no_thread_limit});
        },
        "'0'[^\n]*positive[^\n]*\n[^\n]*'-1'[^\n]*\n[^\n]*'4k'[^\n]*\n[^\n]*'x'[^\n]*\n$");
  }
}

TEST(KmpVariables, reductions_are_chosen_by_name_and_the_deterministic_one_is_the_tree) {
  in_a_process(
      [&] {
        const bool automatic = reduction() == Reduction::automatic;
        apply_setting("KMP_FORCE_REDUCTION", "critical");
        const bool critical = reduction() == Reduction::critical;
        apply_setting("KMP_FORCE_REDUCTION", "ATOMIC");
        const bool atomic = reduction() == Reduction::atomic;
        apply_setting("KMP_FORCE_REDUCTION", "tree");
        const bool tree = reduction() == Reduction::tree;
        apply_setting("KMP_FORCE_REDUCTION", "atomic");
        apply_setting("KMP_DETERMINISTIC_REDUCTION", "false");
        const bool still = reduction() == Reduction::atomic;
        apply_setting("KMP_DETERMINISTIC_REDUCTION", ".true.");
        end_with({automatic, critical, atomic, tree, still, reduction() == Reduction::tree});
      },
      k_silent);
}

TEST(KmpVariables, truth_is_said_in_many_words) {
  in_a_process(
      [&] {
        for (const char* yes : {"1", "true", "on", "yes", "t", "y", ".true.", ".T.", "Enabled"}) {
          set_warnings(Warnings::off);
          apply_setting("KMP_WARNINGS", yes);
          apply_setting("KMP_LIBRARY", yes);  // said, since warnings are on again
        }
        for (const char* no : {"0", "false", "OFF", "no", "f", "n", ".false.", ".f.", "disabled"}) {
          set_warnings(Warnings::on);
          apply_setting("KMP_WARNINGS", no);
          apply_setting("KMP_LIBRARY", no);
        }
        end_with({});
      },
      "^([^\n]*KMP_LIBRARY: [^\n]*\n){9}$");
  in_a_process(
      [&] {
        apply_setting("KMP_WARNINGS", "maybe");
        end_with({});
      },
      "KMP_WARNINGS: invalid value 'maybe': allowed are 0 and 1");
}

TEST(KmpVariables, buffers_are_counted_but_not_needed) {
  in_a_process(
      [&] {
        for (const char* fine : {"1", "7", "4096"}) apply_setting("KMP_DISP_NUM_BUFFERS", fine);
        end_with({});
      },
      k_silent);
  in_a_process(
      [&] {
        for (const char* wrong : {"0", "4097", "x", "4k"}) apply_setting("KMP_DISP_NUM_BUFFERS", wrong);
        end_with({});
      },
      "'0': value too small[^\n]*\n[^\n]*'4097': value too large[^\n]*\n[^\n]*'x': not a number[^\n]*\n[^\n]*'4k': not "
      "a");
}

TEST(KmpVariables, without_throttling_every_task_is_kept) {
  in_a_process(
      [&] {
        const auto before = engine().window;
        apply_setting("KMP_ENABLE_TASK_THROTTLING", "1");
        const bool kept = engine().window == before;
        apply_setting("KMP_ENABLE_TASK_THROTTLING", "0");
        end_with({kept, engine().window == UINT32_MAX, engine().backlog == UINT32_MAX});
      },
      k_silent);
}

TEST(KmpVariables, teams_are_bound_as_a_word_says) {
  in_a_process(
      [&] {
        const std::pair<const char*, omp::Bind> words[] = {
            {"close", omp::Bind::close}, {"spread", omp::Bind::spread},  {"Primary", omp::Bind::primary},
            {"false", omp::Bind::no},    {"master", omp::Bind::primary}, {"none", omp::Bind::no},
            {"close", omp::Bind::close}, {"disabled", omp::Bind::no},    {"close", omp::Bind::close},
            {"0", omp::Bind::no}};
        for (const auto& [word, bind] : words) {
          apply_setting("KMP_TEAMS_PROC_BIND", word);
          if (openmp().global.teams_bind != bind) std::_Exit(77);
        }
        end_with({});
      },
      k_silent);
}

TEST(KmpVariables, affinity_gives_way_to_openmps_own) {
  in_a_process(
      [&] {
        apply_setting("KMP_AFFINITY", "Compact");
        const bool close = openmp().initial.bind == omp::Bind::close &&
                           openmp().global.places.form == omp::PlaceRequest::Form::threads;
        apply_setting("KMP_AFFINITY", "none,reset");
        end_with({close, openmp().initial.bind == omp::Bind::no, openmp().global.resets_affinity});
      },
      k_silent);
  in_a_process(
      [&] {
        apply_setting("OMP_PROC_BIND", "spread");
        apply_setting("KMP_AFFINITY", "compact");
        end_with({openmp().initial.bind == omp::Bind::spread});
      },
      k_silent);
  in_a_process(
      [&] {
        apply_setting("KMP_AFFINITY", "compct");
        end_with({openmp().initial.bind == omp::Bind::no});
      },
      "KMP_AFFINITY: invalid value 'compct': allowed are none, disabled, compact");
}

TEST(KmpVariables, names_that_mean_nothing_here_are_known_or_named) {
  in_a_process(
      [&] {
        for (const char* name : {"KMP_DUPLICATE_LIB_OK", "KMP_HOT_TEAMS_MAX_LEVEL", "KMP_HOT_TEAMS_MODE",
                                 "KMP_INIT_AT_FORK", "KMP_TEAMS_THREAD_LIMIT", "KMP_TOPOLOGY_METHOD"})
          apply_setting(name, "anything");
        end_with({});
      },
      k_silent);
  in_a_process(
      [&] {
        apply_setting("KMP_UNHEARD_OF", "1");
        apply_setting("KMP_UNHEARD_OF", "2");
        apply_setting("OMP_DYNAMIC", "true");
        end_with({openmp().initial.dynamic});
      },
      "^OMP: Warning #42: KMP_UNHEARD_OF: has no effect on Heddle \\(heddle\\)\n$");
}

TEST(KmpVariables, several_are_set_by_one_call_parted_by_bars) {
  in_a_process(
      [&] {
        heddle_kmp_set_defaults("KMP_BLOCKTIME=3|nothing|KMP_STACKSIZE=2m|");
        const std::string_view text = "KMP_BLOCKTIME=8;and what is behind";
        heddle_kmp_set_defaults_(text.data(), 15);
        end_with({stack_bytes() == std::size_t{2} << 20, block_time_ms() == 8});
      },
      k_silent);
}

TEST(KmpVariables, all_that_are_set_are_read_and_unknown_ones_named) {
  setenv("KMP_BLOCKTIME", "6", 1);
  setenv("KMP_NONSENSE", "1", 1);
  setenv("KMP_FORCE_REDUCTION", "critical", 1);
  setenv("KMP_DETERMINISTIC_REDUCTION", "1", 1);
  in_a_process(
      [&] {
        read_settings();
        end_with({block_time_ms() == 6, reduction() == Reduction::critical});
      },
      "^OMP: Warning #42: KMP_NONSENSE: has no effect on Heddle \\(heddle\\)\n$");
  setenv("KMP_WARNINGS", "off", 1);
  in_a_process(
      [&] {
        read_settings();
        end_with({});
      },
      k_silent);
  for (const char* name :
       {"KMP_BLOCKTIME", "KMP_NONSENSE", "KMP_FORCE_REDUCTION", "KMP_DETERMINISTIC_REDUCTION", "KMP_WARNINGS"})
    unsetenv(name);
}

TEST(KmpRoutinesOfFortran, take_their_arguments_by_reference_and_do_the_same) {
  in_a_process(
      [&] {
        const int milliseconds = 17;
        heddle_kmp_set_blocktime_(&milliseconds);
        const bool blocktime = heddle_kmp_get_blocktime() == 17 && heddle_kmp_get_blocktime_() == 17;
        const int bytes = 1 << 20;
        heddle_kmp_set_stacksize_(&bytes);
        const bool small = heddle_kmp_get_stacksize() == bytes && heddle_kmp_get_stacksize_() == bytes;
        const int negative = -5;
        heddle_kmp_set_stacksize_(&negative);
        const bool kept = heddle_kmp_get_stacksize_s() == std::size_t{1} << 20;
        const std::size_t large = std::size_t{3} << 30;
        heddle_kmp_set_stacksize_s_(&large);
        const bool bounded = heddle_kmp_get_stacksize_s_() == large && heddle_kmp_get_stacksize() == INT_MAX;
        const int turnaround = 2;
        heddle_kmp_set_library_(&turnaround);
        const bool library = heddle_kmp_get_library() == 2 && heddle_kmp_get_library_() == 2;
        for (const int none : {0, 4, -1, 99}) heddle_kmp_set_library_(&none);
        const bool same = heddle_kmp_get_library() == 2;
        heddle_kmp_set_library_throughput_();
        const bool throughput = heddle_kmp_get_library() == 3;
        heddle_kmp_set_library_turnaround_();
        const bool again = heddle_kmp_get_library() == 2;
        heddle_kmp_set_library_serial_();
        end_with({blocktime, small, kept, bounded, library, same, throughput, again, heddle_kmp_get_library() == 1});
      },
      k_silent);
}

}  // namespace
