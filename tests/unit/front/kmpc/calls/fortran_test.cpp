// Routines of LLVM's interface as Fortran calls them: a trailing underscore, every argument by reference, and the same
// answer as C's. And those that have nothing to do on a host: they are there, and leave alone what they are given.
#include <gtest/gtest.h>

#include <sched.h>
#include <cstdlib>
#include <string>

#include "front/gomp/exports.hpp"
#include "omp/locks.hpp"
#include "omp/settings.hpp"
#include "tests/unit/front/kmpc/calls/interface.hpp"

namespace heddle::kmpc {
namespace {

constexpr std::uintptr_t k_spaces[] = {0, 1, 2, 3,
                                       4, 5, 99};  // 1 to 4 of omp.h, LLVM 22's default, and two that are none
bool is_none(std::uintptr_t space) noexcept { return space == 0 || space == 5; }

TEST(KmpcFortran, memory_of_devices_is_what_c_gets) {
  const int both[] = {0, -1};
  const int count = 2, none = 0;
  for (const int device : {-1, 0, 1, 7}) {
    for (const std::uintptr_t space : k_spaces) {
      EXPECT_EQ(heddle_omp_get_device_memspace_(&device, &space), heddle_omp_get_device_memspace(device, space));
      EXPECT_EQ(heddle_omp_get_device_and_host_memspace_(&device, &space),
                heddle_omp_get_device_and_host_memspace(device, space));
      EXPECT_EQ(heddle_omp_get_device_allocator_(&device, &space), heddle_omp_get_device_allocator(device, space));
      EXPECT_EQ(heddle_omp_get_device_and_host_allocator_(&device, &space),
                heddle_omp_get_device_and_host_allocator(device, space));
    }
  }
  for (const std::uintptr_t space : k_spaces) {
    const std::uintptr_t expected = is_none(space) ? 0 : space;
    EXPECT_EQ(heddle_omp_get_devices_memspace_(&count, both, &space), expected);
    EXPECT_EQ(heddle_omp_get_devices_and_host_memspace(2, both, space), expected);
    EXPECT_EQ(heddle_omp_get_devices_and_host_memspace_(&count, both, &space), expected);
    EXPECT_EQ(heddle_omp_get_devices_all_memspace_(&space), heddle_omp_get_devices_all_memspace(space));
    EXPECT_EQ(heddle_omp_get_devices_memspace_(&none, both, &space), 0U) << "of no device";
    const std::uintptr_t allocator = heddle_omp_get_devices_all_allocator(space);
    EXPECT_EQ(allocator == 0, is_none(space));
    EXPECT_EQ(heddle_omp_get_devices_all_allocator_(&space), allocator);
    EXPECT_EQ(heddle_omp_get_devices_allocator(2, both, space), allocator);
    EXPECT_EQ(heddle_omp_get_devices_allocator_(&count, both, &space), allocator);
    EXPECT_EQ(heddle_omp_get_devices_and_host_allocator(2, both, space), allocator);
    EXPECT_EQ(heddle_omp_get_devices_and_host_allocator_(&count, both, &space), allocator);
    EXPECT_EQ(heddle_omp_get_devices_allocator_(&none, both, &space), 0U);
  }
}

TEST(KmpcFortran, a_part_of_a_space_is_the_whole_of_its_one_resource) {
  const std::uintptr_t space = 1, none = 0;
  const int one = 1, two = 2, first = 0, second = 1;
  EXPECT_EQ(heddle_omp_get_memspace_num_resources_(&space), 1);
  EXPECT_EQ(heddle_omp_get_memspace_num_resources_(&none), 0);
  EXPECT_EQ(heddle_omp_get_submemspace_(&space, &one, &first), space);
  EXPECT_EQ(heddle_omp_get_submemspace_(&space, &one, &second), none);
  EXPECT_EQ(heddle_omp_get_submemspace_(&space, &two, &first), none) << "it has not two";
  EXPECT_EQ(heddle_omp_get_submemspace_(&none, &one, &first), none);
}

TEST(KmpcFortran, a_device_is_named_and_found) {
  const int host = 0, other = 1;
  EXPECT_STREQ(heddle_kmp_get_uid_from_device_(&host), "HOST");
  EXPECT_EQ(heddle_kmp_get_uid_from_device_(&other), nullptr);
  EXPECT_EQ(heddle_kmp_get_device_from_uid_("HOST"), 0);
  EXPECT_EQ(heddle_kmp_get_device_from_uid_("host"), -2);
  EXPECT_EQ(heddle_kmp_get_device_from_uid(nullptr), -2);
}

TEST(KmpcFortran, an_interop_object_has_names_and_no_values) {
  EXPECT_EQ(heddle_omp_get_num_interop_properties_(nullptr), 0);
  struct Row {
    int property;
    int result;
    const char* name;
  };
  for (const Row& row : {Row{-1, -1, "fr_id"}, Row{-9, -1, "targetsync"}, Row{0, -2, nullptr}, Row{-10, -2, nullptr}}) {
    int result = 77;
    EXPECT_EQ(heddle_omp_get_interop_int_(nullptr, &row.property, &result), 0);
    EXPECT_EQ(result, row.result) << row.property;
    result = 77;
    EXPECT_EQ(heddle_omp_get_interop_ptr_(nullptr, &row.property, &result), nullptr);
    EXPECT_EQ(result, row.result) << row.property;
    result = 77;
    EXPECT_EQ(heddle_kmp_get_interop_str_(nullptr, &row.property, &result), nullptr);
    EXPECT_EQ(result, row.result) << row.property;
    EXPECT_EQ(heddle_omp_get_interop_int_(nullptr, &row.property, nullptr), 0) << "the result is not wanted";
    EXPECT_STREQ(heddle_kmp_get_interop_name_(nullptr, &row.property), row.name);
    EXPECT_EQ(heddle_kmp_get_interop_type_desc_(nullptr, &row.property), nullptr);
  }
  const int success = 0, nonsense = 12;
  EXPECT_STREQ(heddle_kmp_get_interop_rc_desc_(nullptr, &success), "successful");
  EXPECT_STREQ(heddle_kmp_get_interop_rc_desc_(nullptr, &nonsense), "other error");
}

TEST(KmpcFortran, a_mask_of_processors_is_set_and_read) {
  AffinityMask* mask = nullptr;
  heddle_kmp_create_affinity_mask_(&mask);
  const int three = 3, negative = -1;
  EXPECT_EQ(heddle_kmp_set_affinity_mask_proc_(&three, &mask), 0);
  EXPECT_EQ(heddle_kmp_set_affinity_mask_proc_(&negative, &mask), -1);
  EXPECT_EQ(CPU_COUNT(mask), 1);
  EXPECT_TRUE(CPU_ISSET(3, mask));
  ASSERT_EQ(heddle_kmp_get_affinity_(&mask), 0);
  AffinityMask now;
  ASSERT_EQ(sched_getaffinity(0, sizeof now, &now), 0);
  EXPECT_TRUE(CPU_EQUAL(&now, mask));
  EXPECT_EQ(heddle_kmp_set_affinity_(&mask), 0) << "as it was";
  heddle_kmp_set_thread_affinity_mask_initial();
  ASSERT_EQ(sched_getaffinity(0, sizeof now, &now), 0);
  EXPECT_TRUE(CPU_EQUAL(&now, mask));
  EXPECT_EQ(heddle_kmp_get_affinity_max_proc_(), heddle_kmp_get_affinity_max_proc());
  EXPECT_GE(heddle_kmp_get_affinity_max_proc_(), CPU_COUNT(mask));
  heddle_kmp_destroy_affinity_mask_(&mask);
}

TEST(KmpcFortran, a_cancelled_construct_is_asked_for_by_its_number) {
  omp::writable_global().cancellation = true;
  test::parallel(1, [] {
    runtime::current().member->team->cancellable = true;  // as where the program starts with OMP_CANCELLATION
    for (const int which : {1, 2, 3, 4}) EXPECT_EQ(heddle_kmp_get_cancellation_status_(&which), 0);
    heddle___kmpc_taskgroup(nullptr, 0);
    EXPECT_EQ(heddle___kmpc_cancel(nullptr, 0, 4), 1);
    const int group = 4, none = 5;
    EXPECT_EQ(heddle_kmp_get_cancellation_status_(&group), 1);
    EXPECT_EQ(heddle_kmp_get_cancellation_status_(&none), 0);
    heddle___kmpc_end_taskgroup(nullptr, 0);
    EXPECT_EQ(heddle___kmpc_cancel(nullptr, 0, 1), 1);
    const int region = 1;
    EXPECT_EQ(heddle_kmp_get_cancellation_status_(&region), 1);
  });
  omp::writable_global().cancellation = false;
}

TEST(KmpcFortran, warnings_go_off_and_on) {
  const auto said_by = [](const char* setting) {
    testing::internal::CaptureStderr();
    heddle_kmp_set_defaults(setting);
    return testing::internal::GetCapturedStderr();
  };
  heddle_kmp_set_warnings_off_();
  EXPECT_EQ(said_by("KMP_LIBRARY=of_fortran"), "");
  heddle_kmp_set_warnings_on_();
  EXPECT_NE(said_by("KMP_LIBRARY=of_fortran_too"), "");
}

TEST(KmpcFortran, what_a_host_has_no_use_for_is_there_and_does_nothing) {
  const int buffers = 9;
  heddle_kmp_set_disp_num_buffers(9);
  heddle_kmp_set_disp_num_buffers_(&buffers);
  int variable = 5, copy = 6;
  heddle_kmp_threadprivate_insert(0, &variable, &copy, sizeof variable);
  heddle_kmp_threadprivate_insert_private_data(0, &variable, &copy, sizeof variable);
  EXPECT_EQ(variable, 5);
  EXPECT_EQ(copy, 6);
  EXPECT_EQ(heddle_omp_get_dyn_gprivate_memspace(0), 0U) << "no memory is shared by a block of threads";
  EXPECT_EQ(heddle_omp_get_dyn_gprivate_ptr(0, 0), nullptr);
  EXPECT_EQ(heddle_omp_get_dyn_gprivate_nofb_ptr(16, 0), nullptr);
  EXPECT_EQ(heddle_omp_get_dyn_gprivate_size(0), 0U);
}

TEST(KmpcHints, a_lock_that_was_made_with_one_is_a_lock) {
  for (const int hint : {0, 1, 2, 8, -1}) {
    omp::SimpleLock simple;
    heddle_omp_init_lock_with_hint(&simple, hint);
    heddle___kmpc_set_lock(nullptr, 0, &simple);
    EXPECT_EQ(heddle___kmpc_test_lock(nullptr, 0, &simple), 0);
    heddle___kmpc_unset_lock(nullptr, 0, &simple);
    EXPECT_EQ(heddle___kmpc_test_lock(nullptr, 0, &simple), 1);
    heddle___kmpc_unset_lock(nullptr, 0, &simple);
    heddle___kmpc_destroy_lock(nullptr, 0, &simple);
    for (const bool of_intel : {false, true}) {
      omp::NestLock* nest = nullptr;
      if (of_intel) {
        heddle___kmpc_init_nest_lock_with_hint(nullptr, 0, &nest, static_cast<std::uintptr_t>(hint));
      } else {
        heddle_omp_init_nest_lock_with_hint(&nest, hint);
      }
      ASSERT_NE(nest, nullptr);
      heddle___kmpc_set_nest_lock(nullptr, 0, &nest);
      EXPECT_EQ(heddle___kmpc_test_nest_lock(nullptr, 0, &nest), 2);
      heddle___kmpc_unset_nest_lock(nullptr, 0, &nest);
      heddle___kmpc_unset_nest_lock(nullptr, 0, &nest);
      heddle___kmpc_destroy_nest_lock(nullptr, 0, &nest);
    }
  }
}

}  // namespace
}  // namespace heddle::kmpc
