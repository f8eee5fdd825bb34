// Exceptions thrown and caught within a region, a loop body, a section, a critical or a task stay there.
#include <stdexcept>
#include <string>

#include "check.h"

static int thrown_and_caught(int value) {
  try {
    if (value % 3 == 0) throw std::runtime_error(std::to_string(value));
    return 0;
  } catch (const std::runtime_error &error) {
    return std::stoi(error.what()) == value;
  }
}

int main() {
  int caught = 0;
#pragma omp parallel num_threads(4) reduction(+ : caught)
  {
    for (int i = 0; i < 30; i++) caught += thrown_and_caught(i);
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 30; i++) caught += thrown_and_caught(i);
#pragma omp critical
    caught += thrown_and_caught(3);
#pragma omp single
    for (int i = 0; i < 30; i++) {
#pragma omp task shared(caught) firstprivate(i)
      {
        int one = thrown_and_caught(i);
#pragma omp atomic
        caught += one;
      }
    }
  }
  CHECK_EQ(caught, 4 * 10 + 10 + 4 + 10);
  try {
#pragma omp parallel num_threads(2)
    { thrown_and_caught(9); }
    throw 7;
  } catch (int seven) {
    CHECK_EQ(seven, 7);
  }
  return check_result();
}
