// race: tasks that add to one variable. "race different": two name different regions and run at the same time, so
// nothing orders them, and ThreadSanitizer must say so. "race same": they name one region, and it must not.
#include <atomic>
#include <cstdio>
#include <cstring>
#include <heddle/heddle.hpp>
#include <heddle/region.hpp>

namespace {

long shared_sum;
std::atomic<int> here{0};

void add() {
  for (int round = 0; round < 1000; ++round) {
    volatile long* const sum = &shared_sum;
    *sum = *sum + 1;
  }
}

// order: relaxed (all) — two threads meet, and neither learns of what the other did.
void meet_and_add() {
  here.fetch_add(1, std::memory_order_relaxed);
  while (here.load(std::memory_order_relaxed) != 2) {
  }
  add();
}

}  // namespace

int main(int count, char** values) {
  heddle::region one;
  heddle::region two;
  if (count > 1 && std::strcmp(values[1], "same") == 0) {
    for (int round = 0; round < 200; ++round) heddle::spawn(add, heddle::inout(one));
  } else {
    heddle::spawn(meet_and_add, heddle::inout(one));
    heddle::spawn(meet_and_add, heddle::inout(two));
  }
  heddle::wait_for(heddle::inout(one), heddle::inout(two));
  std::printf("%ld\n", shared_sum);
}
