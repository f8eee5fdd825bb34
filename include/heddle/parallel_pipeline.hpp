// heddle/parallel_pipeline.hpp: items that go through stages one after the other, several of them at the same time.
//
//     heddle::parallel_pipeline(8,
//         [&]() -> std::optional<std::string> { return next_line(file); },
//         heddle::parallel_stage([](std::string line) { return parsed(line); }),
//         heddle::serial_in_order([&](Record record) { write(record, out); }));
//
// The source gives items until it gives none; at most so many as the first argument says are under way. What a stage
// returns is what the next one takes, by value. No worker is held by an item that waits for its turn, and neither items
// nor turns take a lock. What a stage or the source throws comes out of the call: other items go no further then.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "detail/baton.hpp"
#include "errors.hpp"
#include "spawn.hpp"
#include "task_group.hpp"

namespace heddle {

namespace detail {

enum class stage_kind { parallel, in_order, out_of_order };

template <stage_kind Kind, class F>
struct stage {
  static constexpr stage_kind kind = Kind;
  F body;
};

/// Where the items of a serial stage wait for their turn: at most as many as there are tokens, so a ring will do.
template <class T>
class stage_queue {
 public:
  explicit stage_queue(unsigned tokens) : mask_(std::bit_ceil(tokens) - 1), places_(new place[mask_ + 1]) {
    places_[0].turn.pass();  // nobody is in front of the first
  }

  /// An item, and the number that the source gave it.
  struct numbered {
    T item;
    std::uint64_t number;
  };

  /// @returns the item, if it is its turn; else take() of that turn will
  std::optional<numbered> arrive(numbered what, std::uint64_t turn) {
    place& own = at(turn);
    if (!own.turn.lies_here()) {
      own.waiting.emplace(std::move(what));
      if (!own.turn.arrive()) return std::nullopt;
      return take(turn);
    }
    own.turn.clear();
    return what;
  }
  /// The one of this turn is through. @returns whether the next one waits: take() it
  bool pass(std::uint64_t turn) noexcept { return at(turn + 1).turn.pass(); }
  /// The item that waits for this turn, which has come.
  numbered take(std::uint64_t turn) {
    place& own = at(turn);
    numbered what = std::move(*own.waiting);
    own.waiting.reset();
    own.turn.clear();
    return what;
  }
  /// For a stage that takes items as they come: the turn of this one.
  std::uint64_t next_turn() noexcept { return turns_.draw(); }

 private:
  /// Items of neighbouring turns are put down by different workers.
  struct alignas(64) place {
    baton<> turn;
    std::optional<numbered> waiting;
  };

  place& at(std::uint64_t turn) noexcept { return places_[turn & mask_]; }

  std::uint64_t mask_;
  std::unique_ptr<place[]> places_;
  turn_counter<> turns_;
};

struct no_queue {
  explicit no_queue(unsigned /*tokens*/) noexcept {}
};

/// The queues of stages, the first of which takes a T.
template <class T, class... Stages>
struct stage_queues {
  using type = std::tuple<>;
};
template <class T, class First, class... Rest>
struct stage_queues<T, First, Rest...> {
  static_assert(!std::is_void_v<T>, "a stage behind one that returns nothing");
  static_assert(std::invocable<decltype(First::body)&, T>, "a stage takes what the one before it returns");
  using queue = std::conditional_t<First::kind == stage_kind::parallel, no_queue, stage_queue<T>>;
  using result = std::decay_t<std::invoke_result_t<decltype(First::body)&, T>>;
  using type = decltype(std::tuple_cat(std::declval<std::tuple<std::unique_ptr<queue>>>(),
                                       std::declval<typename stage_queues<result, Rest...>::type>()));
};

/// A pipeline that runs.
template <class Source, class... Stages>
class pipeline_run {
 public:
  pipeline_run(unsigned tokens, Source& source, Stages&... stages)
      : source_(source), stages_(stages...), tokens_(static_cast<long>(tokens)) {
    std::apply([tokens](auto&... queue) { (make(queue, tokens), ...); }, queues_);
  }

  void run() {
    try {
      run_source();
    } catch (...) {
      stop();
      group_.cancel();
      throw;  // the group waits
    }
    group_.wait();
  }

 private:
  using first_item = typename std::invoke_result_t<Source&>::value_type;
  using queues = typename stage_queues<first_item, Stages...>::type;

  template <class Queue>
  static void make(std::unique_ptr<Queue>& queue, unsigned tokens) {
    queue = std::make_unique<Queue>(tokens);
  }

  /// A task; what its body throws ends the pipeline.
  template <class Body>
  void spawn(Body body) {
    group_.run([this, body = std::move(body)]() mutable {
      try {
        body();
      } catch (...) {
        stop();
        throw;
      }
    });
  }
  // order: relaxed (both) — a request to stop; nothing is read because of it.
  void stop() noexcept { stopped_.store(true, std::memory_order_relaxed); }
  bool is_stopped() const noexcept { return stopped_.load(std::memory_order_relaxed); }

