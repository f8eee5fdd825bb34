// The calling thread on some CPUs for a while.
#pragma once

#include "platform/topology/available.hpp"

namespace heddle::front {

/// Binds the calling thread while it lives.
class ThreadBinding {
 public:
  explicit ThreadBinding(const platform::topology::CpuSet& cpus) : before_(platform::topology::affinity_mask()) {
    platform::topology::bind_current_thread(cpus);
  }
  ThreadBinding(const ThreadBinding&) = delete;
  ThreadBinding& operator=(const ThreadBinding&) = delete;
  ~ThreadBinding() { platform::topology::bind_current_thread(before_); }

 private:
  const platform::topology::CpuSet before_;
};

}  // namespace heddle::front
