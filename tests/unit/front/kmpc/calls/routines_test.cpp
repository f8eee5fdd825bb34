// The routines that only LLVM's interface has: memory, copies per thread, settings, affinity masks, interoperability.
#include <gtest/gtest.h>

#include <sched.h>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>
#include <set>
#include <string>

#include "front/gomp/exports.hpp"
#include "front/kmpc/kmp_settings.hpp"
#include "omp/routines.hpp"
#include "omp/settings.hpp"
#include "tests/unit/front/kmpc/calls/interface.hpp"

namespace heddle::kmpc {
namespace {

using test::parallel;
using test::seat;

bool aligned(const void* block, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(block) % alignment == 0;
}

TEST(KmpcMemory, kmp_malloc_and_its_kin_give_memory_that_can_be_written) {
  void* block = heddle_kmp_malloc(100);
  std::memset(block, 1, 100);
  block = heddle_kmp_realloc(block, 300);
  EXPECT_EQ(static_cast<char*>(block)[99], 1);
  heddle_kmp_free(block);
  const std::size_t count = 10, size = 7, more = 500;
  auto* zeroed = static_cast<char*>(heddle_kmp_calloc(count, size));
  for (std::size_t i = 0; i < count * size; ++i) EXPECT_EQ(zeroed[i], 0);
  heddle_kmp_free(zeroed);
  void* of_fortran = heddle_kmp_malloc_(&size);
  of_fortran = heddle_kmp_realloc_(&of_fortran, &more);
  std::memset(of_fortran, 2, more);
  heddle_kmp_free_(&of_fortran);
  of_fortran = heddle_kmp_calloc_(&count, &size);
  EXPECT_EQ(static_cast<char*>(of_fortran)[69], 0);
  heddle_kmp_free_(&of_fortran);
  heddle_kmp_free(nullptr);
}

TEST(KmpcMemory, an_alignment_is_kept_and_a_wrong_one_refused) {
  for (const std::size_t alignment : {std::size_t{1}, std::size_t{8}, std::size_t{64}, std::size_t{4096}}) {
    void* const block = heddle_kmp_aligned_malloc(10, alignment);
    ASSERT_NE(block, nullptr);
    EXPECT_TRUE(aligned(block, alignment));
    heddle_kmp_free(block);
  }
  errno = 0;
  EXPECT_EQ(heddle_kmp_aligned_malloc(10, 48), nullptr) << "no power of two";
  EXPECT_EQ(errno, EINVAL);
  const std::size_t bytes = 10, alignment = 128;
  void* const of_fortran = heddle_kmp_aligned_malloc_(&bytes, &alignment);
  EXPECT_TRUE(aligned(of_fortran, alignment));
  heddle_kmp_free(of_fortran);
}

TEST(KmpcMemory, allocators_of_directives) {
  const omp::AllocatorHandle standard = heddle___kmpc_get_default_allocator(0);
  auto* block = static_cast<char*>(heddle___kmpc_alloc(0, 50, standard));
  ASSERT_NE(block, nullptr);
  std::memset(block, 3, 50);
  block = static_cast<char*>(heddle___kmpc_realloc(0, block, 5000, standard, standard));
  EXPECT_EQ(block[49], 3);
  heddle___kmpc_free(0, block, standard);
  void* const lined = heddle___kmpc_aligned_alloc(0, 256, 10, standard);
  EXPECT_TRUE(aligned(lined, 256));
  heddle___kmpc_free(0, lined, standard);
  auto* const zeroed = static_cast<char*>(heddle___kmpc_calloc(0, 9, 9, standard));
  for (int i = 0; i < 81; ++i) EXPECT_EQ(zeroed[i], 0);
  heddle___kmpc_free(0, zeroed, standard);
  EXPECT_EQ(heddle___kmpc_calloc(0, SIZE_MAX / 2, 4, standard), nullptr) << "the product is too large";
  heddle___kmpc_free(0, nullptr, standard);
}

TEST(KmpcMemory, an_allocator_of_the_programs_has_its_traits_and_can_be_the_default) {
  const omp::Trait traits[] = {{omp::TraitKey::alignment, 512}};
  const omp::AllocatorHandle before = heddle___kmpc_get_default_allocator(0);
  const omp::AllocatorHandle own = heddle___kmpc_init_allocator(0, 0, 1, traits);
  ASSERT_NE(own, omp::AllocatorHandle{});
  void* const block = heddle___kmpc_alloc(0, 10, own);
  EXPECT_TRUE(aligned(block, 512));
  heddle___kmpc_free(0, block, own);
  heddle___kmpc_set_default_allocator(0, own);
  EXPECT_EQ(heddle___kmpc_get_default_allocator(0), own);
  heddle___kmpc_set_default_allocator(0, before);
  heddle___kmpc_destroy_allocator(0, own);
}

// -- copies per thread -----------------------------------------------------------------------------------------------

TEST(KmpcThreadprivate, each_thread_has_its_copy_with_the_bytes_that_the_variable_had) {
  static int variable = 42;
  EXPECT_EQ(heddle___kmpc_threadprivate(nullptr, 0, &variable, sizeof variable), &variable)
      << "the first thread has the variable itself";
  variable = 43;
  std::set<void*> copies;
  std::mutex lock;
  parallel(4, [&] {
    auto* const mine = static_cast<int*>(heddle___kmpc_threadprivate(nullptr, 0, &variable, sizeof variable));
    EXPECT_EQ(*mine, seat() == 0 ? 43 : 42);
    *mine = 100 + seat();
    const std::lock_guard guard(lock);
    copies.insert(mine);
  });
  EXPECT_EQ(copies.size(), 4U);
  parallel(4, [&] {
    void** cache = nullptr;
    auto* const mine =
        static_cast<int*>(heddle___kmpc_threadprivate_cached(nullptr, 0, &variable, sizeof variable, &cache));
    EXPECT_GE(*mine, 100) << "it is the thread's for ever";
  });
}

TEST(KmpcThreadprivate, copies_are_made_by_the_function_that_was_registered) {
  static long constructed, copied, many[3], many_copied[3];
  copied = 5;
  many_copied[2] = 6;
  heddle___kmpc_threadprivate_register(
      nullptr, &constructed,
      [](void* copy) {
        *static_cast<long*>(copy) = 11;
        return copy;
      },
      nullptr, nullptr);
  heddle___kmpc_threadprivate_register(
      nullptr, &copied, nullptr,
      [](void* copy, void* original) {
        *static_cast<long*>(copy) = *static_cast<long*>(original) * 10;
        return copy;
      },
      nullptr);
  heddle___kmpc_threadprivate_register_vec(
      nullptr, &many,
      [](void* copy, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) static_cast<long*>(copy)[i] = static_cast<long>(count);
        return copy;
      },
      nullptr, nullptr, 3);
  heddle___kmpc_threadprivate_register_vec(
      nullptr, &many_copied, nullptr,
      [](void* copy, void* original, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) static_cast<long*>(copy)[i] = static_cast<long*>(original)[i] + 1;
        return copy;
      },
      nullptr, 3);
  parallel(3, [] {
    if (seat() == 0) return;
    const auto copy_of = [](void* variable, std::size_t bytes) {
      return static_cast<long*>(heddle___kmpc_threadprivate(nullptr, 0, variable, bytes));
    };
    EXPECT_EQ(*copy_of(&constructed, sizeof constructed), 11);
    EXPECT_EQ(*copy_of(&copied, sizeof copied), 50);
    EXPECT_EQ(copy_of(&many, sizeof many)[2], 3);
    EXPECT_EQ(copy_of(&many_copied, sizeof many_copied)[2], 7);
    EXPECT_EQ(copy_of(&many_copied, sizeof many_copied)[0], 1);
    EXPECT_TRUE(aligned(copy_of(&many, sizeof many), 64)) << "no two threads share a line";
  });
}

