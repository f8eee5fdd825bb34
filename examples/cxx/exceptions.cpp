// What a task throws comes out where its group is waited for, and one can ask which task it was.
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include <heddle/heddle.hpp>

using heddle::inout;

namespace {

double invert(double x) {
  if (x == 0) throw std::domain_error("division by zero");
  return 1 / x;
}

}  // namespace

int main() {
  double values[3] = {4, 0, 2};
  heddle::task_group group;
  for (double& x : values) group.run({.name = "invert"}, [&x] { x = invert(x); }, inout(x));
  try {
    group.wait();
  } catch (const std::domain_error& thrown) {
    const heddle::failed_task& task = heddle::last_failed_task();
    std::printf("%s in task %s, made in line %u\n", thrown.what(), task.name, static_cast<unsigned>(task.where.line()));
    return std::strcmp(task.name, "invert") == 0 ? 0 : 1;
  }
  return 1;
}
