// The calls of tasks: decode, check, one call into the engine.
#include "front/myrmics/body.hpp"
#include "front/myrmics/report.hpp"
#include "front/myrmics/run.hpp"

using namespace heddle::myrmics;
namespace regions = heddle::regions;

#define HEDDLE_MYRMICS_CALL extern "C" [[gnu::visibility("default")]]

namespace {

static_assert(sizeof(void*) == sizeof(std::uint64_t), "arguments are machine words");

const std::uint64_t* words_of(void** args) noexcept { return reinterpret_cast<const std::uint64_t*>(args); }

bool are_arrays(void** args, const unsigned* types, unsigned n) noexcept {
  return n == 0 || (args != nullptr && types != nullptr);
}
/// What is wrong with the arrays of a task's or a wait's arguments.
[[gnu::cold, gnu::noinline]] void refuse_arrays(void** args, unsigned n, CallError& error) {
  error.set(Fault::null_arguments, std::string(args == nullptr ? "the arguments are" : "their types are") +
                                       " null but there are " + std::to_string(n) +
                                       " of them, pass two arrays of that length");
}

[[gnu::cold, gnu::noinline]] void refuse_outside(CallError& error) {
  error.set(Fault::outside_task,
            "the caller is no task on regions, call it from one (myrmics_run begins with one, sys_spawn makes others)");
}
/// Whether a task calls that may; else the error says why not.
bool is_inside(CallError& error) {
  if (!regions::inside()) [[unlikely]]
    refuse_outside(error);
  return !error;
}

[[gnu::noinline]] void* allocate_slowly(const CallSite& where, size_t size, rid_t r) {
  CallError error;
  void* const object = is_inside(error) ? regions::allocate(size, r, error) : nullptr;
  if (error) [[unlikely]]
    refuse(where, error);
  return object;
}
[[gnu::noinline]] void free_slowly(const CallSite& where, void* p) {
  CallError error;
  if (is_inside(error)) regions::free(p, error);
  if (error) [[unlikely]]
    refuse(where, error);
}

/// The body of that number, or what is wrong with it.
void* body_at(unsigned index, CallError& error) {
  func_t* const bodies = table();
  if (bodies == nullptr) {
    error.set(Fault::outside_task, "no tasks run, call it from a task (myrmics_run begins with one)");
    return nullptr;
  }
  if (bodies[index] == nullptr)
    error.set(Fault::null_body, "entry " + std::to_string(index) + " of the table is null, put the task's body there");
  return reinterpret_cast<void*>(bodies[index]);
}

}  // namespace

HEDDLE_MYRMICS_CALL void* _sys_alloc(const char* file, int line, size_t size, rid_t r) {
  if (void* const object = regions::allocate_at_once(size, r)) [[likely]]
    return object;
  return allocate_slowly({"sys_alloc", file, line}, size, r);
}

HEDDLE_MYRMICS_CALL void _sys_balloc(const char* file, int line, size_t size, rid_t r, int n, void** objs) {
  CallError error;
  if (is_inside(error)) regions::allocate_many(size, r, {objs, n}, error);
  if (error) [[unlikely]]
    refuse({"sys_balloc", file, line}, error);
}

HEDDLE_MYRMICS_CALL void _sys_free(const char* file, int line, void* p) {
  if (!regions::free_at_once(p)) [[unlikely]]
    free_slowly({"sys_free", file, line}, p);
}

HEDDLE_MYRMICS_CALL void* _sys_realloc(const char* file, int line, void* p, size_t size, rid_t r) {
  CallError error;
  void* const object = is_inside(error) ? regions::reallocate(p, size, r, error) : nullptr;
  if (error) [[unlikely]]
    refuse({"sys_realloc", file, line}, error);
  return object;
}

HEDDLE_MYRMICS_CALL rid_t _sys_ralloc(const char* file, int line, rid_t parent, int level) {
  CallError error;
  const rid_t region = is_inside(error) ? regions::make_region(parent, level, error) : 0;
  if (error) [[unlikely]]
    refuse({"sys_ralloc", file, line}, error);
  return region;
}

HEDDLE_MYRMICS_CALL void _sys_rfree(const char* file, int line, rid_t r) {
  CallError error;
  if (is_inside(error)) regions::free_region(r, {file, line}, error);
  if (error) [[unlikely]]
    refuse({"sys_rfree", file, line}, error);
}

HEDDLE_MYRMICS_CALL void _sys_spawn(const char* file, int line, unsigned idx, void** args, unsigned* types,
                                    unsigned n) {
  CallError error;
  if (is_inside(error) && !are_arrays(args, types, n)) [[unlikely]]
    refuse_arrays(args, n, error);
  void* const body = error ? nullptr : body_at(idx, error);
  if (!error) [[likely]]
    regions::spawn({.call = call_body,
                    .code = body,
                    .arguments = {words_of(args), types, n},
                    .place = {file, line},
                    .number = idx},
                   error);
  if (error) [[unlikely]]
    refuse({"sys_spawn", file, line}, error);
}

HEDDLE_MYRMICS_CALL void _sys_wait(const char* file, int line, void** args, unsigned* types, unsigned n) {
  CallError error;
  if (is_inside(error) && !are_arrays(args, types, n)) [[unlikely]]
    refuse_arrays(args, n, error);
  if (!error) [[likely]]
    regions::wait({words_of(args), types, n}, {file, line}, error);
  if (error) [[unlikely]]
    refuse({"sys_wait", file, line}, error);
}

HEDDLE_MYRMICS_CALL void _sys_wait_on(const char* file, int line, void** ptrs, unsigned n) {
  CallError error;
  if (!is_inside(error)) {
    // said
  } else if (n != 0 && ptrs == nullptr) {
    error.set(Fault::null_arguments, "the array is null, pass as many objects and regions as n says");
  } else {
    regions::wait({words_of(ptrs), nullptr, n}, {file, line}, error);
  }
  if (error) [[unlikely]]
    refuse({"sys_wait_on", file, line}, error);
}

HEDDLE_MYRMICS_CALL int _sys_get_worker_id(const char*, int) { return static_cast<int>(regions::worker_id()); }
HEDDLE_MYRMICS_CALL int _sys_get_num_workers(const char*, int) { return static_cast<int>(regions::workers()); }
HEDDLE_MYRMICS_CALL int _sys_get_num_schedulers(const char*, int) { return static_cast<int>(regions::schedulers()); }
