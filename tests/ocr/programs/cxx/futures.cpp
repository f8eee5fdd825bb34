// A future may be given to a task, returned by one, waited for, or given up, whether its task has ended or not.
// heddle-only: XSOCR has no heddle/ocr.hpp
#include "check_cxx.h"

static long add(long a, long b) { return a + b; }

static ocr::future<long> fibonacci(int n) {
  if (n < 2) return ocr::future<long>(n);
  return ocr::spawn(add, ocr::spawn(fibonacci, n - 1), ocr::spawn(fibonacci, n - 2));
}

static u64 ran;

HEDDLE_OCR_MAIN(const ocr::arguments&) {
  EQ(ocr::spawn(fibonacci, 16).get(), 987);
  ocr::future<long> ready(5L), moved;
  CHECK(ready.valid() && !moved.valid(), "one stands for a value");
  moved = std::move(ready);
  CHECK(!ready.valid() && moved.valid(), "moved");
  EQ(moved.get(), 5);
  THROWS(moved.get(), OCR_EINVAL);

  ocr::finish([] {
    for (long i = 0; i < 1000; i++) {
      (void)ocr::spawn(
          [](long a) {
            HIT(ran);
            return a;
          },
          i);  // given up, maybe before it has run
      ocr::spawn([] { HIT(ran); });
      (void)ocr::future<long>(i);
    }
  });
  EQ(PEEK(ran), 2000);

  auto first = ocr::spawn([] { HIT(ran); });
  ocr::spawn([] { EQ(PEEK(ran), 2001); }, ocr::after(std::move(first))).get();
  passed();
}
