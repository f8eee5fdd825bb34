// See trust.hpp.
#include "base/trust.hpp"

#include <sys/auxv.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

#include "base/check.hpp"

namespace heddle::base {

Trust caller_trust() noexcept {
  const int kept = errno;
  errno = 0;
  const bool secure = ::getauxval(AT_SECURE) != 0 || errno != 0;
  errno = kept;
  return secure ? Trust::none : Trust::full;
}

const char* variable(const char* name) noexcept {
  HEDDLE_CHECK(is_known(name), "a variable that base/trust.hpp does not know is asked for");
  return counts(name, caller_trust()) ? std::getenv(name) : nullptr;
}

void forget_variable(const char* name) noexcept {
  HEDDLE_CHECK(is_known(name), "a variable that base/trust.hpp does not know is taken away");
  (void)::unsetenv(name);
}

const char* const* environment_block() noexcept { return environ; }

}  // namespace heddle::base
