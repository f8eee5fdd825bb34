// A task that is given a block by ew writes alone, by rw beside others, and by cst nobody writes.
// heddle-only: XSOCR has no heddle/ocr.hpp
#include "check_cxx.h"

struct Pair {
  u64 left, right;
};

static void exclusive(Pair& pair) {
  const u64 left = pair.left;
  for (volatile int left_over = 50; left_over > 0;) left_over = left_over - 1;
  pair.left = left + 1;
  pair.right = pair.left;
}
static void steady(const Pair& pair) { EQ(pair.left, pair.right); }

HEDDLE_OCR_MAIN(const ocr::arguments&) {
  ocr::block<Pair> pair(Pair{0, 0});
  pair.release();  // who holds it is this task, not the one that finish() makes
  ocr::finish([&] {
    for (int i = 0; i < 500; i++) {
      ocr::spawn(exclusive, ocr::ew(pair));
      ocr::spawn(steady, ocr::cst(pair));
    }
  });
  EQ(ocr::spawn([](const Pair& last) { return last.left; }, ocr::ro(pair)).get(), 500);
  passed();
}