// -- settings --------------------------------------------------------------------------------------------------------

TEST(KmpRoutines, the_block_time_is_what_was_set_and_never_negative) {
  heddle_kmp_set_blocktime(17);
  EXPECT_EQ(heddle_kmp_get_blocktime(), 17);
  const int wrong = -5;
  heddle_kmp_set_blocktime_(&wrong);
  EXPECT_EQ(heddle_kmp_get_blocktime_(), 0);
  heddle_kmp_set_defaults("KMP_BLOCKTIME=infinite");
  EXPECT_EQ(heddle_kmp_get_blocktime(), INT_MAX);
  heddle_kmp_set_defaults("KMP_BLOCKTIME=5000us|KMP_LIBRARY=turnaround");
  EXPECT_EQ(heddle_kmp_get_blocktime(), 5);
  EXPECT_EQ(heddle_kmp_get_library(), 2);
  heddle_kmp_set_blocktime(200);
}

TEST(KmpRoutines, a_library_is_chosen_by_a_number_that_it_has) {
  heddle_kmp_set_library_throughput();
  EXPECT_EQ(heddle_kmp_get_library(), 3);
  for (const int wrong : {0, -1, 4}) heddle_kmp_set_library(wrong);
  EXPECT_EQ(heddle_kmp_get_library(), 3);
  const int turnaround = 2;
  heddle_kmp_set_library_(&turnaround);
  EXPECT_EQ(heddle_kmp_get_library_(), 2);
  heddle_kmp_set_library_throughput_();
  EXPECT_EQ(heddle_kmp_get_library(), 3);
}

