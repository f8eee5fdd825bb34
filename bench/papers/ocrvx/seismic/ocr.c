// Seismic in OCR, as §4.1 and Fig. 2 describe it: bands of rows, a data block each. For a band and an iteration
// `create` makes `phase1` (a finish EDT, whose EDTs are `worker1`), `phase2` (with `worker2`) and the next `create`.
// Neighbours exchange T's last row and V's first row over channels. There is no barrier but at the end.
//
// One row's buffer in each direction is enough: who writes it anew has heard, through the other channel, that it was
// read.
#include <extensions/ocr-affinity.h>
#include <ocr.h>
#include <string.h>

#include "seismic.h"

enum { k_create, k_phase1, k_worker1, k_phase2, k_worker2, k_templates };

// The head of a band's block; the arrays follow.
typedef struct {
  Seismic all;
  uint64_t band, first, rows;
  ocrGuid_t self, done;                // this block; the latch of the end
  ocrGuid_t templates[k_templates];    // of the EDTs above
  ocrGuid_t t_out, t_in, v_out, v_in;  // channels; NULL_GUID at the border
  ocrGuid_t t_row, v_row;              // blocks that are sent
  ocrHint_t hint;                      // where its EDTs run
  ocrGuid_t place;                     // the affinity that the hint states
  uint64_t foreign;                    // workers that ran elsewhere
} Band;

static uint64_t head_bytes(void) { return (sizeof(Band) + 63) / 64 * 64; }

static double* row_of(Band* band, int array, uint64_t row) {
  return (double*)((char*)band + head_bytes()) + ((uint64_t)array * band->rows + row) * band->all.width;
}

static void check(u8 code, const char* what) {
  if (code == 0) return;
  fprintf(stderr, "seismic: %s failed with code %d\n", what, code);
  ocrAbort(3);
}
#define DO(call) check((call), #call)

// An EDT of this band; its slots are open.
static ocrGuid_t make(Band* band, int kind, u64 iteration, u64 part, u16 properties, ocrGuid_t* output) {
  ocrGuid_t edt;
  u64 given[] = {iteration, part};
  DO(ocrEdtCreate(&edt, band->templates[kind], 2, given, EDT_PARAM_DEF, NULL, properties, &band->hint, output));
  return edt;
}

// Sends a row: `buffer` is a slot that has the block in RW.
static void send(ocrGuid_t channel, ocrEdtDep_t* buffer, const double* row, uint64_t width) {
  memcpy(buffer->ptr, row, width * sizeof *row);
  DO(ocrDbRelease(buffer->guid));
  DO(ocrEventSatisfy(channel, buffer->guid));
}

// Counts who runs where the band does not lie.
static void count_foreign(Band* band) {
  ocrGuid_t here;
  DO(ocrAffinityGetCurrent(&here));
  if (!ocrGuidIsEq(here, band->place)) __atomic_fetch_add(&band->foreign, 1, __ATOMIC_RELAXED);
}

// Slots: band; V's row below it, for the last part; the block to send T's row in, for the last part.
static ocrGuid_t worker1(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)depc;
  Band* band = depv[0].ptr;
  count_foreign(band);
  uint64_t last = seismic_first(band->rows, band->all.tasks, paramv[1] + 1);
  for (uint64_t y = seismic_first(band->rows, band->all.tasks, paramv[1]); y < last; y++) {
    if (band->first + y + 1 == band->all.height) continue;
    const double* below = y + 1 < band->rows ? row_of(band, k_V, y + 1) : depv[1].ptr;
    seismic_stress_row(band->all.width, row_of(band, k_S, y), row_of(band, k_T, y), row_of(band, k_V, y), below,
                       row_of(band, k_M, y));
  }
  if (depv[2].ptr != NULL) send(band->t_out, &depv[2], row_of(band, k_T, band->rows - 1), band->all.width);
  return NULL_GUID;
}

