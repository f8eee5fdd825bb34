// std::thread, thread_local objects and OpenMP live together: locals of ending masters are destroyed, regions go on.
// link: -lpthread
#include <atomic>
#include <thread>
#include <vector>

#include "check.h"

static std::atomic<int> destroyed;
struct Local {
  int uses = 0;
  ~Local() { destroyed += uses > 0; }
};
static thread_local Local local;

static void region(int size, std::atomic<int> &total) {
  local.uses++;
#pragma omp parallel num_threads(size)
  total++;
}

int main() {
  std::atomic<int> total{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; t++) threads.emplace_back([&total, t] { for (int i = 0; i < 20; i++) region(1 + t % 3, total); });
  for (auto &thread : threads) thread.join();
  CHECK_EQ(total, 20 * 2 * (1 + 2 + 3));
  CHECK_EQ(destroyed, 6);
  std::atomic<int> inside{0};
#pragma omp parallel num_threads(2)
  {
    std::thread own([&inside] { region(2, inside); });
    own.join();
  }
  CHECK_EQ(inside, 4);
  return check_result();
}
