// heddle/ocr/spawn.hpp: tasks. Part of heddle/ocr.hpp.
//
//     future<int> sum = spawn(add, rw(a), ro(b), 3);     // add(std::span<double>, const Head&, int)
//     spawn(at(place), print, std::move(sum));
//     int all = finish([&] { for (…) spawn(work, rw(a)); return 5; });
//
// A task is an EDT whose template, slots, modes and parameters follow from the function's signature. What is wrong with
// a call is said by one static assertion.
#pragma once

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <optional>

#include "signature.hpp"

namespace heddle::ocr {

namespace detail {

/// Stands for an argument that is a value: what is stored is of the parameter's type.
struct plain_value {};
template <class A>
using kept = std::conditional_t<has_slot<A>, std::remove_cvref_t<A>, plain_value>;

/// The block of an argument is the task's own, which destroys it.
template <class A>
inline constexpr bool owned = kind_of<A> == kind::future;
template <class T, ocrDbAccessMode_t mode>
inline constexpr bool owned<access<T, mode, true>> = true;

/// What the future of a task stands for that returns R.
template <class R>
struct outcome {
  using type = R;
};
template <class T>
struct outcome<future<T>> {
  using type = T;
};
template <class T>
struct outcome<block<T>> {
  using type = block<std::remove_cv_t<T>>;
};
template <class T>
struct outcome<id<T>> {
  using type = block<T>;
};

inline ocrGuid_t hand_over(future<void>& returned) noexcept { return returned.take(); }
template <class T>
ocrGuid_t hand_over(future<T>& returned) noexcept {
  return returned.take();
}
template <class T>
ocrGuid_t hand_over(block<T>& returned) {
  returned.release();
  return returned.guid();
}
template <class T>
ocrGuid_t hand_over(id<T>& returned) noexcept {
  return returned.guid();
}
template <bytes T>
ocrGuid_t hand_over(T& returned) {
  return block_of(returned, {});
}

/// What a parameter P gets from a slot.
template <class P>
P from_slot(const ocrEdtDep_t& found) {
  using E = typename block_parameter<P>::element;
  if constexpr (std::is_void_v<E>) {
    return P(found.guid);
  } else if constexpr (std::is_pointer_v<P>) {
    return static_cast<E*>(found.ptr);
  } else if constexpr (std::is_lvalue_reference_v<P>) {
    if (found.ptr == nullptr) refuse(OCR_EINVAL, "a reference to what an empty slot has", {});
    return *static_cast<E*>(found.ptr);
  } else {
    const held_data<E> held{found.guid, static_cast<E*>(found.ptr)};
    if constexpr (std::is_constructible_v<P, const held_data<E>&>)
      return P(held);
    else
      return P(held.data, count_in(held));
  }
}

/// A task's function F, called with arguments that are kept as A: how it lies in an EDT, and the EDT's body.
template <class F, class... A>
class task {
 public:
  using parameters = typename signature<F>::parameters;
  using result = typename signature<F>::result;

  /// What is stored of the argument of that index.
  template <std::size_t I>
  using stored = std::remove_cvref_t<std::tuple_element_t<parameter_of<A...>(I), parameters>>;

  /// The word at which the argument's value lies; of the count: how many words there are. The function comes first.
  static constexpr std::size_t word_of(std::size_t argument) {
    std::size_t word = std::is_empty_v<F> ? 0 : words_of<F>;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      ((word += I < argument ? words_at<I>() : 0), ...);
    }(std::index_sequence_for<A...>{});
    return word;
  }
  static constexpr u32 words = static_cast<u32>(word_of(sizeof...(A)));
  static constexpr u32 slots = slots_wanted<A...>;

  static constexpr u32 slot_of(std::size_t argument) {
    const std::array<bool, sizeof...(A) + 1> has{has_slot<A>...};
    u32 slot = 0;
    for (std::size_t at = 0; at < argument; ++at) slot += has[at] ? 1 : 0;
    return slot;
  }

