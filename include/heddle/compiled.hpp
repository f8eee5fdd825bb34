// heddle/compiled.hpp: what programs in C++ call that heddlec has translated; see compiled.h. Nobody writes these calls
// by hand; docs/heddlec.md is the page.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <exception>
#include <limits>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "compiled.h"
#include "detail/task_body.hpp"

namespace heddle::compiled {

/// What a directive says of a task besides its body.
struct task_options {
  std::uint32_t flags;    ///< of enum heddle_task_flag
  const char* name;       ///< its label; null: none
  const char* where;      ///< "file:line"
  std::int32_t priority;  ///< above 0: before others
  bool deferred;          ///< false: if(0), runs here once its accesses allow it
};

/// A list of accesses whose length is known when it is made.
class access_list {
 public:
  /// Room for so many.
  explicit access_list(std::size_t most) : list_(std::make_unique<heddle_access[]>(most + 1)) {}
  /// The access at this place.
  heddle_access& operator[](std::size_t at) noexcept { return list_[at]; }

 private:
  std::unique_ptr<heddle_access[]> list_;
};

namespace detail {

/// A body that is to run as a task.
template <class Body>
struct spawned {
  /// Its name and place.
  heddle::detail::named_place named;
  /// The body.
  Body body;
  /// How the task is called in messages.
  heddle::detail::thrown_by task() const noexcept { return {named.name, nullptr}; }
};

/// Runs the body.
template <class Body>
void run(void* self) noexcept {
  auto& closure = *static_cast<spawned<Body>*>(self);
  constexpr bool plain = heddle::detail::is_bytes<spawned<Body>>;
  const bool skipped = !plain && heddle_task_skipped() != 0;
  try {
    if (!skipped) closure.body();
  } catch (...) {
    heddle::detail::keep_exception(closure.task());
  }
  if constexpr (!plain) closure.~spawned<Body>();
}

/// Moves a body to another place.
template <class Body>
void move(void* to, void* from) {
  new (to) spawned<Body>(std::move(*static_cast<spawned<Body>*>(from)));
}

}  // namespace detail

/// A task of OmpSs-2.
template <class Body>
void task(const task_options& options, Body&& body, const heddle_access* accesses, std::size_t count) {
  using Closure = detail::spawned<std::decay_t<Body>>;
  if (!options.deferred) {
    if (count != 0) heddle_compiled_wait_for(accesses, count, options.flags & HEDDLE_TASK_RANGES, options.where);
    std::forward<Body>(body)();
    return;
  }
  Closure closure{{options.name, {}}, std::forward<Body>(body)};
  heddle_task made{};
  made.bytes = sizeof made;
  made.flags = options.flags;
  made.body = &detail::run<std::decay_t<Body>>;
  made.argument = &closure;
  made.argument_bytes = sizeof closure;
  made.argument_alignment = alignof(Closure);
  if constexpr (!heddle::detail::is_bytes<Closure>) {
    made.copy = &detail::move<std::decay_t<Body>>;
    made.flags |= HEDDLE_TASK_RUN_IF_CANCELLED;
  }
  made.accesses = accesses;
  made.access_count = count;
  made.priority = options.priority;
  made.name = options.name;
  made.where = options.where;
  heddle_compiled_spawn(&made);
}

/// taskwait; throws what a task has thrown.
inline void wait(const char* where) {
  heddle_failure failure{};
  const int code = heddle_wait(&failure);
  if (code == HEDDLE_TASK_FAILED) heddle::detail::rethrow(failure);
  if (code != HEDDLE_OK) heddle_compiled_refused(code, where);
}

/// A part joins its target: join(target, part).
template <class T, class Join>
void join(T* target, T* part, Join) {
  heddle_reduction_combine(target, part,
                           [](void* into, void* from) { Join{}(*static_cast<T*>(into), *static_cast<T*>(from)); });
}

/// What min begins with.
template <class T>
constexpr auto min_identity() {
  using Plain = std::remove_cvref_t<T>;
  return std::numeric_limits<Plain>::has_infinity ? std::numeric_limits<Plain>::infinity()
                                                  : std::numeric_limits<Plain>::max();
}
/// What max begins with.
template <class T>
constexpr auto max_identity() {
  using Plain = std::remove_cvref_t<T>;
  return std::numeric_limits<Plain>::has_infinity ? static_cast<Plain>(-std::numeric_limits<Plain>::infinity())
                                                  : std::numeric_limits<Plain>::lowest();
}

/// A value as a word of a key.
template <class T>
std::uint64_t word(const T& value) {
  if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    return static_cast<std::uint64_t>(value);
  } else if constexpr (std::is_pointer_v<T>) {
    return reinterpret_cast<std::uintptr_t>(value);
  } else {
    static_assert(sizeof(T) <= 8 && std::is_trivially_copyable_v<T>,
                  "the creation code of a static region reads numbers and pointers");
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
  }
}

