// heddle/ocr/events.hpp: what blocks come through: events, channels, labels, reductions. Part of heddle/ocr.hpp.
//
//     auto rows = channel<double[]>::make(2);
//     rows.send(std::move(row));
//     spawn(work, take(rows));
//
// All of them are names, bytes that may lie in blocks and be arguments of tasks.
#pragma once

#include <array>
#include <cstring>

#include "block.hpp"

namespace heddle::ocr {

namespace detail {

inline ocrGuid_t new_event(ocrEventTypes_t kind, ocrEventParams_t& parameters, const std::source_location& where) {
  ocrGuid_t guid;
  check(ocrEventCreateParams(&guid, kind, EVT_PROP_TAKES_ARG, &parameters), "ocrEventCreateParams", where);
  return guid;
}

/// Lets go of the block, then satisfies.
template <class T>
void put(ocrGuid_t event, block<T>& given, const std::source_location& where) {
  const ocrGuid_t guid = given.guid();
  given.release(where);
  check(ocrEventSatisfy(event, guid), "ocrEventSatisfy", where);
}

}  // namespace detail

/// An event that is satisfied once, by a block of T, and stays until destroy(). Names nothing at first.
template <class T>
class event {
 public:
  event() = default;
  /// @param guid  of a sticky or idempotent event
  explicit event(ocrGuid_t guid) noexcept : guid_(guid) {}
  /// A new one. @throws error  OCR_ENOMEM
  static event make(const std::source_location& where = std::source_location::current()) {
    event made;
    detail::check(ocrEventCreate(&made.guid_, OCR_EVENT_STICKY_T, EVT_PROP_TAKES_ARG), "ocrEventCreate", where);
    return made;
  }
  /// what C calls it
  [[nodiscard]] ocrGuid_t guid() const noexcept { return guid_; }
  /// Does it name something?
  explicit operator bool() const noexcept { return !ocrGuidIsNull(guid_); }
  /// Lets go of the block and hands it on. @throws error  OCR_EPERM: the second time
  void put(block<T>&& given, const std::source_location& where = std::source_location::current()) const {
    detail::put(guid_, given, where);
  }

 private:
  ocrGuid_t guid_ = NULL_GUID;
};

/// Hands on blocks of T in the order in which they were sent, each to one task. Names nothing at first.
template <class T>
class channel {
 public:
  channel() = default;
  /// @param guid  of a channel event
  explicit channel(ocrGuid_t guid) noexcept : guid_(guid) {}
  /// A new one. @param ahead  how many blocks, or tasks, may be ahead of the other side before that is reported
  static channel make(u32 ahead = EVENT_CHANNEL_UNBOUNDED,
                      const std::source_location& where = std::source_location::current()) {
    ocrEventParams_t parameters{};
    parameters.EVENT_CHANNEL = {.maxGen = ahead, .nbSat = 1, .nbDeps = 1};
    return channel(detail::new_event(OCR_EVENT_CHANNEL_T, parameters, where));
  }
  /// what C calls it
  [[nodiscard]] ocrGuid_t guid() const noexcept { return guid_; }
  /// Does it name something?
  explicit operator bool() const noexcept { return !ocrGuidIsNull(guid_); }
  /// Lets go of the block and sends it.
  void send(block<T>&& given, const std::source_location& where = std::source_location::current()) const {
    detail::put(guid_, given, where);
  }

