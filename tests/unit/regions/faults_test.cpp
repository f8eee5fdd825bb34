// What calls on regions refuse, and that they name what is wrong.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "regions/engine.hpp"

namespace {

using namespace heddle::regions;  // NOLINT

template <class Make>
void expect_fault(Fault code, const std::string& words, const Make& make) {
  CallError error;
  make(error);
  EXPECT_EQ(static_cast<int>(error.code), static_cast<int>(code)) << error.text;
  EXPECT_NE(error.text.find(words), std::string::npos) << error.text;
}

void nothing(void* /*code*/, const std::uint64_t* /*words*/, unsigned /*count*/) {}
void spawn_word(std::uint64_t word, std::uint32_t type, CallError& error) {
  spawn({nothing, reinterpret_cast<void*>(nothing), {&word, &type, 1}, {"faults", 1}}, error);
}

void main_task(void* /*code*/, const std::uint64_t* /*words*/, unsigned /*count*/) {
  CallError none;
  const Id region = make_region(0, 0, none);
  const Id gone = make_region(0, 0, none);
  free_region(gone, {"somewhere.c", 7}, none);
  auto* const object = static_cast<char*>(allocate(200, region, none));
  const auto address = reinterpret_cast<std::uint64_t>(object);
  ASSERT_FALSE(none) << none.text;
  expect_fault(Fault::bad_region, "region 1 is none", [](CallError& error) { allocate(8, 1, error); });
  expect_fault(Fault::bad_region, "was freed at somewhere.c:7", [&](CallError& error) { allocate(8, gone, error); });
  expect_fault(Fault::bad_region, "was freed", [&](CallError& error) { free_region(gone, {}, error); });
  expect_fault(Fault::bad_region, "region 0", [](CallError& error) { free_region(0, {}, error); });
  expect_fault(Fault::bad_region, "level -1", [&](CallError& error) { make_region(region, -1, error); });
  expect_fault(Fault::no_memory, "HEDDLE_REGION_SPACE",
               [&](CallError& error) { allocate(std::size_t{1} << 50, region, error); });
  void* objects[2];
  expect_fault(Fault::bad_count, "0 objects", [&](CallError& error) { allocate_many(8, region, {objects, 0}, error); });
  expect_fault(Fault::bad_size, "0 bytes", [&](CallError& error) { allocate_many(0, region, {objects, 2}, error); });
  expect_fault(Fault::null_array, "null", [&](CallError& error) { allocate_many(8, region, {nullptr, 2}, error); });
  expect_fault(Fault::bad_pointer, "256 bytes", [&](CallError& error) { free(object + 64, error); });
  expect_fault(Fault::bad_pointer, "no object", [&](CallError& error) { free(objects, error); });
  expect_fault(Fault::bad_bits, "argument 1", [&](CallError& error) { spawn_word(region, 64, error); });
  expect_fault(Fault::bad_argument, "lacks", [&](CallError& error) { spawn_word(region, k_in, error); });
  expect_fault(Fault::bad_argument, "address", [&](CallError& error) { spawn_word(address, k_in | k_region, error); });
  expect_fault(Fault::root_argument, "region 0", [](CallError& error) { spawn_word(0, k_in | k_region, error); });
  expect_fault(Fault::null_body, "null", [](CallError& error) { spawn({nothing, nullptr, {}, {}}, error); });
  expect_fault(Fault::running, "under way",
               [](CallError& error) { run(nothing, reinterpret_cast<void*>(nothing), {nullptr, 0}, error); });
  expect_fault(Fault::none, "", [&](CallError& error) { free(object, error); });
  expect_fault(Fault::bad_pointer, "freed", [&](CallError& error) { free(object, error); });
}

TEST(RegionFaults, every_mistake_is_named_and_changes_nothing) {
  CallError error;
  EXPECT_TRUE(run(main_task, reinterpret_cast<void*>(main_task), {nullptr, 0}, error)) << error.text;
}

}  // namespace
