// Runs programs of the generator by the interface in C++ and C (docs/tasks.md), as openmp.c does by OpenMP's
// constructs. A region is a scope, a taskgroup a task_group, a detached task one with an event. What only OpenMP has
// (final, untied, undeferred tasks) has no effect.
#include <heddle/task.h>
#include <heddle/heddle.hpp>
#include <vector>

#include "blocking.h"

static void run_body(Node* list, Scope* scope);

namespace {

template <std::size_t k_bytes>
struct Private {
  explicit Private(const Scope* own) : filled(static_cast<unsigned char>(own->index + 1)) {
    for (std::size_t at = 0; at < k_bytes; at += 13) bytes[at] = filled;
  }
  void check(const Scope* own) const {
    for (std::size_t at = 0; at < k_bytes; at += 13)
      if (bytes[at] != static_cast<unsigned char>(own->index + 1))
        return wrong(own->node, "its private data is spoilt");
  }
  unsigned char filled;
  unsigned char bytes[k_bytes];
};

thread_local heddle::task_group* g_group = nullptr;  // of the statement that this thread is in

void run_task(Scope* own) {
  Node* const node = own->node;
  if (g_break == 3 && node->attribute[a_priority] > 5) abort();
  heddle::task_group* const outer = g_group;
  g_group = nullptr;
  begin_task(own);
  pass_time(node->attribute[a_us]);
  run_body(node->first, own);
  if (node->attribute[a_detach] == d_outside) hand_outside(own);
  const bool itself = node->attribute[a_detach] == d_itself;
  end_part(own);
  if (itself) fulfil(own);
  g_group = outer;
}

std::vector<heddle_access> accesses_of(const Node* node, std::uint64_t* cells) {
  constexpr std::uint32_t k_modes[] = {HEDDLE_IN, HEDDLE_OUT, HEDDLE_OUT, HEDDLE_COMMUTATIVE, HEDDLE_CONCURRENT};
  std::vector<heddle_access> list;
  for (int mode = 0; mode < m_modes; ++mode)
    for (int i = 0; i < node->count[mode]; ++i) list.push_back({&cells[node->cell[mode][i]], 8, k_modes[mode]});
  return list;
}

template <std::size_t k_bytes>
struct Argument {
  Scope* own;
  Private<k_bytes> block;
};

template <std::size_t k_bytes>
void spawn_in_c(Scope* own) {
  const Node* const node = own->node;
  Argument<k_bytes> argument{own, Private<k_bytes>(own)};
  const auto list = accesses_of(node, own->maker->cell);
  heddle_task task = HEDDLE_TASK;
  task.body = [](void* given) {
    const auto* const mine = static_cast<Argument<k_bytes>*>(given);
    mine->block.check(mine->own);
    run_task(mine->own);
  };
  task.argument = &argument;
  task.argument_bytes = sizeof argument;
  task.argument_alignment = alignof(Argument<k_bytes>);
  task.accesses = list.data();
  task.access_count = list.size();
  task.priority = static_cast<std::int32_t>(node->attribute[a_priority]);
  if (node->attribute[a_detach] != d_no) task.event = reinterpret_cast<heddle_event*>(own->event);
  if (g_group != nullptr) task.group = g_group->handle();
  if (heddle_spawn(&task) != 0) wrong(node, "heddle_spawn refuses it");
}

void spawn_in_cxx(Scope* own) {
  const Node* const node = own->node;
  std::uint64_t* const cells = own->maker->cell;
  const auto body = [own] { run_task(own); };
  const auto spawn = [&](auto... accesses) {
    g_group != nullptr ? g_group->run(body, accesses...) : heddle::spawn(body, accesses...);
  };
  if (node->attribute[a_form] == 5) return spawn(heddle::commutative(cells[node->cell[m_mx][0]]));
  if (node->attribute[a_form] == 6) return spawn(heddle::inout(cells[node->cell[m_inout][0]]));
  g_group != nullptr ? g_group->run(body) : heddle::spawn(body);
}

void make_task(Node* node, Scope* scope, long index) {
  Scope* const own = new_scope(node, index, scope);
  ++scope->made;
  if (own->group != nullptr) ADD(own->group->pending, 1);
  const long form = node->attribute[a_form], size = node->attribute[a_fp];
  const bool detached = node->attribute[a_detach] != d_no;
  if (detached) {
    // Never given back: nobody can say when the last one has looked at it.
    own->event = reinterpret_cast<std::uint64_t>(new heddle_event(HEDDLE_EVENT));
    own->has_event = 1;
  }
  const bool simple = size == 0 && !detached && node->attribute[a_priority] == 0;
  if (simple && (form == 0 || form >= 5)) return spawn_in_cxx(own);
  if (size <= 1) return spawn_in_c<200>(own);
  size == 2 ? spawn_in_c<5000>(own) : spawn_in_c<70000>(own);
}

void run_region(Node* node, Scope* scope) {
  Group group = {0};
  heddle::scope({.workers = static_cast<unsigned>(node->attribute[a_threads])}, [&] {
    heddle::task_group* const outer = g_group;
    g_group = nullptr;  // a group takes tasks of its own place only
    Scope* const own = new_scope(node, scope->index * k_most_threads, nullptr);
    own->group = &group;
    own->threads = 1;
    run_body(node->first, own);
    g_group = outer;
  });
  check_group(node, &group, "behind a scope");
}

void run_group(Node* node, Scope* scope) {
  Group group = {0};
  Group* const outer = scope->group;
  heddle::task_group* const outer_tasks = g_group;
  scope->group = &group;
  {
    heddle::task_group tasks;
    g_group = &tasks;
    run_body(node->first, scope);
    g_group = outer_tasks;
    tasks.wait();
  }
  scope->group = outer;
  check_group(node, &group, "behind a group");
}

void run_taskloop(Node* node, Scope* scope) {
  const long n = node->attribute[a_n];
  unsigned char* const hits = node->hits + scope->index * n;
  heddle::parallel_for(0L, n, [&](long i) { hits[i]++; });
  if (node->attribute[a_reduce] == 0) return;
  const long sum = heddle::parallel_reduce(0L, n, heddle::sum<long>(), [](long i) { return i; });
  if (sum != n * (n - 1) / 2) wrong(node, "a loop's sum is %ld", sum);
}

void run_task_reduction(Node* node) {
  long sum = 0;
  const long n = node->attribute[a_n];
  for (long i = 0; i < n; ++i) heddle::spawn([i](long& part) { part += i; }, heddle::reducing(sum));
  heddle::wait_for(heddle::in(sum));
  if (sum != n * (n - 1) / 2) wrong(node, "a task reduction's sum is %ld", sum);
}

void chain(heddle::task_group& group, long left, long* ran) {
  __atomic_add_fetch(ran, 1, __ATOMIC_RELAXED);
  if (left > 1) group.run([&group, left, ran] { chain(group, left - 1, ran); });
}
void run_chain(Node* node) {
  long ran = 0;
  {
    heddle::task_group group;
    chain(group, node->attribute[a_n], &ran);
    group.wait();
  }
  if (ran != node->attribute[a_n]) wrong(node, "%ld links of a chain", ran);
}

heddle::task<long> await_all(long n) {
  long total = 0;
  for (long i = 0; i < n; ++i) total += co_await heddle::async([i] { return i; });
  co_return total;
}
void run_awaits(Node* node) {
  const long n = node->attribute[a_n], total = heddle::async(await_all(n)).get();
  if (total != n * (n - 1) / 2) wrong(node, "what was awaited adds up to %ld", total);
}

void run_other(Node* node, Scope* scope) {
  if (node->kind == k_taskloop) return run_taskloop(node, scope);
  if (node->kind == k_taskred) return run_task_reduction(node);
  if (node->kind == k_chain) return run_chain(node);
  if (node->kind == k_awaits) return run_awaits(node);
  wrong(node, "the interface in C++ has no such statement");
}

void run_statement(Node* node, Scope* scope) {
  Flag* const flag = &g_flags[node->attribute[a_flag]];
  switch (node->kind) {
    case k_parallel:
      return run_region(node, scope);
    case k_task:
      for (long k = 0; k < node->attribute[a_repeat]; ++k)
        make_task(node, scope, scope->index * node->attribute[a_repeat] + k);
      return;
    case k_taskwait:
      heddle::wait();
      return check_children(node, scope, "behind a wait");
    case k_waitdep: {
      const auto list = accesses_of(node, scope->cell);
      heddle_wait_for_accesses(list.data(), list.size(), 0);
      scope->state = mix(scope->state, read_inputs(node, scope->index, scope->cell));
      return;
    }
    case k_group:
      return run_group(node, scope);
    case k_yield:
      return heddle::yield();
    case k_work:
      return pass_time(node->attribute[a_us]);
    case k_set:
      return set_flag(flag);
    case k_wait:
      return wait_for_flag(flag, node->attribute[a_how]);
    case k_meet:
      return meet(flag, node->attribute[a_n]);
    case k_fulfil:
      return fulfil(g_program->by_id[node->attribute[a_at] % 4096]->scopes[0]);
    default:
      return run_other(node, scope);
  }
}

}  // namespace

static void fulfil(Scope* own) {
  auto* const event = reinterpret_cast<heddle_event*>(own->event);
  end_part(own);
  heddle_event_complete(event);
}

static void run_body(Node* list, Scope* scope) {
  for (Node* node = list; node != nullptr; node = node->next) run_statement(node, scope);
}

#include "process.h"
