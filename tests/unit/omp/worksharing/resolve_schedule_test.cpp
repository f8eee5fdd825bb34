// Which schedule a loop gets: what it asks for, what the run-sched ICV and HEDDLE_LOOP say, and what its order allows.
#include <gtest/gtest.h>

#include <functional>

#include "omp/current_icv.hpp"
#include "omp/loop.hpp"
#include "omp/region.hpp"

namespace {

using namespace heddle;
using namespace heddle::omp;

/// In a region of so many threads: what thread 0 finds.
void as_first_of(unsigned threads, const std::function<void(Worker&)>& body) {
  RegionRequest request;
  request.body = [](void* argument) {
    Worker& worker = runtime::current();
    if (worker.member->seat == 0) (*static_cast<const std::function<void(Worker&)>*>(argument))(worker);
  };
  request.data = const_cast<std::function<void(Worker&)>*>(&body);
  request.threads = threads;
  parallel(request);
}

LoopRequest loop_of(ScheduleKind kind, std::uint64_t chunk, Monotonicity monotonicity = Monotonicity::nonmonotonic) {
  LoopRequest request;
  request.space = counted_space(1000);
  request.schedule = {kind, chunk, monotonicity};
  return request;
}

void expect(const Schedule& schedule, ScheduleKind kind, std::uint64_t chunk, const char* why = "") {
  EXPECT_EQ(schedule.kind, kind) << name_of(schedule.kind) << " " << why;
  EXPECT_EQ(schedule.chunk, chunk) << why;
}

/// While it lives, HEDDLE_LOOP says this to the worker's team.
class Override {
 public:
  Override(Worker& worker, ScheduleKind kind) : data_(team_data(*worker.member->team)), before_(data_.loop_override) {
    data_.loop_override = kind;
  }
  ~Override() { data_.loop_override = before_; }
  Override(const Override&) = delete;
  Override& operator=(const Override&) = delete;