  static ocrGuid_t body(u32, u64* paramv, u32, ocrEdtDep_t depv[]) {
    try {
      return call(paramv, depv, std::make_index_sequence<std::tuple_size_v<parameters>>{});
    } catch (const stopped&) {  // everything ends
      return NULL_GUID;
    } catch (const error& refused) {  // the runtime says which EDT has thrown, and ends the program
      std::fprintf(stderr, "heddle: error: %s\n", refused.what());
      throw;
    }
  }

 private:
  template <std::size_t I>
  static constexpr std::size_t words_at() {
    if constexpr (has_slot<std::tuple_element_t<I, std::tuple<A...>>>)
      return 0;
    else
      return words_of<stored<I>>;
  }

  /// The argument for the parameter of that index.
  template <std::size_t I>
  static decltype(auto) get(u64* paramv, ocrEdtDep_t* depv) {
    using P = std::tuple_element_t<I, parameters>;
    constexpr std::size_t at = argument_of<A...>(I);
    using Given = std::tuple_element_t<at, std::tuple<A...>>;
    if constexpr (kind_of<Given> == kind::value) {
      return static_cast<stored<at>&&>(*reinterpret_cast<stored<at>*>(paramv + word_of(at)));
    } else if constexpr (kind_of<Given> == kind::future) {
      return static_cast<const typename Given::value_type&>(
          *static_cast<const typename Given::value_type*>(depv[slot_of(at)].ptr));
    } else {
      return from_slot<P>(depv[slot_of(at)]);
    }
  }

  template <std::size_t... I>
  static result invoke([[maybe_unused]] u64* paramv, [[maybe_unused]] ocrEdtDep_t* depv) {
    if constexpr (std::is_empty_v<F>)
      return F{}(get<I>(paramv, depv)...);
    else
      return (*reinterpret_cast<F*>(paramv))(get<I>(paramv, depv)...);
  }

  template <std::size_t... I>
  static ocrGuid_t call(u64* paramv, ocrEdtDep_t* depv, std::index_sequence<I...>) {
    if constexpr (std::is_void_v<result>) {
      invoke<I...>(paramv, depv);
      destroy_owned(depv);
      return NULL_GUID;
    } else {
      auto returned = invoke<I...>(paramv, depv);
      destroy_owned(depv);
      return hand_over(returned);
    }
  }

  static void destroy_owned([[maybe_unused]] ocrEdtDep_t* depv) noexcept {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      ((owned<A> ? (void)ocrDbDestroy(depv[slot_of(I)].guid) : void()), ...);
    }(std::index_sequence_for<A...>{});
  }
};

/// The template of a body, made once in each run of the runtime.
class known_template {
 public:
  ocrGuid_t get(ocrEdt_t body, u32 words, u32 slots, const std::source_location& where) {
    // order: acquire — pairs with make(): the GUID.
    if (session_.load(std::memory_order_acquire) != heddleOcrSession()) [[unlikely]]
      make(body, words, slots, where);
    // order: relaxed — written before the session's number, which was read.
    return ocrGuid_t{guid_.load(std::memory_order_relaxed)};
  }

 private:
  [[gnu::cold, gnu::noinline]] void make(ocrEdt_t body, u32 words, u32 slots, const std::source_location& where) {
    const std::lock_guard<std::mutex> guard(making_);
    const u64 now = heddleOcrSession();
    // order: relaxed — under the lock.
    if (session_.load(std::memory_order_relaxed) == now) return;
    ocrGuid_t made;
    check(ocrEdtTemplateCreate_internal(&made, body, words, slots, where.function_name()), "ocrEdtTemplateCreate",
          where);
    guid_.store(made.guid, std::memory_order_relaxed);  // order: relaxed — the next line publishes it
    session_.store(now, std::memory_order_release);     // order: release — pairs with get()
  }

  std::atomic<u64> session_{0};
  std::atomic<std::intptr_t> guid_{0};
  std::mutex making_;
};

/// A slot that is to be connected.
struct connection {
  ocrGuid_t source;
  u32 rank;
  ocrDbAccessMode_t mode;
};
inline connection connection_of(const order& given) noexcept { return {given.source, 0, DB_MODE_NULL}; }
template <class T, ocrDbAccessMode_t mode, bool owns>
connection connection_of(const access<T, mode, owns>& given) noexcept {
  return {given.source, given.rank, mode};
}
template <class T>
connection connection_of(future<T>& given) noexcept {
  return {given.take(), 0, DB_MODE_RO};
}

