// What differs by processor: how to wait politely, and a counter that is cheap to read. One file for each; which one is
// decided here. Included by threads_inline.hpp only.
#pragma once

#if defined(__x86_64__)
#include "platform/threads/processor_x86_64.hpp"
#elif defined(__aarch64__)
#include "platform/threads/processor_aarch64.hpp"
#else
#include "platform/threads/processor_other.hpp"
#endif
