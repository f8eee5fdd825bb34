// The stand-in for ThreadSanitizer (sanitizer.hpp), and that it keeps clocks as it says.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

#include "ompt/races.hpp"
#include "process/room.hpp"
#include "tests/unit/ompt/races/sanitizer.hpp"

namespace heddle::ompt::test {

namespace {

using Clock = std::vector<std::uint64_t>;  // by context

struct Context {
  std::uint32_t number;
  Clock clock;
  std::string name;
  bool alive = true;
};

struct World {
  std::mutex lock;
  std::deque<Context> contexts;  // all that there ever were
  std::size_t alive = 0;
  std::size_t most_alive = 0;
  std::map<const void*, Clock> tokens;
  std::vector<Renewed> renewed;
};

World& world() {
  static World& the_world = *new World;  // threads may outlive every destructor
  return the_world;
}

thread_local Context* current = nullptr;
thread_local int away = 0;

void join(Clock& into, const Clock& other) {
  if (into.size() < other.size()) into.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) into[i] = std::max(into[i], other[i]);
}

// Under the lock.
Context& made(const Clock& clock) {
  World& all = world();
  Context& context = all.contexts.emplace_back();
  context.number = static_cast<std::uint32_t>(all.contexts.size() - 1);
  context.clock = clock;
  context.clock.resize(std::max<std::size_t>(clock.size(), context.number + 1));
  context.clock[context.number] = 1;
  ++all.alive;
  all.most_alive = std::max(all.most_alive, all.alive);
  return context;
}

// Under the lock. A thread is one from its first use on.
Context& mine() {
  if (current == nullptr) current = &made({});
  return *current;
}

void tick(Context& context) { ++context.clock[context.number]; }

}  // namespace

Moment now() {
  const std::lock_guard guard(world().lock);
  tick(mine());
  return {mine().number, mine().clock[mine().number]};
}

bool seen(const Moment& moment) {
  const std::lock_guard guard(world().lock);
  const Clock& clock = mine().clock;
  EXPECT_NE(moment.time, 0u) << "it has not been";
  return moment.context < clock.size() && clock[moment.context] >= moment.time;
}

std::uint32_t this_context() {
  const std::lock_guard guard(world().lock);
  return mine().number;
}
std::string name_of_this_context() {
  const std::lock_guard guard(world().lock);
  return mine().name;
}
std::size_t contexts_made() {
  const std::lock_guard guard(world().lock);
  return world().contexts.size();
}
std::size_t contexts_alive() {
  const std::lock_guard guard(world().lock);
  return world().alive;
}
std::size_t most_contexts_alive() {
  const std::lock_guard guard(world().lock);
  return std::exchange(world().most_alive, world().alive);
}
std::vector<Renewed> renewed() {
  const std::lock_guard guard(world().lock);
  return world().renewed;
}
void forget_renewed() {
  const std::lock_guard guard(world().lock);
  world().renewed.clear();
}
int looks_away() { return away; }
bool is_token(const void* address) {
  const std::lock_guard guard(world().lock);
  return world().tokens.contains(address);
}

}  // namespace heddle::ompt::test

using namespace heddle::ompt::test;

#define HEDDLE_FOUND_BY_NAME extern "C" __attribute__((visibility("default"), used))

HEDDLE_FOUND_BY_NAME void __tsan_acquire(void* token) {
  const std::lock_guard guard(world().lock);
  join(mine().clock, world().tokens[token]);
}
HEDDLE_FOUND_BY_NAME void __tsan_release(void* token) {
  const std::lock_guard guard(world().lock);
  join(world().tokens[token], mine().clock);
  tick(mine());  // what comes now was not handed over
}
HEDDLE_FOUND_BY_NAME void __tsan_mutex_destroy(void* token, unsigned /*flags*/) {
  const std::lock_guard guard(world().lock);
  world().tokens.erase(token);
}
HEDDLE_FOUND_BY_NAME void AnnotateIgnoreWritesBegin(const char* /*file*/, int /*line*/) { ++away; }
HEDDLE_FOUND_BY_NAME void AnnotateIgnoreWritesEnd(const char* /*file*/, int /*line*/) { --away; }

