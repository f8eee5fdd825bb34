// What the price programs share. A program measures one thing `repeats` times (argument 1; argument 2: how many of it)
// in EDTs of one run, and prints one line of ns each. Plain OCR C: it runs on Heddle and on XSOCR.
#pragma once

#include <extensions/ocr-affinity.h>
#include <ocr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define EDT(name) static ocrGuid_t name(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[])
#define UNUSED (void)paramc, (void)paramv, (void)depc, (void)depv

#ifndef PRICE_CLOCK
#define PRICE_CLOCK CLOCK_MONOTONIC
#endif

static inline u64 now_ns(void) {
  struct timespec now;
  clock_gettime(PRICE_CLOCK, &now);
  return (u64)now.tv_sec * 1000000000u + (u64)now.tv_nsec;
}

static inline void must(u8 code, const char* what) {
  if (code == 0) return;
  fprintf(stderr, "%s failed with code %d\n", what, code);
  exit(3);
}
#define DO(call) must((call), #call)

static u64 count_, repeats_left_, began_;

static inline ocrGuid_t template_of(ocrEdt_t body, u32 paramc, u32 depc) {
  ocrGuid_t guid;
  DO(ocrEdtTemplateCreate(&guid, body, paramc, depc));
  return guid;
}

static inline ocrGuid_t edt_from(ocrGuid_t from, u64* paramv, u16 properties, ocrGuid_t* output) {
  ocrGuid_t guid;
  DO(ocrEdtCreate(&guid, from, EDT_PARAM_DEF, paramv, EDT_PARAM_DEF, NULL, properties, NULL_HINT, output));
  return guid;
}

static inline ocrGuid_t sticky_event(void) {
  ocrGuid_t guid;
  DO(ocrEventCreate(&guid, OCR_EVENT_STICKY_T, EVT_PROP_TAKES_ARG));
  return guid;
}

static inline void begin(void) { began_ = now_ns(); }

static inline void print_ns(u64 ns, u64 each) { printf("%.2f\n", (double)ns / (double)each); }

static inline void print_since_begin(u64 each) { print_ns(now_ns() - began_, each); }

// What a program defines: one measurement. It is the body of a finish EDT, which prints itself, or whose end is timed.
static ocrGuid_t measure(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]);
#ifdef TIME_THE_SCOPE
enum { k_time_the_scope = 1 };
#else
enum { k_time_the_scope = 0 };
#endif
static u64 each_(void);

EDT(next_repeat) {
  UNUSED;
  if (began_ && k_time_the_scope) print_since_begin(each_());
  if (repeats_left_-- == 0) {
    ocrShutdown();
    return NULL_GUID;
  }
  ocrGuid_t output, again = edt_from(template_of(next_repeat, 0, 1), NULL, EDT_PROP_NONE, NULL);
  ocrGuid_t scope = edt_from(template_of(measure, 0, 1), NULL, EDT_PROP_FINISH, &output);
  DO(ocrAddDependence(output, again, 0, DB_MODE_NULL));
  begin();
  DO(ocrAddDependence(NULL_GUID, scope, 0, DB_MODE_NULL));
  return NULL_GUID;
}

ocrGuid_t mainEdt(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]);
ocrGuid_t mainEdt(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  UNUSED;
  repeats_left_ = ocrGetArgc(depv[0].ptr) > 1 ? strtoull(ocrGetArgv(depv[0].ptr, 1), NULL, 10) : 5;
  count_ = ocrGetArgc(depv[0].ptr) > 2 ? strtoull(ocrGetArgv(depv[0].ptr, 2), NULL, 10) : 20000;
  edt_from(template_of(next_repeat, 0, 0), NULL, EDT_PROP_NONE, NULL);
  return NULL_GUID;
}