  /// Items, until there is no token for the source: whoever gives one back goes on.
  void run_source() {
    while (!is_stopped()) {
      std::optional<first_item> item = std::invoke(source_);
      if (!item) return;
      const std::uint64_t number = next_number_++;
      if (tokens_.take()) {
        spawn([this, item = std::move(*item), number]() mutable {
          if (go<0>(std::move(item), number) && tokens_.give_back()) run_source();
        });
      } else {
        if (!go<0>(std::move(*item), number) || !tokens_.give_back()) return;
      }
    }
  }

  /// An item comes to stage K. @returns whether it is through with all; else it waits for its turn
  template <std::size_t K, class T>
  bool go(T item, std::uint64_t number) {
    if constexpr (K == sizeof...(Stages)) {
      return true;
    } else {
      constexpr stage_kind kind = std::tuple_element_t<K, std::tuple<Stages...>>::kind;
      if constexpr (kind == stage_kind::parallel) {
        return call<K>(std::move(item), number, [] {});
      } else {
        auto& queue = *std::get<K>(queues_);
        const std::uint64_t turn = kind == stage_kind::in_order ? number : queue.next_turn();
        auto here = queue.arrive({std::move(item), number}, turn);
        return here && serve<K>(std::move(*here), turn);
      }
    }
  }
  /// Its turn has come.
  template <std::size_t K, class Numbered>
  bool serve(Numbered what, std::uint64_t turn) {
    return call<K>(std::move(what.item), what.number, [this, turn] {
      if (!std::get<K>(queues_)->pass(turn)) return;
      spawn([this, next = turn + 1] {
        if (serve<K>(std::get<K>(queues_)->take(next), next) && tokens_.give_back()) run_source();
      });
    });
  }
  /// Calls the stage's function, then the next one may come.
  template <std::size_t K, class T, class Passed>
  bool call(T item, std::uint64_t number, Passed passed) {
    auto& body = std::get<K>(stages_).body;
    if constexpr (std::is_void_v<std::invoke_result_t<decltype(body)&, T>>) {
      static_assert(K + 1 == sizeof...(Stages), "a stage that returns nothing is the last");
      std::invoke(body, std::move(item));
      passed();
      return true;
    } else {
      auto result = std::invoke(body, std::move(item));
      passed();
      return go<K + 1>(std::move(result), number);
    }
  }

  Source& source_;
  std::tuple<Stages&...> stages_;
  queues queues_;
  std::uint64_t next_number_ = 0;  // the source's
  alignas(64) tokens<> tokens_;    // who is through with an item writes it
  std::atomic<bool> stopped_{false};
  task_group group_;  // ends first, and waits
};

/// A serial stage has a place for each.
inline void check_tokens(unsigned tokens) {
  constexpr unsigned k_most = 1U << 20;
  if (tokens > k_most)
    throw bad_option("a pipeline of " + std::to_string(tokens) + " tokens: at most " + std::to_string(k_most) +
                     " items may be under way; 0 asks for twice as many as there are workers");
}

template <class T>
inline constexpr bool is_stage = false;
template <stage_kind Kind, class F>
inline constexpr bool is_stage<stage<Kind, F>> = true;

template <class Source>
concept gives_items = requires(Source& source) {
  { std::invoke(source).has_value() } -> std::convertible_to<bool>;
};

}  // namespace detail

/// A stage for several items at once.
template <class F>
auto parallel_stage(F body) {
  return detail::stage<detail::stage_kind::parallel, F>{std::move(body)};
}
/// A stage for one item at a time, in the order in which the source gave them.
template <class F>
auto serial_in_order(F body) {
  return detail::stage<detail::stage_kind::in_order, F>{std::move(body)};
}
/// A stage for one item at a time, in the order in which they come.
template <class F>
auto serial_out_of_order(F body) {
  return detail::stage<detail::stage_kind::out_of_order, F>{std::move(body)};
}

/// Runs until source() gives an empty std::optional, and all items are through. The source is called by one thread at a
/// time. @param tokens  items under way, at most 2^20; 0: twice as many as there are workers. Throws bad_option for
/// more
template <class Source, class... Stages>
void parallel_pipeline(unsigned tokens, Source&& source, Stages... stages) {
  static_assert(detail::gives_items<Source>, "the source returns a std::optional: an item, or nothing at the end");
  static_assert((detail::is_stage<Stages> && ...),
                "stages are parallel_stage(f), serial_in_order(f) and serial_out_of_order(f)");
  detail::check_tokens(tokens);
  detail::pipeline_run<std::remove_reference_t<Source>, Stages...>(tokens != 0 ? tokens : 2 * workers(), source,
                                                                   stages...)
      .run();
}

}  // namespace heddle
