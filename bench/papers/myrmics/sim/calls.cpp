// The calls of include/myrmics.h for simulated programs, and those of programs/program.h.
#define MYRMICS_NO_COMPAT_NAMES
#include <myrmics.h>

#include <cstring>

#include "simulation.hpp"

using heddle::myrmics_sim::Simulation;

namespace {
Simulation& here() { return *Simulation::current(); }
}  // namespace

extern "C" {

void* _sys_alloc(const char*, int, size_t size, rid_t r) {
  if (size == 0) return nullptr;
  here().memory_call();
  return here().heap().make_object(size, here().heap().region(r), here().self());
}
void _sys_balloc(const char*, int, size_t size, rid_t r, int n, void** objs) {
  here().memory_call();
  for (int i = 0; i < n; ++i) objs[i] = here().heap().make_object(size, here().heap().region(r), here().self());
}
void _sys_free(const char*, int, void* p) {
  if (p == nullptr) return;
  here().memory_call();
  here().heap().drop(here().heap().object(p));
}
rid_t _sys_ralloc(const char*, int, rid_t parent, int level) {
  here().memory_call();
  return here().heap().make_region(here().heap().region(parent), level);
}
void _sys_rfree(const char*, int, rid_t r) {
  here().memory_call();
  here().heap().drop(here().heap().region(r));
}
void* _sys_realloc(const char* file, int line, void* p, size_t size, rid_t r) {
  if (p == nullptr) return _sys_alloc(file, line, size, r);
  auto& old = here().heap().object(p);
  if (size != 0 && old.bytes == (size + 63) / 64 * 64 && old.parent == &here().heap().region(r)) return p;
  void* const moved = _sys_alloc(file, line, size, r);
  if (moved != nullptr) std::memcpy(moved, p, size < old.bytes ? size : old.bytes);
  _sys_free(file, line, p);
  return moved;
}
void _sys_spawn(const char*, int, unsigned idx, void** args, unsigned* types, unsigned n) {
  here().spawn(idx, args, types, n);
}
void _sys_wait(const char*, int, void** args, unsigned* types, unsigned n) { here().wait(args, types, n); }
void _sys_wait_on(const char*, int, void** ptrs, unsigned n) {
  std::vector<unsigned> types(n);
  for (unsigned i = 0; i < n; ++i)
    types[i] = SYS_TYPE_INOUT_ARG | (reinterpret_cast<uintptr_t>(ptrs[i]) % 2 == 1 ? SYS_TYPE_REGION : 0);
  here().wait(ptrs, types.data(), n);
}
int _sys_get_worker_id(const char*, int) { return static_cast<int>(here().self()); }
int _sys_get_num_workers(const char*, int) { return static_cast<int>(here().setup().workers); }
int _sys_get_num_schedulers(const char*, int) { return static_cast<int>(here().shape().nodes().size()); }

void simulated_work(double units) { here().body_works(units); }
void simulated_begin() { here().begin_time(); }
void simulated_end() { here().end_time(); }

}  // extern "C"
