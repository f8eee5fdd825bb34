// Values reach a task as its function's parameters, whatever their types, captured ones too.
// heddle-only: XSOCR has no heddle/ocr.hpp
#include "check_cxx.h"

struct Point {
  double x;
  short y;
  char name[7];
};

static long seven(char a, short b, Point c, const int& d, bool e, float f, u64 g) {
  EQ(a, 'a');
  EQ(b, -2);
  CHECK(c.x == 0.5 && c.y == 3 && strcmp(c.name, "point") == 0, "a struct is copied");
  EQ(d, 4);
  CHECK(e, "a bool");
  CHECK(f == 1.5F, "a float");
  EQ(g, ~u64{0});
  return 7;
}
static int none() noexcept { return 5; }

HEDDLE_OCR_MAIN(const ocr::arguments&) {
  EQ(ocr::spawn(seven, 'a', -2, Point{0.5, 3, "point"}, 4, true, 1.5, ~u64{0}).get(), 7);
  EQ(ocr::spawn(none).get(), 5);
  const long captured = 11;
  EQ(ocr::spawn([captured](int more) { return captured + more; }, 2).get(), 13);
  EQ(ocr::spawn([captured, count = 0]() mutable { return captured + ++count; }).get(), 12);
  passed();
}
