// ocrPrintf prints all that printf does, long lines too, and returns the number of characters.
// says: ^-7 \|left      \|   1\.50\| 0x00ff c %
// says: x{5000}y
// heddle-only: XSOCR has a few conversions, and cuts
#include "check.h"

MAIN {
  int printed = ocrPrintf("%d |%-10s|%7.2f| %#06x %c %%\n", -7, "left", 1.5, 0xff, 'c');
  EQ(printed, 35);
  char* longer = malloc(5001);
  memset(longer, 'x', 5000);
  longer[5000] = 0;
  EQ(ocrPrintf("%sy\n", longer), 5002);
  free(longer);
  char text[8];
  EQ(SNPRINTF(text, sizeof text, "%s", "seven characters"), 16);
  EQ(strcmp(text, "seven c"), 0);
  EQ(PRINTF("%s", ""), 0);
  return pass();
}
