// What GCC 13 to 16 call: functions that the compiler here does not know, called by their prototypes.
// heddle-only: libgomp 12 does not have them
// gcc-only: functions of libgomp
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#include "gomp_abi.h"

int omp_in_explicit_task(void);
void* omp_get_mapped_ptr(const void*, int);
int omp_target_is_accessible(const void*, size_t, int);
int omp_target_memcpy_async(void*, const void*, size_t, size_t, size_t, int, int, int, omp_depend_t*);
int omp_target_memcpy_rect_async(void*, const void*, size_t, int, const size_t*, const size_t*, const size_t*,
                                 const size_t*, const size_t*, int, int, int, omp_depend_t*);
void* omp_target_memset(void*, int, size_t, int);
void* omp_target_memset_async(void*, int, size_t, int, int, omp_depend_t*);
const char* omp_get_uid_from_device(int);
int omp_get_device_from_uid(const char*);
void omp_get_uid_from_device_(const char**, size_t*, const int32_t*);
int omp_get_device_from_uid_(const char*, size_t);
intptr_t omp_get_interop_int(uintptr_t, int, int*);
void* omp_get_interop_ptr(uintptr_t, int, int*);
const char* omp_get_interop_str(uintptr_t, int, int*);
const char* omp_get_interop_name(uintptr_t, int);
const char* omp_get_interop_rc_desc(uintptr_t, int);
int omp_get_num_interop_properties(uintptr_t);
void omp_get_interop_name_(const char**, size_t*, const uintptr_t*, const int*);
void GOMP_interop(int, int, uintptr_t**, const void*, const void*, int, uintptr_t**, int, uintptr_t**, unsigned,
                  void**);
void GOMP_taskwait_depend_nowait(void**);
void GOMP_add_alloc(void*);
truth GOMP_is_alloc(void*);
void* GOMP_target_map_indirect_ptr(void*);

// The libgomp that it is linked with has none of them: each call looks up its function.
#define NEWER(name) ((__typeof__(&name))dlsym(RTLD_DEFAULT, #name))
#define omp_in_explicit_task NEWER(omp_in_explicit_task)
#define omp_get_mapped_ptr NEWER(omp_get_mapped_ptr)
#define omp_target_is_accessible NEWER(omp_target_is_accessible)
#define omp_target_memcpy_async NEWER(omp_target_memcpy_async)
#define omp_target_memcpy_rect_async NEWER(omp_target_memcpy_rect_async)
#define omp_target_memset NEWER(omp_target_memset)
#define omp_target_memset_async NEWER(omp_target_memset_async)
#define omp_get_uid_from_device NEWER(omp_get_uid_from_device)
#define omp_get_device_from_uid NEWER(omp_get_device_from_uid)
#define omp_get_uid_from_device_ NEWER(omp_get_uid_from_device_)
#define omp_get_device_from_uid_ NEWER(omp_get_device_from_uid_)
#define omp_get_interop_int NEWER(omp_get_interop_int)
#define omp_get_interop_ptr NEWER(omp_get_interop_ptr)
#define omp_get_interop_str NEWER(omp_get_interop_str)
#define omp_get_interop_name NEWER(omp_get_interop_name)
#define omp_get_interop_rc_desc NEWER(omp_get_interop_rc_desc)
#define omp_get_num_interop_properties NEWER(omp_get_num_interop_properties)
#define omp_get_interop_name_ NEWER(omp_get_interop_name_)
#define GOMP_interop NEWER(GOMP_interop)
#define GOMP_taskwait_depend_nowait NEWER(GOMP_taskwait_depend_nowait)
#define GOMP_add_alloc NEWER(GOMP_add_alloc)
#define GOMP_is_alloc NEWER(GOMP_is_alloc)
#define GOMP_target_map_indirect_ptr NEWER(GOMP_target_map_indirect_ptr)

enum { initial = -1, unspecified = -5, invalid = -4 };

static void devices(void) {
  int here = 7;
  const int hosts[] = {0, initial, unspecified}, others[] = {1, -2, -6, 100};
  for (int i = 0; i < 3; i++) {
    CHECK(omp_get_mapped_ptr(&here, hosts[i]) == &here);
    CHECK_EQ(omp_target_is_accessible(&here, sizeof here, hosts[i]), 1);
    CHECK_EQ(strcmp(omp_get_uid_from_device(hosts[i]), "OMP_INITIAL_DEVICE"), 0);
  }
  for (int i = 0; i < 4; i++) {
    CHECK(omp_get_mapped_ptr(&here, others[i]) == NULL);
    CHECK_EQ(omp_target_is_accessible(&here, sizeof here, others[i]), 0);
    CHECK(omp_get_uid_from_device(others[i]) == NULL);
  }
  CHECK_EQ(omp_target_is_accessible(NULL, 4, initial), 0);
  CHECK_EQ(omp_target_is_accessible(&here, 0, initial), 0);
  CHECK_EQ(omp_get_device_from_uid("OMP_INITIAL_DEVICE"), initial);
  CHECK_EQ(omp_get_device_from_uid("somebody"), invalid);
  CHECK_EQ(omp_get_device_from_uid(NULL), invalid);
  CHECK_EQ(omp_get_device_from_uid_("OMP_INITIAL_DEVICE and more", 18), initial);
  const char* text = NULL;
  size_t length = 0;
  omp_get_uid_from_device_(&text, &length, &hosts[0]);
  CHECK_EQ(length, 18);
  omp_get_uid_from_device_(&text, &length, &others[0]);
  CHECK(text == NULL && length == 0);
  CHECK(GOMP_target_map_indirect_ptr((void*)devices) == (void*)devices);
}

