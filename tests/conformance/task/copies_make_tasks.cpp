// A copy constructor of a task's argument may make tasks, wait for them, throttle itself, and open regions.
// checked: tasks made while a task's arguments are copied are told of as children of that task, which is told of later
// gcc-only: what clang copies, the creator copies, and waits for all its children then
#include <omp.h>

#include "check.h"

static int elder_may_end, elders, tasks_of_copies, bodies;

struct Waits {
  Waits() = default;
  Waits(const Waits&) {
    int made = 0;
    for (int i = 0; i < 5; i++) {
#pragma omp task shared(made)
      HIT(made);
    }
#pragma omp taskwait
    CHECK_EQ(PEEK(made), 5);
    HIT(tasks_of_copies);
  }
};

struct Groups {
  int value = 0;
  Groups() = default;
  Groups(const Groups& other) : value(other.value) {
    int made = 0;
#pragma omp taskgroup
    {
#pragma omp task shared(made)
      {
#pragma omp task shared(made)
        HIT(made);
      }
    }
    CHECK_EQ(PEEK(made), 1);
  }
};

struct Depends {
  int value = 0;
  Depends() = default;
  Depends(const Depends& other) : value(other.value) {
    int sum = 0;
    for (int i = 0; i < 20; i++) {
#pragma omp task depend(inout : sum) shared(sum) firstprivate(i)
      sum = 3 * sum + i;
    }
#pragma omp taskwait
    int expected = 0;
    for (int i = 0; i < 20; i++) expected = 3 * expected + i;
    CHECK_EQ(sum, expected);
  }
};

// Leaves its tasks to the body, whose children they are: dependent ones, one behind the other.
struct Leaves {
  int* order;
  explicit Leaves(int* numbers) : order(numbers) {}
  Leaves(const Leaves& other) : order(other.order) {
    int* const numbers = order;
    for (int i = 0; i < 50; i++) {
#pragma omp task depend(inout : *numbers) firstprivate(i, numbers)
      {
        CHECK_EQ(*numbers, i);
        ++*numbers;
      }
    }
  }
};

struct Many {
  Many() = default;
  Many(const Many&) {
    int made = 0;
    for (int i = 0; i < 2000; i++) {
#pragma omp task shared(made)
      HIT(made);
    }
#pragma omp taskwait
    CHECK_EQ(PEEK(made), 2000);
  }
};

struct Forks {
  Forks() = default;
  Forks(const Forks&) {
    int made = 0;
#pragma omp parallel num_threads(2) shared(made)
    {
#pragma omp task shared(made)
      HIT(made);
    }
    CHECK_EQ(PEEK(made), 2);
  }
};

template <class Argument>
static void make_with(const Argument& given, bool deferred) {
  Argument argument(given);
  for (int i = 0; i < 10; i++) {
#pragma omp task firstprivate(argument) if (deferred)
    {
      (void)argument;
      HIT(bodies);
    }
  }
  int x = 0;
  for (int i = 0; i < 10; i++) {
#pragma omp task firstprivate(argument) depend(inout : x) shared(x)
    {
      (void)argument;
      CHECK_EQ(x, i);
      x = i + 1;
    }
  }
#pragma omp taskloop firstprivate(argument) num_tasks(5)
  for (int i = 0; i < 10; i++) {
    (void)argument;
    HIT(bodies);
  }
#pragma omp taskwait
  CHECK_EQ(x, 10);
}

static void make_one_with_many() {
  Many argument;
#pragma omp task firstprivate(argument)
  {
    (void)argument;
    HIT(bodies);
  }
#pragma omp taskwait
}

// The body waits for what its copy has left.
static void leave_to_the_body() {
  for (int round = 0; round < 20; round++) {
    int numbers = 0;
    Leaves argument(&numbers);  // not a copy
#pragma omp task firstprivate(argument)
    {
      int* const own = argument.order;
      for (int i = 50; i < 60; i++) {
#pragma omp task depend(inout : *own) firstprivate(own, i)
        {
          CHECK_EQ(*own, i);
          ++*own;
        }
      }
#pragma omp taskwait
      CHECK_EQ(*own, 60);
    }
#pragma omp taskwait
  }
}

// An elder child of the creator waits for it: the copy must not wait for that one.
static void with_an_elder() {
  if (omp_get_num_threads() == 1) return;
#pragma omp task
  {
    while (!PEEK(elder_may_end)) sched_yield();
    HIT(elders);
  }
  Waits argument;
#pragma omp task firstprivate(argument)
  {
    (void)argument;
    HIT(elders);
  }
  POKE(elder_may_end, 1);
#pragma omp taskwait
  CHECK_EQ(elders, 2);
}

int main() {
  omp_set_max_active_levels(2);
#pragma omp parallel
#pragma omp single
  {
    make_with(Waits(), true);
    make_with(Waits(), false);
    make_with(Groups(), true);
    make_with(Groups(), false);
    make_with(Depends(), true);
    make_one_with_many();
    make_with(Forks(), true);
    leave_to_the_body();
    with_an_elder();
  }
  CHECK(PEEK(tasks_of_copies) > 0);
  return check_result();
}
