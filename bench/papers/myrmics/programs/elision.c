/* elision.c: the serial elision. The calls of myrmics.h for a program without any parallelism: a task runs where it is
 * spawned, on its parent's stack, and waiting is nothing. What a program computes so is what it must compute on any
 * number of workers. Objects and regions are kept in lists, so that freeing a region frees what lies in it. */
#include <errno.h>
#include <ffi.h>
#include <stdlib.h>

#define MYRMICS_NO_COMPAT_NAMES
#include <myrmics.h>

typedef struct Region Region;
typedef struct Object {
  struct Object *next, *previous; /* of its region */
  Region* region;
  size_t size;
  char padding[32]; /* to 64 bytes: the object's data follow */
} Object;
struct Region {
  rid_t name;
  Region *parent, *children, *next; /* its brothers */
  Object objects;                   /* head of a ring */
};

static Region root;
static Region** regions; /* by name / 2 */
static size_t region_count, region_room;
static func_t* table;
static int running;

static void die(const char* file, int line, const char* what) {
  fprintf(stderr, "elision: %s [%s:%d]\n", what, file, line);
  exit(3);
}

static void open_region(Region* region, Region* parent, rid_t name) {
  region->name = name;
  region->parent = parent;
  region->children = NULL;
  region->objects.next = region->objects.previous = &region->objects;
  region->next = parent == NULL ? NULL : parent->children;
  if (parent != NULL) parent->children = region;
}

static Region* find(const char* file, int line, rid_t name) {
  if (name == 0) return &root;
  if (name % 2 == 0 || name / 2 >= region_count || regions[name / 2] == NULL) die(file, line, "no such region");
  return regions[name / 2];
}

void* _sys_alloc(const char* file, int line, size_t size, rid_t r) {
  Region* region = find(file, line, r);
  Object* object;
  if (size == 0) return NULL;
  size = (size + 63) / 64 * 64;
  object = (Object*)aligned_alloc(64, sizeof(Object) + size);
  if (object == NULL) die(file, line, "no memory");
  object->size = size;
  object->region = region;
  object->next = &region->objects;
  object->previous = region->objects.previous;
  object->previous->next = object->next->previous = object;
  return object + 1;
}

void _sys_balloc(const char* file, int line, size_t size, rid_t r, int n, void** objects) {
  int i;
  for (i = 0; i < n; i++) objects[i] = _sys_alloc(file, line, size, r);
}

void _sys_free(const char* file, int line, void* p) {
  Object* object = (Object*)p - 1;
  (void)file, (void)line;
  if (p == NULL) return;
  object->previous->next = object->next;
  object->next->previous = object->previous;
  free(object);
}

void* _sys_realloc(const char* file, int line, void* p, size_t size, rid_t r) {
  Object* object = (Object*)p - 1;
  char* moved;
  size_t i, kept;
  if (p == NULL) return _sys_alloc(file, line, size, r);
  if (size != 0 && (size + 63) / 64 * 64 == object->size && object->region == find(file, line, r)) return p;
  moved = (char*)_sys_alloc(file, line, size, r);
  kept = size < object->size ? size : object->size;
  for (i = 0; moved != NULL && i < kept; i++) moved[i] = ((char*)p)[i];
  _sys_free(file, line, p);
  return moved;
}

rid_t _sys_ralloc(const char* file, int line, rid_t parent, int level) {
  Region* region = (Region*)malloc(sizeof *region);
  Region* in = find(file, line, parent);
  (void)level;
  if (region_count == region_room) {
    region_room = region_room == 0 ? 64 : 2 * region_room;
    regions = (Region**)realloc(regions, region_room * sizeof *regions);
  }
  if (region == NULL || regions == NULL) die(file, line, "no memory");
  if (region_count == 0) regions[region_count++] = NULL; /* the name 1 is illegal */
  open_region(region, in, 2 * region_count + 1);
  regions[region_count++] = region;
  return region->name;
}

static void empty_region(const char* file, int line, Region* region) {
  while (region->children != NULL) _sys_rfree(file, line, region->children->name);
  while (region->objects.next != &region->objects) _sys_free(file, line, region->objects.next + 1);
}

void _sys_rfree(const char* file, int line, rid_t r) {
  Region* region = find(file, line, r);
  Region** link;
  if (r == 0) die(file, line, "the root region stays");
  empty_region(file, line, region);
  for (link = &region->parent->children; *link != region;) link = &(*link)->next;
  *link = region->next;
  regions[r / 2] = NULL;
  free(region);
}

void _sys_spawn(const char* file, int line, unsigned index, void** words, unsigned* types, unsigned n) {
  ffi_cif call;
  ffi_type** kinds = (ffi_type**)malloc((n + 1) * sizeof *kinds);
  void** copies = (void**)malloc((n + 1) * sizeof *copies);
  void** places = (void**)malloc((n + 1) * sizeof *places);
  unsigned i;
  (void)types;
  for (i = 0; i < n; i++) {
    kinds[i] = &ffi_type_pointer;
    copies[i] = words[i];
    places[i] = &copies[i];
  }
  if (ffi_prep_cif(&call, FFI_DEFAULT_ABI, n, &ffi_type_void, kinds) != FFI_OK) die(file, line, "ffi_prep_cif failed");
  ffi_call(&call, table[index], NULL, places);
  free(kinds);
  free(copies);
  free(places);
}

void _sys_wait(const char* file, int line, void** words, unsigned* types, unsigned n) {
  (void)file, (void)line, (void)words, (void)types, (void)n;
}
void _sys_wait_on(const char* file, int line, void** words, unsigned n) {
  (void)file, (void)line, (void)words, (void)n;
}
int _sys_get_worker_id(const char* file, int line) { return (void)file, (void)line, 0; }
int _sys_get_num_workers(const char* file, int line) { return (void)file, (void)line, 1; }
int _sys_get_num_schedulers(const char* file, int line) { return (void)file, (void)line, 1; }

int myrmics_run(func_t* bodies, void** words, unsigned n) {
  if (running) return EBUSY;
  running = 1;
  table = bodies;
  open_region(&root, NULL, 0);
  _sys_spawn(__FILE__, __LINE__, 0, words, NULL, n);
  empty_region(__FILE__, __LINE__, &root);
  running = 0;
  return 0;
}

int myrmics_run_everywhere(func_t* bodies, void** words, unsigned n) { return myrmics_run(bodies, words, n); }

myrmics_error_handler myrmics_on_error(myrmics_error_handler handler) {
  return (void)handler, (myrmics_error_handler)0;
}
