/* heddle/region.h: regions, and tasks that name them, in C.
 *
 *     heddle_region_id tree;
 *     heddle_region_make(0, 0, &tree);
 *     heddle_access access = heddle_region_access(tree, HEDDLE_OUT);
 *     task.accesses = &access;
 *     task.access_count = 1;
 *     heddle_spawn(&task);                       // the region, and all that lies in it
 *     heddle_wait_for_accesses(&access, 1, 0);
 *
 * A region holds objects and further regions. A task that names it may use all of them, and make tasks that name parts
 * of it. A task that names an object of a region, or an address within one, is ordered by the same rules. Regions,
 * objects and other data may be named by one task. Functions that return int give 0 or a negative code;
 * heddle_region_failure() says more. C11 and C++11. */
#ifndef HEDDLE_REGION_H
#define HEDDLE_REGION_H

#include <stddef.h>
#include <stdint.h>

#include "access.h"
#include "error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A region's name: odd, at least 3, never used again. 0: the root. */
typedef uint64_t heddle_region_id;

/** Added to the mode of an access: heddle_access::address is the id of a region. */
#define HEDDLE_REGION 64U

/** A code: a call on regions was refused; heddle_region_failure() says why. */
#define HEDDLE_BAD_REGION (-16)
/** A code: tasks still wait for what was to be freed. */
#define HEDDLE_REGION_BUSY (-17)

/** A region in `parent`. @param level  how high in the tree of scheduler nodes; 0: a leaf, 99: the top */
int heddle_region_make(heddle_region_id parent, int level, heddle_region_id* made);
/** Frees it, with all that lies in it. No task but the caller, and those above, may name it any more. */
int heddle_region_free(heddle_region_id region);
/** The one around it; 0: the root, or there is no such region. */
heddle_region_id heddle_region_parent(heddle_region_id region);
/** Bytes that it has got for its objects, those of regions below apart. */
size_t heddle_region_bytes(heddle_region_id region);

/** An object: aligned to 64 bytes, contents undefined; null when it is refused, or `bytes` is 0. */
void* heddle_region_allocate(heddle_region_id region, size_t bytes);
/** Frees an object; null is allowed. */
int heddle_region_free_object(void* object);
/** Resizes it, or moves it to another region; null when it is refused. */
void* heddle_region_reallocate(void* object, size_t bytes, heddle_region_id region);
/** The region that an address lies in; 0: in none. */
heddle_region_id heddle_region_of(const void* address);
/** 64 bytes that the region keeps for the program, zero at first; null: there is no such region. */
void* heddle_region_extra(heddle_region_id region);

/** With HEDDLE_VERIFY=1: whether programs are to tell of what they touch, as heddle::region_pointer does. */
int heddle_region_verifies(void);
/** The calling task touches what lies at the address: says on standard error, once for each pair of places, where it
 * does not name that, or has handed it on to a task that writes it and has not waited for it. */
void heddle_region_touch(const void* address);

/** What was wrong with the calling thread's last call that was refused, and the remedy. Good until its next one. */
const char* heddle_region_failure(void);

/** An access of a task to a region. @param mode  an enum heddle_access_mode */
static inline heddle_access heddle_region_access(heddle_region_id region, uint32_t mode) {
  heddle_access access;
  access.address = (const void*)(uintptr_t)region;
  access.bytes = 0;
  access.mode = mode | HEDDLE_REGION;
  return access;
}

#ifdef __cplusplus
}
#endif

#endif
