// Fibonacci's numbers by heddle/ocr.hpp: what two tasks return is what the third one gets. Argument: which number (20).
// flags: -std=c++20
#include <cstdio>
#include <cstdlib>
#include <heddle/ocr.hpp>

namespace ocr = heddle::ocr;

static long add(long a, long b) { return a + b; }

static ocr::future<long> fibonacci(int n) {
  if (n < 2) return ocr::future<long>(n);
  return ocr::spawn(add, ocr::spawn(fibonacci, n - 1), ocr::spawn(fibonacci, n - 2));
}

static void print(int n, long value) { std::printf("fibonacci(%d) = %ld\n", n, value); }

HEDDLE_OCR_MAIN(const ocr::arguments& given) {
  const int n = given.size() > 1 ? std::atoi(given[1]) : 20;
  ocr::spawn(print, n, ocr::spawn(fibonacci, n));
}