// Slots: band; T's row above it, for part 0; the block to send V's row in, for part 0.
static ocrGuid_t worker2(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)depc;
  Band* band = depv[0].ptr;
  count_foreign(band);
  uint64_t last = seismic_first(band->rows, band->all.tasks, paramv[1] + 1);
  for (uint64_t y = seismic_first(band->rows, band->all.tasks, paramv[1]); y < last; y++) {
    const double* above = y > 0 ? row_of(band, k_T, y - 1) : depv[1].ptr;
    if (above != NULL)
      seismic_velocity_row(band->all.width, row_of(band, k_V, y), row_of(band, k_S, y), row_of(band, k_T, y), above,
                           row_of(band, k_D, y), row_of(band, k_L, y));
    if (band->first + y == seismic_pulse_row(&band->all))
      seismic_add_pulse(&band->all, row_of(band, k_V, y), paramv[0] + 1);
  }
  if (depv[2].ptr != NULL) send(band->v_out, &depv[2], row_of(band, k_V, 0), band->all.width);
  return NULL_GUID;
}

// Makes the workers of a phase; one of them has the row that came, and sends another.
static void make_workers(Band* band, int kind, u64 iteration, u64 who, ocrGuid_t came, ocrGuid_t buffer) {
  for (u64 part = 0; part < band->all.tasks; part++) {
    ocrGuid_t edt = make(band, kind, iteration, part, EDT_PROP_NONE, NULL);
    DO(ocrAddDependence(part == who ? came : NULL_GUID, edt, 1, DB_MODE_RO));
    DO(ocrAddDependence(part == who ? buffer : NULL_GUID, edt, 2, DB_MODE_RW));
    DO(ocrAddDependence(band->self, edt, 0, DB_MODE_RW));
  }
}

// Slots: band; V's row below it.
static ocrGuid_t phase1(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)depc;
  Band* band = depv[0].ptr;
  make_workers(band, k_worker1, paramv[0], band->all.tasks - 1, depv[1].guid, band->t_row);
  return NULL_GUID;
}

// Slots: band; T's row above it; the end of phase 1.
static ocrGuid_t phase2(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)depc;
  Band* band = depv[0].ptr;
  int is_last = paramv[0] + 1 == band->all.iterations;  // then nobody waits for V
  make_workers(band, k_worker2, paramv[0], 0, depv[1].guid, is_last ? NULL_GUID : band->v_row);
  return NULL_GUID;
}

// Slots: band; the end of the iteration before.
static ocrGuid_t create(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)depc;
  Band* band = depv[0].ptr;
  ocrGuid_t phase1_ended, phase2_ended;
  u64 iteration = paramv[0];
  ocrGuid_t second = make(band, k_phase2, iteration, 0, EDT_PROP_FINISH, &phase2_ended);
  if (iteration + 1 < band->all.iterations) {
    ocrGuid_t next = make(band, k_create, iteration + 1, 0, EDT_PROP_NONE, NULL);
    DO(ocrAddDependence(phase2_ended, next, 1, DB_MODE_NULL));
    DO(ocrAddDependence(band->self, next, 0, DB_MODE_RO));
  } else {
    DO(ocrAddDependence(phase2_ended, band->done, OCR_EVENT_LATCH_DECR_SLOT, DB_MODE_NULL));
  }
  ocrGuid_t first = make(band, k_phase1, iteration, 0, EDT_PROP_FINISH, &phase1_ended);
  DO(ocrAddDependence(phase1_ended, second, 2, DB_MODE_NULL));
  DO(ocrAddDependence(band->t_in, second, 1, DB_MODE_RO));
  DO(ocrAddDependence(band->self, second, 0, DB_MODE_RO));
  DO(ocrAddDependence(band->v_in, first, 1, DB_MODE_RO));
  DO(ocrAddDependence(band->self, first, 0, DB_MODE_RO));
  return NULL_GUID;
}

// Slots: the band's block, the block of V's row. Fills a band where it lies, and sends V's first row.
static ocrGuid_t fill(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)paramv, (void)depc;
  Band* band = depv[0].ptr;
  for (uint64_t y = 0; y < band->rows; y++)
    seismic_fill_row(&band->all, row_of(band, 0, 0), band->rows, y, band->first + y);
  if (depv[1].ptr != NULL) send(band->v_out, &depv[1], row_of(band, k_V, 0), band->all.width);
  return NULL_GUID;
}

