// Channels, events and labels hand blocks on; take() destroys what came.
// heddle-only: XSOCR has no heddle/ocr.hpp
#include "check_cxx.h"

static u64 sum;

static void consume(ocr::channel<u64> from, const u64& value, u64 left) {
  __atomic_fetch_add(&sum, value, __ATOMIC_ACQ_REL);
  if (left > 1) ocr::spawn(consume, from, ocr::take(from), left - 1);
}

HEDDLE_OCR_MAIN(const ocr::arguments&) {
  const auto numbers = ocr::channel<u64>::make();
  auto all = ocr::spawn(ocr::scope(), consume, numbers, ocr::take(numbers), u64{1000});
  for (u64 i = 1; i <= 1000; i++) numbers.send(ocr::block<u64>(i));
  all.get();
  EQ(PEEK(sum), 500500);
  ocr::destroy(numbers);

  const auto names = ocr::labels<u64, 4>::make();
  EQ(names.size(), 4);
  ocr::finish([names] {
    for (u64 i = 0; i < 4; i++) {
      ocr::spawn([i](const u64& value) { EQ(value, 10 + i); }, ocr::ro(names[i]));
      ocr::spawn([i, names] { names[i].put(ocr::block<u64>(10 + i)); });
    }
  });
  THROWS(names[0].put(ocr::block<u64>(u64{1})), OCR_EPERM);
  THROWS(names[4], OCR_EINVAL);
  for (u64 i = 0; i < 4; i++) ocr::destroy(names[i]);
  ocr::destroy(names);

  const auto once = ocr::event<int>::make();
  auto after = ocr::spawn([] {}, ocr::after(once));
  once.put(ocr::block<int>(8));
  after.get();
  ocr::spawn([](const int& value) { EQ(value, 8); }, ocr::take(once)).get();
  ocr::destroy(once);
  passed();
}
