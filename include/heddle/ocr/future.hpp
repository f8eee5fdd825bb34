// heddle/ocr/future.hpp: what a task will have returned. Part of heddle/ocr.hpp.
//
//     future<int> sum = spawn(add, 1, 2);
//     spawn(print, std::move(sum));        // print(int) runs when it is there
//
// A future is used once: given to a task, returned by one, or waited for. One that is not used is given up, and its
// value with it. Behind it is a counted event for one dependence, so it makes no difference whether the task has ended
// before somebody asks.
#pragma once

#include <bit>

#include "events.hpp"

namespace heddle::ocr {

template <class T>
class future;

namespace detail {

template <class T>
inline constexpr bool is_block = false;
template <class T>
inline constexpr bool is_block<block<T>> = true;

/// Destroys the block of a value that nobody wants, when it is there.
inline void give_up_value(ocrGuid_t source) noexcept {
  ocrGuid_t from;
  ocrGuid_t edt;
  const ocrEdt_t drop = [](u32, u64*, u32, ocrEdtDep_t depv[]) {
    (void)ocrDbDestroy(depv[0].guid);
    return NULL_GUID;
  };
  if (ocrEdtTemplateCreate_internal(&from, drop, 0, 1, "give_up_value") != 0) return;
  if (ocrEdtCreate(&edt, from, 0, nullptr, 1, nullptr, EDT_PROP_NONE, NULL_HINT, nullptr) == 0)
    (void)ocrAddDependence(source, edt, 0, DB_MODE_RO);
  (void)ocrEdtTemplateDestroy(from);
}

/// Waits for an event, by a sticky one that may be asked. @returns its block, held where `data` is asked for
inline ocrGuid_t wait_for(ocrGuid_t event, void** data, const std::source_location& where) {
  ocrGuid_t sticky;
  ocrGuid_t guid = NULL_GUID;
  check(ocrEventCreate(&sticky, OCR_EVENT_STICKY_T, EVT_PROP_TAKES_ARG), "ocrEventCreate", where);
  const u8 linked = ocrAddDependence(event, sticky, 0, DB_MODE_RO);
  const u8 code = linked != 0 ? linked : ocrLegacyBlockProgress(sticky, &guid, data, nullptr, LEGACY_PROP_NONE);
  (void)ocrEventDestroy(sticky);
  check(linked, "ocrAddDependence", where);
  if (code != 0) throw stopped(where);  // the event is ours: nothing else can be wrong
  return guid;
}

/// A block with a value; the caller has let go of it.
template <class T>
ocrGuid_t block_of(const T& value, const std::source_location& where) {
  ocrGuid_t guid;
  void* data = nullptr;
  check(ocrDbCreate(&guid, &data, sizeof(T), DB_PROP_NONE, NULL_HINT, NO_ALLOC), "ocrDbCreate", where);
  std::memcpy(data, &value, sizeof(T));
  check(ocrDbRelease(guid), "ocrDbRelease", where);
  return guid;
}

}  // namespace detail

/// A value to come: of a task that returns T. T is void, plain bytes, or a block<U>.
template <class T>
class future {
 public:
  static_assert(std::is_void_v<T> || detail::is_block<T> || detail::bytes<T>,
                "heddle::ocr::future: a task returns nothing, plain bytes, a block, or a future of these");
  /// what it will be
  using value_type = T;

  future() = default;
  /// One that is there already.
  template <class Value>
    requires(!std::is_void_v<T> && !detail::is_block<T> && std::is_convertible_v<const Value&, T>)
  explicit future(const Value& value, const std::source_location& where = std::source_location::current())
      : guid_(detail::block_of<T>(value, where)), ready_(true) {}
  /// @param guid  of a counted event for one dependence
  explicit future(ocrGuid_t guid) noexcept : guid_(guid) {}
  /// Takes over.
  future(future&& other) noexcept : guid_(std::exchange(other.guid_, NULL_GUID)), ready_(other.ready_) {}
  /// Takes over; gives up what it stood for.
  future& operator=(future&& other) noexcept {
    give_up();
    guid_ = std::exchange(other.guid_, NULL_GUID);
    ready_ = other.ready_;
    return *this;
  }
  ~future() { give_up(); }

  /// Does it stand for a value?
  [[nodiscard]] bool valid() const noexcept { return !ocrGuidIsNull(guid_); }

  /// Waits, and gives the value, once; other tasks run meanwhile. A task that can be spawned instead is cheaper.
  /// @throws error  OCR_EINVAL: it stands for nothing; stopped: the runtime was shut down
  T get(const std::source_location& where = std::source_location::current()) {
    if (!valid()) detail::refuse(OCR_EINVAL, "future::get", where);
    const ocrGuid_t from = std::exchange(guid_, NULL_GUID);
    if constexpr (std::is_void_v<T>) {
      (void)detail::wait_for(from, nullptr, where);
    } else {
      void* data = nullptr;
      const ocrGuid_t found = detail::wait_for(from, &data, where);
      if constexpr (detail::is_block<T>) {
        return T({found, static_cast<typename T::element*>(data)});
      } else {
        if (data == nullptr) detail::refuse(OCR_EINVAL, "future::get", where);
        std::array<char, sizeof(T)> raw;
        std::memcpy(raw.data(), data, sizeof(T));
        (void)ocrDbDestroy(found);
        return std::bit_cast<T>(raw);
      }
    }
  }

  /// Hands it over to C: the GUID of a block, or of a counted event for one dependence.
  [[nodiscard]] ocrGuid_t take() noexcept { return std::exchange(guid_, NULL_GUID); }

 private:
  void give_up() noexcept {
    if (!valid()) return;
    const ocrGuid_t from = std::exchange(guid_, NULL_GUID);
    if constexpr (std::is_void_v<T> || detail::is_block<T>) {
      (void)ocrEventDestroy(from);
    } else if (ready_) {
      (void)ocrDbDestroy(from);
    } else {
      detail::give_up_value(from);
    }
  }

  ocrGuid_t guid_ = NULL_GUID;
  bool ready_ = false;
};

}  // namespace heddle::ocr
