// The lock for the engine's own sections, which are shorter than a microsecond and never wait for anything inside.
// It is the mutex (sync/mutex.hpp: states, invariant, cost) with a longer spin, because here only a holder that is not
// running takes long; then waiters sleep as well, and no core burns.
#pragma once

#include "sync/mutex.hpp"

namespace heddle::sync {

/// 600 rounds are about 20 µs, what a sleep and a wake-up cost: a waiter loses at most twice the optimum
/// (competitive spinning, Karlin et al., SODA 1990).
template <class P>
using SpinLock = BasicMutex<P, 600>;

}  // namespace heddle::sync
