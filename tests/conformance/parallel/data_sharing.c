// shared, private, firstprivate and default(none) give each thread the copies the clauses name.
#include "check.h"

typedef struct {
  int a[7];
  double b;
} Pair;

static int file_scope = 5;

int main(void) {
  int shared_sum = 0, scalar = 11, array[5] = {1, 2, 3, 4, 5}, untouched = -1;
  Pair pair = {{1, 2, 3, 4, 5, 6, 7}, 2.5};
  int *pointer = array;
#pragma omp parallel num_threads(6) default(none) shared(shared_sum, file_scope) private(untouched) \
    firstprivate(scalar, array, pair, pointer)
  {
    untouched = omp_get_thread_num();
    scalar += untouched;
    array[2] += untouched;
    pair.a[6] += untouched;
    pair.b *= 2;
    CHECK_EQ(scalar, 11 + untouched);
    CHECK_EQ(array[2], 3 + untouched);
    CHECK_EQ(pair.a[6], 7 + untouched);
    CHECK(pair.b == 5.0);
    CHECK_EQ(pointer[4], 5);
#pragma omp atomic
    shared_sum += scalar;
#pragma omp atomic
    file_scope += 1;
  }
  CHECK_EQ(shared_sum, 6 * 11 + 15);
  CHECK_EQ(file_scope, 11);
  CHECK_EQ(scalar, 11);
  CHECK_EQ(array[2], 3);
  CHECK_EQ(untouched, -1);
  return check_result();
}
