// A task that waits while the program is shut down ends quietly.
// heddle-only: XSOCR has no heddle/ocr.hpp
#include "check_cxx.h"

HEDDLE_OCR_MAIN(const ocr::arguments&) {
  const auto never = ocr::event<int>::make();
  auto waits = ocr::spawn([](const int&) {}, ocr::ro(never));
  ocr::spawn([] {
    passed();
    ocr::shutdown();
  });
  waits.get();
  CHECK(false, "nobody satisfies that event");
}
