#include "tools/heddle/calibrate_host.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <thread>

#include "platform/threads/threads.hpp"
#include "platform/topology/available.hpp"

namespace heddle::tools {

namespace {

using platform::Threads;
using platform::topology::CpuSet;

constexpr int k_runs = 9;

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

void bind(std::uint32_t cpu) {
  CpuSet one;
  one.add(cpu);
  platform::topology::bind_current_thread(one);
}

/// How long the calling thread has had a core: what others do meanwhile costs it nothing. Where the system does not
/// tell, the time on the wall.
class OwnTime {
 public:
  OwnTime() : clock_(Threads::own_clock()), start_(now()) {}
  double ns() const { return static_cast<double>(now() - start_); }

 private:
  std::uint64_t now() const {
    const std::uint64_t ran = Threads::ran_ns(clock_);
    return ran != 0 ? ran : Threads::now_ns();
  }

  const std::int32_t clock_;
  const std::uint64_t start_;
};

/// How often the calling thread has had to give its core to another one.
long times_displaced() {
  rusage used{};
  getrusage(RUSAGE_THREAD, &used);
  return used.ru_nivcsw;
}

/// ns for one of so many calls in a row.
double each(std::uint32_t calls, const std::function<void()>& call) {
  std::vector<double> runs;
  for (int run = 0; run < k_runs; ++run) {
    const OwnTime time;
    for (std::uint32_t at = 0; at < calls; ++at) call();
    runs.push_back(time.ns() / calls);
  }
  return median(runs);
}

double dependent_loads() {
  constexpr std::uint32_t k_loads = 200'000;
  std::vector<double> runs;
  void* volatile chain = nullptr;
  void* cell = const_cast<void**>(&chain);
  chain = cell;
  for (int run = 0; run < k_runs; ++run) {
    void* at = cell;
    const OwnTime time;
    for (std::uint32_t load = 0; load < k_loads; ++load) at = *static_cast<void* volatile*>(at);
    runs.push_back(time.ns() / k_loads);
    if (at != cell) return 0;
  }
  return median(runs);
}

/// A thread on the other cpu that does the second half of an experiment, and is joined at its end.
class Other {
 public:
  Other(std::uint32_t cpu, std::function<void()> program)
      : thread_([cpu, program = std::move(program)] {
          bind(cpu);
          program();
        }) {}
  Other(const Other&) = delete;
  Other& operator=(const Other&) = delete;
  ~Other() { thread_.join(); }

 private:
  std::thread thread_;
};

void let_it_sleep() { std::this_thread::sleep_for(std::chrono::microseconds(300)); }

/// Waking a thread that sleeps: what it costs the waker, and when it runs.
void measure_wakes(std::uint32_t other, HostCosts& costs) {
  constexpr std::uint32_t k_wakes = 101;
  std::atomic<std::uint32_t> word{0};
  std::atomic<std::uint64_t> woken_at{0};
  std::vector<double> paid, late;
  const Other sleeper(other, [&] {
    for (std::uint32_t wake = 1; wake <= k_wakes; ++wake) {
      while (word.load() != wake) Threads::park(word, wake - 1);
      woken_at.store(Threads::now_ns());
    }
  });
  for (std::uint32_t wake = 1; wake <= k_wakes; ++wake) {
    let_it_sleep();
    woken_at.store(0);
    word.store(wake);
    const std::uint64_t start = Threads::now_ns();
    Threads::unpark_one(word);
    paid.push_back(static_cast<double>(Threads::now_ns() - start));
    while (woken_at.load() == 0) Threads::pause();
    late.push_back(static_cast<double>(woken_at.load()) - static_cast<double>(start));
  }
  costs.wake = std::max(median(paid) - costs.unpark, 0.0);
  costs.wake_latency = std::max(median(late) - median(paid), 0.0);
}

struct Stamp : platform::Interruptible {
  std::atomic<std::uint64_t> at{0};
  void interrupted() noexcept override { at.store(Threads::now_ns()); }
};

/// Signals to a thread that computes: what the sender pays, when the handler runs, what the victim loses.
void measure_interrupts(std::uint32_t other, HostCosts& costs) {
  constexpr int k_signals = 101;
  if (!Threads::allow_interrupts()) return;
  Stamp stamp;
  std::atomic<bool> end{false}, ready{false};
  std::atomic<Threads::ThreadName> name{0};
  std::atomic<std::uint64_t> longest_gap{0};
  std::vector<double> paid, late, lost;
  const Other victim(other, [&] {
    Threads::interruptible(&stamp);
    name.store(Threads::thread_name());
    ready.store(true);
    std::uint64_t last = Threads::now_ns();
    while (!end.load()) {
      const std::uint64_t now = Threads::now_ns();
      if (now - last > longest_gap.load()) longest_gap.store(now - last);
      last = now;
    }
    Threads::interruptible(nullptr);
  });
  while (!ready.load()) Threads::pause();
  for (int signal = 0; signal < k_signals; ++signal) {
    stamp.at.store(0);
    longest_gap.store(0);
    const std::uint64_t start = Threads::now_ns();
    Threads::interrupt(name.load());
    const std::uint64_t sent = Threads::now_ns();
    while (stamp.at.load() == 0) Threads::pause();
    let_it_sleep();
    paid.push_back(static_cast<double>(sent - start));
    late.push_back(static_cast<double>(stamp.at.load()) - static_cast<double>(start));
    lost.push_back(static_cast<double>(longest_gap.load()));
  }
  end.store(true);
  costs.interrupt = median(paid);
  costs.interrupt_latency = std::max(median(late) - median(paid), 0.0);
  costs.interrupted = median(lost);
}

void* nothing(void* counter) {
  static_cast<std::atomic<std::uint32_t>*>(counter)->fetch_add(1);
  return nullptr;
}

void measure_fences(std::uint32_t other, HostCosts& costs) {
  std::atomic<bool> end{false};
  const Other runs(other, [&] {
    while (!end.load()) Threads::pause();
  });
  Threads::prepare_heavy_fences();
  costs.heavy_fence = each(200, [] { Threads::heavy_fence(); });
  end.store(true);
}

/// The runs of a program on two cpus, ns a round.
struct ProgramRuns {
  std::vector<double> alone;  // neither thread was displaced
  std::vector<double> all;

