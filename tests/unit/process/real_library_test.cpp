// The way back to the library that a program would have without Heddle, with the C library's libm in its place.
#include "process/real_library.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "temporary_folder.hpp"

namespace {

using namespace heddle::process;
using heddle::test::TemporaryFolder;

constexpr const char* k_variable = "HEDDLE_REAL_LIBGOMP";
// What cmake/exports.py writes into the libraries of stubs.
constexpr const char* k_mark = "This library holds stubs of Heddle's.";

/// A table of slots as the loader leaves it: read-only, and not at the beginning of a page.
class Slots {
 public:
  explicit Slots(std::size_t count) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    bytes_ = (count * sizeof(void*) / page + 2) * page;
    memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    first_ = static_cast<void**>(memory_) + 3;
  }
  ~Slots() { munmap(memory_, bytes_); }
  Slots(const Slots&) = delete;
  Slots& operator=(const Slots&) = delete;

  void protect() { mprotect(memory_, bytes_, PROT_READ); }
  void** first() { return first_; }
  void*& operator[](std::size_t index) { return first_[index]; }
  template <class Function>
  Function* as(std::size_t index) {
    return reinterpret_cast<Function*>(first_[index]);
  }

 private:
  std::size_t bytes_;
  void* memory_;
  void** first_;
};

#if defined(__aarch64__)
#define VERSION_OF_LIBM "GLIBC_2.17"
#else
#define VERSION_OF_LIBM "GLIBC_2.2.5"
#endif

constexpr char k_names[] =
    "cos\0" VERSION_OF_LIBM "\0no_such_function\0" VERSION_OF_LIBM "\0sin\0" VERSION_OF_LIBM "\0";

ExportTable door_of(Slots& slots, const char* file = "libm.so.6", std::span<const char* const> usual = {}) {
  return {file, k_variable, usual, slots.first(), k_names};
}

using Real = double(double);

std::string path_of(const char* library) {
  void* const handle = dlopen(library, RTLD_LAZY);
  link_map* map = nullptr;
  if (handle == nullptr || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) return {};
  const std::string path = map->l_name;
  dlclose(handle);
  return path;
}

/// A library's file, with Heddle's mark behind it.
std::string marked(const TemporaryFolder& folder, const char* library, const std::string& name) {
  std::ifstream file(path_of(library), std::ios::binary);
  return folder.write(name, std::string(std::istreambuf_iterator<char>(file), {}) + k_mark);
}

class RealLibrary : public testing::Test {
 protected:
  RealLibrary() { unsetenv(k_variable); }
  ~RealLibrary() override { unsetenv(k_variable); }
};

TEST_F(RealLibrary, fills_each_slot_with_its_function) {
  Slots slots(3);
  slots.protect();
  hand_over(door_of(slots));
  EXPECT_EQ(slots.as<Real>(0)(0.5), std::cos(0.5));
  EXPECT_EQ(slots.as<Real>(2)(0.5), std::sin(0.5));
  EXPECT_EQ(slots[3], nullptr) << "and nothing behind the last";
}

TEST_F(RealLibrary, leaves_the_table_read_only) {
  Slots slots(3);
  slots.protect();
  hand_over(door_of(slots));
  EXPECT_DEATH(slots[0] = nullptr, "");
}

TEST_F(RealLibrary, a_table_of_several_pages_is_filled_to_its_end) {
  constexpr std::size_t k_count = 2000;
  std::string names;
  for (std::size_t index = 0; index < k_count; ++index)
    names.append("cos").push_back('\0'), names.append(VERSION_OF_LIBM).push_back('\0');
  names.push_back('\0');
  Slots slots(k_count);
  slots.protect();
  hand_over({"libm.so.6", k_variable, {}, slots.first(), names.c_str()});
  for (std::size_t index = 0; index < k_count; ++index) ASSERT_EQ(slots[index], slots[0]) << index;
  EXPECT_EQ(slots.as<Real>(k_count - 1)(0.25), std::cos(0.25));
}

TEST_F(RealLibrary, a_function_that_it_lacks_ends_the_process_with_a_remedy_when_it_is_called) {
  Slots slots(3);
  hand_over(door_of(slots));
  ASSERT_NE(slots[1], nullptr);
  EXPECT_DEATH(slots.as<void()>(1)(), "took over lacks the function called from 0x[0-9a-f]+.*HEDDLE_REAL_LIBGOMP");
}

TEST_F(RealLibrary, that_is_nowhere_ends_the_process_with_a_remedy) {
  Slots slots(3);
  EXPECT_DEATH(hand_over(door_of(slots, "libabsent.so.7")),
               "HEDDLE_DISABLE is set, but no libabsent.so.7 other than Heddle's was found; name one by its path in "
               "HEDDLE_REAL_LIBGOMP");
}

