// One wrong call a case; wrong_calls_test.py defines CASE and knows the sentence. Case 0 is right.
#include <memory>
#include <vector>

#include "heddle/heddle.hpp"

using heddle::in, heddle::out, heddle::inout;

int square(int x) { return x * x; }

int main() {
  int x = 0;
  [[maybe_unused]] int* p = &x;
  [[maybe_unused]] auto shared = std::make_shared<int>(1);
  std::vector<int> v(4);
  heddle::task_group group;
  heddle::spawn([&x] { x = 1; }, out(x));
#if CASE == 1
  heddle::spawn([] {}, in(square(x)));
#elif CASE == 2
  heddle::spawn([] {}, in(p));
#elif CASE == 3
  heddle::spawn([] {}, inout(shared));
#elif CASE == 4
  heddle::spawn([](int) {});
#elif CASE == 5
  heddle::spawn([] {}, v[0]);
#elif CASE == 6
  heddle::spawn(group, [] {});
#elif CASE == 7
  heddle::spawn([] {}, {.name = "late"});
#elif CASE == 8
  heddle::spawn([] {}, in(x), v[0]);
#elif CASE == 9
  std::vector<bool> bits(4);
  heddle::spawn([] {}, in(bits[0]));
#elif CASE == 10
  heddle::plan plan;
  plan.branch([&x] { return x / 2.0; }, in(x));
#else
  heddle::spawn([] {}, in(*p), in(heddle::itself(p)), in(*shared), inout(v[0]));
#endif
  heddle::wait();
  group.wait();
}