// Slots: the block of the begin's time; the event that lets the first iterations begin. All is filled.
static ocrGuid_t begin(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)depc;
  ocrGuid_t go = NULL_GUID;
  go.guid = (intptr_t)paramv[0];
  *(uint64_t*)depv[0].ptr = seismic_now_ns();
  DO(ocrDbRelease(depv[0].guid));
  DO(ocrEventSatisfy(go, NULL_GUID));
  return NULL_GUID;
}

// Slots: the block of the begin's time; the end of all iterations; all bands.
static ocrGuid_t end(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)paramv;
  uint64_t ns = seismic_now_ns() - *(uint64_t*)depv[0].ptr, hash = 0, foreign = 0, at_home = 0;
  for (u32 i = 2; i < depc; i++) {
    Band* band = depv[i].ptr;
    ocrGuid_t lies;
    u64 count = 1;
    DO(ocrAffinityQuery(band->self, &count, &lies));
    at_home += ocrGuidIsEq(lies, band->place);
    foreign += band->foreign;
    for (uint64_t y = 0; y < band->rows; y++)
      hash = seismic_hash_row(&band->all, row_of(band, 0, 0), band->rows, y, hash);
  }
  seismic_report(&((Band*)depv[2].ptr)->all, hash, ns);
  printf("bands_at_home %llu\nforeign_workers %llu\n", (unsigned long long)at_home, (unsigned long long)foreign);
  ocrShutdown();
  return NULL_GUID;
}

static ocrGuid_t new_channel(void) {
  ocrGuid_t channel;
  ocrEventParams_t params;
  memset(&params, 0, sizeof params);
  params.EVENT_CHANNEL.maxGen = 2;
  params.EVENT_CHANNEL.nbSat = params.EVENT_CHANNEL.nbDeps = 1;
  DO(ocrEventCreateParams(&channel, OCR_EVENT_CHANNEL_T, EVT_PROP_TAKES_ARG, &params));
  return channel;
}

static ocrGuid_t new_latch(u64 count) {
  ocrGuid_t latch;
  ocrEventParams_t params;
  memset(&params, 0, sizeof params);
  params.EVENT_LATCH.counter = count;
  DO(ocrEventCreateParams(&latch, OCR_EVENT_LATCH_T, EVT_PROP_NONE, &params));
  return latch;
}

// Where band `index` lies and runs: the affinities have equal shares.
static ocrGuid_t place_of(const Seismic* s, u64 index) {
  u64 count = 1;
  ocrGuid_t affinity;
  DO(ocrAffinityCount(AFFINITY_PD, &count));
  DO(ocrAffinityGetAt(AFFINITY_PD, index * count / s->bands, &affinity));
  return affinity;
}

static ocrGuid_t new_row(const Seismic* s, ocrHint_t* hint) {
  ocrGuid_t block;
  void* data;
  DO(ocrDbCreate(&block, &data, s->width * sizeof(double), DB_PROP_NONE, hint, NO_ALLOC));
  DO(ocrDbRelease(block));
  return block;
}

static Band* new_band(const Seismic* s, u64 index, const ocrGuid_t* templates) {
  ocrHint_t hint;
  ocrGuid_t block;
  Band* band;
  uint64_t first = seismic_first(s->height, s->bands, index),
           rows = seismic_first(s->height, s->bands, index + 1) - first;
  DO(ocrHintInit(&hint, OCR_HINT_DB_T));
  DO(ocrSetHintValue(&hint, OCR_HINT_DB_AFFINITY, ocrAffinityToHintValue(place_of(s, index))));
  DO(ocrDbCreate(&block, (void**)&band, head_bytes() + k_arrays * rows * s->width * sizeof(double), DB_PROP_NONE, &hint,
                 NO_ALLOC));
  memset(band, 0, sizeof *band);
  band->all = *s;
  band->band = index, band->first = first, band->rows = rows, band->self = block;
  band->place = place_of(s, index);
  memcpy(band->templates, templates, sizeof band->templates);
  band->t_row = index + 1 < s->bands ? new_row(s, &hint) : NULL_GUID;
  band->v_row = index > 0 ? new_row(s, &hint) : NULL_GUID;
  DO(ocrHintInit(&band->hint, OCR_HINT_EDT_T));
  DO(ocrSetHintValue(&band->hint, OCR_HINT_EDT_AFFINITY, ocrAffinityToHintValue(band->place)));
  return band;
}

