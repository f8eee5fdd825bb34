// The runtime on real threads.
#include "runtime/runtime_inline.hpp"

#include "platform/threads/threads.hpp"

namespace heddle::runtime {

template class Runtime<platform::Threads>;

}  // namespace heddle::runtime
