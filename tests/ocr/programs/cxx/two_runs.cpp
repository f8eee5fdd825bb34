// Each run of the runtime makes its own templates: a second ocrLegacyInit starts afresh.
// heddle-only: XSOCR has no heddle/ocr.hpp
#include "check_cxx.h"

static u64 ran;

int main() {
  u64 session = 0;
  for (int run = 0; run < 3; run++) {
    ocrConfig_t config{0, nullptr, nullptr};
    ocrGuid_t context;
    ocrLegacyInit(&context, &config);
    CHECK(heddleOcrSession() != session, "another number");
    session = heddleOcrSession();
    if (run == 1) EQ(ocr::spawn([](int a) { return a + 1; }, 1).get(), 2);
    EQ(ocr::spawn(
           [](int a) {
             HIT(ran);
             return a;
           },
           run)
           .get(),
       run);
    EQ(ocrLegacyFinalize(context, false), 0);
  }
  EQ(PEEK(ran), 3);
  passed();
}