 private:
  TeamData& data_;
  ScheduleKind before_;
};

const ScheduleKind k_idws = kind_named("idws");

TEST(ResolveSchedule, what_the_program_decides_stays) {
  as_first_of(3, [](Worker& worker) {
    const Override by(worker, k_idws);
    expect(resolve_schedule(worker, loop_of(ScheduleKind::static_chunks, 0)), ScheduleKind::static_chunks, 0);
    expect(resolve_schedule(worker, loop_of(ScheduleKind::static_chunks, 9)), ScheduleKind::static_chunks, 9);
    expect(resolve_schedule(worker, loop_of(ScheduleKind::inlined, 9)), ScheduleKind::inlined, 9);
  });
}

TEST(ResolveSchedule, without_an_override_each_loop_is_as_it_is_written) {
  as_first_of(3, [](Worker& worker) {
    const Override none(worker, ScheduleKind::runtime);
    expect(resolve_schedule(worker, loop_of(ScheduleKind::dynamic, 7)), ScheduleKind::dynamic, 7);
    expect(resolve_schedule(worker, loop_of(ScheduleKind::dynamic, 0)), ScheduleKind::dynamic, 1, "one at a time");
    expect(resolve_schedule(worker, loop_of(ScheduleKind::guided, 5)), ScheduleKind::guided, 5);
    expect(resolve_schedule(worker, loop_of(ScheduleKind::guided, 0)), ScheduleKind::guided, 1);
  });
}

TEST(ResolveSchedule, auto_is_so_many_dynamic_chunks_a_thread) {
  as_first_of(4, [](Worker& worker) {
    const Override none(worker, ScheduleKind::runtime);
    LoopRequest request = loop_of(ScheduleKind::automatic, 0);
    request.space = counted_space(4 * k_auto_chunks_per_thread * 10);
    expect(resolve_schedule(worker, request), ScheduleKind::dynamic, 10);
    request.space = counted_space(4 * k_auto_chunks_per_thread * 10 + 1);
    expect(resolve_schedule(worker, request), ScheduleKind::dynamic, 10);
    request.space = counted_space(4 * k_auto_chunks_per_thread - 1);
    expect(resolve_schedule(worker, request), ScheduleKind::dynamic, 1, "at least one iteration");
  });
}

TEST(ResolveSchedule, an_override_takes_loops_that_promise_no_order) {
  as_first_of(3, [](Worker& worker) {
    const Override by(worker, k_idws);
    expect(resolve_schedule(worker, loop_of(ScheduleKind::dynamic, 7)), k_idws, 7);
    expect(resolve_schedule(worker, loop_of(ScheduleKind::guided, 7)), k_idws, 7);
    EXPECT_EQ(resolve_schedule(worker, loop_of(ScheduleKind::automatic, 7)).kind, k_idws);
    expect(resolve_schedule(worker, loop_of(ScheduleKind::dynamic, 7, Monotonicity::monotonic)), ScheduleKind::dynamic,
           7, "chunks rise");
    LoopRequest ordered = loop_of(ScheduleKind::dynamic, 7);
    ordered.order = LoopOrder::ordered;
    expect(resolve_schedule(worker, ordered), ScheduleKind::dynamic, 7, "in the loop's order");
    ordered.order = LoopOrder::doacross;
    expect(resolve_schedule(worker, ordered), ScheduleKind::dynamic, 7);
  });
}

TEST(ResolveSchedule, an_override_that_does_not_balance_takes_rising_loops_too) {
  as_first_of(3, [](Worker& worker) {
    const Override by(worker, ScheduleKind::guided);
    expect(resolve_schedule(worker, loop_of(ScheduleKind::dynamic, 7, Monotonicity::monotonic)), ScheduleKind::guided,
           7);
    LoopRequest ordered = loop_of(ScheduleKind::dynamic, 7);
    ordered.order = LoopOrder::ordered;
    expect(resolve_schedule(worker, ordered), ScheduleKind::dynamic, 7);
  });
}

TEST(ResolveSchedule, a_static_block_as_override_has_no_chunk_size) {
  as_first_of(3, [](Worker& worker) {
    const Override by(worker, ScheduleKind::static_chunks);
    expect(resolve_schedule(worker, loop_of(ScheduleKind::dynamic, 7)), ScheduleKind::static_chunks, 0);
  });
}

TEST(ResolveSchedule, what_balances_by_name_is_dynamic_where_an_order_is_promised) {
  as_first_of(3, [](Worker& worker) {
    const Override none(worker, ScheduleKind::runtime);
    expect(resolve_schedule(worker, loop_of(k_idws, 3)), k_idws, 3);
    expect(resolve_schedule(worker, loop_of(k_idws, 3, Monotonicity::monotonic)), ScheduleKind::dynamic, 3);
    LoopRequest ordered = loop_of(k_idws, 3);
    ordered.order = LoopOrder::ordered;
    expect(resolve_schedule(worker, ordered), ScheduleKind::dynamic, 3);
  });
}

TEST(ResolveSchedule, a_doacross_loop_has_chunks_of_one_size) {
  as_first_of(3, [](Worker& worker) {
    const Override none(worker, ScheduleKind::runtime);
    LoopRequest doacross = loop_of(ScheduleKind::guided, 4);
    doacross.order = LoopOrder::doacross;
    expect(resolve_schedule(worker, doacross), ScheduleKind::dynamic, 4);
    doacross.schedule.chunk = 0;
    expect(resolve_schedule(worker, doacross), ScheduleKind::dynamic, 1);
    doacross.schedule = {ScheduleKind::static_chunks, 6, Monotonicity::unsaid};
    expect(resolve_schedule(worker, doacross), ScheduleKind::static_chunks, 6);
  });
}

TEST(ResolveSchedule, schedule_runtime_is_what_the_icv_says) {
  as_first_of(3, [](Worker& worker) {
    const Override none(worker, ScheduleKind::runtime);
    RunSchedule& icv_value = writable_icv(worker).run_sched;
    const LoopRequest asks = loop_of(ScheduleKind::runtime, 0);
    icv_value = {.chunk = 12, .kind = ScheduleKind::guided, .modifier = Monotonicity::unsaid, .chosen = true};
    expect(resolve_schedule(worker, asks), ScheduleKind::guided, 12);
    icv_value = {.chunk = 0, .kind = ScheduleKind::static_chunks, .modifier = Monotonicity::unsaid, .chosen = true};
    expect(resolve_schedule(worker, asks), ScheduleKind::static_chunks, 0, "blocks");
    icv_value = {.chunk = -3, .kind = ScheduleKind::dynamic, .modifier = Monotonicity::unsaid, .chosen = true};
    expect(resolve_schedule(worker, asks), ScheduleKind::dynamic, 1, "no size");
    icv_value = {.chunk = 1, .kind = ScheduleKind::dynamic, .modifier = Monotonicity::unsaid, .chosen = true};
    expect(resolve_schedule(worker, asks), ScheduleKind::dynamic, 1);
  });
}

TEST(ResolveSchedule, rising_chunks_are_asked_for_by_the_loop_or_by_the_user) {
  as_first_of(3, [](Worker& worker) {
    const Override none(worker, ScheduleKind::runtime);
    RunSchedule& icv_value = writable_icv(worker).run_sched;
    const auto asked = [&](Monotonicity by_loop, Monotonicity by_user) {
      icv_value = {.chunk = 2, .kind = ScheduleKind::dynamic, .modifier = by_user, .chosen = true};
      return resolve_schedule(worker, loop_of(ScheduleKind::runtime, 0, by_loop)).monotonicity;
    };
    EXPECT_EQ(asked(Monotonicity::nonmonotonic, Monotonicity::unsaid), Monotonicity::nonmonotonic);
    EXPECT_EQ(asked(Monotonicity::monotonic, Monotonicity::unsaid), Monotonicity::monotonic);
    EXPECT_EQ(asked(Monotonicity::nonmonotonic, Monotonicity::monotonic), Monotonicity::monotonic);
    EXPECT_EQ(asked(Monotonicity::unsaid, Monotonicity::nonmonotonic), Monotonicity::nonmonotonic);
  });
}

TEST(ResolveSchedule, clangs_runtime_loops_are_static_until_somebody_chooses) {
  as_first_of(3, [](Worker& worker) {
    const Override none(worker, ScheduleKind::runtime);
    RunSchedule& icv_value = writable_icv(worker).run_sched;
    LoopRequest asks = loop_of(ScheduleKind::runtime, 5);
    asks.unchosen = LoopRequest::Unchosen::static_blocks;
    icv_value = {.chunk = 4, .kind = ScheduleKind::dynamic, .modifier = Monotonicity::unsaid, .chosen = false};
    expect(resolve_schedule(worker, asks), ScheduleKind::static_chunks, 0);
    icv_value.chosen = true;
    expect(resolve_schedule(worker, asks), ScheduleKind::dynamic, 4);
    icv_value.chosen = false;
    asks.unchosen = {};
    expect(resolve_schedule(worker, asks), ScheduleKind::dynamic, 4, "GCC's are what the ICV says in any case");
  });
}

TEST(ResolveSchedule, a_static_schedule_that_the_icv_chose_is_a_promise_too) {
  as_first_of(3, [](Worker& worker) {
    const Override by(worker, k_idws);
    RunSchedule& icv_value = writable_icv(worker).run_sched;
    icv_value = {.chunk = 4, .kind = ScheduleKind::static_chunks, .modifier = Monotonicity::unsaid, .chosen = true};
    expect(resolve_schedule(worker, loop_of(ScheduleKind::runtime, 0)), ScheduleKind::static_chunks, 4);
  });
}

}  // namespace