TEST_F(RealLibrary, is_taken_by_the_path_that_the_variable_names) {
  const TemporaryFolder folder;
  std::ifstream file(path_of("libm.so.6"), std::ios::binary);
  const std::string copy = folder.write("mine.so", std::string(std::istreambuf_iterator<char>(file), {}));
  setenv(k_variable, copy.c_str(), 1);
  Slots slots(3);
  testing::internal::CaptureStderr();
  hand_over(door_of(slots, "libabsent.so.7"));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  Dl_info info{};
  ASSERT_NE(dladdr(slots[0], &info), 0);
  EXPECT_EQ(std::string(info.dli_fname), copy);
}

TEST_F(RealLibrary, is_looked_for_where_it_usually_lies_when_no_search_path_leads_there) {
  const TemporaryFolder folder;
  folder.write("1-no-library.so", "no library");
  marked(folder, "libm.so.6", "2-ours.so");
  std::ifstream file(path_of("libm.so.6"), std::ios::binary);
  const std::string copy = folder.write("3-real.so", std::string(std::istreambuf_iterator<char>(file), {}));
  const std::string pattern = folder.file("*-*.so");
  const std::string empty = folder.file("nothing-here-*");
  const char* const usual[] = {empty.c_str(), pattern.c_str()};
  Slots slots(3);
  hand_over(door_of(slots, "libabsent.so.7", usual));
  Dl_info info{};
  ASSERT_NE(dladdr(slots[0], &info), 0);
  EXPECT_EQ(std::string(info.dli_fname), copy) << "neither what is no library nor one of Heddle's";
}

TEST_F(RealLibrary, named_wrongly_is_told_and_the_first_that_is_found_is_taken) {
  const TemporaryFolder folder;
  const std::string ours = marked(folder, "libm.so.6", "ours.so");
  const std::string broken = folder.write("broken.so", "no library");
  for (const auto& [path, what] :
       {std::pair{ours, " is not the file of another libm.so.6"}, std::pair{broken, " cannot be loaded: "},
        std::pair{folder.file("missing.so"), " is not the file of another libm.so.6"},
        std::pair{folder.file(""), " is not the file of another libm.so.6"}}) {
    setenv(k_variable, path.c_str(), 1);
    Slots slots(3);
    testing::internal::CaptureStderr();
    hand_over(door_of(slots));
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find(std::string("HEDDLE_REAL_LIBGOMP=")), said.npos) << said;
    EXPECT_NE(said.find(what), said.npos) << said;
    EXPECT_NE(said.find("using the first that is found"), said.npos) << said;
    EXPECT_EQ(slots.as<Real>(0)(0.5), std::cos(0.5));
  }
}

TEST(Stubs, are_known_by_their_name_and_their_mark) {
  EXPECT_FALSE(stubs_are_mapped("libc.so.6")) << "a real library";
  const TemporaryFolder folder;
  const std::string path = marked(folder, "libutil.so.1", "libmarked.so.9");
  EXPECT_FALSE(stubs_are_mapped("libmarked.so.9")) << "not loaded yet";
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(handle, nullptr) << dlerror();
  EXPECT_TRUE(stubs_are_mapped("libmarked.so.9"));
  EXPECT_FALSE(stubs_are_mapped("marked.so.9")) << "the whole name";
  EXPECT_FALSE(stubs_are_mapped("libutil.so.1")) << "the file's name, not the library's own";
  dlclose(handle);
}

TEST(Program, names_the_libraries_that_it_was_linked_with) {
  EXPECT_TRUE(program_needs("libc.so.6"));
  EXPECT_FALSE(program_needs("libc.so"));
  EXPECT_FALSE(program_needs("libc.so.60"));
  EXPECT_FALSE(program_needs(""));
  ASSERT_NE(dlopen("libutil.so.1", RTLD_NOW), nullptr);
  EXPECT_FALSE(program_needs("libutil.so.1")) << "loaded, but not by the program itself";
}

void one() {}
void two() {}
void three() {}
void instead_of_one() {}
void instead_of_two() {}

template <class Function>
void* address(Function* function) {
  return reinterpret_cast<void*>(function);
}

TEST(Replacements, take_the_place_of_a_function_in_all_its_slots) {
  static const Replacement of_one[] = {{address(two), address(instead_of_two)},
                                       {address(one), address(instead_of_one)}};
  static Replacements first{[]() noexcept { return std::span<const Replacement>(of_one, 1); }};
  static Replacements second{[]() noexcept { return std::span<const Replacement>(of_one + 1, 1); }};
  enter_replacements(first);
  Slots slots(3);
  void* const before[] = {address(one), address(three), address(one)};
  std::copy(std::begin(before), std::end(before), slots.first());
  slots[3] = address(one);
  slots.protect();
  replace(door_of(slots));
  EXPECT_EQ(slots[0], address(one)) << "nobody has entered another yet";
  enter_replacements(second);
  replace(door_of(slots));
  EXPECT_EQ(slots[0], address(instead_of_one));
  EXPECT_EQ(slots[1], address(three));
  EXPECT_EQ(slots[2], address(instead_of_one));
  EXPECT_EQ(slots[3], address(one)) << "behind the last name the table is another's";
  Slots others(3);
  others[0] = others[1] = others[2] = address(two);
  replace(door_of(others));
  EXPECT_EQ(others[1], address(instead_of_two)) << "those entered first count, too";
}

}  // namespace
