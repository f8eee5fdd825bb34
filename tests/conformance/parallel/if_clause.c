// if(false) makes a team of one at a deeper, inactive level; if(true) a real team.
#include "check.h"

static int size_when(int condition) {
  int size = 0;
#pragma omp parallel if (condition) num_threads(3)
  {
    CHECK_EQ(omp_get_level(), 1);
    CHECK_EQ(omp_get_active_level(), condition ? 1 : 0);
#pragma omp atomic
    size++;
  }
  return size;
}

int main(void) {
  CHECK_EQ(size_when(0), 1);
  CHECK_EQ(size_when(1), 3);
  CHECK_EQ(size_when(0), 1);
  int sum = 0;
#pragma omp parallel for if (parallel : 0) reduction(+ : sum)
  for (int i = 0; i < 100; i++) sum += i + omp_get_num_threads() - 1;
  CHECK_EQ(sum, 4950);
  return check_result();
}