/// What the bodies of a region share: pointers, and values that are copied at every entry.
template <class... Values>
auto record(Values... values) {
  static_assert((std::is_trivially_destructible_v<Values> && ...), "what a static region copies has no destructor");
  return std::tuple<Values...>(values...);
}

/// One entry to a static region.
template <class Record>
class region {
 public:
  /// Enters it.
  region(heddle_site& site, const heddle_entry& entry, const Record&) {
    describe_ = heddle_site_enter(&site, &entry, &run_) == HEDDLE_DESCRIBE;
  }
  region(const region&) = delete;
  region& operator=(const region&) = delete;

  /// Whether the creation code has to run.
  bool describe() const noexcept { return describe_; }
  /// What came before is over before what comes behind begins.
  void barrier() { heddle_site_barrier(run_); }
  /// A task. body(record, heddle_body&); `Quiet`: no body of the region can throw
  template <bool Quiet, class Body>
  void task(heddle_site_work work, Body body, const heddle_access* accesses, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<Body> && alignof(Body) <= 16,
                  "what a static region's task copies are bytes");
    work.body = &call<Quiet, Body>;
    work.argument_bytes = sizeof body;
    heddle_site_task(run_, &work, &body, accesses, count);
  }
  /// A loop. body(record, heddle_body&) runs a chunk of it
  template <bool Quiet, class Body>
  void loop(heddle_site_cut cut, Body body, const heddle_chunk_access* uses, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<Body> && alignof(Body) <= 16,
                  "what a static region's loop copies are bytes");
    cut.body = &call<Quiet, Body>;
    cut.argument_bytes = sizeof body;
    heddle_site_loop(run_, &cut, &body, uses, count);
  }
  /// What compiled.h's functions call it.
  heddle_activation* run() const noexcept { return run_; }
  /// Replays so often, waits, throws what a body has thrown.
  void leave(std::uint32_t laps) {
    if (void* const failed = heddle_site_leave(run_, laps); failed != nullptr) {
      const std::unique_ptr<std::exception_ptr> kept(static_cast<std::exception_ptr*>(failed));
      std::rethrow_exception(*kept);
    }
  }

 private:
  template <class Body>
  static void invoke(heddle_body& body) {
    const auto& described = *static_cast<const Body*>(heddle_body_argument(&body));
    if constexpr (std::is_invocable_v<const Body&, Record&, heddle_body&>) {
      described(*static_cast<Record*>(body.record), body);
    } else {
      Body copy = described;  // it changes what was copied into it, and runs again
      copy(*static_cast<Record*>(body.record), body);
    }
  }

  template <bool Quiet, class Body>
  static void call(void* given) noexcept {
    auto& body = *static_cast<heddle_body*>(given);
    if constexpr (Quiet) return invoke<Body>(body);
    if (heddle_site_failed(&body) != 0) return;
    try {
      invoke<Body>(body);
    } catch (...) {
      auto kept = std::make_unique<std::exception_ptr>(std::current_exception());
      if (heddle_site_fail(&body, kept.get()) != 0) kept.release();
    }
  }

  heddle_activation* run_ = nullptr;
  bool describe_ = false;
};

}  // namespace heddle::compiled
