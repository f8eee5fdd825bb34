// What happens when the library is loaded: next to nothing, or, with HEDDLE_DISABLE=1, the real libgomp takes over.
//
// The library's only constructor. It costs two looks into the environment; the runtime starts with the first call that
// needs it. Runs on the thread that loads the library, before any exported function can be called.
#include <cstdlib>
#include <string_view>

#include "front/gomp/real_libgomp.hpp"
#include "omp/region.hpp"

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
  // libgomp shows its settings when it is loaded, whether or not the program calls it.
  if (std::getenv("OMP_DISPLAY_ENV") != nullptr) static_cast<void>(omp::global());
}

}  // namespace
}  // namespace heddle::gomp
