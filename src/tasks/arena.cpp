#include "tasks/arena.hpp"

#include <algorithm>
#include <memory>
#include <new>

#include "base/message.hpp"
#include "platform/topology/available.hpp"
#include "probe/order.hpp"
#include "process/process.hpp"
#include "process/room.hpp"
#include "process/team_size.hpp"
#include "runtime/guests.hpp"
#include "sync/spin_lock.hpp"
#include "tasks/arena_seats.hpp"
#include "tasks/current_seat.hpp"
#include "tasks/event.hpp"
#include "tasks/forks.hpp"
#include "tasks/group.hpp"
#include "tasks/spawn.hpp"

namespace {

using heddle::tasks::P;
using Guests = heddle::runtime::Guests<P>;

}  // namespace

struct heddle_arena {
  heddle::process::Worker* host = nullptr;  // sits in seat 0
  heddle::process::Team* team = nullptr;
  std::uint32_t entrants = 0;  // threads of the program that may be inside at once
  std::uint32_t forked = 0;    // forks before it was made, in this process and those it comes from
  heddle::tasks::ArenaSeats<P> seats;
  heddle::sync::SpinLock<P> door_lock;  // guards the last seat

  /// Of the entrants: the host's, and those behind the pool's.
  heddle::process::Worker& entrant(std::uint32_t number) const noexcept {
    return number == 0 ? *host : *team->members[team->size - 1 - number].worker;
  }
  heddle::process::Worker& door() const noexcept { return *team->members[team->size - 1].worker; }
};

namespace heddle::tasks {

namespace {

// An arena's threads are not in a forked child.
bool is_of_this_process(const heddle_arena& arena) noexcept { return arena.forked == forks; }

/// While it lives the calling thread makes tasks at the door.
class AtTheDoor {
 public:
  AtTheDoor(heddle_arena& arena, process::Worker& own) noexcept : arena_(arena), own_(own) {
    arena.door_lock.lock();
    Guests::sit_down(arena.door(), own);
    Guests::never_runs_tasks(arena.door());
  }
  AtTheDoor(const AtTheDoor&) = delete;
  AtTheDoor& operator=(const AtTheDoor&) = delete;
  ~AtTheDoor() {
    Guests::get_up_from_tasks(arena_.door(), own_);
    arena_.door_lock.unlock();
  }

 private:
  heddle_arena& arena_;
  process::Worker& own_;
};

/// What a thread calls.
struct Call {
  void (*body)(void*);
  void* data;
  heddle_failure* failure;
};

[[noreturn, gnu::cold]] void refuse_to_destroy() noexcept {
  base::fatal(
      {"an arena is destroyed by a thread that is inside it, and would wait for itself: leave execute(), or the "
       "arena's task, before it ends"});
}

// On the calling thread, which sits in the arena. @returns as heddle_arena_execute()
int make_call(process::Worker& worker, const Call& call) noexcept {
  heddle_group group = HEDDLE_GROUP;
  {
    const Membership member(worker, &group);
    call.body(call.data);
  }
  const int code = wait(group, call.failure);
  return code == HEDDLE_CANCELLED ? static_cast<int>(HEDDLE_OK) : code;
}

int call_in_seat(heddle_arena& arena, std::uint32_t number, process::Worker& own, const Call& call) noexcept {
  process::Worker& seat = arena.entrant(number);
  if (own.reports.count != 0) Tasking::flush(own);  // somebody may wait for them
  Guests::sit_down(seat, own);
  const int code = make_call(seat, call);
  Guests::get_up(seat, own);
  arena.seats.give_back(number);
  return code;
}

/// A call that a worker of the arena makes.
struct Errand {
  Call call;
  int code = HEDDLE_OK;
  EventWords over{};

