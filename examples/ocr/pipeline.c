/* A pipeline: a source, three stages and a sink, each a chain of EDTs, joined by channel events. An item is a block
 * that is handed from stage to stage; items stay in order. Compile with -DENABLE_EXTENSION_PARAMS_EVT
 * -DENABLE_EXTENSION_CHANNEL_EVT. */
#include <ocr.h>
#include <string.h>

enum { k_stages = 3, k_items = 1000 };

static ocrGuid_t stage_template, sink_template, source_template;
static ocrGuid_t channels[k_stages + 1]; /* before each stage, and before the sink */

/* The EDT that takes the next item from a channel. */
static void await_item(ocrGuid_t from_template, u64 item, u64 place) {
  u64 given[] = {item, place};
  ocrGuid_t edt;
  ocrEdtCreate(&edt, from_template, 2, given, 1, NULL, EDT_PROP_NONE, NULL_HINT, NULL);
  ocrAddDependence(channels[place], edt, 0, DB_MODE_EW);
}

static ocrGuid_t source(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)depc, (void)depv;
  ocrGuid_t block, again;
  u64 *data, next = paramv[0] + 1;
  ocrDbCreate(&block, (void**)&data, sizeof *data, DB_PROP_NONE, NULL_HINT, NO_ALLOC);
  *data = paramv[0];
  ocrDbRelease(block);
  ocrEventSatisfy(channels[0], block);
  if (next < k_items) ocrEdtCreate(&again, source_template, 1, &next, 0, NULL, EDT_PROP_NONE, NULL_HINT, NULL);
  return NULL_GUID;
}

static ocrGuid_t stage(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)depc;
  u64 item = paramv[0], place = paramv[1];
  *(u64*)depv[0].ptr = *(u64*)depv[0].ptr * 3 + place;
  ocrDbRelease(depv[0].guid);
  ocrEventSatisfy(channels[place + 1], depv[0].guid);
  if (item + 1 < k_items) await_item(stage_template, item + 1, place);
  return NULL_GUID;
}

static ocrGuid_t sink(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)depc;
  u64 item = paramv[0], want = ((item * 3) * 3 + 1) * 3 + 2;
  if (*(u64*)depv[0].ptr != want) {
    ocrPrintf("item %d is wrong\n", (int)item);
    ocrAbort(1);
    return NULL_GUID;
  }
  ocrDbDestroy(depv[0].guid);
  if (item + 1 < k_items) {
    await_item(sink_template, item + 1, k_stages);
    return NULL_GUID;
  }
  ocrPrintf("%d items in order\n", k_items);
  ocrShutdown();
  return NULL_GUID;
}

ocrGuid_t mainEdt(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]);
ocrGuid_t mainEdt(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]) {
  (void)paramc, (void)paramv, (void)depc, (void)depv;
  ocrEventParams_t params;
  memset(&params, 0, sizeof params);
  params.EVENT_CHANNEL.maxGen = EVENT_CHANNEL_UNBOUNDED;
  params.EVENT_CHANNEL.nbSat = params.EVENT_CHANNEL.nbDeps = 1;
  for (int i = 0; i <= k_stages; i++)
    ocrEventCreateParams(&channels[i], OCR_EVENT_CHANNEL_T, EVT_PROP_TAKES_ARG, &params);
  ocrEdtTemplateCreate(&source_template, source, 1, 0);
  ocrEdtTemplateCreate(&stage_template, stage, 2, 1);
  ocrEdtTemplateCreate(&sink_template, sink, 2, 1);
  for (u64 place = 0; place < k_stages; place++) await_item(stage_template, 0, place);
  await_item(sink_template, 0, k_stages);
  u64 first = 0;
  ocrGuid_t edt;
  ocrEdtCreate(&edt, source_template, 1, &first, 0, NULL, EDT_PROP_NONE, NULL_HINT, NULL);
  return NULL_GUID;
}
