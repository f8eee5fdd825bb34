// Bytes of one thing: argument 1 says of what, 2 how many. Prints by how much the process has grown for each of them
// while all are there; then it ends.
#define mainEdt price_main  // its own is another
#include "../price.h"
#undef mainEdt

#include <unistd.h>

EDT(measure) {
  UNUSED;
  return NULL_GUID;
}

EDT(never) {
  UNUSED;
  return NULL_GUID;
}

static u64 resident_bytes(void) {
  unsigned long pages = 0, resident = 0;
  FILE* file = fopen("/proc/self/statm", "r");
  if (file == NULL || fscanf(file, "%lu %lu", &pages, &resident) != 2) exit(3);
  fclose(file);
  return resident * (u64)sysconf(_SC_PAGESIZE);
}

static void waiting_edt(ocrGuid_t from) {
  u64 parameter = 1;
  edt_from(from, &parameter, EDT_PROP_NONE, NULL);
}

static void edt_and_its_event(ocrGuid_t from) {
  u64 parameter = 1;
  ocrGuid_t edt = edt_from(from, &parameter, EDT_PROP_NONE, NULL);
  DO(ocrAddDependence(sticky_event(), edt, 0, DB_MODE_RO));
}

static void event_alone(ocrGuid_t from) {
  (void)from;
  sticky_event();
}

static void block_of_64(ocrGuid_t from) {
  (void)from;
  ocrGuid_t guid;
  char* data;
  DO(ocrDbCreate(&guid, (void**)&data, 64, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  memset(data, 1, 64);
  DO(ocrDbRelease(guid));
}

static const struct {
  const char* name;
  void (*make)(ocrGuid_t from);
  u32 slots;
} k_all[] = {{"edt_1_slot", waiting_edt, 1},
             {"edt_4_slots", waiting_edt, 4},
             {"edt_and_event", edt_and_its_event, 1},
             {"event", event_alone, 0},
             {"block_64", block_of_64, 0}};

ocrGuid_t mainEdt(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]);
ocrGuid_t mainEdt(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  UNUSED;
  const char* what = ocrGetArgv(depv[0].ptr, 1);
  count_ = strtoull(ocrGetArgv(depv[0].ptr, 2), NULL, 10);
  for (unsigned i = 0; i < sizeof k_all / sizeof *k_all; i++) {
    if (strcmp(k_all[i].name, what) != 0) continue;
    ocrGuid_t from = template_of(never, 1, k_all[i].slots);
    k_all[i].make(from);  // what only the first one needs
    u64 before = resident_bytes();
    for (u64 n = 0; n < count_; n++) k_all[i].make(from);
    printf("%.1f\n", (double)(resident_bytes() - before) / (double)count_);
    ocrShutdown();
    return NULL_GUID;
  }
  fprintf(stderr, "%s is none of these\n", what);
  exit(2);
}