 private:
  ocrGuid_t guid_ = NULL_GUID;
};

/// The event is no more; tasks that wait for it never start.
template <class T>
void destroy(const event<T>& named, const std::source_location& where = std::source_location::current()) {
  detail::check(ocrEventDestroy(named.guid()), "ocrEventDestroy", where);
}
/// The channel is no more; tasks that wait for it never start.
template <class T>
void destroy(const channel<T>& named, const std::source_location& where = std::source_location::current()) {
  detail::check(ocrEventDestroy(named.guid()), "ocrEventDestroy", where);
}

/// N events for blocks of T whose names are known before there are events: who asks first makes one.
template <class T, std::size_t N>
class labels {
 public:
  labels() = default;
  /// New names.
  static labels make(const std::source_location& where = std::source_location::current()) {
    labels made;
    detail::check(ocrGuidRangeCreate(&made.range_, N, GUID_USER_EVENT_STICKY), "ocrGuidRangeCreate", where);
    return made;
  }
  /// The event of that index. @throws error  OCR_EINVAL: index is not below N
  event<T> operator[](std::size_t index) const {
    const auto where = std::source_location::current();
    ocrGuid_t label;
    detail::check(ocrGuidFromIndex(&label, range_, index), "ocrGuidFromIndex", where);
    const u8 code = ocrEventCreate(&label, OCR_EVENT_STICKY_T, static_cast<u16>(EVT_PROP_TAKES_ARG | GUID_PROP_CHECK));
    if (code != OCR_EGUIDEXISTS) detail::check(code, "ocrEventCreate", where);
    return event<T>(label);
  }
  /// How many names.
  static constexpr std::size_t size() noexcept { return N; }
  /// what C calls the range
  [[nodiscard]] ocrGuid_t guid() const noexcept { return range_; }

 private:
  ocrGuid_t range_ = NULL_GUID;
};

/// The names are no more; events that have them stay.
template <class T, std::size_t N>
void destroy(const labels<T, N>& named, const std::source_location& where = std::source_location::current()) {
  detail::check(ocrGuidRangeDestroy(named.guid()), "ocrGuidRangeDestroy", where);
}

/// How contributions are combined.
enum class combine { sum, product, least, greatest };

namespace detail {

/// C's operation: operator, type, bytes (extensions/ocr-reduction-event.h).
template <class T>
constexpr redOp_t operation_of(combine how) noexcept {
  const bool order = how == combine::least || how == combine::greatest;
  const unsigned type = std::is_floating_point_v<T> ? 3 : std::is_signed_v<T> && order ? 2 : 1;
  return static_cast<redOp_t>(sizeof(T) << 8 | type << 4 | (static_cast<unsigned>(how) + 1));
}

/// A rank's side of a reduction.
template <class T>
struct rank_source {
  ocrGuid_t guid;
  u32 rank;
};

}  // namespace detail

/// A value of T from each rank, combined, for all ranks, again and again. Floating point is combined in rank order.
template <class T>
class reduce {
 public:
  static_assert((std::is_integral_v<T> || std::is_floating_point_v<T>) && (sizeof(T) == 8 || sizeof(T) == 4),
                "heddle::ocr::reduce: the values are integers or floating-point numbers of 4 or 8 bytes");
  reduce() = default;
  /// A new one. @throws error  OCR_EINVAL: no ranks
  static reduce make(u32 ranks, combine how, const std::source_location& where = std::source_location::current()) {
    ocrEventParams_t parameters{};
    parameters.EVENT_COLLECTIVE = {.maxGen = 2,
                                   .nbContribs = ranks,
                                   .nbContribsPd = ranks,
                                   .nbDatum = 1,
                                   .arity = 2,
                                   .op = detail::operation_of<T>(how),
                                   .type = COL_ALLREDUCE,
                                   .reuseDbPerGen = false};
    reduce made;
    made.guid_ = detail::new_event(OCR_EVENT_COLLECTIVE_T, parameters, where);
    return made;
  }
  /// what C calls it
  [[nodiscard]] ocrGuid_t guid() const noexcept { return guid_; }
  /// The rank's contribution to its next round.
  void give(u32 rank, T value, const std::source_location& where = std::source_location::current()) const {
    detail::check(ocrEventCollectiveSatisfySlot(guid_, &value, rank), "ocrEventCollectiveSatisfySlot", where);
  }
  /// What a task of that rank gets by ro(): the result of the rank's next round.
  [[nodiscard]] detail::rank_source<T> of(u32 rank) const noexcept { return {guid_, rank}; }

 private:
  ocrGuid_t guid_ = NULL_GUID;
};

/// The reduction is no more.
template <class T>
void destroy(const reduce<T>& named, const std::source_location& where = std::source_location::current()) {
  detail::check(ocrEventDestroy(named.guid()), "ocrEventDestroy", where);
}

}  // namespace heddle::ocr
