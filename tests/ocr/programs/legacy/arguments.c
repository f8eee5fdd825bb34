// ocrParseArgs takes out what is OCR's and hands on the rest.
// args: a -ocr:cfg {here}/../start/three_workers.cfg b
// heddle-only: XSOCR reads the whole file
#include "check.h"

int main(int argc, const char* argv[]) {
  ocrConfig_t config;
  ocrGuid_t context;
  EQ(argc, 5);
  ocrParseArgs(argc, argv, &config);
  EQ(config.userArgc, 3);
  EQ(strcmp(config.userArgv[1], "a"), 0);
  EQ(strcmp(config.userArgv[2], "b"), 0);
  CHECK(config.iniFile != NULL && strstr(config.iniFile, "three_workers.cfg") != NULL, "the file's name");
  ocrLegacyInit(&context, &config);
  ocrShutdown();
  OK(ocrLegacyFinalize(context, true));
  passed();
  return 0;
}
