// Many of one thing: argument 1 says of what, 2 how many, 3 how often that is measured in one run. Prints lines of ns
// for each item, and at the end the resident size in KiB.
//
// Time is the process's own, of all its threads: a million of something takes longer than a slice of a busy host's
// time, ten thousand do not, and the two are compared.
#define PRICE_CLOCK CLOCK_PROCESS_CPUTIME_ID
#define mainEdt price_main  // its own is another
#include "../price.h"
#undef mainEdt

#include <unistd.h>

static const char* what;

static u64 each_(void) { return count_; }

EDT(measure) {
  UNUSED;
  return NULL_GUID;
}

static long resident_kib(void) {
  long pages = 0, resident = 0;
  FILE* file = fopen("/proc/self/statm", "r");
  if (file == NULL || fscanf(file, "%ld %ld", &pages, &resident) != 2) exit(3);
  fclose(file);
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

EDT(empty) {
  UNUSED;
  return NULL_GUID;
}

// A chain: each EDT makes its successor.
EDT(chained) {
  UNUSED;
  static ocrGuid_t from;
  if (paramv[0] == 0) return NULL_GUID;
  if (ocrGuidIsNull(from)) from = template_of(chained, 1, 0);
  u64 left = paramv[0] - 1;
  edt_from(from, &left, EDT_PROP_NONE, NULL);
  return NULL_GUID;
}

static void chain_of_edts(void) { edt_from(template_of(chained, 1, 0), &count_, EDT_PROP_NONE, NULL); }

// EDTs of one creator that are all ready before the first can be done with.
static void ready_edts(void) {
  ocrGuid_t from = template_of(empty, 0, 0);
  for (u64 i = 0; i < count_; i++) edt_from(from, NULL, EDT_PROP_NONE, NULL);
}

// EDTs each waiting for an event of its own.
static void waiting_edts(void) {
  ocrGuid_t from = template_of(empty, 0, 1), *events = malloc(count_ * sizeof *events);
  for (u64 i = 0; i < count_; i++) {
    events[i] = sticky_event();
    DO(ocrAddDependence(events[i], edt_from(from, NULL, EDT_PROP_NONE, NULL), 0, DB_MODE_NULL));
  }
  for (u64 i = 0; i < count_; i++) {
    DO(ocrEventSatisfy(events[i], NULL_GUID));
    DO(ocrEventDestroy(events[i]));
  }
  free(events);
}

// A chain of events that passes a block on to an EDT.
static void chain_of_events(void) {
  ocrGuid_t block, first, before;
  void* data;
  DO(ocrDbCreate(&block, &data, 64, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  DO(ocrDbRelease(block));
  DO(ocrEventCreate(&first, OCR_EVENT_ONCE_T, EVT_PROP_TAKES_ARG));
  before = first;
  for (u64 i = 1; i < count_; i++) {
    ocrGuid_t next;
    DO(ocrEventCreate(&next, OCR_EVENT_ONCE_T, EVT_PROP_TAKES_ARG));
    DO(ocrAddDependence(before, next, 0, DB_MODE_RO));
    before = next;
  }
  DO(ocrAddDependence(before, edt_from(template_of(empty, 0, 1), NULL, EDT_PROP_NONE, NULL), 0, DB_MODE_RO));
  DO(ocrEventSatisfy(first, block));
  DO(ocrDbDestroy(block));
}

// Blocks that are all there at once.
static void blocks(void) {
  ocrGuid_t* all = malloc(count_ * sizeof *all);
  for (u64 i = 0; i < count_; i++) {
    void* data;
    DO(ocrDbCreate(&all[i], &data, 64, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
    DO(ocrDbRelease(all[i]));
  }
  for (u64 i = 0; i < count_; i++) DO(ocrDbDestroy(all[i]));
  free(all);
}

// One EDT with so many slots.
static void slots(void) {
  ocrGuid_t edt = edt_from(template_of(empty, 0, (u32)count_), NULL, EDT_PROP_NONE, NULL);
  for (u64 i = 0; i < count_; i++) DO(ocrAddDependence(NULL_GUID, edt, (u32)i, DB_MODE_NULL));
}

static const struct {
  const char* name;
  void (*run)(void);
} k_all[] = {{"chain_of_edts", chain_of_edts},     {"ready_edts", ready_edts}, {"waiting_edts", waiting_edts},
             {"chain_of_events", chain_of_events}, {"blocks", blocks},         {"slots", slots}};

EDT(make) {
  UNUSED;
  for (unsigned i = 0; i < sizeof k_all / sizeof *k_all; i++)
    if (strcmp(k_all[i].name, what) == 0) {
      k_all[i].run();
      return NULL_GUID;
    }
  fprintf(stderr, "%s is none of these\n", what);
  exit(2);
}

EDT(next_round) {
  UNUSED;
  if (began_ != 0) print_since_begin(count_);
  if (repeats_left_-- == 0) {
    printf("%ld\n", resident_kib());
    ocrShutdown();
    return NULL_GUID;
  }
  ocrGuid_t output, again = edt_from(template_of(next_round, 0, 1), NULL, EDT_PROP_NONE, NULL);
  ocrGuid_t scope = edt_from(template_of(make, 0, 1), NULL, EDT_PROP_FINISH, &output);
  DO(ocrAddDependence(output, again, 0, DB_MODE_NULL));
  begin();
  DO(ocrAddDependence(NULL_GUID, scope, 0, DB_MODE_NULL));
  return NULL_GUID;
}

ocrGuid_t mainEdt(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]);
ocrGuid_t mainEdt(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  UNUSED;
  what = strdup(ocrGetArgv(depv[0].ptr, 1));
  count_ = strtoull(ocrGetArgv(depv[0].ptr, 2), NULL, 10);
  repeats_left_ = strtoull(ocrGetArgv(depv[0].ptr, 3), NULL, 10);
  return next_round(0, NULL, 0, NULL);
}
