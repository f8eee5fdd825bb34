// A reference to what an empty slot has is an error of that task, which is named.
// heddle-only: XSOCR has no heddle/ocr.hpp
// status: 134
// says: empty slot
// says: OCR_EINVAL
#include "check_cxx.h"

HEDDLE_OCR_MAIN(const ocr::arguments&) {
  passed();
  ocr::spawn([](const int&) {}, ocr::ro(ocr::id<int>()));
}
