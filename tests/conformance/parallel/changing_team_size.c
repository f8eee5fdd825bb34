// Hundreds of regions whose size changes every time: no thread is lost, none comes twice.
#include "check.h"

int main(void) {
  for (int region = 0; region < 300; region++) {
    int wanted = 1 + (region * 7) % 11, members = 0, numbers = 0;
#pragma omp parallel num_threads(wanted) reduction(+ : members, numbers)
    {
      members += 1;
      numbers += omp_get_thread_num();
    }
    CHECK_EQ(members, wanted);
    CHECK_EQ(numbers, wanted * (wanted - 1) / 2);
  }
  return check_result();
}
