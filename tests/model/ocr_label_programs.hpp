// Claims: of those that claim a label one makes an object; the others find it complete; when it is gone, one of those
// that come later makes another; and who gives the first one up late does not take the second one's label.
//
//   maker                        another maker                    one who destroys what it finds
//     claim()? object; set()       claim()? object; set()           found = object(); clear(found), twice
//
// Expected: never two objects under the label, no race on their contents.
#pragma once

#include <array>

#include "ocr/labels.hpp"

namespace heddle::model {

template <class E, template <class> class Entry = ocr::LabelEntry>
struct OneLabel {
  static constexpr int k_threads = 3;
  static constexpr ocr::Guid k_first = 100;
  Entry<E> entry{};
  std::array<typename E::template plain<int>, 2> contents{};  // of the object that each maker makes
  typename E::template atomic<int> alive{0};

  void make(int which) {
    if (!entry.claim()) {
      // There is one, or was when it was asked.
      const ocr::Guid found = entry.object();
      if (found != 0) E::require(static_cast<int>(contents[found - k_first]) == 1, "what is found is complete");
      return;
    }
    // order: relaxed (both) — the claim is about numbers only.
    E::require(alive.fetch_add(1, std::memory_order_relaxed) == 0, "one object at a time");
    contents[which] = 1;
    entry.set(k_first + static_cast<ocr::Guid>(which));
  }
  void destroy() {
    const ocr::Guid found = entry.object();
    if (found == 0) return;
    alive.fetch_sub(1, std::memory_order_relaxed);  // order: relaxed — as above
    entry.clear(found);
    entry.clear(found);  // too late: it may be another's by now
  }
  void thread(int id) {
    if (id < 2) {
      make(id);
    } else {
      destroy();
    }
  }
  void after() {
    // order: relaxed — the threads have ended.
    E::require(alive.load(std::memory_order_relaxed) == (entry.object() != 0 ? 1 : 0), "the label names what is there");
  }
};

}  // namespace heddle::model
