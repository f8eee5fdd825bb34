// What is refused is thrown with its code and the place of the call.
// heddle-only: XSOCR has no heddle/ocr.hpp
#include "check_cxx.h"

static void one(const int&) {}

HEDDLE_OCR_MAIN(const ocr::arguments& given) {
  EQ(given.size(), 1);
  CHECK(given[0] != nullptr && given[1] == nullptr, "arguments");
  ocr::block<int> gone(1);
  const auto name = gone.name();
  ocr::destroy(std::move(gone));
  int line = 0, code = 0;
  try {
    line = __LINE__ + 1;
    (void)ocr::spawn(one, ocr::ro(ocr::event<int>(name.guid())));
  } catch (const ocr::error& refused) {
    code = refused.code();
    EQ(refused.where().line(), line);
    CHECK(strstr(refused.what(), "errors.cpp:") != nullptr, "says where");
    CHECK(strstr(refused.what(), "ocrAddDependence was refused: OCR_EINVAL") != nullptr, "says what");
  }
  EQ(code, OCR_EINVAL);
  passed();
}
