// ocrLegacyFinalize waits for ocrShutdown and returns its code; ocrShutdown may come from an EDT.
#include "check.h"

static int ended;

static EDT(body) {
  for (int i = 0; i < 1000; i++) sched_yield();
  HIT(ended);
  ocrShutdown();
  return NULL_GUID;
}

int main(int argc, const char* argv[]) {
  ocrConfig_t config;
  ocrGuid_t context, template_guid, handle, none = NULL_GUID;
  ocrParseArgs(argc, argv, &config);
  ocrLegacyInit(&context, &config);
  OK(ocrEdtTemplateCreate(&template_guid, body, 0, 1));
  OK(ocrLegacySpawnOCR(&handle, template_guid, 0, NULL, 1, &none, context));
  OK(ocrLegacyFinalize(context, true));
  EQ(PEEK(ended), 1);
  passed();
  return 0;
}
