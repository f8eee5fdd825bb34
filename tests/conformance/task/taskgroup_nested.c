// Taskgroups nest, and tasks made inside an inner group belong to the outer one as well.
#include "check.h"

int main(void) {
  int outer = 0, inner = 0;
#pragma omp parallel
#pragma omp for
  for (int i = 0; i < 16; i++) {
    int mine = 0, own_outer = 0;
#pragma omp taskgroup
    {
#pragma omp task shared(own_outer, mine)
      {
#pragma omp taskgroup
        {
#pragma omp task shared(mine)
          {
#pragma omp task shared(mine)
            HIT(mine);
          }
        }
        CHECK_EQ(PEEK(mine), 1);
        HIT(own_outer);
      }
    }
    CHECK_EQ(PEEK(own_outer), 1);
    HIT(outer);
#pragma omp atomic
    inner += mine;
  }
  CHECK_EQ(outer, 16);
  CHECK_EQ(inner, 16);
  return check_result();
}
