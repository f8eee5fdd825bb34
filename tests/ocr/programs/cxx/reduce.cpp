// A reduction gives all ranks the combined values, round by round.
// heddle-only: XSOCR has no heddle/ocr.hpp
#include "check_cxx.h"

enum { k_ranks = 4, k_rounds = 20 };

struct Sums {
  ocr::reduce<double> sum;
  ocr::reduce<s64> least;
};

static void rank(Sums by, u32 me, int round, const double& sum, const s64& least) {
  EQ(sum, 10 + k_ranks * round);
  EQ(least, -4 + round);
  if (round + 1 == k_rounds) return;
  ocr::spawn(rank, by, me, round + 1, ocr::ro(by.sum.of(me)), ocr::ro(by.least.of(me)));
  by.sum.give(me, me + 1 + round + 1);
  by.least.give(me, -static_cast<s64>(me) - 1 + round + 1);
}
static void first(Sums by, u32 me) {
  ocr::spawn(rank, by, me, 0, ocr::ro(by.sum.of(me)), ocr::ro(by.least.of(me)));
  by.sum.give(me, me + 1);
  by.least.give(me, -static_cast<s64>(me) - 1);
}

HEDDLE_OCR_MAIN(const ocr::arguments&) {
  const Sums by{ocr::reduce<double>::make(k_ranks, ocr::combine::sum),
                ocr::reduce<s64>::make(k_ranks, ocr::combine::least)};
  ocr::finish([&] {
    for (u32 me = 0; me < k_ranks; me++) ocr::spawn(first, by, me);
  });
  ocr::destroy(by.sum);
  ocr::destroy(by.least);
  THROWS(ocr::reduce<int>::make(0, ocr::combine::sum), OCR_EINVAL);
  passed();
}
