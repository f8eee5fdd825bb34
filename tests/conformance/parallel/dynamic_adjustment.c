// With dynamic adjustment a team may be smaller than asked, never larger, never empty.
#include "check.h"

int main(void) {
  omp_set_dynamic(1);
  CHECK(omp_get_dynamic());
  int members = 0;
#pragma omp parallel num_threads(6)
  {
    HIT(members);
    CHECK(omp_get_num_threads() >= 1 && omp_get_num_threads() <= 6);
#pragma omp barrier
    CHECK_EQ(PEEK(members), omp_get_num_threads());
  }
  omp_set_dynamic(0);
  CHECK(!omp_get_dynamic());
  members = 0;
#pragma omp parallel num_threads(6)
  HIT(members);
  CHECK_EQ(members, 6);
  return check_result();
}
