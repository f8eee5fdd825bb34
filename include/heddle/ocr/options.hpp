// heddle/ocr/options.hpp: where tasks run and blocks lie. Part of heddle/ocr.hpp.
//
//     spawn(at(affinity_at(1)), work, rw(a));
//     block<double[]> a(n, at(affinity_at(1)) | memory::fast);
#pragma once

#include "error.hpp"

namespace heddle::ocr {

/// A place of the machine: a NUMA node that has processors. Bytes; none at first.
class affinity {
 public:
  affinity() = default;
  /// @param guid  of ocrAffinityGetAt
  explicit affinity(ocrGuid_t guid) noexcept : guid_(guid) {}
  /// what C calls it
  [[nodiscard]] ocrGuid_t guid() const noexcept { return guid_; }

 private:
  ocrGuid_t guid_ = NULL_GUID;
};

/// How many affinities there are.
inline u64 affinity_count() {
  u64 count = 1;
  (void)ocrAffinityCount(AFFINITY_PD, &count);
  return count;
}

/// The affinity of that index. @throws error  there are not as many
inline affinity affinity_at(u64 index, const std::source_location& where = std::source_location::current()) {
  ocrGuid_t guid;
  detail::check(ocrAffinityGetAt(AFFINITY_PD, index, &guid), "ocrAffinityGetAt", where);
  return affinity(guid);
}

/// The affinity of the worker that calls.
inline affinity current_affinity() {
  ocrGuid_t guid = NULL_GUID;
  (void)ocrAffinityGetCurrent(&guid);
  return affinity(guid);
}

/// Which memory of a place a block gets.
enum class memory {
  any,     ///< as HEDDLE_OCR_MEMORY says
  fast,    ///< the fastest
  middle,  ///< between fastest and slowest
  slow     ///< the slowest
};

/// What may be said of a task or a block; joined by |.
struct options {
  u64 place = 0;                 ///< an affinity, as a hint's value; 0: none
  heddle::ocr::memory tier{};    ///< of a block
  u64 priority = 0;              ///< of a task: higher first; 0: none
  bool scope = false;            ///< a task is over when all that is made below it is over
  std::source_location where{};  ///< where the call is written
};

/// At an affinity.
inline options at(const affinity& place, std::source_location where = std::source_location::current()) {
  return {.place = ocrAffinityToHintValue(place.guid()), .where = where};
}

/// Where what has this GUID is.
inline options near(ocrGuid_t object, std::source_location where = std::source_location::current()) {
  u64 count = 1;
  ocrGuid_t found = NULL_GUID;
  detail::check(ocrAffinityQuery(object, &count, &found), "ocrAffinityQuery", where);
  return at(affinity(found), where);
}

/// Where a block lies: a block, its id, or anything else with a GUID.
template <class Named>
  requires requires(const Named& named) { named.guid(); }
options near(const Named& named, std::source_location where = std::source_location::current()) {
  return near(named.guid(), where);
}

/// Before tasks of a lower priority that are ready.
inline options priority(u64 value, std::source_location where = std::source_location::current()) {
  return {.priority = value, .where = where};
}

/// Is over when all that is made below it is over.
inline options scope(std::source_location where = std::source_location::current()) {
  return {.scope = true, .where = where};
}

/// Both; what stands on the left comes first.
inline options operator|(options left, const options& right) noexcept {
  if (left.place == 0) left.place = right.place;
  if (left.tier == memory::any) left.tier = right.tier;
  if (left.priority == 0) left.priority = right.priority;
  left.scope = left.scope || right.scope;
  return left;
}

/// With this memory.
inline options operator|(options left, memory tier) noexcept {
  left.tier = tier;
  return left;
}

namespace detail {

/// C's hint for an EDT or a block, where there is something to say.
class hint {
 public:
  static hint of_edt(const options& said) noexcept {
    hint made;
    if (said.place == 0 && said.priority == 0) return made;
    made.begin(OCR_HINT_EDT_T);
    if (said.place != 0) (void)ocrSetHintValue(&made.hint_, OCR_HINT_EDT_AFFINITY, said.place);
    if (said.priority != 0) (void)ocrSetHintValue(&made.hint_, OCR_HINT_EDT_PRIORITY, said.priority);
    return made;
  }
  static hint of_block(const options& said) noexcept {
    hint made;
    if (said.place == 0 && said.tier == memory::any) return made;
    made.begin(OCR_HINT_DB_T);
    if (said.place != 0) (void)ocrSetHintValue(&made.hint_, OCR_HINT_DB_AFFINITY, said.place);
    if (said.tier == memory::fast) (void)ocrSetHintValue(&made.hint_, OCR_HINT_DB_HIGHBW, 1);
    if (said.tier == memory::middle) (void)ocrSetHintValue(&made.hint_, OCR_HINT_DB_INTER, 1);
    if (said.tier == memory::slow) (void)ocrSetHintValue(&made.hint_, OCR_HINT_DB_FAR, 1);
    return made;
  }
  ocrHint_t* get() noexcept { return given_ ? &hint_ : NULL_HINT; }

 private:
  void begin(ocrHintType_t type) noexcept {
    given_ = true;
    (void)ocrHintInit(&hint_, type);
  }

  ocrHint_t hint_;
  bool given_ = false;
};

}  // namespace detail

}  // namespace heddle::ocr
