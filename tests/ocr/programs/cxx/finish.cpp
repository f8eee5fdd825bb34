// finish() waits for all that was made below it, and gives what its body returned or has thrown.
// heddle-only: XSOCR has no heddle/ocr.hpp
#include "check_cxx.h"

static u64 ran;

static void tree(int depth) {
  HIT(ran);
  if (depth > 0)
    for (int i = 0; i < 2; i++) ocr::spawn(tree, depth - 1);
}

HEDDLE_OCR_MAIN(const ocr::arguments&) {
  const std::vector<int> given{1, 2, 3};
  const std::vector<int> got = ocr::finish([&] {
    ocr::spawn(tree, 9);
    return given;
  });
  EQ(PEEK(ran), 1023);
  EQ(got.size(), 3);
  ocr::finish([&] { ocr::finish([] { ocr::spawn(tree, 3); }); });
  EQ(PEEK(ran), 1038);
  int thrown = 0;
  try {
    ocr::finish([] { throw 5; });
  } catch (int value) {
    thrown = value;
  }
  EQ(thrown, 5);
  // A task that is a scope, without waiting.
  auto all = ocr::spawn(ocr::scope(), tree, 9);
  ocr::spawn(
      [] {
        EQ(PEEK(ran), 2061);
        passed();
      },
      ocr::after(std::move(all)));
}
