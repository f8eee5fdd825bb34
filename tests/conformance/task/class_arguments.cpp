// Task arguments with copy constructors are copied at creation, used by the body, and destroyed exactly once.
// races: where ThreadSanitizer looks, private variables are aligned to 32 bytes only
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "check.h"

static std::atomic<int> alive;

struct alignas(64) Tracked {
  std::string text;
  explicit Tracked(int n) : text(40, char('a' + n % 26)) { ++alive; }
  Tracked(const Tracked &other) : text(other.text) { ++alive; }
  ~Tracked() { --alive; }
};

int main() {
  std::atomic<int> good{0};
  auto shared_value = std::make_shared<int>(5);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 300; i++) {
    Tracked tracked(i);
    std::vector<int> numbers(i % 10 + 1, i);
#pragma omp task firstprivate(tracked, numbers, shared_value) shared(good)
    {
      good += tracked.text == std::string(40, char('a' + i % 26)) && numbers.back() == i && *shared_value == 5 &&
              reinterpret_cast<std::uintptr_t>(&tracked) % 64 == 0;
    }
#pragma omp task if (0) firstprivate(tracked) shared(good)
    good += tracked.text.size() == 40;
    tracked.text = "changed after creation";
  }
  CHECK_EQ(good, 600);
  CHECK_EQ(alive, 0);
  CHECK_EQ(shared_value.use_count(), 1);
#pragma omp parallel
#pragma omp single
  {
    Tracked tracked(3);
#pragma omp taskloop firstprivate(tracked) grainsize(3)
    for (int i = 0; i < 40; i++) good += tracked.text[0] == 'd';
  }
  CHECK_EQ(good, 640);
  CHECK_EQ(alive, 0);
  return check_result();
}
