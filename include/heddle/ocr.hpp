// heddle/ocr.hpp: the Open Community Runtime in C++20, header only over the C calls. docs/ocr.md leads into it.
//
//     #include <heddle/ocr.hpp>
//     namespace ocr = heddle::ocr;
//
//     static int add(int a, int b) { return a + b; }
//
//     HEDDLE_OCR_MAIN(const ocr::arguments&) {
//       ocr::future<int> sum = ocr::spawn(add, 1, 2);
//       ocr::spawn([](int value) { std::printf("%d\n", value); }, std::move(sum));
//     }
//
// Build it with pkg-config heddle-ocr, or CMake's Heddle::ocr. Any thread of the program may call these functions while
// the runtime runs. A call that OCR refuses throws heddle::ocr::error.
#pragma once

#include <vector>

#include "ocr/spawn.hpp"

namespace heddle::ocr {

/// The program's arguments; the first is its name.
class arguments {
 public:
  /// @param block  the one that mainEdt gets
  explicit arguments(const void* block) noexcept : block_(block) {}
  /// How many.
  [[nodiscard]] std::size_t size() const noexcept { return ocrGetArgc(const_cast<void*>(block_)); }
  /// The one of that number; nullptr where there is none.
  const char* operator[](std::size_t index) const noexcept { return ocrGetArgv(const_cast<void*>(block_), index); }
  /// All of them, as functions want them that take main's arguments.
  [[nodiscard]] std::vector<char*> words() const {
    std::vector<char*> all(size());
    for (std::size_t index = 0; index < all.size(); ++index) all[index] = const_cast<char*>((*this)[index]);
    return all;
  }

 private:
  const void* block_;
};

/// Ends the program before all tasks have run. From any thread.
inline void shutdown() noexcept { ocrShutdown(); }
/// Ends the program with this status, at once. From any thread.
inline void abort(u8 status) noexcept { ocrAbort(status); }

namespace detail {

using main_function = void (*)(const arguments&);

/// What mainEdt does: the function in a scope, and the end of the program after it.
inline ocrGuid_t start_main(main_function function, const ocrEdtDep_t& given) {
  const auto run = [](main_function called, const u64* block) { called(arguments(block)); };
  future<void> all = spawn(scope(), run, function, ro(id<u64[]>(given.guid)));
  spawn([] { ocrShutdown(); }, after(std::move(all)));
  return NULL_GUID;
}

}  // namespace detail

}  // namespace heddle::ocr

/// The program's main task: HEDDLE_OCR_MAIN(const heddle::ocr::arguments& given) { … }. The program ends when it, and
/// all that was made below it, has ended.
#define HEDDLE_OCR_MAIN(parameter)                                     \
  static void heddle_ocr_main(parameter);                              \
  extern "C" ocrGuid_t mainEdt(u32, u64*, u32, ocrEdtDep_t depv[]) {   \
    return heddle::ocr::detail::start_main(&heddle_ocr_main, depv[0]); \
  }                                                                    \
  static void heddle_ocr_main(parameter)