static void link_bands(Band* above, Band* below) {
  above->t_out = below->t_in = new_channel();
  below->v_out = above->v_in = new_channel();
}

static void make_templates(ocrGuid_t templates[]) {
  DO(ocrEdtTemplateCreate(&templates[k_create], create, 2, 2));
  DO(ocrEdtTemplateCreate(&templates[k_phase1], phase1, 2, 2));
  DO(ocrEdtTemplateCreate(&templates[k_worker1], worker1, 2, 3));
  DO(ocrEdtTemplateCreate(&templates[k_phase2], phase2, 2, 3));
  DO(ocrEdtTemplateCreate(&templates[k_worker2], worker2, 2, 3));
}

// An EDT that is no band's; its slots are open.
static ocrGuid_t make_once(ocrEdt_t body, u32 paramc, u64* paramv, u32 depc, ocrHint_t* hint, ocrGuid_t* output) {
  ocrGuid_t template_guid, edt;
  DO(ocrEdtTemplateCreate(&template_guid, body, paramc, depc));
  DO(ocrEdtCreate(&edt, template_guid, paramc, paramv, depc, NULL, EDT_PROP_NONE, hint, output));
  DO(ocrEdtTemplateDestroy(template_guid));
  return edt;
}

// Fills the band where it lies, and has its first iteration wait for `go`.
static void start_band(Band* band, ocrGuid_t filled, ocrGuid_t go) {
  ocrGuid_t output, self = band->self, v_row = band->v_row;
  ocrGuid_t first = make(band, k_create, 0, 0, EDT_PROP_NONE, NULL);
  ocrGuid_t filler = make_once(fill, 0, NULL, 2, &band->hint, &output);
  DO(ocrAddDependence(output, filled, OCR_EVENT_LATCH_DECR_SLOT, DB_MODE_NULL));
  DO(ocrDbRelease(self));
  DO(ocrAddDependence(go, first, 1, DB_MODE_NULL));
  DO(ocrAddDependence(self, first, 0, DB_MODE_RO));
  DO(ocrAddDependence(v_row, filler, 1, DB_MODE_RW));
  DO(ocrAddDependence(self, filler, 0, DB_MODE_RW));
}

ocrGuid_t mainEdt(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)paramv, (void)depc;
  char* given[6];
  u64 count = ocrGetArgc(depv[0].ptr);
  for (u64 i = 0; i < count && i < 6; i++) given[i] = ocrGetArgv(depv[0].ptr, i);
  const Seismic s = seismic_parameters((int)(count < 6 ? count : 6), given);

  ocrGuid_t templates[k_templates], go, time_block, filled = new_latch(s.bands), done = new_latch(s.bands);
  void* time;
  make_templates(templates);
  DO(ocrEventCreate(&go, OCR_EVENT_STICKY_T, EVT_PROP_NONE));
  DO(ocrDbCreate(&time_block, &time, sizeof(uint64_t), DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  DO(ocrDbRelease(time_block));
  u64 go_number = (u64)go.guid;
  ocrGuid_t beginning = make_once(begin, 1, &go_number, 2, NULL_HINT, NULL);
  ocrGuid_t ending = make_once(end, 0, NULL, (u32)s.bands + 2, NULL_HINT, NULL);
  DO(ocrAddDependence(filled, beginning, 1, DB_MODE_NULL));
  DO(ocrAddDependence(time_block, beginning, 0, DB_MODE_RW));
  DO(ocrAddDependence(done, ending, 1, DB_MODE_NULL));
  DO(ocrAddDependence(time_block, ending, 0, DB_MODE_RO));

  Band** bands = malloc(s.bands * sizeof *bands);
  for (u64 i = 0; i < s.bands; i++) {
    bands[i] = new_band(&s, i, templates);
    bands[i]->done = done;
    if (i > 0) link_bands(bands[i - 1], bands[i]);
    DO(ocrAddDependence(bands[i]->self, ending, (u32)i + 2, DB_MODE_RO));
  }
  for (u64 i = 0; i < s.bands; i++) start_band(bands[i], filled, go);
  free(bands);
  return NULL_GUID;
}