std::string said_by(const char* setting) {
  testing::internal::CaptureStderr();
  heddle_kmp_set_defaults(setting);
  return testing::internal::GetCapturedStderr();
}

TEST(KmpRoutines, wrong_values_are_named_once_with_what_is_allowed) {
  const std::string said = said_by("KMP_LIBRARY=fast");
  EXPECT_NE(said.find("KMP_LIBRARY"), std::string::npos) << said;
  EXPECT_NE(said.find("serial, turnaround, throughput"), std::string::npos) << said;
  EXPECT_EQ(said_by("KMP_LIBRARY=fast"), "");
  EXPECT_NE(said_by("KMP_BLOCKTIME=soon").find("KMP_BLOCKTIME"), std::string::npos);
  EXPECT_NE(said_by("KMP_STACKSIZE=1x").find("KMP_STACKSIZE"), std::string::npos);
  EXPECT_NE(said_by("KMP_FORCE_REDUCTION=sum").find("critical, atomic, tree"), std::string::npos);
  EXPECT_NE(said_by("KMP_DETERMINISTIC_REDUCTION=perhaps").find("0 and 1"), std::string::npos);
  EXPECT_NE(said_by("KMP_DISP_NUM_BUFFERS=0").find("too small"), std::string::npos);
  EXPECT_NE(said_by("KMP_DISP_NUM_BUFFERS=5000").find("too large"), std::string::npos);
  EXPECT_EQ(said_by("KMP_DISP_NUM_BUFFERS=7"), "");
  EXPECT_NE(said_by("KMP_TEAMS_PROC_BIND=near").find("spread, close, primary"), std::string::npos);
  EXPECT_EQ(said_by("KMP_TEAMS_PROC_BIND=close"), "");
  EXPECT_EQ(omp::global().teams_bind, omp::Bind::close);
  EXPECT_NE(said_by("KMP_ALL_THREADS=0").find("positive"), std::string::npos);
  EXPECT_NE(said_by("KMP_NOT_KNOWN=1").find("has no effect"), std::string::npos);
  EXPECT_EQ(said_by("no equals sign"), "");
  EXPECT_EQ(said_by(""), "");
}

TEST(KmpRoutines, warnings_can_be_turned_off) {
  heddle_kmp_set_warnings_off();
  EXPECT_EQ(said_by("KMP_LIBRARY=slow"), "");
  heddle_kmp_set_warnings_on();
  EXPECT_NE(said_by("KMP_LIBRARY=slower"), "");
  EXPECT_EQ(said_by("KMP_WARNINGS=off|KMP_LIBRARY=slowest"), "");
  heddle_kmp_set_warnings_on_();
}

TEST(KmpRoutines, a_text_of_fortran_ends_with_its_length) {
  heddle_kmp_set_defaults_("KMP_BLOCKTIME=339999", std::strlen("KMP_BLOCKTIME=33"));
  EXPECT_EQ(heddle_kmp_get_blocktime(), 33);
  heddle_kmp_set_blocktime(200);
}

TEST(KmpRoutines, reductions_are_chosen_by_name) {
  heddle_kmp_set_defaults("KMP_FORCE_REDUCTION=Critical");
  EXPECT_EQ(reduction(), Reduction::critical);
  heddle_kmp_set_defaults("KMP_DETERMINISTIC_REDUCTION=false");
  EXPECT_EQ(reduction(), Reduction::critical);
  heddle_kmp_set_defaults("KMP_DETERMINISTIC_REDUCTION=TRUE");
  EXPECT_EQ(reduction(), Reduction::tree);
  heddle_kmp_set_defaults("KMP_FORCE_REDUCTION=atomic");
  EXPECT_EQ(reduction(), Reduction::atomic);
}

TEST(KmpRoutines, the_size_of_stacks_is_fixed_once_threads_run) {
  parallel(2, [] {});
  const std::size_t before = heddle_kmp_get_stacksize_s();
  EXPECT_GT(before, 0U);
  EXPECT_EQ(static_cast<std::size_t>(heddle_kmp_get_stacksize()), before);
  heddle_kmp_set_stacksize_s(before * 2);
  heddle_kmp_set_stacksize(-1);
  EXPECT_EQ(heddle_kmp_get_stacksize_s(), before);
  EXPECT_EQ(heddle_kmp_get_stacksize_s_(), before);
}

