// heddle_set, see include/heddle/settings.h, which finds it by name.
#include "process/settings.hpp"

#include <cerrno>

#include "base/message.hpp"

extern "C" [[gnu::visibility("default")]] int heddle_set(const char* name, const char* value) {
  namespace process = heddle::process;
  if (process::own_settings().disabled) return ENOSYS;
  const auto refused = process::set_own(name == nullptr ? "" : name, value == nullptr ? "" : value);
  if (!refused) return 0;
  heddle::base::warn({"heddle_set: ", refused->sentence});
  return refused->reason == process::Refusal::Reason::too_late ? EBUSY : EINVAL;
}
