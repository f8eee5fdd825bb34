// heddle_verify_range, see include/heddle/verify.h, which finds it by name.
#include "process/verify.hpp"

extern "C" [[gnu::visibility("default")]] void heddle_verify_range(const void* address, std::size_t bytes) {
  heddle::process::verify_range(address, bytes);
}
