// Claim: a block that another worker frees comes back to its home slab once, and whoever gets it next sees what its
// last user wrote.
//
//   owner                              others (each with a slab of its own)
//     allocate, allocate                 use a block; release it, flush: home.accept(chain)
//
// Expected: no block is in two hands, none is lost, no race on its contents.
#pragma once

#include <cstdint>
#include <set>

#include "memory/slab.hpp"

namespace heddle::model {

template <class E>
struct BlocksComeHome {
  static constexpr int k_threads = 3;
  static constexpr std::uint16_t k_class = 8;  // 4096 bytes: few blocks a chunk
  using Slab = memory::Slab<E>;

  Slab home;
  Slab others[2];
  std::set<void*> held;
  typename E::template plain<int> contents[3];  // of the blocks that come back
  void* blocks[3];

  BlocksComeHome() {
    for (void*& block : blocks) block = home.allocate(k_class);
    // The rest of the first chunk: the owner's next look goes to what has come back.
    for (int rest = 3; rest < 7; ++rest) held.insert(home.allocate(k_class));
  }

  void give_back(int id, std::initializer_list<int> numbers) {
    for (const int number : numbers) {
      contents[number] = id;
      others[id - 1].release(blocks[number], k_class, &home);
    }
    others[id - 1].flush();
  }

  void take() {
    void* const block = home.allocate(k_class);
    E::require(held.insert(block).second, "no block is handed out twice");
    for (int number = 0; number < 3; ++number) {
      if (block == blocks[number]) E::require(static_cast<int>(contents[number]) > 0, "it had been given back");
    }
  }

  void thread(int id) {
    if (id == 0) {
      take();
      take();
    } else if (id == 1) {
      give_back(1, {0, 1});
    } else {
      give_back(2, {2});
    }
  }

  void after() {
    for (int i = 0; i < 40; ++i) take();
    for (void* block : blocks) E::require(held.count(block) == 1, "every block comes back");
  }
};

}  // namespace heddle::model
