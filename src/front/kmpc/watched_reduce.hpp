// Reductions as a tool hears of them, and as ThreadSanitizer must see them: each thread's part begins and ends, and in
// a tree the copies go from thread to thread. In the place of __kmpc_reduce and __kmpc_reduce_nowait where a process is
// watched (watched.cpp).
#pragma once

#include <cstddef>

#include "front/kmpc/reduce.hpp"

namespace heddle::kmpc {

std::int32_t watched_reduce(Ident* at, ThreadNumber self, std::int32_t variables, std::size_t bytes, void* data,
                            omp::CombineCopies combine, SectionWords* words);
std::int32_t watched_reduce_nowait(Ident* at, ThreadNumber self, std::int32_t variables, std::size_t bytes, void* data,
                                   omp::CombineCopies combine, SectionWords* words);

}  // namespace heddle::kmpc
