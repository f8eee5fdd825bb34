// A task that names all memory comes after all earlier dependent siblings and before all later ones; its creator goes
// on. The same for gcc 13 and later, whose calls are made by hand: ../../abi/all_memory.c
#include "check.h"

#ifndef __clang__
int main(void) { return check_skip("gcc 12 does not know omp_all_memory"); }
#else

enum { k_addresses = 40, k_rounds = 30 };

static int data[k_addresses], gate, after_gate;

// Each address sees writers, readers and sets between one task on all memory and the next.
static void in_order(void) {
  int age = 0, count[k_addresses] = {0}, inside = 0, readers = 0;
  for (int round = 0; round < k_rounds; round++) {
    for (int i = 0; i < k_addresses; i += 2) {
#pragma omp task depend(out : data[i]) firstprivate(i, round) shared(age, count)
      {
        CHECK_EQ(age, round);
        count[i]++;
      }
#pragma omp task depend(in : data[i], data[i + 1]) firstprivate(i, round) shared(age, count, readers)
      {
        CHECK_EQ(age, round);
        CHECK_EQ(count[i], 3 * round + 1);
        HIT(readers);
      }
#pragma omp task depend(mutexinoutset : data[i + 1]) depend(inoutset : data[i]) firstprivate(i) shared(age, count)
      count[i] += 2;
#pragma omp task depend(mutexinoutset : data[1]) firstprivate(i) shared(inside)
      CHECK_ALONE(inside);
    }
    if (round % 3 == 0) {
#pragma omp task depend(in : data[0]) depend(inout : omp_all_memory) depend(mutexinoutset : data[1]) shared(age)
      age++;
    } else {
#pragma omp task depend(out : omp_all_memory) firstprivate(round) shared(age, count, readers)
      {
        for (int i = 0; i < k_addresses; i += 2) CHECK_EQ(count[i], 3 * (round + 1));
        CHECK_EQ(PEEK(readers), k_addresses / 2 * (round + 1));
        age++;
      }
    }
    if (round % 5 == 0) {  // one after the other, without anything in between
#pragma omp task depend(inout : omp_all_memory) firstprivate(round) shared(age)
      CHECK_EQ(age, round + 1);
    }
  }
#pragma omp taskwait
  CHECK_EQ(age, k_rounds);
}

// One that waits for what the creator does next, and one that ends with an event.
static void creator_goes_on(void) {
  omp_event_handle_t event;
  int happened = 0, ran = 0;
  gate = 0;
#pragma omp task depend(out : data[0])
  while (omp_get_num_threads() > 1 && !PEEK(gate)) sched_yield();
#pragma omp task depend(out : data[1]) detach(event) shared(ran)
  HIT(ran);
#pragma omp task depend(inout : omp_all_memory) shared(happened, ran)
  {
    CHECK_EQ(PEEK(happened), 1);
    CHECK_EQ(PEEK(ran), 1);
    HIT(ran);
  }
#pragma omp task depend(in : data[5]) shared(ran)
  CHECK_EQ(PEEK(ran), 2);
  POKE(gate, 1);
  POKE(happened, 1);
  omp_fulfill_event(event);
#pragma omp taskwait
  CHECK_EQ(ran, 2);
}

// Undeferred: as a wait, and as a task.
static void creator_waits(void) {
  int written = 0;
  for (int i = 0; i < 10; i++) {
#pragma omp task depend(out : data[i]) shared(written)
    {
      sched_yield();
      HIT(written);
    }
  }
#pragma omp taskwait depend(inout : omp_all_memory)
  CHECK_EQ(PEEK(written), 10);
#pragma omp task depend(in : data[3]) shared(written)
  HIT(written);
#pragma omp task if (0) depend(out : omp_all_memory) shared(written)
  CHECK_EQ(PEEK(written), 11);
}

// Its event is what comes behind it waits for.
static void with_an_event(void) {
  omp_event_handle_t event;
  int happened = 0, seen = 0;
#pragma omp task depend(inout : omp_all_memory) detach(event)
  HIT(after_gate);
#pragma omp task depend(in : data[7]) shared(happened, seen)
  {
    CHECK_EQ(PEEK(happened), 1);
    HIT(seen);
  }
  for (int i = 0; i < 20; i++) sched_yield();
  POKE(happened, 1);
  omp_fulfill_event(event);
#pragma omp taskwait
  CHECK_EQ(seen, 1);
}

// Many addresses: the table that knows them is given up and made anew.
static void many_addresses(void) {
  static char many[5000];
  int sum = 0;
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < 5000; i++) {
#pragma omp task depend(out : many[i]) shared(sum)
      HIT(sum);
    }
#pragma omp task depend(out : omp_all_memory) firstprivate(round) shared(sum)
    CHECK_EQ(PEEK(sum), 5000 * (round + 1));
  }
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    in_order();
    creator_goes_on();
    creator_waits();
    with_an_event();
    many_addresses();
  }
  return check_result();
}
#endif
