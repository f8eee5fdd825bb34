// Task reductions: GOMP_parallel_reductions, GOMP_taskgroup_reduction_*, GOMP_task_reduction_remap.
#include "front/gomp/reduction.hpp"

#include "front/gomp/export.hpp"

using namespace heddle;  // the whole file is extern "C"

extern "C" {

unsigned HEDDLE_GOMP_EXPORT(GOMP_parallel_reductions)(void (*body)(void*), void* data, unsigned threads,
                                                      unsigned flags) {
  return omp::parallel_reductions({body, data, threads, flags & 7});
}

void HEDDLE_GOMP_EXPORT(GOMP_taskgroup_reduction_register)(std::uintptr_t* descriptor) {
  gomp::register_taskgroup_reductions(runtime::current(), descriptor);
}

void HEDDLE_GOMP_EXPORT(GOMP_taskgroup_reduction_unregister)(std::uintptr_t* descriptor) {
  omp::unregister_reductions(descriptor);
}

void HEDDLE_GOMP_EXPORT(GOMP_task_reduction_remap)(std::size_t count, std::size_t originals, void** addresses) {
  omp::remap_task_reductions(runtime::current(), count, originals, addresses);
}

void HEDDLE_GOMP_EXPORT(GOMP_workshare_task_reduction_unregister)(bool cancelled) {
  omp::leave_reductions(runtime::current(), cancelled ? omp::RegionIs::cancelled : omp::RegionIs::going_on);
}

}  // extern "C"