HEDDLE_FOUND_BY_NAME void* __tsan_get_current_fiber() {
  const std::lock_guard guard(world().lock);
  return &mine();
}
HEDDLE_FOUND_BY_NAME void* __tsan_create_fiber(unsigned /*flags*/) {
  const std::lock_guard guard(world().lock);
  Context& context = made(mine().clock);
  tick(mine());
  return &context;
}
HEDDLE_FOUND_BY_NAME void __tsan_destroy_fiber(void* fiber) {
  const std::lock_guard guard(world().lock);
  auto& context = *static_cast<Context*>(fiber);
  EXPECT_NE(&context, current) << "a thread does not give back what it is";
  EXPECT_TRUE(context.alive) << "twice";
  context.alive = false;
  --world().alive;
}
HEDDLE_FOUND_BY_NAME void __tsan_switch_to_fiber(void* fiber, unsigned flags) {
  const std::lock_guard guard(world().lock);
  auto& to = *static_cast<Context*>(fiber);
  EXPECT_TRUE(to.alive);
  if ((flags & 1) == 0) {
    join(to.clock, mine().clock);
    tick(mine());
  }
  current = &to;
}
HEDDLE_FOUND_BY_NAME void __tsan_set_fiber_name(void* fiber, const char* name) {
  const std::lock_guard guard(world().lock);
  static_cast<Context*>(fiber)->name = name;
}
HEDDLE_FOUND_BY_NAME void __tsan_java_alloc(unsigned long begin, unsigned long bytes) {
  const std::lock_guard guard(world().lock);
  world().renewed.push_back({begin, bytes, false});
}
HEDDLE_FOUND_BY_NAME void __tsan_java_free(unsigned long begin, unsigned long bytes) {
  const std::lock_guard guard(world().lock);
  for (Renewed& each : world().renewed)
    if (each.begin == begin && each.bytes == bytes && !each.given_back) {
      each.given_back = true;
      return;
    }
  ADD_FAILURE() << "given back, and was not new";
}

namespace heddle::ompt::test {
namespace {

// What the library does while it is loaded, of which only the rooms are linked here (front/c/load.cpp).
[[gnu::constructor(1001)]] void watch() { process::tell_rooms(&process::Room::loads); }

TEST(OmptSanitizer, is_found) { EXPECT_TRUE(races_are_looked_for()); }

TEST(OmptSanitizer, sees_in_one_thread_what_another_has_released_to_a_token_and_nothing_later) {
  static char token, other;
  Moment before, after;
  std::thread([&] {
    before = now();
    release(&token);
    after = now();
  }).join();
  EXPECT_FALSE(seen(before));
  acquire(&other);
  EXPECT_FALSE(seen(before)) << "of another token";
  acquire(&token);
  EXPECT_TRUE(seen(before));
  EXPECT_FALSE(seen(after));
}

TEST(OmptSanitizer, hands_on_what_several_have_released_and_what_they_had_acquired) {
  static char token, next;
  Moment first, second;
  std::thread([&] {
    first = now();
    release(&token);
  }).join();
  std::thread([&] {
    EXPECT_FALSE(seen(first));
    second = now();
    release(&token);
  }).join();
  std::thread([&] {
    acquire(&token);
    release(&next);
  }).join();
  EXPECT_FALSE(seen(first));
  acquire(&next);
  EXPECT_TRUE(seen(first));
  EXPECT_TRUE(seen(second));
}

TEST(OmptSanitizer, knows_nothing_of_a_token_that_was_reset) {
  static char token;
  Moment before;
  std::thread([&] {
    before = now();
    release(&token);
  }).join();
  EXPECT_TRUE(is_token(&token));
  reset(&token);
  EXPECT_FALSE(is_token(&token));
  EXPECT_EQ(looks_away(), 0);
  acquire(&token);
  EXPECT_FALSE(seen(before));
}

}  // namespace
}  // namespace heddle::ompt::test
