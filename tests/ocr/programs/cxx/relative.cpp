// A relative pointer stays right when its block's bytes are elsewhere.
// heddle-only: XSOCR has no heddle/ocr.hpp
#include "check_cxx.h"

struct Node {
  int value;
  ocr::relative<Node> next;
};

HEDDLE_OCR_MAIN(const ocr::arguments&) {
  ocr::block<Node[]> list(3);
  for (int i = 0; i < 3; i++) {
    list[i].value = i;
    list[i].next = i < 2 ? &list[i + 1] : nullptr;
  }
  std::vector<char> elsewhere(3 * sizeof(Node));
  memcpy(elsewhere.data(), list.data(), elsewhere.size());
  int sum = 0;
  for (const Node* at = reinterpret_cast<Node*>(elsewhere.data()); at != nullptr; at = at->next.get())
    sum += 10 + at->value;
  EQ(sum, 33);
  Node other{};
  CHECK(!other.next && other.next.get() == nullptr, "points to nothing");
  other.next = list[0].next;
  CHECK(other.next.get() == &list[1] && other.next->value == 1, "a copy points to the same");
  other.next = &other;
  CHECK(&*other.next == &other, "itself");
  passed();
}
