// heddle_plan: the C interface of plans. Checks arguments, keeps the message, calls; a replay is a region of the pool.
#include "heddle/plan.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <new>
#include <optional>

#include "base/quoted.hpp"
#include "front/c/plan_observed.hpp"
#include "front/c/plan_overlap.hpp"
#include "front/c/thread_binding.hpp"
#include "plan/cores.hpp"
#include "plan/placement_file.hpp"
#include "plan/plan.hpp"
#include "plan/print.hpp"
#include "platform/topology/available.hpp"
#include "platform/topology/caches.hpp"
#include "process/region.hpp"
#include "process/team_size.hpp"
#include "runtime/runtime.hpp"

#define HEDDLE_PLAN_EXPORT [[gnu::visibility("default")]]

using namespace heddle;  // the whole file is extern "C"
using P = platform::Threads;

struct heddle_plan {
  plans::Plan<P> plan;
  plans::Cores cores;
  std::uint32_t workers;
  std::string message;
};

namespace {

plans::Policy policy_of(std::uint32_t placement) noexcept {
  switch (placement) {
    case HEDDLE_PLAN_CRITICAL_PATH:
      return plans::Policy::critical_path;
    case HEDDLE_PLAN_ROUND_ROBIN:
      return plans::Policy::round_robin;
    case HEDDLE_PLAN_RANDOM:
      return plans::Policy::random;
    default:
      return plans::Policy::locality;
  }
}

int failed(heddle_plan& plan, int code, std::string message) {
  plan.message = "heddle: " + std::move(message);
  return code;
}

int failed(heddle_plan& plan, int code, const base::Error& error) {
  return failed(plan, code, error.what + "; " + error.hint);
}

/// Runs `act()`, which may run out of memory.
template <class Act>
int guarded(heddle_plan& plan, Act act) noexcept {
  try {
    return act();
  } catch (const std::bad_alloc&) {
    plan.message.clear();
    return HEDDLE_NO_MEMORY;
  }
}

/// The plan claimed for one replay, or a change of what replays use.
class Claim {
 public:
  explicit Claim(heddle_plan& plan) noexcept : plan_(plan.plan), held_(plan_.begin()) {}
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;
  ~Claim() {
    if (held_) plan_.end();
  }
  explicit operator bool() const noexcept { return held_; }

