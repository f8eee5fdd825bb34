// A closure on every thread of a team, and the settings of a test's task as they were before it.
#pragma once

#include <functional>

#include "omp/current_icv.hpp"
#include "omp/region.hpp"
#include "runtime/current.hpp"

namespace heddle::omp::test {

using Body = std::function<void(Worker&)>;

inline RegionRequest request_of(unsigned threads, const Body& body) {
  RegionRequest request;
  request.body = [](void* argument) { (*static_cast<const Body*>(argument))(runtime::current()); };
  request.data = const_cast<Body*>(&body);
  request.threads = threads;
  return request;
}

inline void on_team(unsigned threads, const Body& body) { parallel(request_of(threads, body)); }

/// Gives the calling task its settings back.
class Restored {
 public:
  Restored() : task_(icv(runtime::current())), process_(global()) {}
  ~Restored() {
    writable_icv(runtime::current()) = task_;
    writable_global() = process_;
  }
  Restored(const Restored&) = delete;
  Restored& operator=(const Restored&) = delete;

 private:
  TaskIcv task_;
  GlobalIcv process_;
};

}  // namespace heddle::omp::test
