/* heddle/idws.h: the macros of the paper on interrupt-driven work sharing (Rokos, Gorman and Kelly, "An
 * Interrupt-Driven Work-Sharing For-Loop Scheduler", §4), for programs in C++ with OpenMP. Link with -lheddle and
 * -fopenmp; the threads are those of whatever OpenMP runtime the program runs on.
 *
 *     IDWS::IDWS_Initialize();
 *     int nthreads = omp_get_max_threads();
 *     #pragma omp parallel
 *     {
 *       int tid = omp_get_thread_num();
 *       IDWS_prologue(size_t, i, size)
 *         do_something(i);
 *       IDWS_epilogue
 *     }
 *     IDWS::IDWS_Finalize();
 *
 * Each thread of the team runs its share of [0, size), then takes from the thread with most left. There is no barrier
 * at the end. All threads of a team must run the same loops in the same order; one team at a time. `continue` goes on
 * with the next iteration; `break` gives up what the thread has of the loop, as in the paper.
 *
 * Iterations come in strips that a thread claims; nothing interrupts it. With IDWS_SIGNALS defined before the header is
 * included the macros do as the paper does: progress is published in every iteration, and who is ahead interrupts the
 * thread with most left by a real-time signal, whose handler gives away half. Such a loop must not be left by an
 * exception or a jump. */
#ifndef HEDDLE_IDWS_H
#define HEDDLE_IDWS_H

#ifndef __cplusplus
#error "heddle/idws.h is for C++; in C use heddle_parallel_for of heddle/heddle.h"
#endif

#include <omp.h>
#include <stddef.h>
#include <stdint.h>

extern "C" {

/** Who asks: as the program and its OpenMP runtime say. */
typedef struct heddle_idws_caller {
  int thread;           /**< the program's `tid` */
  int expected_threads; /**< the program's `nthreads` */
  int threads;          /**< omp_get_num_threads() */
  int level;            /**< omp_get_level() */
} heddle_idws_caller;

/** Makes room for so many threads. Before the first loop, by one thread. */
void heddle_idws_initialize(int threads);
/** No loop may follow but after another heddle_idws_initialize. */
void heddle_idws_finalize(void);

/** What one thread has of a running loop. */
typedef struct heddle_idws_loop heddle_idws_loop;

/** Iterations [first, last). */
typedef struct heddle_idws_strip {
  uint64_t first; /**< the first of them */
  uint64_t last;  /**< one behind the last */
} heddle_idws_strip;

/** Enters a loop of `size` iterations. Ends the process with a message when it may not be entered here. */
heddle_idws_loop* heddle_idws_enter(const heddle_idws_caller* caller, uint64_t size);
/** The thread's next iterations. @returns 0 when there are none */
int heddle_idws_next(heddle_idws_loop* loop, int thread, heddle_idws_strip* strip);
/** Gives up what the thread has of the loop. */
void heddle_idws_drop(heddle_idws_loop* loop, int thread);
/** Leaves the loop. */
void heddle_idws_leave(heddle_idws_loop* loop, int thread);

/** With IDWS_SIGNALS: the thread's chunk. `end` and, of others, all of it may change whenever a signal comes in. */
typedef struct heddle_idws_words {
  uint64_t start;     /**< where the chunk began */
  uint64_t end;       /**< where it ends now */
  uint64_t processed; /**< iterations that are over */
} heddle_idws_words;

/** With IDWS_SIGNALS: enters a loop. @param words  out: the thread's, for as long as it is in the loop */
heddle_idws_loop* heddle_idws_enter_signals(const heddle_idws_caller* caller, uint64_t size, heddle_idws_words** words);
/** The chunk has been run. @returns 1 when the words hold another, 0 when the thread has left the loop */
int heddle_idws_forage(heddle_idws_loop* loop, int thread);
/** Ends the process with a message: a loop was left from its middle. */
void heddle_idws_abandoned(void);
}

