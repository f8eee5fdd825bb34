#include "sim/rehearsal.hpp"

#include "platform/threads/threads.hpp"
#include "sim/player.hpp"

namespace heddle::sim {

namespace {

using platform::Threads;

struct Stage {
  static void compute(std::uint64_t ns) {
    const std::uint64_t end = Threads::now_ns() + ns;
    while (Threads::now_ns() < end) continue;
  }
  static void compute(std::uint64_t ns, double /*bytes*/) { compute(ns); }
  static void fetch_arguments() {}
  static void creates() {}
  static void has_created() {}
  static void ended() {}
  static void took_chunk() {}
  static void waited(std::uint64_t /*ns*/) {}
  static std::uint64_t now_ns() { return Threads::now_ns(); }
};

}  // namespace

std::uint64_t rehearse(const Program& program, const Rehearsal& rehearsal) {
  runtime::Settings settings;
  settings.scheduler = rehearsal.scheduler.c_str();
  settings.dependence = rehearsal.dependence.c_str();
  settings.processors = rehearsal.threads;
  settings.window = rehearsal.window;
  Stage stage;
  return Player<Threads, Stage>(program, stage, rehearsal.threads).run(settings);
}

}  // namespace heddle::sim