 private:
  plans::Plan<P>& plan_;
  const bool held_;
};

/// Claims and freezes the plan, then `act()`.
template <class Act>
int with_frozen(heddle_plan* plan, Act act) noexcept {
  if (plan == nullptr) return HEDDLE_NULL_BODY;
  return guarded(*plan, [&]() -> int {
    const Claim claim(*plan);
    if (!claim) return HEDDLE_PLAN_BUSY;  // another thread's plan: its message is not ours to write
    if (const auto error = plan->plan.freeze()) return failed(*plan, HEDDLE_PLAN_CIRCLE, *error);
    return act();
  });
}

/// Laps to run: so many times the reel, which may hold several.
struct Part {
  plans::ReplayState<P>& reel;
  std::uint32_t epochs;
  std::uint32_t laps_of_epoch = 1;
};

struct Replay {
  heddle_plan& plan;
  const Part& part;
  std::vector<platform::topology::CpuSet> cpus;  // of each worker; empty: not bound
  bool out_of_memory = false;                    // nothing was run; told behind the region's end
};

/// All lanes by one worker, where others have not come. Within the region, so nothing may be thrown.
void replay_all(Replay& shot) {
  plans::PlacedGraph* tape = nullptr;
  std::optional<front::ObservedTape> observed;
  try {
    tape = &shot.plan.plan.reel(1, plans::Laps::one).tape;
    observed.emplace(*tape, shot.plan.plan.description());
  } catch (const std::bad_alloc&) {
    shot.out_of_memory = true;
    return;
  }
  plans::replay_alone(*tape, shot.part.epochs * shot.part.laps_of_epoch);
}

void replay_share(process::Worker& worker, Replay& shot) {
  plans::ReplayState<P>& reel = shot.part.reel;
  if (worker.member->team->size == reel.tape.lanes()) {
    plans::replay_lane(worker, reel, {reel.epoch + 1, reel.epoch + shot.part.epochs});
  } else if (worker.member->seat == 0) {
    replay_all(shot);
  }
}

void run_share(void* argument) {
  Replay& shot = *static_cast<Replay*>(argument);
  process::Worker& worker = runtime::current();
  if (worker.member->seat >= shot.cpus.size()) return replay_share(worker, shot);
  const front::ThreadBinding bound(shot.cpus[worker.member->seat]);
  replay_share(worker, shot);
}

std::uint32_t workers_of(const heddle_plan& plan) noexcept {
  return process::threads_for(runtime::current(), plan.workers);
}

plans::ReplayState<P>& reel_for(heddle_plan& plan, std::uint32_t laps) {
  return plan.plan.reel(workers_of(plan), laps == 1 ? plans::Laps::one : plans::Laps::many);
}

/// What a worker may fill with a wave's data.
std::uint64_t cache_bytes() {
  static const std::uint64_t told = platform::topology::cache_share_bytes(platform::topology::affinity_mask());
  return told;
}

/// @returns whether each lane had a worker of its own
bool replay(heddle_plan& plan, const Part& part) {
  const std::uint32_t lanes = part.reel.tape.lanes();
  const front::ObservedTape observed(part.reel.tape, plan.plan.description());
  if (lanes == 1) {
    plans::replay_alone(part.reel.tape, part.epochs);
    return true;
  }
  Replay shot{plan, part, {}};
  if (plan.cores != plans::Cores::none) {
    const auto machine = platform::topology::read_groups(platform::topology::affinity_mask());
    shot.cpus = plans::cpus_of_workers(plan.cores, lanes, machine);
  }
  process::Worker& worker = runtime::current();
  const bool everybody = process::open_region(worker, {run_share, &shot, lanes}).size == lanes;
  run_share(&shot);
  process::close_region(worker);
  if (shot.out_of_memory) throw std::bad_alloc();
  if (everybody) part.reel.epoch += part.epochs;
  return everybody;
}

/// Who has taken over what is told by claims, which nobody makes unless everybody has come.
void replay_and_learn(heddle_plan& plan, const Part& part) {
  if (replay(plan, part)) plan.plan.learn_from(part.reel);
}

/// Waves of several laps, where data would be fetched anew in each; what is left of the laps is a wave, too.
void replay_in_waves(heddle_plan& plan, std::uint32_t laps) {
  const std::uint32_t workers = workers_of(plan);
  const std::uint32_t most = laps == 1 ? 1 : plan.plan.laps_of_a_wave(workers, cache_bytes());
  if (most == 1) return replay_and_learn(plan, {reel_for(plan, laps), laps});
  if (laps >= most) replay_and_learn(plan, {plan.plan.reel_of_laps(workers, most), laps / most, most});
  const std::uint32_t left = laps % most;
  if (left == 1) replay_and_learn(plan, {reel_for(plan, 1), 1});
  if (left > 1) replay_and_learn(plan, {plan.plan.reel_of_laps(workers, left), 1, left});
}

bool pins_fit(const heddle_plan_task& task) noexcept { return task.bytes == sizeof(heddle_plan_task); }

}  // namespace

