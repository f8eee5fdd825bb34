// A program with its own main starts and ends the runtime many times.
#include "check.h"

static int ended;

static EDT(body) {
  HIT(ended);
  return number_block(paramv[0]);
}

int main(int argc, const char* argv[]) {
  for (u64 round = 0; round < 20; round++) {
    ocrConfig_t config;
    ocrGuid_t context, template_guid, handle, block, none[] = {NULL_GUID};
    void* data;
    u64 size;
    ocrParseArgs(argc, argv, &config);
    ocrLegacyInit(&context, &config);
    OK(ocrEdtTemplateCreate(&template_guid, body, 1, 1));
    OK(ocrLegacySpawnOCR(&handle, template_guid, 1, &round, 1, none, context));
    OK(ocrLegacyBlockProgress(handle, &block, &data, &size, LEGACY_PROP_NONE));
    EQ(*(u64*)data, round);
    EQ(size, 8);
    ocrShutdown();
    OK(ocrLegacyFinalize(context, true));
  }
  EQ(ended, 20);
  passed();
  return 0;
}
