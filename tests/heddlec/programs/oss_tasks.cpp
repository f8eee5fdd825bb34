// expect: member 12|template 42 1.5|lambda 5|thrown yes|moved 3|nested 40|bindings 7|constructor 4
// OmpSs-2 in C++: C1 to C8.
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>

struct Counter {
  int value = 0;
  explicit Counter(int begin) {
#pragma oss task out(value)
    value = begin;
#pragma oss taskwait
  }
  void add(int more) {
#pragma oss task inout(value)
    value += more;
  }
};

template <class T>
T doubled(T x) {
  T result{};
#pragma oss task in(x)out(result)
  {
    result = x + x;
  }
#pragma oss taskwait
  return result;
}

template <class... Parts>
int sum_of(Parts... parts) {
  int sum = 0;
#pragma oss task out(sum)
  sum = (0 + ... + parts);
#pragma oss taskwait
  return sum;
}

int main() {
  Counter counter(2);
  for (int i = 1; i <= 4; ++i) counter.add(i);
#pragma oss taskwait
  std::printf("member %d\n", counter.value);
  std::printf("template %d %g\n", doubled(21), doubled(0.75));
  int captured = 0;
  const auto lambda = [&](auto by) {
#pragma oss task inout(captured)
    captured += by;
  };
  lambda(2);
  lambda(3L);
#pragma oss taskwait
  std::printf("lambda %d\n", captured);
  bool thrown = false;
  try {
#pragma oss task
    throw std::runtime_error("thrown in a task");
#pragma oss taskwait
  } catch (const std::runtime_error&) {
    thrown = true;
  }
  std::printf("thrown %s\n", thrown ? "yes" : "no");
  std::printf("moved %d\n", sum_of(1, 2));
  std::vector<int> values(40, 0);
#pragma oss task inout(values)
  {
    for (int i = 0; i < 40; ++i) {
#pragma oss task inout(values[i]) shared(values)
      values[i] = 1;
    }
#pragma oss taskwait
  }
#pragma oss taskwait
  int sum = 0;
  for (int value : values) sum += value;
  std::printf("nested %d\n", sum);
  const auto [left, right] = std::pair(3, 4);
  int both = 0;
#pragma oss task out(both)
  both = left + right;
#pragma oss taskwait
  std::printf("bindings %d\n", both);
  std::printf("constructor %d\n", Counter(4).value);
}