/// Makes the EDT and connects its slots. @returns its output event, a counted one for one dependence
inline ocrGuid_t start_edt(const options& said, ocrGuid_t from, std::span<u64> words,
                           std::span<const connection> slots) {
  ocrEventParams_t parameters{};
  parameters.EVENT_COUNTED.nbDeps = 1;
  ocrGuid_t ended = new_event(OCR_EVENT_COUNTED_T, parameters, said.where);
  ocrGuid_t edt;
  hint where = hint::of_edt(said);
  const auto properties = static_cast<u16>(EDT_PROP_OEVT_VALID | (said.scope ? EDT_PROP_FINISH : EDT_PROP_NONE));
  const char* call = "ocrEdtCreate";
  u8 code = ocrEdtCreate(&edt, from, static_cast<u32>(words.size()), words.empty() ? nullptr : words.data(),
                         static_cast<u32>(slots.size()), nullptr, properties, where.get(), &ended);
  for (u32 slot = 0; code == 0 && slot < slots.size(); ++slot) {
    const connection& to = slots[slot];
    call = "ocrAddDependence";
    code = to.rank == 0 ? ocrAddDependence(to.source, edt, slot, to.mode)
                        : ocrAddDependenceSlot(to.source, to.rank, edt, slot, to.mode);
    if (code != 0) (void)ocrEdtDestroy(edt);
  }
  if (code != 0) [[unlikely]] {
    (void)ocrEventDestroy(ended);
    refuse(code, call, said.where);
  }
  return ended;
}

template <class F, class... A>
auto make_task(const options& said, const F& function, A&&... given) {
  using Task = task<F, kept<A>...>;
  static known_template known;
  std::array<u64, Task::words + 1> words;
  std::array<connection, Task::slots + 1> slots;
  if constexpr (!std::is_empty_v<F>) std::memcpy(words.data(), &function, sizeof(F));
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    [[maybe_unused]] const auto put = [&]<std::size_t at>(auto&& value) {
      if constexpr (has_slot<decltype(value)>) {
        slots[Task::slot_of(at)] = connection_of(value);
      } else {
        const typename Task::template stored<at> stored(std::forward<decltype(value)>(value));
        std::memcpy(words.data() + Task::word_of(at), &stored, sizeof stored);
      }
    };
    (put.template operator()<I>(std::forward<A>(given)), ...);
  }(std::index_sequence_for<A...>{});
  const ocrGuid_t from = known.get(&Task::body, Task::words, Task::slots, said.where);
  using Value = typename outcome<typename Task::result>::type;
  return future<Value>(start_edt(said, from, {words.data(), Task::words}, {slots.data(), Task::slots}));
}

template <class... A>
inline constexpr bool never = false;

template <class F, class... A>
auto spawn_in(const options& said, const F& function, A&&... given) {
  if constexpr (!one_function<F>) {
    static_assert(never<F>, "heddle::ocr::spawn: wants one function, or a lambda without auto, to know its parameters");
    return future<void>();
  } else if constexpr (!bytes<F>) {
    static_assert(never<F>, "heddle::ocr::spawn: what the lambda captures is copied as bytes; capture plain values");
    return future<void>();
  } else if constexpr (parameters_wanted<A...> != std::tuple_size_v<typename signature<F>::parameters>) {
    static_assert(never<F>, "heddle::ocr::spawn: the function has another number of parameters than it is given");
    return future<void>();
  } else {
    constexpr misfit wrong = first_misfit<typename signature<F>::parameters, A...>();
    static_assert(wrong != misfit::value, "heddle::ocr::spawn: a value is of another type than the parameter");
    static_assert(wrong != misfit::not_bytes,
                  "heddle::ocr::spawn: a parameter's type is no plain bytes; give it in a block");
    static_assert(wrong != misfit::changes,
                  "heddle::ocr::spawn: a value is copied; its parameter cannot be a reference that changes it");
    static_assert(wrong != misfit::copied_future,
                  "heddle::ocr::spawn: a future is used once; give it by std::move(it)");
    static_assert(wrong != misfit::reads_only,
                  "heddle::ocr::spawn: ro, cst and take give a block to read; its parameter wants const");
    static_assert(wrong != misfit::type, "heddle::ocr::spawn: a block or future holds another type than the parameter");
    if constexpr (wrong == misfit::none)
      return make_task(said, function, std::forward<A>(given)...);
    else
      return future<void>();
  }
}

