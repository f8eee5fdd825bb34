/* A first program in OCR: mainEdt is the first EDT (event-driven task). It makes a second one, which ends the program.
 */
#include <ocr.h>

static ocrGuid_t greet(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)depc, (void)depv;
  ocrPrintf("Hello from EDT number %d\n", (int)paramv[0]);
  ocrShutdown();
  return NULL_GUID;
}

ocrGuid_t mainEdt(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]);
ocrGuid_t mainEdt(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)paramv, (void)depc, (void)depv;
  u64 number = 2;
  ocrGuid_t template_guid, edt;
  ocrEdtTemplateCreate(&template_guid, greet, 1, 0); /* one parameter, no slots */
  ocrEdtCreate(&edt, template_guid, EDT_PARAM_DEF, &number, EDT_PARAM_DEF, NULL, EDT_PROP_NONE, NULL_HINT, NULL);
  return NULL_GUID;
}
