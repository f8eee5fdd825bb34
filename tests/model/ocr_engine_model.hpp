// OCR's engine itself under the explorer: Engine, unmodified, on a heap whose places hold constructed atomics, as the
// explorer wants them, and with no labels.
//
// What is no atomic in the engine's objects (a block's flags, a slot's words) is read as it was written last; data
// races are found in what the programs keep in plain<T> beside them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "ocr/engine.hpp"

namespace heddle::model {

/// @tparam k_variant  tells the engines of seeded bugs from each other
template <class E, int k_variant = 0>
struct OcrPlatform : E {};

}  // namespace heddle::model

namespace heddle::ocr {

/// No program here computes a GUID.
template <class E, int k_variant>
class Labels<model::OcrPlatform<E, k_variant>> {
 public:
  Guid real(Guid label) const noexcept { return label; }
  void set(Guid, Guid) noexcept {}
  void clear(Guid, Guid) noexcept {}
};

/// Places for EDTs of one and two slots, and others; each keeps its kind, and the one freed last is used next.
template <class E, int k_variant>
class ObjectHeap<model::OcrPlatform<E, k_variant>> {
  using P = model::OcrPlatform<E, k_variant>;
  static constexpr std::size_t k_bytes = 512;
  static constexpr std::uint32_t k_slots = 2;
  enum : std::uint8_t { k_edt, k_other };
  static_assert(sizeof(Edt<P>) + k_slots * sizeof(Slot<P>) <= k_bytes);

 public:
  ObjectHeap() = default;
  ObjectHeap(const ObjectHeap&) = delete;
  ObjectHeap& operator=(const ObjectHeap&) = delete;
  ~ObjectHeap() {
    for (char* const place : places_) {
      if (object_at(place)->size_class == k_edt) {
        for (std::uint32_t index = 0; index < k_slots; ++index) std::destroy_at(slots_at(place) + index);
        std::destroy_at(reinterpret_cast<Edt<P>*>(place));
      } else {
        std::destroy_at(object_at(place));
      }
      ::operator delete(place, std::align_val_t{k_line});
    }
  }
  bool open() noexcept { return true; }
  void close() noexcept {}

  Object<P>* allocate(Cache<P>&, std::size_t bytes) noexcept {
    const bool is_edt = bytes == Edt<P>::bytes_inline(1, 0) || bytes == Edt<P>::bytes_inline(2, 0);
    Object<P>* const object = is_edt ? take(k_edt) : take(k_other);
    object->flags = 0;
    object->number = 0;
    ++in_use;
    return object;
  }
  void release(Cache<P>&, Object<P>& object) noexcept {
    E::require(in_use-- > 0, "no place is freed twice");
    if (object.kind == Kind::block && block_goes != nullptr) block_goes(listener);
    free_[object.size_class].push_back(&object);
  }
  Object<P>* at(Guid guid) const noexcept { return guid::plausible(guid) ? at_line_of(guid) : nullptr; }
  Object<P>* at_line_of(Guid guid) const noexcept {
    const Guid line = guid::line(guid);
    return line < places_.size() ? object_at(places_[line]) : nullptr;
  }
  Guid line_of(const Object<P>& object) const noexcept {
    Guid line = 0;
    while (static_cast<const void*>(places_[line]) != static_cast<const void*>(&object)) ++line;
    return line;
  }

  int in_use = 0;
  void (*block_goes)(void* listener) = nullptr;
  void* listener = nullptr;

 private:
  static Object<P>* object_at(char* place) noexcept { return reinterpret_cast<Object<P>*>(place); }
  static Slot<P>* slots_at(char* place) noexcept { return reinterpret_cast<Slot<P>*>(place + sizeof(Edt<P>)); }

  Object<P>* take(std::uint8_t what) {
    if (!free_[what].empty()) {
      Object<P>* const object = free_[what].back();
      free_[what].pop_back();
      return object;
    }
    auto* const place = static_cast<char*>(::operator new(k_bytes, std::align_val_t{k_line}));
    std::memset(place, 0, k_bytes);
    if (what == k_edt) {
      ::new (place) Edt<P>();
      for (std::uint32_t index = 0; index < k_slots; ++index) ::new (slots_at(place) + index) Slot<P>();
    } else {
      ::new (place) Object<P>();
    }
    object_at(place)->size_class = what;
    places_.push_back(place);
    return object_at(place);
  }

  std::vector<char*> places_;
  std::vector<Object<P>*> free_[2];
};

}  // namespace heddle::ocr

namespace heddle::model {

/// An engine with a template without parameters, and a Thread for each of the model's. Program says what an EDT does
/// that is ready, in `void ready(Thread&, Edt&)`.
template <class P, class Program>
class OcrWorld : public ocr::Port<P> {
 public:
  using T = ocr::Thread<P>;
  static constexpr int k_most_threads = 3;

  OcrWorld(const OcrWorld&) = delete;
  OcrWorld& operator=(const OcrWorld&) = delete;
  ~OcrWorld() = default;

  ocr::Engine<P> engine{*this};
  T threads[k_most_threads];
  ocr::Guid from = ocr::k_null;
  typename P::template plain<int> late_errors{0};

  /// An EDT whose slots are open.
  ocr::Guid make(int who, std::uint32_t slots) {
    ocr::Guid made = ocr::k_null;
    const int code = engine.create_edt(threads[who], made, {.from = from, .slot_count = slots}, [](ocr::Guid) {});
    P::require(code == ocr::k_ok, "an EDT is made");
    return made;
  }
  int give(int who, ocr::Guid value, ocr::Guid edt, std::uint32_t slot, ocr::Mode mode = ocr::Mode::read_write) {
    return engine.add_dependence(threads[who], value, 0, edt, slot, mode);
  }
  /// From its begin to its end, with `body(slots)` between.
  template <class Body>
  void run(T& thread, ocr::Edt<P>& edt, const Body& body) {
    ocr::Frame<P> frame;
    engine.begin(thread, edt, frame);
    body(edt.slots());
    engine.end(thread, frame, ocr::k_null);
  }
  int number_of(const T& thread) const { return static_cast<int>(&thread - threads); }

  void ready(T& thread, ocr::Edt<P>& edt) noexcept override { static_cast<Program*>(this)->runs(thread, edt); }
  void late_error(const char*, ocr::Guid, int, ocr::Edt<P>*) noexcept override {
    late_errors = static_cast<int>(late_errors) + 1;
  }
  bool places_data(const ocr::Hints*) noexcept override { return false; }
  std::uint32_t locality_of(const ocr::Edt<P>&, std::uint32_t) noexcept override { return ocr::k_no_locality; }
  void* allocate_data(std::size_t, const ocr::Hints*, std::uint32_t&) noexcept override { return nullptr; }
  void release_data(void*, std::size_t) noexcept override {}
  void tell_caller(ocr::Slot<P>&, ocr::Guid) noexcept override {}
  void label_changed() noexcept override {}

 protected:
  OcrWorld() {
    for (T& thread : threads) engine.enter(thread);
    ocr::Template<P> what{};
    what.body = [](std::uint32_t, std::uint64_t*, std::uint32_t, void*) { return ocr::k_null; };
    what.slot_count = ocr::k_unknown;
    P::require(engine.create_template(threads[0], from, what) == ocr::k_ok, "a template is made");
  }
};

}  // namespace heddle::model
