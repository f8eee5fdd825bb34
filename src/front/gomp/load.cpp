// What happens when the library is loaded: next to nothing, or, with HEDDLE_DISABLE=1, the real libgomp takes over.
//
// The library's only constructor. It reads the environment, as libgomp does: what the program sets later does not
// count. Threads start with the first region. Runs on the thread that loads the library, before any exported function
// can be called.
#include <cstdlib>
#include <string_view>

#include "front/gomp/real_libgomp.hpp"
#include "omp/process.hpp"

namespace heddle::gomp {
namespace {

bool disabled() noexcept {
  const char* value = secure_getenv("HEDDLE_DISABLE");
  if (value == nullptr) return false;
  const std::string_view text = value;
  return !text.empty() && text != "0" && text != "false" && text != "no";
}

[[gnu::constructor]] void loaded() noexcept {
  if (disabled()) return hand_over_to_real_libgomp();
  omp::load();
}

}  // namespace
}  // namespace heddle::gomp