  static void run(void* argument) {
    Errand& errand = **static_cast<Errand**>(argument);
    errand.code = make_call(runtime::current(), errand.call);
    complete(errand.over);
  }
};

int send_errand(heddle_arena& arena, process::Worker& own, const Call& call) noexcept {
  if (own.task->has(graph::k_early)) return HEDDLE_EARLY_WAIT;
  Errand errand{.call = call};
  Errand* address = &errand;
  heddle_task task = HEDDLE_TASK;
  task.body = Errand::run;
  task.argument = &address;
  task.argument_bytes = sizeof address;
  task.argument_alignment = alignof(Errand*);
  task.name = "a call into an arena";
  {
    const AtTheDoor door(arena, own);
    if (const int code = spawn(task); code != HEDDLE_OK) return code;
  }
  wait_seated(own, errand.over);  // not given up, for the errand lies on this stack
  return errand.code;
}

int check(const heddle_arena_options& options) noexcept {
  if (options.bytes != sizeof options || options.reserved != 0) return HEDDLE_BAD_OPTION;
  constexpr unsigned k_most = 1U << 16;           // as for scopes
  constexpr unsigned k_most_entrants = 1U << 12;  // a seat takes some 20 KiB, whether anybody sits there or not
  const unsigned most = std::min<unsigned>(k_most, process::thread_limit());
  return options.workers > most || options.entrants > k_most_entrants ? HEDDLE_BAD_WORKERS : HEDDLE_OK;
}

// The calling thread keeps its own worker, and where it may run.
class AsItself {
 public:
  AsItself() noexcept : own_(runtime::current()), mask_(platform::topology::affinity_mask()) {}
  AsItself(const AsItself&) = delete;
  AsItself& operator=(const AsItself&) = delete;
  ~AsItself() {
    P::self() = &own_;
    if (!(platform::topology::affinity_mask() == mask_)) platform::topology::bind_current_thread(mask_);
  }

  process::Worker& own() const noexcept { return own_; }

 private:
  process::Worker& own_;
  platform::topology::CpuSet mask_;
};

// @returns whether it has got a thread of the pool
bool open(heddle_arena& arena, unsigned pool) noexcept {
  const AsItself itself;
  const std::uint32_t guests = arena.entrants;  // but for the host's seat, and the door
  runtime::Runtime<P>& runtime = *process::Process::get().runtime;
  arena.host = &runtime.attach();
  process::tell_rooms(&process::Room::thread_comes, *arena.host);
  arena.team = &Guests::open(*arena.host, pool, guests);
  arena.team->doors = 1;
  return arena.team->size > 1 + guests;  // or else nobody would run what is left there
}

void close(heddle_arena& arena) noexcept {
  const AsItself itself;
  arena.team->doors = 0;
  Guests::close(*arena.host, arena.entrants);
  process::tell_rooms(&process::Room::thread_goes, *arena.host);
  process::Process::get().runtime->detach(*arena.host);
}

}  // namespace

heddle_arena* make_arena(const heddle_arena_options& options, int& code) noexcept {
  code = check(options);
  if (code != HEDDLE_OK) return nullptr;
  if (ending()) {
    code = HEDDLE_SHUT_DOWN;
    return nullptr;
  }
  std::unique_ptr<heddle_arena> arena(new (std::nothrow) heddle_arena);
  const unsigned usual = process::threads_for(runtime::current(), 0);
  const unsigned pool = options.workers != 0 ? options.workers : std::max(usual - 1, 1U);
  if (arena != nullptr) {
    arena->entrants = std::max(options.entrants, 1U);
    arena->forked = forks;
  }
  if (arena == nullptr || !arena->seats.make(arena->entrants)) {
    code = HEDDLE_NO_MEMORY;
    return nullptr;
  }
  if (!open(*arena, pool)) {
    close(*arena);
    code = HEDDLE_BAD_WORKERS;
    return nullptr;
  }
  return arena.release();
}

void destroy_arena(heddle_arena* arena) noexcept {
  if (!is_of_this_process(*arena)) return;  // what it has is the parent's
  if (Guests::is_inside(runtime::current(), *arena->team)) refuse_to_destroy();
  close(*arena);
  delete arena;
}

int execute_in(heddle_arena& arena, void (*body)(void*), void* data, heddle_failure* failure) noexcept {
  if (!is_of_this_process(arena)) return HEDDLE_OTHER_PROCESS;
  process::Worker& own = runtime::current();
  const Call call{body, data, failure};
  if (own.member->team == arena.team) return own.task->has(graph::k_early) ? HEDDLE_EARLY_WAIT : make_call(own, call);
  const std::uint32_t seat = arena.seats.take(own.id);
  return seat != ArenaSeats<P>::k_none ? call_in_seat(arena, seat, own, call) : send_errand(arena, own, call);
}

int spawn_in(heddle_arena& arena, const heddle_task& task) noexcept {
  if (!is_of_this_process(arena)) return HEDDLE_OTHER_PROCESS;
  if (task.group != nullptr) return HEDDLE_WRONG_TASK;
  const AtTheDoor door(arena, runtime::current());
  return spawn(task);
}

unsigned workers_of(const heddle_arena& arena) noexcept { return arena.team->size - arena.team->doors; }

}  // namespace heddle::tasks
