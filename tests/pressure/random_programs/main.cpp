// random_programs: thousands of random task programs under each dependence manager and scheduler, each compared with
// its serial execution. See --help; the programs are those of tests/unit/policies.
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <memory>

#include "options.hpp"
#include "outside_thread.hpp"
#include "plan.hpp"
#include "watchdog.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

/// The engines of one pair of policies, one per manner, made when first needed.
class Engines {
 public:
  Engines(const std::string& manager, const std::string& scheduler) : manager_(manager), scheduler_(scheduler) {}

  Engine& of(unsigned manner) {
    if (engines_[manner] == nullptr) {
      runtime::Settings settings = settings_of(k_manners[manner]);
      settings.dependence = manager_.c_str();
      settings.scheduler = scheduler_.c_str();
      engines_[manner] = std::make_unique<OwnEngine>(settings);
    }
    return engines_[manner]->engine;
  }

 private:
  // An Engine makes the calling thread a master; here that lasts for one program only.
  struct OwnEngine {
    explicit OwnEngine(const runtime::Settings& settings) : engine(settings) { engine.leave(); }
    ~OwnEngine() { engine.enter(); }
    Engine engine;
  };

  const std::string manager_;  // outlive the engines: the settings point to them
  const std::string scheduler_;
  std::array<std::unique_ptr<OwnEngine>, k_manner_count> engines_;
};

/// Runs the program of one seed. @returns what was wrong, or nothing.
std::string run_seed(Engines& engines, Watchdog& watchdog, const Plan& plan, std::uint32_t seed, Watched watched) {
  Engine& engine = engines.of(plan.manner);
  OutsideThread outside(engine);
  std::vector<std::unique_ptr<RandomProgram>> programs;
  for (unsigned i = 0; i < plan.producers; ++i) {
    programs.push_back(std::make_unique<RandomProgram>(seed + i * 0x10001, plan.shape, &outside));
    watched.programs.push_back(programs.back().get());
  }
  watched.workers = std::vector<std::atomic<Worker*>>(plan.threads);
  watchdog.watch(&watched);
  engine.enter();
  parallel(plan.threads, [&] {
    const unsigned mine = seat();
    watched.workers[mine] = &self();
    if (mine < programs.size()) programs[mine]->run();
  });
  engine.leave();
  watchdog.watch(nullptr);
  std::string wrong;
  for (const auto& program : programs) wrong += program->verdict();
  return wrong;
}

class Progress {
 public:
  Progress(std::string pair, std::uint64_t total) : pair_(std::move(pair)), total_(total) {}

  void one_done() {
    ++done_;
    const auto now = std::chrono::steady_clock::now();
    if (done_ != total_ && now - shown_ < k_between) return;
    shown_ = now;
    const double seconds = std::chrono::duration<double>(now - started_).count();
    const double left = seconds / static_cast<double>(done_) * static_cast<double>(total_ - done_);
    std::printf("%s: %ju of %ju programs right, %.0f s, %.0f s left\n", pair_.c_str(), std::uintmax_t{done_},
                std::uintmax_t{total_}, seconds, left);
    std::fflush(stdout);
  }

 private:
  static constexpr std::chrono::seconds k_between{10};
  const std::string pair_;
  const std::uint64_t total_;
  std::uint64_t done_ = 0;
  const std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point shown_ = started_;
};

bool run_pair(const Options& options, Watchdog& watchdog, const std::string& manager, const std::string& scheduler) {
  Engines engines(manager, scheduler);
  Progress progress(manager + ", " + scheduler, std::uint64_t{options.last_seed} - options.first_seed + 1);
  for (std::uint64_t seed = options.first_seed; seed <= options.last_seed; ++seed) {
    const auto number = static_cast<std::uint32_t>(seed);
    const Plan plan = plan_of(number, options.threads);
    const std::string again = command_again(options, manager, scheduler, number);
    for (unsigned round = 0; round < options.repeat; ++round) {
      const std::string wrong =
          run_seed(engines, watchdog, plan, number, {.how = again, .programs = {}, .workers = {}});
      if (wrong.empty()) continue;
      std::printf("seed %ju under %s, %s with %u threads is wrong:\n%sagain: %s\n", std::uintmax_t{seed},
                  manager.c_str(), scheduler.c_str(), plan.threads, wrong.c_str(), again.c_str());
      return false;
    }
    progress.one_done();
  }
  return true;
}

// In a process of its own, because pool threads and what they have allocated live as long as the process.
bool run_pair_apart(const Options& options, const std::string& manager, const std::string& scheduler) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    Watchdog watchdog(options.patience_seconds);
    const bool right = run_pair(options, watchdog, manager, scheduler);
    std::fflush(stdout);
    std::_Exit(right ? 0 : 1);
  }
  int status = 1;
  if (child < 0 || waitpid(child, &status, 0) != child) std::perror("random_programs: no process for the programs");
  if (WIFSIGNALED(status))
    std::printf("ended by signal %d under %s, %s\n", WTERMSIG(status), manager.c_str(), scheduler.c_str());
  return status == 0;
}

}  // namespace

int main(int count, char** words) {
  const Options options = read_options(count, words);
  for (const std::string& manager : options.managers) {
    for (const std::string& scheduler : options.schedulers) {
      if (!run_pair_apart(options, manager, scheduler)) return 1;
    }
  }
  return 0;
}