TEST(KmpRoutines, threads_that_are_known_are_those_of_the_pool) {
  parallel(3, [] {});
  EXPECT_GE(heddle_kmp_get_num_known_threads(), 3);
  EXPECT_EQ(heddle_kmp_get_num_known_threads_(), heddle___kmpc_global_num_threads(nullptr));
}

TEST(KmpAffinity, a_mask_is_changed_processor_by_processor) {
  AffinityMask* mask = nullptr;
  EXPECT_EQ(heddle_kmp_set_affinity_mask_proc(3, &mask), -2) << "there is no mask";
  EXPECT_EQ(heddle_kmp_get_affinity_mask_proc(3, nullptr), -2);
  heddle_kmp_create_affinity_mask(&mask);
  ASSERT_NE(mask, nullptr);
  EXPECT_EQ(heddle_kmp_get_affinity_mask_proc(3, &mask), 0);
  EXPECT_EQ(heddle_kmp_set_affinity_mask_proc(3, &mask), 0);
  EXPECT_EQ(heddle_kmp_get_affinity_mask_proc(3, &mask), 1);
  EXPECT_EQ(heddle_kmp_get_affinity_mask_proc(4, &mask), 0);
  const int three = 3;
  EXPECT_EQ(heddle_kmp_get_affinity_mask_proc_(&three, &mask), 1);
  EXPECT_EQ(heddle_kmp_unset_affinity_mask_proc_(&three, &mask), 0);
  EXPECT_EQ(heddle_kmp_get_affinity_mask_proc(3, &mask), 0);
  for (const int wrong : {-1, CPU_SETSIZE}) {
    EXPECT_EQ(heddle_kmp_set_affinity_mask_proc(wrong, &mask), -1);
    EXPECT_EQ(heddle_kmp_unset_affinity_mask_proc(wrong, &mask), -1);
    EXPECT_EQ(heddle_kmp_get_affinity_mask_proc(wrong, &mask), -1);
  }
  heddle_kmp_destroy_affinity_mask(&mask);
  EXPECT_EQ(mask, nullptr);
}

TEST(KmpAffinity, the_calling_threads_mask_is_read_and_set) {
  AffinityMask* mask = nullptr;
  heddle_kmp_create_affinity_mask_(&mask);
  ASSERT_EQ(heddle_kmp_get_affinity(&mask), 0);
  int processors = 0;
  const int most = heddle_kmp_get_affinity_max_proc();
  for (int i = 0; i < most; ++i) processors += heddle_kmp_get_affinity_mask_proc(i, &mask);
  EXPECT_GE(processors, 1);
  EXPECT_EQ(heddle_kmp_set_affinity(&mask), 0) << "as it was";
  AffinityMask* none = nullptr;
  heddle_kmp_create_affinity_mask(&none);
  EXPECT_NE(heddle_kmp_set_affinity(&none), 0) << "a thread must be somewhere";
  heddle_kmp_destroy_affinity_mask_(&none);
  heddle_kmp_destroy_affinity_mask(&mask);
}

// -- interoperability, errors ----------------------------------------------------------------------------------------

TEST(KmpcRoutines, there_is_nothing_to_interoperate_with) {
  int result = 0;
  EXPECT_EQ(heddle_omp_get_num_interop_properties(0), 0);
  EXPECT_EQ(heddle_omp_get_interop_int(0, -1, &result), 0);
  EXPECT_EQ(result, -1) << "omp_irc_empty";
  EXPECT_EQ(heddle_omp_get_interop_int(0, -10, &result), 0);
  EXPECT_EQ(result, -2) << "omp_irc_out_of_range";
  EXPECT_EQ(heddle_omp_get_interop_ptr(0, -1, nullptr), nullptr);
  EXPECT_EQ(heddle_omp_get_interop_str(0, -1, &result), nullptr);
  EXPECT_EQ(heddle_omp_get_interop_name(0, 0), nullptr);
  EXPECT_STREQ(heddle_omp_get_interop_name(0, -1), "fr_id");
  EXPECT_STREQ(heddle_omp_get_interop_name(0, -9), "targetsync");
  EXPECT_EQ(heddle_omp_get_interop_type_desc(0, 0), nullptr);
  const std::set<std::string> meanings{heddle_omp_get_interop_rc_desc(0, 1),  heddle_omp_get_interop_rc_desc(0, 0),
                                       heddle_omp_get_interop_rc_desc(0, -1), heddle_omp_get_interop_rc_desc(0, -2),
                                       heddle_omp_get_interop_rc_desc(0, -3), heddle_omp_get_interop_rc_desc(0, -6)};
  EXPECT_EQ(meanings.size(), 6U);
  EXPECT_STREQ(heddle_omp_get_interop_rc_desc(0, 0), "successful");
}

