// Claim: who listens, looks once more and sleeps is woken by what was done meanwhile, and sees it.
//
//   sleeper                                                    ringer
//     until (work): heard = listen(); work? : sleep(heard);      work = 1; ring()
//                   get_up()
//
// Expected: no deadlock, and no race on what the ringer wrote.
#pragma once

#include <cstdint>

#include "ocr/bell.hpp"

namespace heddle::model {

template <class E, template <class> class Bell = ocr::Bell, bool k_looks_again = true>
struct Rung {
  static constexpr int k_threads = 3;
  Bell<E> bell;
  typename E::template atomic<int> work{0};
  typename E::template plain<int> payload{0};

  bool has_work() {
    // order: acquire — pairs with the ringer's.
    return work.load(std::memory_order_acquire) == 2;
  }
  void await() {
    while (!has_work()) {
      const std::uint32_t heard = bell.listen();
      if (!k_looks_again || !has_work()) bell.sleep(heard);
      bell.get_up();
    }
    E::require(static_cast<int>(payload) == 1, "it sees what was done");
  }
  void bring(bool first) {
    if (first) payload = 1;
    // order: release — pairs with has_work().
    work.fetch_add(1, std::memory_order_acq_rel);
    bell.ring();
  }
  void thread(int id) {
    if (id == 1) {
      await();
    } else {
      bring(id == 0);
    }
  }
  void after() {}
};

}  // namespace heddle::model