static void memory(void) {
  char block[9] = "abcdefgh";
  CHECK(omp_target_memset(block, 'z', 3, initial) == block);
  CHECK_EQ(strcmp(block, "zzzdefgh"), 0);
  CHECK(omp_target_memset(block, 'y', 3, 5) == NULL);
  CHECK_EQ(strcmp(block, "zzzdefgh"), 0);
  CHECK(omp_target_memset_async(block, 'q', 2, initial, 0, NULL) == block);
  CHECK_EQ(strcmp(block, "qqzdefgh"), 0);
  size_t volume[2] = {1, 2}, offsets[2] = {0, 1}, extents[2] = {2, 4};
  char copy[9] = "________";
  CHECK_EQ(omp_target_memcpy_rect_async(copy, block, 1, 2, volume, offsets, offsets, extents, extents, 0, 0, 0, NULL),
           0);
  CHECK_EQ(strcmp(copy, "_qz_____"), 0);
  void* owned = omp_alloc(32, omp_default_mem_alloc);
  CHECK_EQ(GOMP_is_alloc(owned), 0);
  GOMP_add_alloc(owned);
  CHECK_EQ(GOMP_is_alloc(owned), 1);
  CHECK_EQ(GOMP_is_alloc(owned), 0);  // asked once, by whoever frees it
  GOMP_add_alloc(NULL);
  CHECK_EQ(GOMP_is_alloc(NULL), 0);
  omp_free(owned, omp_default_mem_alloc);
}

static void interop(void) {
  int result = 77;
  CHECK_EQ(omp_get_interop_int(0, -5, &result), 0);
  CHECK_EQ(result, -1);  // omp_irc_empty
  CHECK(omp_get_interop_ptr(0, -10, &result) == NULL);
  CHECK_EQ(result, -2);  // omp_irc_out_of_range
  CHECK(omp_get_interop_str(0, -3, NULL) == NULL);
  CHECK_EQ(strcmp(omp_get_interop_name(0, -4), "vendor_name"), 0);
  CHECK(omp_get_interop_name(0, 0) == NULL && omp_get_interop_name(0, -10) == NULL);
  CHECK(omp_get_interop_rc_desc(0, -1) != NULL && omp_get_interop_rc_desc(0, -7) == NULL);
  CHECK_EQ(omp_get_num_interop_properties(0), 0);
  uintptr_t made = 99, gone = 98, *new_ones[] = {&made}, *old_ones[] = {&gone};
  GOMP_interop(initial, 1, new_ones, "\2", NULL, 0, NULL, 1, old_ones, 0, NULL);
  CHECK(made == 0 && gone == 0);
  const char* text = NULL;
  size_t length = 0;
  const int property = -1;
  omp_get_interop_name_(&text, &length, &made, &property);
  CHECK_EQ(length, 5);
}

// A copy waits for the writer that its depobj names, and those after it see the copy.
static void ordered_copies(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 200; round++) {
    int from = 0, to = 0, seen = -1;
    omp_depend_t both[2];
#pragma omp depobj(both[0]) depend(in : from)
#pragma omp depobj(both[1]) depend(inout : to)
#pragma omp task shared(from) depend(out : from)
    from = round + 1;
    CHECK_EQ(omp_target_memcpy_async(&to, &from, sizeof to, 0, 0, initial, initial, 2, both), 0);
#pragma omp task shared(to, seen) depend(in : to)
    seen = to;
#pragma omp taskwait
    CHECK_EQ(seen, round + 1);
#pragma omp depobj(both[0]) destroy
#pragma omp depobj(both[1]) destroy
  }
}

// taskwait depend nowait: who depends on it waits for whom it depends on, and its creator goes on.
static void taskwait_nowait(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 200; round++) {
    int first = 0, second = 0, seen = -1, go = 0;
#pragma omp task shared(first, go) depend(out : first) if (omp_get_num_threads() > 1)
    {
      int gone = omp_get_num_threads() == 1;
      while (!gone) {
#pragma omp atomic read
        gone = go;
      }
      first = 42;
    }
    void* depend[] = {NULL, (void*)2, (void*)1, NULL, (void*)1, &second, &first};  // out: second; in: first
    GOMP_taskwait_depend_nowait(depend);
#pragma omp atomic write
    go = 1;
#pragma omp task shared(first, seen) depend(in : second)
    seen = first;
#pragma omp taskwait
    CHECK_EQ(seen, 42);
  }
}

int main(void) {
  int inside = 0;
  CHECK_EQ(omp_in_explicit_task(), 0);
#pragma omp parallel
#pragma omp single
  {
    CHECK_EQ(omp_in_explicit_task(), 0);
#pragma omp task shared(inside)
    inside = omp_in_explicit_task();
  }
  CHECK_EQ(inside, 1);
  devices();
  memory();
  interop();
  ordered_copies();
  taskwait_nowait();
  return check_result();
}
