// heddle_set, see include/heddle/settings.h, which finds it by name.
#include <cerrno>
#include <string>

#include "base/message.hpp"
#include "omp/settings.hpp"

extern "C" [[gnu::visibility("default")]] int heddle_set(const char* name, const char* value) {
  using heddle::omp::Settings;
  Settings& openmp = Settings::get();
  if (openmp.environment.global.disabled) return ENOSYS;
  const auto refused = openmp.set(name == nullptr ? "" : name, value == nullptr ? "" : value);
  if (!refused) return 0;
  heddle::base::warn({"heddle_set: ", refused->sentence});
  return refused->reason == Settings::Refusal::Reason::too_late ? EBUSY : EINVAL;
}
