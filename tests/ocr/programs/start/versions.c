// Version and extensions are those of OCR 1.2.0 with everything.
// heddle-only: XSOCR calls itself 1.1.0
#include "check.h"

MAIN {
  EQ(strcmp(OCR_VERSION, "1.2.0"), 0);
  EQ(OCR_VERSION_GET_MAJOR(OCR_VERSION), 1);
  EQ(OCR_VERSION_GET_MINOR(OCR_VERSION), 2);
  EQ(OCR_VERSION_GET_PATCH(OCR_VERSION), 0);
  EQ(OCR_VERSION_GET_MAJOR("12.345.6"), 12);
  EQ(OCR_VERSION_GET_MINOR("12.345.6"), 345);
  EQ(OCR_VERSION_GET_PATCH("12.345.6"), 6);
  EQ(OCR_VERSION_GET_MINOR("nothing"), 0);
  EQ(OCR_VERSION_GET_PATCH(NULL), 0);
  u64 have = OCR_VERSION_EXTENSION_BITMAP;
  for (int bit = EXTENSION_LEGACY_BITPOS; bit <= EXTENSION_DB_INFO_BITPOS; bit++)
    CHECK(have >> bit & 1, "all extensions are there");
  EQ(PICK_1_1(1, 2), 1);
  return pass();
}
