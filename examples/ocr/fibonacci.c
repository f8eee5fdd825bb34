/* Fibonacci's numbers: each EDT makes two for the numbers before, and one that adds what they pass on. Blocks carry the
 * values, events bring them. Argument: which number (20). */
#include <ocr.h>
#include <stdlib.h>

static ocrGuid_t fibonacci_template, add_template;

/* A block with one number; the caller lets go of it. */
static ocrGuid_t number(u64 value) {
  ocrGuid_t block;
  u64* data;
  ocrDbCreate(&block, (void**)&data, sizeof *data, DB_PROP_NONE, NULL_HINT, NO_ALLOC);
  *data = value;
  ocrDbRelease(block);
  return block;
}

static ocrGuid_t add(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)paramv, (void)depc;
  u64 sum = *(u64*)depv[0].ptr + *(u64*)depv[1].ptr;
  ocrDbDestroy(depv[0].guid);
  ocrDbDestroy(depv[1].guid);
  return number(sum);
}

/* Makes the EDT of Fibonacci's number n, which satisfies `result`. */
static void make_fibonacci(u64 n, ocrGuid_t result) {
  ocrGuid_t edt;
  ocrEdtCreate(&edt, fibonacci_template, 1, &n, 0, NULL, EDT_PROP_OEVT_VALID, NULL_HINT, &result);
}

static ocrGuid_t fibonacci(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)depc, (void)depv;
  u64 n = paramv[0];
  if (n < 2) return number(n);
  ocrGuid_t adds, sum, parts[2];
  ocrEventCreate(&sum, OCR_EVENT_STICKY_T, EVT_PROP_TAKES_ARG);
  ocrEdtCreate(&adds, add_template, 0, NULL, 2, NULL, EDT_PROP_OEVT_VALID, NULL_HINT, &sum);
  for (u32 i = 0; i < 2; i++) {
    ocrEventCreate(&parts[i], OCR_EVENT_ONCE_T, EVT_PROP_TAKES_ARG);
    ocrAddDependence(parts[i], adds, i, DB_MODE_RO);
    make_fibonacci(n - 1 - i, parts[i]);
  }
  return sum; /* an event: our result is its block, when that comes */
}

static ocrGuid_t print(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)depc;
  ocrPrintf("fibonacci(%d) = %d\n", (int)paramv[0], (int)*(u64*)depv[0].ptr);
  ocrShutdown();
  return NULL_GUID;
}

ocrGuid_t mainEdt(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]);
ocrGuid_t mainEdt(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)paramv, (void)depc;
  u64 n = ocrGetArgc(depv[0].ptr) > 1 ? strtoull(ocrGetArgv(depv[0].ptr, 1), NULL, 10) : 20;
  ocrGuid_t print_template, printer, result;
  ocrEdtTemplateCreate(&fibonacci_template, fibonacci, 1, 0);
  ocrEdtTemplateCreate(&add_template, add, 0, 2);
  ocrEdtTemplateCreate(&print_template, print, 1, 1);
  ocrEventCreate(&result, OCR_EVENT_ONCE_T, EVT_PROP_TAKES_ARG);
  ocrEdtCreate(&printer, print_template, 1, &n, 1, NULL, EDT_PROP_NONE, NULL_HINT, NULL);
  ocrAddDependence(result, printer, 0, DB_MODE_RO);
  make_fibonacci(n, result);
  return NULL_GUID;
}
