// Starting the pool in a process, and its threads' coming and going.
#include "process/process.hpp"

#include <pthread.h>
#include <unistd.h>

#include <cstdio>

#include "process/contention_group.hpp"
#include "process/own_in_force.hpp"
#include "process/room.hpp"
#include "process/source_place.hpp"
#include "process/standing.hpp"
#include "process/thread_data.hpp"
#include "process/watching.hpp"

namespace heddle::process {

namespace {

pthread_once_t process_once = PTHREAD_ONCE_INIT;
pthread_key_t thread_end;  // its destructor gives up the hot team of a thread that ends
constinit Room* first_room = nullptr;

runtime::Settings settings_of_rooms() noexcept {
  runtime::Settings settings = start_own_settings();
  tell_rooms(&Room::starts, settings);
  return settings;
}

// The function's first byte is the line of the directive, or next to it.
void place_of_code(graph::Body code, char* text, std::size_t bytes) noexcept {
  std::snprintf(text, bytes, "%s", source_place(reinterpret_cast<const void*>(code)).c_str());
}

runtime::Hooks<P> hooks() noexcept {
  runtime::Hooks<P> hooks;
  hooks.worker_made = [](Worker& worker) noexcept {
    RoomData<WorkerData, Keeper::process>::make(worker);
    tell_rooms(&Room::worker_made, worker);
  };
  hooks.team_made = [](Team& team) noexcept { tell_rooms(&Room::team_made, team); };
  hooks.thread_begins = [](Worker& worker) noexcept { tell_rooms(&Room::thread_begins, worker); };
  hooks.threads_have_data = threads_may_have_data;
  if (const auto entered = wanted(&Room::region_entered)) hooks.region_entered = entered;
  hooks.place_of = place_of_code;
  hooks.watcher = watcher;
  return hooks;
}

// A program may end its main thread with pthread_exit(), and ends when its last thread does, with status 0 and its
// handlers (libgomp's do so). The pool's threads must not keep it alive: they are dismissed as soon as the main thread
// has ended and no thread is left that has used the pool. Either that thread's end comes last, or the main thread's:
// both are announced before the other is looked at.
P::atomic<std::uint32_t> masters{0};
P::atomic<bool> main_has_ended{false};

// What the main thread has in place of a worker, so that its end is noticed.
char main_thread;

bool on_main_thread() noexcept { return gettid() == getpid(); }

void dismiss_where_nobody_is_left() noexcept {
  // order: seq_cst (both) — the Dekker pair above.
  if (main_has_ended.load(std::memory_order_seq_cst) && masters.load(std::memory_order_seq_cst) == 0)
    Process::get().runtime->dismiss_idle();
}

void notice_end_of_main_thread() noexcept {
  if (on_main_thread()) {
    pthread_setspecific(thread_end, &main_thread);
  } else {
    // order: relaxed — nothing runs yet. Its end may go unseen, if it never uses the pool: the others' ends have to do.
    main_has_ended.store(true, std::memory_order_relaxed);
  }
}

void end_thread(void* thread) noexcept {
  // order: seq_cst — see dismiss_where_nobody_is_left().
  if (on_main_thread()) main_has_ended.store(true, std::memory_order_seq_cst);
  if (thread != &main_thread) {
    Worker& worker = *static_cast<Worker*>(thread);
    close_standing(worker);
    Process::get().runtime->detach(worker);
    // order: seq_cst — as above.
    masters.fetch_sub(1, std::memory_order_seq_cst);
  }
  dismiss_where_nobody_is_left();
}

void after_fork_in_child() noexcept {
  auto* worker = static_cast<Worker*>(P::self());
  // In an arena's seat the thread has its own worker behind it, to which it will go back.
  for (Worker* one = worker; one != nullptr; one = one->sits_for) {
    forget_standing(*one);
    forget_group(*one);
  }
  Process::get().runtime->after_fork_in_child(worker);
  // order: relaxed (both) — one thread, which is the main thread now.
  masters.store(worker != nullptr ? 1 : 0, std::memory_order_relaxed);
  main_has_ended.store(false, std::memory_order_relaxed);
  if (worker == nullptr) pthread_setspecific(thread_end, &main_thread);
}

// A thread that uses the pool for the first time.
void begin_thread(Worker& worker) noexcept {
  // order: relaxed — its own end comes behind it.
  masters.fetch_add(1, std::memory_order_relaxed);
  pthread_setspecific(thread_end, &worker);
}

}  // namespace

void enter_room(Room& room) noexcept {
  room.next = first_room;
  first_room = &room;
}

Room* rooms() noexcept { return first_room; }

Process& Process::started() noexcept {
  pthread_once(&process_once, [] {
    auto* const process = new Process;
    pthread_key_create(&thread_end, end_thread);
    notice_end_of_main_thread();
    pthread_atfork([] { get().runtime->before_fork(); }, [] { get().runtime->after_fork_in_parent(); },
                   after_fork_in_child);
    // order: release — pairs with get().
    the_one_.store(process, std::memory_order_release);
  });
  return get();
}

Process::Process() noexcept : runtime(new runtime::Runtime<P>(settings_of_rooms(), hooks())) {}

unsigned thread_limit() noexcept {
  const auto limit = wanted(&Room::thread_limit);
  return limit != nullptr ? limit() : k_no_limit;
}

}  // namespace heddle::process

namespace heddle::runtime {

Worker<platform::Threads>& attach_current() noexcept {
  using process::Room;
  process::Process& process = process::Process::get();
  process::tell_rooms(&Room::used);
  if (process::watcher != nullptr) [[unlikely]]
    process::watcher->start();
  auto& worker = process.runtime->attach();
  process::tell_rooms(&Room::thread_comes, worker);
  process::begin_thread(worker);
  return worker;
}

}  // namespace heddle::runtime
