// What every program here is made of: checks that end the program with a sentence, and short names for the usual calls.
// A program ends by pass(); one that ends without it has not made its checks, and fails.
#pragma once

#include <ocr.h>

#include <extensions/ocr-affinity.h>
#include <extensions/ocr-db-info.h>
#include <extensions/ocr-labeling.h>
#include <extensions/ocr-legacy.h>
#include <extensions/ocr-runtime-itf.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HIT(place) ((void)__atomic_fetch_add(&(place), 1, __ATOMIC_ACQ_REL))
#define PEEK(place) __atomic_load_n(&(place), __ATOMIC_ACQUIRE)
#define POKE(place, value) __atomic_store_n(&(place), (value), __ATOMIC_RELEASE)

static int check_passed;

static inline void check_failed(const char* file, int line, const char* text, const char* sentence) {
  fprintf(stderr, "%s:%d: %s: %s\n", file, line, sentence, text);
  fflush(NULL);
  _exit(1);
}

static inline void check_equal(long long got, long long want, const char* text, const char* file, int line) {
  if (got == want) return;
  fprintf(stderr, "%s:%d: %s is %lld, not %lld\n", file, line, text, got, want);
  fflush(NULL);
  _exit(1);
}

#define CHECK(condition, sentence) ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition, sentence))
#define EQ(got, want) check_equal((long long)(got), (long long)(want), #got, __FILE__, __LINE__)
#define OK(call) EQ(call, 0)
#define SAME(left, right) CHECK(ocrGuidIsEq(left, right), "these GUIDs differ")
#define IS_NULL(guid) CHECK(ocrGuidIsNull(guid), "this GUID should be NULL_GUID")

// The checks were made; what follows is the end.
static inline void passed(void) { POKE(check_passed, 1); }

static inline ocrGuid_t pass(void) {
  passed();
  ocrShutdown();
  return NULL_GUID;
}

__attribute__((destructor)) static void check_was_passed(void) {
  if (PEEK(check_passed)) return;
  fprintf(stderr, "the program ended before its checks were made\n");
  fflush(NULL);
  _exit(1);
}

#define EDT(name) ocrGuid_t name(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[])
#define MAIN EDT(mainEdt)

// An EDT whose slots are all open; one without slots runs at once. Messages name it by its body.
static inline ocrGuid_t named_edt(const char* name, ocrEdt_t body, u32 paramc, u64* paramv, u32 depc, u16 properties,
                                  ocrGuid_t* output) {
  ocrGuid_t template_guid, guid;
  OK(ocrEdtTemplateCreate_internal(&template_guid, body, paramc, depc, name));
  OK(ocrEdtCreate(&guid, template_guid, EDT_PARAM_DEF, paramv, EDT_PARAM_DEF, NULL, properties, NULL_HINT, output));
  OK(ocrEdtTemplateDestroy(template_guid));
  return guid;
}

static inline ocrGuid_t named_edt_of(const char* name, ocrEdt_t body, u64 value, u32 depc) {
  return named_edt(name, body, 1, &value, depc, EDT_PROP_NONE, NULL);
}

#define new_edt(body, paramc, paramv, depc, properties, output) \
  named_edt(#body, body, paramc, paramv, depc, properties, output)
#define edt_of(body, value, depc) named_edt_of(#body, body, value, depc)
#define edt(body, depc) named_edt(#body, body, 0, NULL, depc, EDT_PROP_NONE, NULL)

static inline ocrGuid_t event(ocrEventTypes_t type) {
  ocrGuid_t guid;
  OK(ocrEventCreate(&guid, type, EVT_PROP_TAKES_ARG));
  return guid;
}

static inline ocrGuid_t latch(u64 counter) {
  ocrGuid_t guid;
  ocrEventParams_t params;
  memset(&params, 0, sizeof params);
  params.EVENT_LATCH.counter = counter;
  OK(ocrEventCreateParams(&guid, OCR_EVENT_LATCH_T, EVT_PROP_NONE, &params));
  return guid;
}

static inline ocrGuid_t counted(u64 dependences) {
  ocrGuid_t guid;
  ocrEventParams_t params;
  memset(&params, 0, sizeof params);
  params.EVENT_COUNTED.nbDeps = dependences;
  OK(ocrEventCreateParams(&guid, OCR_EVENT_COUNTED_T, EVT_PROP_TAKES_ARG, &params));
  return guid;
}

static inline ocrGuid_t channel(u32 generations) {
  ocrGuid_t guid;
  ocrEventParams_t params;
  memset(&params, 0, sizeof params);
  params.EVENT_CHANNEL.maxGen = generations;
  params.EVENT_CHANNEL.nbSat = 1;
  params.EVENT_CHANNEL.nbDeps = 1;
  OK(ocrEventCreateParams(&guid, OCR_EVENT_CHANNEL_T, EVT_PROP_TAKES_ARG, &params));
  return guid;
}

// A block that nobody holds any more, of one u64.
static inline ocrGuid_t number_block(u64 value) {
  ocrGuid_t guid;
  u64* data;
  OK(ocrDbCreate(&guid, (void**)&data, sizeof *data, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  *data = value;
  OK(ocrDbRelease(guid));
  return guid;
}

static inline u64 number_in(ocrEdtDep_t slot) {
  CHECK(slot.ptr != NULL, "the slot should have a block");
  return *(u64*)slot.ptr;
}

static inline void depend(ocrGuid_t source, ocrGuid_t target, u32 slot) {
  OK(ocrAddDependence(source, target, slot, DB_DEFAULT_MODE));
}

// Runs `body` as a finish EDT, and `then` when all below it has ended.
static inline void named_after(const char* name, ocrEdt_t body, const char* then_name, ocrEdt_t then) {
  ocrGuid_t output;
  ocrGuid_t last = named_edt(then_name, then, 0, NULL, 1, EDT_PROP_NONE, NULL);
  ocrGuid_t first = named_edt(name, body, 0, NULL, 1, EDT_PROP_FINISH, &output);
  OK(ocrAddDependence(output, last, 0, DB_MODE_NULL));
  OK(ocrAddDependence(NULL_GUID, first, 0, DB_MODE_NULL));
}

#define after(body, then) named_after(#body, body, #then, then)