  bool disturbed() const { return alone.size() < 3; }
  const std::vector<double>& that_count() const { return disturbed() ? all : alone; }
};

ProgramRuns run_program(TwoCores<Threads>::Program program, std::uint32_t other) {
  constexpr std::uint32_t k_rounds = 4'000;  // some 2 ms at most: the kernel's own threads come by less often than that
  constexpr int k_most_runs = 4 * k_runs;
  ProgramRuns runs;
  for (int run = 0; run < k_most_runs && runs.alone.size() < k_runs; ++run) {
    TwoCores<Threads>::Words words;
    long displaced = 0;
    double ns = 0;
    {
      const Other second(other, [&] {
        words.inside.fetch_add(1);
        while (words.inside.load() != 2) continue;
        const long before = times_displaced();
        program(words, 1, k_rounds);
        words.ended.store(1);
        displaced = times_displaced() - before;
      });
      while (words.inside.load() != 1) continue;
      const long before = times_displaced();
      const std::uint64_t start = Threads::now_ns();
      words.inside.fetch_add(1);
      program(words, 0, k_rounds);
      while (words.ended.load() != 1) continue;
      ns = static_cast<double>(Threads::now_ns() - start) / k_rounds;
      if (times_displaced() != before) ns = -ns;
    }
    runs.all.push_back(std::abs(ns));
    if (ns > 0 && displaced == 0) runs.alone.push_back(ns);
  }
  return runs;
}

/// (third quartile - first) / median
double quartiles_apart(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t quarter = values.size() / 4;
  return (values[values.size() - 1 - quarter] - values[quarter]) / values[values.size() / 2];
}

}  // namespace

std::vector<std::uint32_t> usable_cpus() {
  std::vector<std::uint32_t> cpus;
  const CpuSet mask = platform::topology::affinity_mask();
  for (std::size_t cpu = mask.next(0); cpu != mask.end(); cpu = mask.next(cpu + 1))
    cpus.push_back(static_cast<std::uint32_t>(cpu));
  return cpus;
}

double megahertz() {
  constexpr std::uint64_t k_additions = 20'000'000;
  std::vector<double> runs;
  for (int run = 0; run < k_runs; ++run) {
    const OwnTime time;
    std::uint64_t sum = k_additions;
    for (std::uint64_t at = 0; at < k_additions; ++at) {
      sum += at;
      asm volatile("" : "+r"(sum));  // one cycle each: every addition waits for the one before
    }
    runs.push_back(static_cast<double>(k_additions) * 1000 / time.ns());
  }
  return *std::max_element(runs.begin(), runs.end());  // in the others the core was not at its speed yet
}

HostCosts measure_host(std::uint32_t cpu, std::uint32_t other) {
  bind(cpu);
  HostCosts costs;
  std::atomic<std::uint32_t> word{0};
  costs.hit = dependent_loads();
  costs.change = each(200'000, [&] { word.fetch_add(1); });
  costs.pause = each(20'000, [&] {
    // order: relaxed — a spin loop's look.
    static_cast<void>(word.load(std::memory_order_relaxed));
    Threads::pause();
  });
  costs.yield = each(2'000, [] { Threads::yield(); });
  costs.clock = each(20'000, [] { Threads::now_ns(); });
  const std::int32_t own = Threads::own_clock();
  costs.clock_of_thread = each(5'000, [&] { Threads::ran_ns(own); });
  const std::uint32_t changed = word.load() + 1;
  costs.park = each(5'000, [&] { Threads::park(word, changed); });
  costs.unpark = each(5'000, [&] { Threads::unpark_one(word); });
  std::atomic<std::uint32_t> started{0};
  std::uint32_t begun = 0;  // a process may have fewer threads than asked for
  costs.thread_start = each(50, [&] { begun += Threads::start_thread(&nothing, &started, 0) ? 1 : 0; });
  while (started.load() != begun) Threads::pause();
  if (other == cpu) return costs;
  measure_wakes(other, costs);
  measure_fences(other, costs);
  measure_interrupts(other, costs);
  return costs;
}

LineTimes measure_lines(std::uint32_t cpu, std::uint32_t other) {
  bind(cpu);
  LineTimes times;
  for (std::size_t at = 0; at < times.ns.size(); ++at) {
    const ProgramRuns runs = run_program(TwoCores<Threads>::k_all[at], other);
    times.ns[at] = median(runs.that_count());
    times.apart = std::max(times.apart, quartiles_apart(runs.that_count()));
    times.disturbed = times.disturbed || runs.disturbed();
  }
  return times;
}

double measure_flight(std::uint32_t cpu, std::uint32_t other) {
  bind(cpu);
  return median(run_program(&TwoCores<Threads>::ping_pong, other).that_count()) / 2;
}

}  // namespace heddle::tools