TEST(KmpcRoutines, memory_of_devices_is_the_hosts_or_nobodys) {
  constexpr std::uintptr_t default_space = 99, large_cap = 1, low_lat = 4, none = 0;
  const int host[] = {0, -1};
  const int foreign[] = {0, 1};
  EXPECT_EQ(heddle_omp_get_device_memspace(0, large_cap), large_cap);
  EXPECT_EQ(heddle_omp_get_device_memspace(1, large_cap), none) << "there is no device 1";
  EXPECT_EQ(heddle_omp_get_devices_memspace(2, host, low_lat), low_lat);
  EXPECT_EQ(heddle_omp_get_devices_memspace(2, foreign, low_lat), none);
  EXPECT_EQ(heddle_omp_get_devices_memspace(0, host, low_lat), none) << "of no device";
  EXPECT_EQ(heddle_omp_get_devices_all_memspace(5), none) << "5 is no space";
  EXPECT_EQ(heddle_omp_get_device_allocator(0, default_space), 1U) << "omp_default_mem_alloc";
  EXPECT_EQ(heddle_omp_get_devices_all_allocator(low_lat), 5U) << "omp_low_lat_mem_alloc";
  EXPECT_EQ(heddle_omp_get_device_and_host_allocator(7, default_space), 0U);
  EXPECT_EQ(heddle_omp_get_memspace_num_resources(default_space), 1);
  EXPECT_EQ(heddle_omp_get_memspace_num_resources(none), 0);
  const int first = 0, second = 1;
  EXPECT_EQ(heddle_omp_get_submemspace(large_cap, 1, &first), large_cap);
  EXPECT_EQ(heddle_omp_get_submemspace(large_cap, 1, &second), none);
}

TEST(KmpcRoutines, the_default_space_of_llvm_22_makes_an_allocator) {
  const std::uintptr_t allocator = heddle_omp_init_allocator(99, 0, nullptr);
  ASSERT_NE(allocator, 0U);
  void* const block = heddle_omp_alloc(100, allocator);
  EXPECT_NE(block, nullptr);
  heddle_omp_free(block, allocator);
  heddle_omp_destroy_allocator(allocator);
}

TEST(KmpcRoutines, the_host_has_a_name_and_is_found_by_it) {
  EXPECT_STREQ(heddle_kmp_get_uid_from_device(0), "HOST");
  EXPECT_EQ(heddle_kmp_get_uid_from_device(3), nullptr);
  EXPECT_EQ(heddle_kmp_get_device_from_uid("HOST"), 0);
  EXPECT_EQ(heddle_kmp_get_device_from_uid("GPU-1"), -2);
}

TEST(KmpcRoutinesDeathTest, an_error_directive_warns_or_ends_the_program) {
  testing::internal::CaptureStderr();
  heddle___kmpc_error(nullptr, 1, "half way");
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("half way"), std::string::npos) << said;
  EXPECT_EXIT(heddle___kmpc_error(nullptr, 2, "the end"), testing::ExitedWithCode(1), "the end");
  EXPECT_EXIT(heddle___kmpc_error(nullptr, 2, nullptr), testing::ExitedWithCode(1), "error directive encountered");
}

TEST(KmpcRoutines, an_explicit_task_knows_that_it_is_one) {
  EXPECT_EQ(heddle_omp_in_explicit_task(), 0);
  parallel(1, [] {
    EXPECT_EQ(heddle_omp_in_explicit_task(), 0);
    test::spawn([] { EXPECT_EQ(heddle_omp_in_explicit_task(), 1); });
  });
}

TEST(KmpcRoutines, offloading_is_answered_in_libomps_numbers) {
  const omp::TargetOffload before = omp::global().target_offload;
  for (const auto& [setting, number] :
       {std::pair(omp::TargetOffload::disabled, 0), std::pair(omp::TargetOffload::when_possible, 1),
        std::pair(omp::TargetOffload::mandatory, 2)}) {
    omp::writable_global().target_offload = setting;
    EXPECT_EQ(heddle___kmpc_get_target_offload(), number);
  }
  omp::writable_global().target_offload = before;
}

}  // namespace
}  // namespace heddle::kmpc
