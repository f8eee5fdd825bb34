// Tasks run, and blocks lie, where at() and near() say, on a machine of four nodes.
// heddle-only: XSOCR has no heddle/ocr.hpp
// affinities: 4
// workers: 8
#include "check_cxx.h"

static u64 here() {
  for (u64 i = 0; i < ocr::affinity_count(); i++)
    if (ocrGuidIsEq(ocr::affinity_at(i).guid(), ocr::current_affinity().guid())) return i;
  return 99;
}

HEDDLE_OCR_MAIN(const ocr::arguments&) {
  EQ(ocr::affinity_count(), 4);
  THROWS(ocr::affinity_at(4), OCR_EINVAL);
  for (u64 i = 0; i < 4; i++) {
    const ocr::options place = ocr::at(ocr::affinity_at(i));
    EQ(ocr::spawn(place, here).get(), i);
    ocr::block<int[]> a(1000, place | ocr::memory::fast);
    EQ(ocr::spawn(ocr::near(a), here).get(), i);
    EQ(ocr::spawn(ocr::near(a.name()) | ocr::priority(3) | ocr::scope(), here).get(), i);
  }
  passed();
}
