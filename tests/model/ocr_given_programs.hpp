// Claim: a slot that is given its value under the EDT's lock (Engine::give) is the EDT's that was named, or nobody's;
// the EDT runs once, when all its slots have a value, and sees what the givers did before; destroyed meanwhile it does
// not run, and is freed once.
//
//   gives a slot                                    destroys the EDT, or gives another slot, or the same one
//     lock(guid); claim; set the value; unlock;       ... and makes a later EDT, in the same place
//     one less is open: the last one runs it
//
// Claim: an EDT that only reads and takes its block without an order (Engine::take_to_read) reads what is not freed, or
// finds that the block is no more; it runs once.
//
//   fills the last slot                             destroys the block
//     enter the epoch; destroyed? the data;           destroyed; let the epochs move on; free it
//     ready: say what it reads, leave the epoch,
//     read, end
//
// The engine is the real one (ocr_engine_model.hpp). Expected: no race, no claim broken.
#pragma once

#include "ocr_engine_model.hpp"

namespace heddle::model {

/// Thread 0 gives the only slot of an EDT; thread 1 destroys it, and makes another.
template <class P>
struct GivenWhileDestroyed : OcrWorld<P, GivenWhileDestroyed<P>> {
  using World = OcrWorld<P, GivenWhileDestroyed<P>>;
  static constexpr int k_threads = 2;
  ocr::Guid first;
  ocr::Guid later = ocr::k_null;
  int given = -1;
  int destroyed = -1;
  typename P::template plain<int> ran{0};
  typename P::template plain<int> value{0};

  GivenWhileDestroyed() { first = this->make(0, 1); }
  void runs(typename World::T& thread, ocr::Edt<P>& edt) {
    P::require(static_cast<int>(value) == 1, "it sees what its giver did");
    ran = static_cast<int>(ran) + 1;
    this->run(thread, edt, [](const ocr::Slot<P>*) {});
  }
  void thread(int id) {
    if (id == 0) {
      value = 1;
      given = this->give(0, ocr::k_null, first, 0);
    } else {
      destroyed = this->engine.destroy_edt(this->threads[1], first);
      later = this->make(1, 1);
    }
  }
  void after() {
    P::require(static_cast<int>(ran) == (destroyed == ocr::k_ok ? 0 : 1), "it has run, or was destroyed before");
    P::require(static_cast<int>(ran) == 0 || given == ocr::k_ok, "only who gave the slot let it run");
    auto* const edt = this->engine.template alive<ocr::Edt<P>>(later, ocr::Kind::edt);
    P::require(edt != nullptr && edt->slots()[0].where() == ocr::slot_state::k_open,
               "nobody has given the later EDT's slot");
    // order: relaxed — nobody else is there.
    P::require(edt->open.load(std::memory_order_relaxed) == 1, "the later EDT waits for its slot");
    P::require(this->engine.heap().in_use == 2,
               "the first one's place was freed, once");  // the later one, the template
  }
};

/// Each of two threads gives a slot.
template <class P>
struct GivenByTwo : OcrWorld<P, GivenByTwo<P>> {
  using World = OcrWorld<P, GivenByTwo<P>>;
  static constexpr int k_threads = 2;
  ocr::Guid edt;
  typename P::template plain<int> done[2]{};
  typename P::template plain<int> ran{0};

  GivenByTwo() { edt = this->make(0, 2); }
  void runs(typename World::T& thread, ocr::Edt<P>& ready) {
    P::require(static_cast<int>(done[0]) + static_cast<int>(done[1]) == 2, "both slots have their value");
    ran = static_cast<int>(ran) + 1;
    this->run(thread, ready, [](const ocr::Slot<P>* slots) {
      for (int slot = 0; slot < 2; ++slot)
        P::require(slots[slot].where() == ocr::slot_state::k_filled, "both slots have their value");
    });
  }
  void thread(int id) {
    done[id] = 1;
    P::require(this->give(id, ocr::k_null, edt, static_cast<std::uint32_t>(id)) == ocr::k_ok, "the slot was open");
  }
  void after() { P::require(static_cast<int>(ran) == 1, "it has run, once"); }
};

/// Two threads give the same slot, and who lets the EDT run makes a later one in its place.
template <class P>
struct GivenTwice : OcrWorld<P, GivenTwice<P>> {
  using World = OcrWorld<P, GivenTwice<P>>;
  static constexpr int k_threads = 2;
  ocr::Guid first;
  ocr::Guid later = ocr::k_null;
  int code[2] = {-1, -1};
  typename P::template plain<int> ran{0};