namespace IDWS {

/// To be called once, before the first parallel region with such a loop, and after omp_set_num_threads().
inline void IDWS_Initialize() { heddle_idws_initialize(omp_get_max_threads()); }
/// To be called once, behind the last such loop.
inline void IDWS_Finalize() { heddle_idws_finalize(); }

/// What one thread has of a loop; the macros make it.
class loop {
 public:
  /// Enters a loop of `size` iterations.
  loop(int thread, int expected_threads, uint64_t size) : thread_(thread) {
    const heddle_idws_caller caller = {thread, expected_threads, omp_get_num_threads(), omp_get_level()};
    loop_ = heddle_idws_enter(&caller, size);
  }
  loop(const loop&) = delete;
  loop& operator=(const loop&) = delete;
  ~loop() { heddle_idws_leave(loop_, thread_); }

  /// The next strip. One that did not run to its end has been left by `break`.
  bool next() {
    if (broken_) heddle_idws_drop(loop_, thread_);
    broken_ = true;
    return heddle_idws_next(loop_, thread_, &strip_) != 0;
  }
  /// The strip's first iteration.
  uint64_t first() const { return strip_.first; }
  /// One behind the strip's last iteration.
  uint64_t last() const { return strip_.last; }
  /// The strip has run to its end. @returns false, for the loop's condition
  bool ended() {
    broken_ = false;
    return false;
  }

 private:
  heddle_idws_loop* loop_ = nullptr;
  heddle_idws_strip strip_ = {0, 0};
  int thread_;
  bool broken_ = false;
};

/// The same with signals.
class signals_loop {
 public:
  /// Enters a loop of `size` iterations.
  signals_loop(int thread, int expected_threads, uint64_t size) : thread_(thread) {
    const heddle_idws_caller caller = {thread, expected_threads, omp_get_num_threads(), omp_get_level()};
    loop_ = heddle_idws_enter_signals(&caller, size, &words_);
  }
  signals_loop(const signals_loop&) = delete;
  signals_loop& operator=(const signals_loop&) = delete;
  ~signals_loop() {
    if (inside_) heddle_idws_abandoned();
  }

  /// The chunk's first iteration.
  uint64_t first() const { return __atomic_load_n(&words_->start, __ATOMIC_RELAXED); }  // order: as in runs()
  /// Publishes the progress, then tests: in the other order an iteration could be given away while it is run.
  bool runs(uint64_t at, uint64_t done) const {
    // order: relaxed — a handler on this thread, or a thief's guess; the fence keeps the two in order for the handler.
    __atomic_store_n(&words_->processed, done, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return at < __atomic_load_n(&words_->end, __ATOMIC_RELAXED);
  }
  /// The chunk has been run. @returns whether there is another
  bool forage() { return inside_ = heddle_idws_forage(loop_, thread_) != 0; }

 private:
  heddle_idws_loop* loop_ = nullptr;
  heddle_idws_words* words_ = nullptr;
  int thread_;
  bool inside_ = true;
};

}  // namespace IDWS

#ifdef IDWS_SIGNALS

#define IDWS_prologue(TYPE, NAME, SIZE)                                                             \
  {                                                                                                 \
    ::IDWS::signals_loop idws_loop(tid, nthreads, static_cast<uint64_t>(SIZE));                     \
    do {                                                                                            \
      for (uint64_t idws_at = idws_loop.first(), idws_done = 0; idws_loop.runs(idws_at, idws_done); \
           ++idws_at, ++idws_done) {                                                                \
        TYPE NAME = static_cast<TYPE>(idws_at);

#define IDWS_epilogue         \
  }                           \
  }                           \
  while (idws_loop.forage()); \
  }

#else

/** Begins a loop over NAME = 0 … SIZE - 1, of type TYPE. Uses the program's variables tid and nthreads. */
#define IDWS_prologue(TYPE, NAME, SIZE)                                        \
  {                                                                            \
    ::IDWS::loop idws_loop(tid, nthreads, static_cast<uint64_t>(SIZE));        \
    while (idws_loop.next()) {                                                 \
      for (uint64_t idws_at = idws_loop.first(), idws_last = idws_loop.last(); \
           idws_at != idws_last || idws_loop.ended(); ++idws_at) {             \
        TYPE NAME = static_cast<TYPE>(idws_at);

/** Ends it. */
#define IDWS_epilogue \
  }                   \
  }                   \
  }

#endif

#endif
