// UrgentQueue: the ready tasks of a team that cannot go into a worker's own queue: those with a priority, which any
// worker takes before others, and those made ready by a thread outside the team.
//
// Each seat has a place of its own (urgent_heap.hpp), outsiders share one; a bit for each place says whether it is
// occupied, and a number in it how urgent its first task is. Who takes a task looks at these numbers and goes to the
// highest. So threads meet in a lock only where they take from one place, and a word that all write changes only when
// a place becomes occupied or empty.
//
// Promised: a task is not taken while one of higher priority has been in the queue since before take() began to look;
// among equals of one seat the oldest comes first. The places are made with the first task: a program without
// priorities pays the load of a null pointer.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <new>

#include "base/cache_line.hpp"
#include "base/check.hpp"
#include "graph/scheduler.hpp"
#include "graph/task.hpp"
#include "graph/urgent_heap.hpp"
#include "probe/unseen.hpp"

namespace heddle::graph {

template <class P>
class UrgentQueue {
 public:
  explicit UrgentQueue(Seat seats) noexcept : seats_(seats) {}
  UrgentQueue(const UrgentQueue&) = delete;
  UrgentQueue& operator=(const UrgentQueue&) = delete;
  ~UrgentQueue() {
    // order: relaxed — the team is gone.
    delete places_.load(std::memory_order_relaxed);
  }

  /// @param seat  the caller's, or k_no_seat
  void put(Task<P>& task, Seat seat) noexcept {
    Places* const places = made();
    (places == nullptr ? make() : *places).of(seat == k_no_seat ? seats_ : seat).put(task);
  }

  /// After a seq_cst fence a task that was put before is not overlooked.
  bool empty() const noexcept {
    const Places* const places = made();
    return places == nullptr || places->all_empty();
  }

  /// How many of the seat's own tasks there are; a hint.
  std::uint32_t backlog(Seat seat) const noexcept {
    Places* const places = made();
    return places == nullptr ? 0 : places->of(seat).size();
  }

  /// The most urgent task, or null. Of equals those of the caller's seat come first.
  Task<P>* take(Seat seat) noexcept {
    Places* const places = made();
    if (places == nullptr) return nullptr;
    for (Seat first = places->first(seat); first != k_no_seat; first = places->first(seat)) {
      if (Task<P>* const task = places->of(first).take()) return task;
    }
    return nullptr;
  }

  /// A descendant of `ancestor`, or null: in the most urgent place first, then in the seat's own, then elsewhere.
  Task<P>* take_descendant(Seat seat, const Task<P>& ancestor) noexcept {
    Places* const places = made();
    if (places == nullptr) return nullptr;
    const Seat first = places->first(seat);
    if (first == k_no_seat) return nullptr;
    std::uint64_t* const seen = places->seen_by(seat, ancestor);
    const auto look = [&](Seat place) { return places->of(place).take_descendant(ancestor, seen[place]); };
    if (Task<P>* const task = look(first)) return task;
    if (Task<P>* const task = first == seat ? nullptr : look(seat)) return task;
    return places->search([&](Seat place) { return place == first || place == seat ? nullptr : look(place); });
  }

 private:
  static constexpr Seat k_word = 64;
  using Place = UrgentHeap<P>;
  using Word = typename P::template atomic<std::uint64_t>;

  // What the worker of a seat has seen, for the ancestor it asked about last.
  struct alignas(base::k_line_bytes) FamilyCursor {
    const Task<P>* ancestor = nullptr;
    std::unique_ptr<std::uint64_t[]> births;
  };

  class Places {
   public:
    explicit Places(Seat seats)
        : count_(seats + 1),  // and that of outsiders
          occupied_(std::make_unique<Word[]>(words())),
          places_(std::make_unique<Place[]>(count_)),
          seen_(std::make_unique<FamilyCursor[]>(seats)) {
      for (Seat word = 0; word < words(); ++word) {
        occupied_[word].store(0, std::memory_order_relaxed);  // order: relaxed — nobody knows of it yet
      }
      for (Seat place = 0; place < count_; ++place) {
        places_[place].set_up(occupied_[place / k_word], std::uint64_t{1} << place % k_word);
      }
      for (Seat seat = 0; seat < seats; ++seat) seen_[seat].births = std::make_unique<std::uint64_t[]>(count_);
    }

    Place& of(Seat seat) const noexcept { return places_[seat]; }

    bool all_empty() const noexcept {
      for (Seat word = 0; word < words(); ++word) {
        if (occupied_in(word) != 0) return false;
      }
      return true;
    }

    /// The place whose first task is the most urgent, or k_no_seat.
    Seat first(Seat seat) const noexcept {
      Seat best = k_no_seat;
      std::int64_t summit = Place::k_none;
      each([&](Seat place) {
        const std::int64_t here = places_[place].summit();
        if (here > summit || (here == summit && place == seat)) {
          summit = here;
          best = place;
        }
        return false;
      });
      return summit == Place::k_none ? k_no_seat : best;
    }

    template <class Look>
    Task<P>* search(const Look& look) const noexcept {
      Task<P>* task = nullptr;
      each([&](Seat place) { return (task = look(place)) != nullptr; });
      return task;
    }

    std::uint64_t* seen_by(Seat seat, const Task<P>& ancestor) noexcept {
      FamilyCursor& seen = seen_[seat];
      if (seen.ancestor != &ancestor) {
        seen.ancestor = &ancestor;
        const probe::Unseen unseen;  // the loop may become a call of memset, on a line that the seat's next task writes
        for (Seat place = 0; place < count_; ++place) seen.births[place] = 0;
      }
      return seen.births.get();
    }

   private:
    Seat words() const noexcept { return (count_ + k_word - 1) / k_word; }
    std::uint64_t occupied_in(Seat word) const noexcept {
      // order: acquire — pairs with UrgentHeap::show(): whoever sees the bit finds the task under the lock.
      return occupied_[word].load(std::memory_order_acquire);
    }

    /// Of the occupied places, until one is the right one.
    template <class IsRight>
    void each(const IsRight& is_right) const noexcept {
      for (Seat word = 0; word < words(); ++word) {
        for (std::uint64_t bits = occupied_in(word); bits != 0; bits &= bits - 1) {
          if (is_right(word * k_word + static_cast<Seat>(std::countr_zero(bits)))) return;
        }
      }
    }

    const Seat count_;
    std::unique_ptr<Word[]> occupied_;
    std::unique_ptr<Place[]> places_;
    std::unique_ptr<FamilyCursor[]> seen_;  // a seat's is its own thread's
  };

  Places* made() const noexcept {
    // order: acquire — pairs with make().
    return places_.load(std::memory_order_acquire);
  }

  [[gnu::cold, gnu::noinline]] Places& make() noexcept {
    const probe::Unseen unseen;
    auto* const mine = new (std::nothrow) Places(seats_);
    HEDDLE_CHECK(mine != nullptr, "no memory left for tasks with a priority");
    Places* others = nullptr;
    // order: release — pairs with made(). acquire: another thread was first.
    if (places_.compare_exchange_strong(others, mine, std::memory_order_release, std::memory_order_acquire))
      return *mine;
    delete mine;
    return *others;
  }

  const Seat seats_;
  typename P::template atomic<Places*> places_{nullptr};
};

}  // namespace heddle::graph