  GivenTwice() { first = this->make(0, 1); }
  void runs(typename World::T& thread, ocr::Edt<P>& edt) {
    ran = static_cast<int>(ran) + 1;
    this->run(thread, edt, [](const ocr::Slot<P>*) {});
    later = this->make(this->number_of(thread), 1);
  }
  void thread(int id) { code[id] = this->give(id, ocr::k_null, first, 0); }
  void after() {
    P::require(static_cast<int>(ran) == 1, "it has run, once");
    P::require((code[0] == ocr::k_ok) != (code[1] == ocr::k_ok), "one of them gave the slot");
    const int refused = code[0] == ocr::k_ok ? code[1] : code[0];
    P::require(refused == ocr::k_not_permitted || refused == ocr::k_invalid, "the other one was refused");
    auto* const edt = this->engine.template alive<ocr::Edt<P>>(later, ocr::Kind::edt);
    P::require(edt != nullptr && edt->slots()[0].where() == ocr::slot_state::k_open,
               "nobody has given the later EDT's slot");
  }
};

/// Thread 0 gives a block to an EDT that only reads; thread 1 destroys the block and sees whether it may go.
template <class P>
struct ReadWithoutOrder : OcrWorld<P, ReadWithoutOrder<P>> {
  using World = OcrWorld<P, ReadWithoutOrder<P>>;
  static constexpr int k_threads = 2;
  ocr::Guid edt;
  ocr::Guid block = ocr::k_null;
  typename P::template plain<int> data{1};
  typename P::template plain<int> ran{0};
  bool freed = false;

  ReadWithoutOrder() {
    edt = this->make(0, 1);
    void* where = nullptr;
    const int code = this->engine.create_block(this->threads[0], block, where, {8, false, 0, nullptr, nullptr, 0});
    P::require(code == ocr::k_ok, "a block is made");
    this->engine.heap().listener = this;
    this->engine.heap().block_goes = [](void* self) {
      static_cast<ReadWithoutOrder*>(self)->data = 0;
      static_cast<ReadWithoutOrder*>(self)->freed = true;
    };
  }
  void runs(typename World::T& thread, ocr::Edt<P>& ready) {
    this->run(thread, ready, [this](const ocr::Slot<P>* slots) {
      ran = static_cast<int>(ran) + 1;
      P::require((slots[0].pointer == nullptr) == (slots[0].guid == ocr::k_null), "it has the block, or none");
      if (slots[0].pointer != nullptr) P::require(static_cast<int>(data) == 1, "what it reads is not freed");
    });
  }
  void thread(int id) {
    if (id == 0) {
      if (this->give(0, block, edt, 0, ocr::Mode::read_only) != ocr::k_ok)
        P::require(this->give(0, ocr::k_null, edt, 0) == ocr::k_ok, "the slot was open");
      return;
    }
    P::require(this->engine.destroy_block(this->threads[1], block) == ocr::k_ok, "it is destroyed once");
    for (int tries = 0; tries < 4 && !freed; ++tries) this->engine.collect(this->threads[1]);
  }
  void after() {
    P::require(static_cast<int>(ran) == 1, "it has run, once");
    for (int tries = 0; tries < 4 && !freed; ++tries) this->engine.collect(this->threads[1]);
    P::require(freed, "nobody holds the block back when all is over");
  }
};

}  // namespace heddle::model
