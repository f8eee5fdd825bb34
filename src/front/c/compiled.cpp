// The functions of heddle/compiled.h: sites, entries, and what is described in them.
#include "heddle/compiled.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "front/c/site.hpp"
#include "heddle/error.h"

#define HEDDLE_COMPILED_EXPORT [[gnu::visibility("default")]]

using namespace heddle::front;  // the rest of the file is extern "C"

extern "C" {

HEDDLE_COMPILED_EXPORT int heddle_site_enter(heddle_site* site, const heddle_entry* entry, heddle_activation** run) {
  *run = enter_site(*site, *entry);
  return (*run)->described ? 0 : static_cast<int>(HEDDLE_DESCRIBE);
}

HEDDLE_COMPILED_EXPORT uint32_t heddle_site_workers(const heddle_activation* run) { return run->workers; }

HEDDLE_COMPILED_EXPORT void heddle_site_task(heddle_activation* run, const heddle_site_work* work, const void* argument,
                                             const heddle_access* accesses, size_t count) {
  describe_task(*run, *work, argument, {accesses, count});
}

HEDDLE_COMPILED_EXPORT void heddle_site_loop(heddle_activation* run, const heddle_site_cut* loop, const void* argument,
                                             const heddle_chunk_access* uses, size_t count) {
  describe_loop(*run, *loop, argument, {uses, count});
}

HEDDLE_COMPILED_EXPORT void heddle_site_barrier(heddle_activation* run) { describe_barrier(*run); }

HEDDLE_COMPILED_EXPORT uint32_t heddle_site_laps(const heddle_activation* run, int64_t wanted) {
  // Bodies that ran where they were described have run one lap.
  if (run->in_order || wanted < 1) return 1;
  return static_cast<uint32_t>(std::min<int64_t>(wanted, UINT32_MAX));
}

HEDDLE_COMPILED_EXPORT void* heddle_site_leave(heddle_activation* run, uint32_t laps) { return leave_site(run, laps); }

HEDDLE_COMPILED_EXPORT int heddle_site_fail(heddle_body* body, void* what) {
  void* none = nullptr;
  return body->run->failure.compare_exchange_strong(none, what) ? 1 : 0;
}

/// Of programs that were translated when it was a call.
HEDDLE_COMPILED_EXPORT int heddle_site_failed_by_call(const heddle_body* body) __asm__("heddle_site_failed");
HEDDLE_COMPILED_EXPORT int heddle_site_failed_by_call(const heddle_body* body) { return heddle_site_failed(body); }

HEDDLE_COMPILED_EXPORT uint32_t heddle_site_shapes(const heddle_site* site) { return shapes_of(*site); }

HEDDLE_COMPILED_EXPORT int64_t heddle_loop_trips(int64_t distance, int64_t step, int up_to) {
  if (step == 0) refuse("heddlec: a divided loop has a step of 0, at which it would never end", nullptr);
  if (step < 0) {
    distance = -distance;
    step = -step;
  }
  if (up_to != 0) ++distance;
  return distance <= 0 ? 0 : (distance - 1) / step + 1;
}

HEDDLE_COMPILED_EXPORT void heddle_compiled_refused(int code, const char* where) {
  refuse(heddle_error_string(code), where);
}
}
