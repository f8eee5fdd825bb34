// Plans: what recording and replaying a task costs, and METG(50 %) of a replayed stencil; beside them the same graph as
// a hand-written loop with one flag per thread. ns a task: wall time of the replay / tasks.
//
//   g++ -std=c++20 -O2 -Iinclude -Ibench bench/micro/plans.cpp -Lbuild/release/lib -lheddle -pthread -o plans
//   LD_LIBRARY_PATH=build/release/lib OMP_NUM_THREADS=2 ./plans replay
#include <atomic>
#include <heddle/plan.hpp>
#include <thread>

#include "metg.hpp"
#include "patterns.hpp"

namespace {

using bench::now_ns;

unsigned threads() {
  const char* set = std::getenv("OMP_NUM_THREADS");
  return set != nullptr ? static_cast<unsigned>(std::max(1, std::atoi(set))) : std::thread::hardware_concurrency();
}

/// The stencil of the `stencil` row: 64 points on a ring, three in and one out per task.
class Stencil : public bench::StencilOf {
 public:
  using StencilOf::StencilOf;
  static constexpr long k_points = k_width;
  long steps() const { return steps_; }

  void describe(heddle::plan& plan, long steps) {
    for (long step = 0; step < steps; ++step) {
      for (long point = 0; point < k_width; ++point) {
        const std::uint64_t* left = at(step, point - 1);
        const std::uint64_t* middle = at(step, point);
        const std::uint64_t* right = at(step, point + 1);
        std::uint64_t* to = at(step + 1, point);
        plan.task([=] { *to = next(left, middle, right); }, heddle::in(*left), heddle::in(*middle), heddle::in(*right),
                  heddle::out(*to));
      }
    }
  }

  /// Each thread has a block of points and shows how many steps it has done.
  void by_hand(unsigned count) {
    struct alignas(64) Done {
      std::atomic<long> steps{0};
    };
    std::vector<Done> done(count);
    const auto work = [&](unsigned me) {
      const long first = k_width * me / count;
      const long last = k_width * (me + 1) / count;
      for (long step = 0; step < steps_; ++step) {
        for (const unsigned other : {(me + 1) % count, (me + count - 1) % count}) {
          // order: acquire — pairs with the release below.
          while (done[other].steps.load(std::memory_order_acquire) < step) std::this_thread::yield();
        }
        for (long point = first; point < last; ++point) {
          *at(step + 1, point) = next(at(step, point - 1), at(step, point), at(step, point + 1));
        }
        // order: release — pairs with the acquire above.
        done[me].steps.store(step + 1, std::memory_order_release);
      }
    };
    std::vector<std::jthread> others;
    for (unsigned me = 1; me < count; ++me) others.emplace_back(work, me);
    work(0);
  }
};

constexpr int k_tries = 9;

/// `run(stencil)` returns ns; the median of several, each on a stencil of its own.
template <class Run>
void measure_stencil(const std::string& name, long size, Run run) {
  std::vector<double> ns;
  bool right = true;
  Stencil serial(size);
  serial.serial();
  for (int i = 0; i < k_tries; ++i) {
    Stencil stencil(size);
    ns.push_back(run(stencil) / static_cast<double>(stencil.count()));
    right = right && stencil.result() == serial.result();
  }
  bench::print_row(name, bench::median(ns), "ns", bench::check_that(right));
}

/// All steps written out; the plan is replayed once for warmth on a copy of no interest.
void replay(const std::string& name, long size) {
  measure_stencil(name, size, [](Stencil& stencil) {
    heddle::plan plan({.workers = threads()});
    stencil.describe(plan, stencil.steps());
    plan.replay();
    Stencil fresh(stencil.count());
    plan.record([&](heddle::plan& into) { fresh.describe(into, fresh.steps()); });
    const double start = now_ns();
    plan.replay();
    const double ns = now_ns() - start;
    stencil = fresh;
    return ns;
  });
}

/// Two steps, in laps without a barrier.
template <heddle::placement k_placement, bool k_rebalance = false>
void laps(const std::string& name, long size) {
  measure_stencil(name, size / 256 * 256, [](Stencil& stencil) {
    heddle::plan plan({.workers = threads(), .placement = k_placement, .rebalance = k_rebalance});
    stencil.describe(plan, 2);
    const auto all = static_cast<unsigned>(stencil.steps() / 2);
    plan.replay(all / 2);
    const double start = now_ns();
    plan.replay(all - all / 2);
    return 2 * (now_ns() - start);
  });
}

/// Description and the first replay, which links, reduces, places, compiles.
void record(const std::string& name, long size) {
  measure_stencil(name, size, [](Stencil& stencil) {
    const double start = now_ns();
    heddle::plan plan({.workers = threads()});
    stencil.describe(plan, stencil.steps());
    plan.replay();
    return now_ns() - start;
  });
}

void by_hand(const std::string& name, long size) {
  measure_stencil(name, size, [](Stencil& stencil) {
    const double start = now_ns();
    stencil.by_hand(threads());
    return now_ns() - start;
  });
}

void metg(const std::string& name, long /*size*/) {
  bench::metg::measure(name, static_cast<int>(threads()), [](bench::metg::Grid& grid, long steps, long length) {
    heddle::plan plan({.workers = threads()});
    for (long step = 0; step < 2; ++step) {
      for (long point = 0; point < bench::metg::k_width; ++point) {
        const double* left = grid.at(step, point - 1);
        const double* middle = grid.at(step, point);
        const double* right = grid.at(step, point + 1);
        double* to = grid.at(step + 1, point);
        plan.task([=] { *to = bench::metg::next(left, middle, right, length); }, heddle::in(*left), heddle::in(*middle),
                  heddle::in(*right), heddle::out(*to));
      }
    }
    plan.replay(2);  // linked, placed and warm
    std::fill(grid.points.begin(), grid.points.end(), bench::metg::Grid::Point{});
    const double start = now_ns();
    plan.replay(static_cast<unsigned>(steps / 2));
    return (now_ns() - start) * static_cast<double>(steps) / static_cast<double>(steps / 2 * 2);
  });
}

constexpr bench::Command k_commands[] = {
    {"record", 131072, record},
    {"replay", 131072, replay},
    {"laps", 1048576, laps<heddle::placement::locality>},
    {"laps_round_robin", 131072, laps<heddle::placement::round_robin>},
    {"laps_rebalance", 131072, laps<heddle::placement::locality, true>},
    {"by_hand", 1048576, by_hand},
    {"metg", 0, metg},
};

}  // namespace

int main(int argc, char** argv) { return bench::run_command(argc, argv, k_commands); }
