// The platform policy as a concept: every member that engine code may ask of `P` (ARCHITECTURE.md, "Platform policy").
//
// Each platform asserts which part it fulfils, so that one that lacks a member says so by its name, and not from the
// depth of an engine's template. Nothing is optional: where a platform has nothing to offer its member says no.
#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "platform/interruptible.hpp"
#include "platform/spins.hpp"

namespace heddle::platform {

/// A word that threads share.
template <class Word, class T>
concept AtomicOf = requires(Word& word, const Word& seen, T value, std::memory_order order) {
  { seen.load(order) } -> std::same_as<T>;
  word.store(value, order);
  { word.exchange(value, order) } -> std::same_as<T>;
  { word.compare_exchange_strong(value, value, order, order) } -> std::same_as<bool>;
};

/// What queues, locks and the interfaces of floor 4 need: words, fences, polite waiting, sleep on a word, time.
template <class P>
concept SharingPolicy =
    AtomicOf<typename P::template atomic<std::uint32_t>, std::uint32_t> &&
    AtomicOf<typename P::template atomic<void*>, void*> &&
    requires(typename P::template atomic<std::uint32_t>& word, const typename P::template atomic<std::uint32_t>& seen,
             bool (*done)(std::uint32_t), bool (*ended)(), std::uint32_t expected, std::memory_order order) {
      word.fetch_add(expected, order);
      word.fetch_sub(expected, order);
      P::fence(order);
      P::light_fence();
      P::heavy_fence();
      P::prepare_heavy_fences();
      P::pause();
      { P::pauses(expected, ended) } -> std::same_as<bool>;
      P::yield();
      { P::spin_until(seen, done, Spins{expected}) } -> std::same_as<bool>;
      P::park(word, expected);
      P::unpark_one(word);
      P::unpark_all(word);
      { P::now_ns() } -> std::same_as<std::uint64_t>;
      { P::rough_ns() } -> std::same_as<std::uint64_t>;
    };

/// What loops need whose threads interrupt each other.
template <class P>
concept InterruptingPolicy = SharingPolicy<P> && requires(typename P::ThreadName name, Interruptible* target) {
  { P::thread_name() } -> std::same_as<typename P::ThreadName>;
  { P::interrupt(name) } -> std::same_as<bool>;
  P::interruptible(target);
};

/// What the runtime needs: all of it.
template <class P>
concept Policy = InterruptingPolicy<P> &&
                 requires(typename P::template atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t ns,
                          std::int32_t clock, void* (*main)(void*), void* argument, std::size_t bytes) {
                   P::park_for(word, expected, ns);
                   { P::own_clock() } -> std::same_as<std::int32_t>;
                   { P::ran_ns(clock) } -> std::same_as<std::uint64_t>;
                   { P::self() } -> std::same_as<void*&>;
                   { P::half_of_stack() } -> std::same_as<const char*>;
                   { P::start_thread(main, argument, bytes) } -> std::same_as<bool>;
                   { P::change_core() } -> std::same_as<bool>;
                   { P::allow_interrupts() } -> std::same_as<bool>;
                   { P::interrupt_signal() } -> std::same_as<int>;
                 };

}  // namespace heddle::platform