template <class F>
concept callee = !std::is_convertible_v<F, options>;

}  // namespace detail

// A pack leaves no room for a default argument, so the numbers of arguments up to five are written out: then the place
// of the call is known.

/// A task that calls function(given...) when all its slots are satisfied. @throws error
template <detail::callee F>
auto spawn(F&& function, std::source_location where = std::source_location::current()) {
  return detail::spawn_in({.where = where}, std::decay_t<F>(function));
}
/// The same with an argument: a value, rw() or its like, a future, after().
template <detail::callee F, class A>
auto spawn(F&& function, A&& a, std::source_location where = std::source_location::current()) {
  return detail::spawn_in({.where = where}, std::decay_t<F>(function), std::forward<A>(a));
}
/// The same with two.
template <detail::callee F, class A, class B>
auto spawn(F&& function, A&& a, B&& b, std::source_location where = std::source_location::current()) {
  return detail::spawn_in({.where = where}, std::decay_t<F>(function), std::forward<A>(a), std::forward<B>(b));
}
/// The same with three.
template <detail::callee F, class A, class B, class C>
auto spawn(F&& function, A&& a, B&& b, C&& c, std::source_location where = std::source_location::current()) {
  return detail::spawn_in({.where = where}, std::decay_t<F>(function), std::forward<A>(a), std::forward<B>(b),
                          std::forward<C>(c));
}
/// The same with four.
template <detail::callee F, class A, class B, class C, class D>
auto spawn(F&& function, A&& a, B&& b, C&& c, D&& d, std::source_location where = std::source_location::current()) {
  return detail::spawn_in({.where = where}, std::decay_t<F>(function), std::forward<A>(a), std::forward<B>(b),
                          std::forward<C>(c), std::forward<D>(d));
}
/// The same with five and more; then errors do not know where the call is written.
template <detail::callee F, class A, class B, class C, class D, class E, class... More>
auto spawn(F&& function, A&& a, B&& b, C&& c, D&& d, E&& e, More&&... more) {
  return detail::spawn_in({}, std::decay_t<F>(function), std::forward<A>(a), std::forward<B>(b), std::forward<C>(c),
                          std::forward<D>(d), std::forward<E>(e), std::forward<More>(more)...);
}
/// The same with options, which know where they are written.
template <class F, class... A>
auto spawn(const options& said, F&& function, A&&... given) {
  return detail::spawn_in(said, std::decay_t<F>(function), std::forward<A>(given)...);
}

/// Calls body() in a task, and waits until it and all that was made below it have ended. Other tasks run meanwhile.
/// @returns what body() returned. @throws what body() has thrown; stopped: the runtime was shut down
template <class Body>
auto finish(Body&& body, const std::source_location& where = std::source_location::current()) {
  using R = std::invoke_result_t<Body&>;
  struct Frame {
    std::remove_reference_t<Body>* body;
    std::optional<std::conditional_t<std::is_void_v<R>, int, R>> value{};
    std::exception_ptr thrown{};
  } frame{&body};
  const auto run = [](Frame* in) {
    try {
      if constexpr (std::is_void_v<R>)
        (*in->body)();
      else
        in->value.emplace((*in->body)());
    } catch (const stopped&) {
      throw;
    } catch (...) {
      in->thrown = std::current_exception();
    }
  };
  spawn(scope(where), run, &frame).get(where);
  if (frame.thrown != nullptr) std::rethrow_exception(frame.thrown);
  if constexpr (!std::is_void_v<R>) return std::move(*frame.value);
}

}  // namespace heddle::ocr
