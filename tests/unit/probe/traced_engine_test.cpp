// The engine while it is traced: every task has a number of its own that hurts nobody, and is noted from its creation
// to its end exactly once, under every dependence manager and scheduler.
#include <gtest/gtest.h>
#include <unistd.h>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "format/trace.hpp"
#include "graph/task_memory.hpp"
#include "probe/recording.hpp"
#include "runtime/policies.hpp"
#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using format::Event;
using test::P;

TEST(Numbers, LieBehindRecordsAndArgumentsOfEverySize) {
  memory::Slab<P> slab;
  for (std::uint32_t accesses = 0; accesses < 120; accesses += 7) {
    for (std::size_t bytes = 0; bytes < 5000; bytes += 37) {
      graph::Task<P>* task = graph::allocate_task<P>(
          slab, {.argument_bytes = bytes, .accesses = accesses, .number_bytes = graph::k_number_bytes});
      if (bytes != 0) std::memset(task->argument, 0xab, bytes);
      for (std::uint32_t index = 0; index < accesses; ++index)
        task->records[index].set(*task, {reinterpret_cast<void*>(std::uintptr_t{64}), graph::Mode::in});
      graph::number_in_block(*task) = 0x0123456789abcdef;
      const auto* argument = static_cast<const unsigned char*>(task->argument);
      for (std::size_t index = 0; index < bytes; ++index) ASSERT_EQ(argument[index], 0xab) << bytes << " " << accesses;
      ASSERT_EQ(trace_id(*task), 0x0123456789abcdefu);
      graph::free_task(slab, task);
    }
  }
}

struct Noted {
  std::map<std::uint64_t, std::map<Event, int>> tasks;
  std::map<Event, int> events;
};

Noted read(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  format::TraceReader reader(std::as_bytes(std::span(text)));
  Noted noted;
  while (const auto chunk = reader.next()) {
    if (chunk->head.kind != format::ChunkKind::records) continue;
    for (std::size_t index = 0; index < chunk->record_count(); ++index) {
      const format::Record record = chunk->record(index);
      ++noted.events[record.event];
      if (record.task != 0) ++noted.tasks[record.task][record.event];
    }
  }
  return noted;
}

constexpr int k_tasks = 400;

// Chains, nested tasks, undeferred and final ones.
void make_tasks() {
  static int cells[5];
  test::parallel(3, [] {
    if (test::seat() != 0) return;
    for (int number = 0; number < k_tasks; ++number) {
      runtime::Spawn how;
      how.undeferred = number % 50 == 0;
      how.flags = number % 30 == 0 ? graph::k_final : 0;
      test::spawn([] { test::spawn_plain([] {}); }, {{&cells[number % 5], graph::Mode::out}}, how);
    }
    test::taskwait();
    test::wait_for({{&cells[0], graph::Mode::in}});
  });
}

void expect_whole_lives(const Noted& noted) {
  int created = 0;
  for (const auto& [number, events] : noted.tasks) {
    const auto count = [&events](Event event) { return events.contains(event) ? events.at(event) : 0; };
    if (count(Event::region_begin) != 0) continue;
    created += count(Event::task_created);
    EXPECT_EQ(count(Event::task_created), 1) << number;
    EXPECT_EQ(count(Event::task_started), 1) << number;
    EXPECT_EQ(count(Event::task_ended), 1) << number;
    EXPECT_LE(count(Event::task_linked), 1) << number;
    EXPECT_EQ(count(Event::task_linked), count(Event::task_released)) << number;
  }
  EXPECT_GE(created, 2 * k_tasks);
  EXPECT_LE(created, 2 * k_tasks + 1) << "the wait for one cell may be a task, too";
}

TEST(TracedEngine, EveryTaskIsNotedFromItsCreationToItsEndOnce) {
  for (const auto& manager : runtime::dependence_managers<P>()) {
    for (const auto& scheduler : runtime::schedulers<P>()) {
      SCOPED_TRACE(std::string(manager.name) + " on " + scheduler.name);
      const std::string path = "/tmp/heddle-traced-" + std::to_string(::getpid());
      auto started = probe::Recording::start(path);
      ASSERT_TRUE(started.ok());
      probe::Recording& recording = *started.value().release();  // workers live as long as the process
      runtime::Settings settings = test::quick_settings();
      settings.dependence = manager.name;
      settings.scheduler = scheduler.name;
      settings.recording = &recording;
      {
        test::Engine engine(settings);
        make_tasks();
      }
      recording.end();
      const Noted noted = read(path);
      ::unlink(path.c_str());
      expect_whole_lives(noted);
      EXPECT_EQ(noted.events.at(Event::wait_begin), noted.events.at(Event::wait_end));
      EXPECT_EQ(noted.events.at(Event::region_begin), 4) << "three members, and the thread outside";
    }
  }
}

}  // namespace