extern "C" {

HEDDLE_PLAN_EXPORT int heddle_plan_create(const heddle_plan_options* options, heddle_plan** plan) {
  if (plan == nullptr) return HEDDLE_NULL_BODY;
  const heddle_plan_options chosen = options == nullptr ? heddle_plan_options HEDDLE_PLAN_OPTIONS : *options;
  if (chosen.bytes != sizeof chosen || chosen.placement > HEDDLE_PLAN_RANDOM ||
      chosen.cores > HEDDLE_PLAN_CORES_HYBRID || chosen.ranges > 1 || chosen.rebalance > 1) {
    return HEDDLE_BAD_OPTION;
  }
  plans::Placing placing;
  placing.policy = policy_of(chosen.placement);
  placing.seed = chosen.seed;
  const auto balance = chosen.rebalance == 1 ? plans::Balance::take_over : plans::Balance::keep_placement;
  *plan = new (std::nothrow)
      heddle_plan{plans::Plan<P>(placing, balance), static_cast<plans::Cores>(chosen.cores), chosen.workers, {}};
  if (*plan == nullptr) return HEDDLE_NO_MEMORY;
  if (chosen.ranges == 1) (*plan)->plan.description().match(plans::Match::ranges);
  return HEDDLE_OK;
}

HEDDLE_PLAN_EXPORT void heddle_plan_destroy(heddle_plan* plan) { delete plan; }

HEDDLE_PLAN_EXPORT int heddle_plan_add(heddle_plan* plan, const heddle_plan_task* task, const heddle_access* accesses,
                                       size_t count, uint32_t* number) {
  if (plan == nullptr || task == nullptr || task->body == nullptr || (accesses == nullptr && count != 0)) {
    return HEDDLE_NULL_BODY;
  }
  return guarded(*plan, [&]() -> int {
    if (!pins_fit(*task)) return failed(*plan, HEDDLE_BAD_OPTION, "begin a heddle_plan_task with HEDDLE_PLAN_TASK");
    if (plan->plan.frozen()) {
      return failed(*plan, HEDDLE_PLAN_FROZEN,
                    "the plan has been replayed, it takes no more tasks; describe a new one");
    }
    plans::Description& description = plan->plan.description();
    plans::Task added{.body = task->body, .argument = task->argument};
    added.worker = task->worker;
    added.cost_ns = static_cast<float>(task->cost_ns);
    if (task->name != nullptr) added.name = description.intern(task->name);
    std::uint32_t modes = 0;
    size_t writes = 0;
    plans::Access* const kept = description.room_for(count);
    for (size_t i = 0; i < count; ++i) {
      const heddle_access& told = accesses[i];
      modes = std::max(modes, told.mode);
      writes += told.mode != HEDDLE_IN ? 1 : 0;
      kept[i] = {const_cast<void*>(told.address), static_cast<graph::Mode>(told.mode & 3), told.bytes};
    }
    if (modes > HEDDLE_COMMUTATIVE) return failed(*plan, HEDDLE_BAD_OPTION, "no such mode of access");
    if (writes > 1 && plans::writes_overlap({accesses, count})) {
      return failed(*plan, HEDDLE_OVERLAP,
                    std::string(task->name != nullptr ? task->name : "a task") +
                        " writes the same bytes by two of its accesses; name them once");
    }
    const plans::TaskIndex index = description.add_kept(added, {kept, count});
    if (number != nullptr) *number = index;
    return HEDDLE_OK;
  });
}

HEDDLE_PLAN_EXPORT int heddle_plan_use_ranges(heddle_plan* plan) {
  if (plan == nullptr) return HEDDLE_NULL_BODY;
  return guarded(*plan, [&]() -> int {
    if (plan->plan.frozen()) return failed(*plan, HEDDLE_PLAN_FROZEN, "the plan has been replayed, its order stands");
    plan->plan.description().match(plans::Match::ranges);
    return HEDDLE_OK;
  });
}

HEDDLE_PLAN_EXPORT int heddle_plan_precede(heddle_plan* plan, uint32_t before, uint32_t after) {
  if (plan == nullptr) return HEDDLE_NULL_BODY;
  return guarded(*plan, [&]() -> int {
    plans::Description& description = plan->plan.description();
    if (plan->plan.frozen()) return failed(*plan, HEDDLE_PLAN_FROZEN, "the plan has been replayed, its order stands");
    if (before >= description.size() || after >= description.size()) {
      return failed(*plan, HEDDLE_PLAN_NO_TASK, "the plan has no task " + std::to_string(std::max(before, after)));
    }
    description.precede(before, after);
    return HEDDLE_OK;
  });
}

HEDDLE_PLAN_EXPORT int heddle_plan_freeze(heddle_plan* plan) {
  return with_frozen(plan, []() -> int { return HEDDLE_OK; });
}

HEDDLE_PLAN_EXPORT int heddle_plan_replay(heddle_plan* plan, uint32_t laps) {
  return with_frozen(plan, [&]() -> int {
    if (laps == 0 || plan->plan.description().size() == 0) return HEDDLE_OK;
    replay_in_waves(*plan, laps);
    return HEDDLE_OK;
  });
}

HEDDLE_PLAN_EXPORT int heddle_plan_measure(heddle_plan* plan, double* ns) {
  return with_frozen(plan, [&]() -> int {
    if (plan->plan.description().size() == 0) return HEDDLE_OK;
    plans::ReplayState<P>& reel = reel_for(*plan, 1);
    const std::uint64_t start = P::now_ns();
    {
      const plans::Stopwatch<P> watch(reel.tape, plan->plan.description());
      replay(*plan, {reel, 1});
    }
    if (ns != nullptr) *ns = static_cast<double>(P::now_ns() - start);
    plan->plan.place_again();
    return HEDDLE_OK;
  });
}

HEDDLE_PLAN_EXPORT int heddle_plan_set_argument(heddle_plan* plan, uint32_t task, void* argument) {
  return with_frozen(plan, [&]() -> int {
    if (task >= plan->plan.description().size()) {
      return failed(*plan, HEDDLE_PLAN_NO_TASK, "the plan has no task " + std::to_string(task));
    }
    plan->plan.set_argument(task, argument);
    return HEDDLE_OK;
  });
}

HEDDLE_PLAN_EXPORT int heddle_plan_take_arguments(heddle_plan* plan, heddle_plan* other) {
  if (other == nullptr || other == plan) return HEDDLE_NULL_BODY;
  return with_frozen(plan, [&]() -> int {
    const Claim claim(*other);  // until the arguments are taken: nobody may replay it meanwhile
    if (!claim) return failed(*plan, HEDDLE_PLAN_BUSY, "the other plan is being replayed");
    if (const auto error = other->plan.freeze()) return failed(*plan, HEDDLE_PLAN_CIRCLE, *error);
    if (plan->plan.take_arguments(other->plan)) return HEDDLE_OK;
    return failed(*plan, HEDDLE_PLAN_SHAPE,
                  "the plan has " + std::to_string(plan->plan.description().size()) + " tasks and " +
                      std::to_string(plan->plan.graph().before.items.size()) + " dependences, what was recorded now " +
                      std::to_string(other->plan.description().size()) + " and " +
                      std::to_string(other->plan.graph().before.items.size()) +
                      ", or other bodies or another order; make a new plan for it");
  });
}

HEDDLE_PLAN_EXPORT int heddle_plan_write_placement(heddle_plan* plan, const char* path) {
  if (path == nullptr) return HEDDLE_NULL_BODY;
  return with_frozen(plan, [&]() -> int {
    const plans::Graph& graph = plan->plan.graph();
    std::ofstream file(path);
    file << plans::write_placement(
        graph, plans::placed_tasks(graph, plan->plan.placement(workers_of(*plan), plans::Laps::one)));
    file.flush();
    return file ? HEDDLE_OK : failed(*plan, HEDDLE_PLAN_FILE, std::string("cannot write ") + base::quoted(path));
  });
}

HEDDLE_PLAN_EXPORT int heddle_plan_read_placement(heddle_plan* plan, const char* path) {
  if (path == nullptr) return HEDDLE_NULL_BODY;
  return with_frozen(plan, [&]() -> int {
    std::ifstream file(path);
    if (!file) return failed(*plan, HEDDLE_PLAN_FILE, std::string("cannot read ") + base::quoted(path));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    auto placed = plans::read_placement(plan->plan.graph(), text);
    if (!placed)
      return failed(*plan, HEDDLE_PLAN_FILE,
                    base::Error{base::Code::file, path + (": " + placed.error().what), placed.error().hint});
    const std::uint32_t workers = placed.value().workers;
    if (workers != workers_of(*plan)) {
      return failed(*plan, HEDDLE_PLAN_FILE,
                    path + (": this placement is for " + std::to_string(workers)) + " workers, the plan would run on " +
                        std::to_string(workers_of(*plan)) +
                        "; make the plan with that many (heddle_plan_options::workers), or write the placement anew");
    }
    plan->plan.place_tasks(std::move(placed).value().worker_of_task, workers);
    return HEDDLE_OK;
  });
}

HEDDLE_PLAN_EXPORT char* heddle_plan_print(heddle_plan* plan, uint32_t format) {
  char* result = nullptr;
  with_frozen(plan, [&]() -> int {
    if (format > HEDDLE_PLAN_JSON) return failed(*plan, HEDDLE_BAD_OPTION, "a plan prints as text, DOT or JSON");
    const std::uint32_t workers = workers_of(*plan);
    const plans::Placement placement = plan->plan.placement(workers, plans::Laps::one);
    const plans::Prediction prediction = plan->plan.predict(workers);
    const plans::PlacedPlan shown{plan->plan.graph(), plan->plan.description(), placement, prediction};
    const std::string text = format == HEDDLE_PLAN_TEXT  ? plans::as_text(shown)
                             : format == HEDDLE_PLAN_DOT ? plans::as_dot(shown)
                                                         : plans::as_json(shown);
    result = strdup(text.c_str());
    return result == nullptr ? HEDDLE_NO_MEMORY : HEDDLE_OK;
  });
  return result;
}

HEDDLE_PLAN_EXPORT uint32_t heddle_plan_tasks(const heddle_plan* plan) {
  return plan == nullptr ? 0 : plan->plan.description().size();
}

HEDDLE_PLAN_EXPORT const char* heddle_plan_message(const heddle_plan* plan) {
  return plan == nullptr ? "" : plan->message.c_str();
}

}  // extern "C"
