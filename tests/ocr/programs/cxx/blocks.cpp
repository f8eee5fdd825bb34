// Blocks reach a task as references, pointers, spans, holders or names, by the mode that the call states.
// heddle-only: XSOCR has no heddle/ocr.hpp
#include "check_cxx.h"

struct Head {
  u64 count;
};

static void writes(std::span<int> all, Head& head) {
  for (int& each : all) each++;
  head.count = all.size();
}
static void reads(std::span<const int> all, const Head& head, const int* first, ocr::id<Head> name) {
  EQ(all.size(), 100);
  EQ(head.count, 100);
  EQ(*first, 2);
  CHECK(first == all.data(), "one block on two slots");
  CHECK(bool(name), "a name");
}
static void empty(std::span<const int> all, const int* data, ocr::block<int[]> held, ocr::id<int[]> name) {
  CHECK(all.empty() && data == nullptr && !held && held.size() == 0 && !name, "an empty slot");
}

HEDDLE_OCR_MAIN(const ocr::arguments&) {
  ocr::block<int[]> a(100);
  ocr::block<Head> head(Head{0});
  EQ(a.size(), 100);
  for (int& each : a.span()) each = 1;
  auto wrote = ocr::spawn(writes, ocr::rw(a), ocr::ew(head));
  CHECK(!a && a.data() == nullptr && bool(a.name()), "who hands a block on lets go of it");
  ocr::spawn(reads, ocr::ro(a), ocr::cst(head), ocr::ro(a), ocr::ro(head.name()), ocr::after(std::move(wrote))).get();
  ocr::spawn(empty, ocr::ro(ocr::id<int[]>()), ocr::rw(ocr::id<int[]>()), ocr::ew(ocr::id<int[]>()),
             ocr::ro(ocr::id<int[]>()))
      .get();

  // A task returns a block, and its future hands it on.
  auto made = ocr::spawn([] {
    ocr::block<int[]> b(3);
    b[0] = b[1] = b[2] = 9;
    return b;
  });
  ocr::block<int[]> b = made.get();
  CHECK(b && b.size() == 3 && b[2] == 9, "the task's block, held");
  ocr::block<int[]> c = std::move(b);
  CHECK(!b && c, "moved");
  c.release();
  CHECK(!c, "let go of");
  auto again = ocr::spawn(
      [](ocr::block<int[]> held) {
        held[0] = 4;
        return held;
      },
      ocr::rw(c));
  ocr::spawn([](const int* first) { EQ(*first, 4); }, ocr::ro(std::move(again))).get();
  const ocr::id<int[]> gone = c.name();
  ocr::destroy(gone);
  THROWS(ocr::destroy(gone), OCR_EPERM);
  THROWS(ocr::block<int[]>(0), OCR_EINVAL);
  THROWS(ocr::block<int[]>(u64{1} << 62), OCR_ENOMEM);
  passed();
}
