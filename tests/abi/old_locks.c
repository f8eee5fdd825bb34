// Locks under their OMP_1.0 symbols, as binaries from before OpenMP 3.0 call them; an old nest lock belongs to a
// thread.
#include "check.h"

typedef int OldLock;
typedef struct {
  int owner, count;
} OldNestLock;

#define OLD(result, name, type)    \
  extern result old_##name(type*); \
  __asm__(".symver old_" #name ", omp_" #name "@OMP_1.0");

OLD(void, init_lock, OldLock)
OLD(void, destroy_lock, OldLock)
OLD(void, set_lock, OldLock)
OLD(void, unset_lock, OldLock)
OLD(int, test_lock, OldLock)
OLD(void, init_nest_lock, OldNestLock)
OLD(void, destroy_nest_lock, OldNestLock)
OLD(void, set_nest_lock, OldNestLock)
OLD(void, unset_nest_lock, OldNestLock)
OLD(int, test_nest_lock, OldNestLock)
#define OLD_FORTRAN(result, name, type)    \
  extern result old_fortran_##name(type*); \
  __asm__(".symver old_fortran_" #name ", omp_" #name "_@OMP_1.0");
OLD_FORTRAN(void, init_lock, OldLock)
OLD_FORTRAN(void, destroy_lock, OldLock)
OLD_FORTRAN(void, set_lock, OldLock)
OLD_FORTRAN(void, unset_lock, OldLock)
OLD_FORTRAN(int, test_lock, OldLock)

static void from_c(void) {
  struct {
    OldLock lock;
    int guard;
  } simple = {0, 1234567};
  struct {
    OldNestLock lock;
    int guard;
  } nest = {{0, 0}, 7654321};
  long count = 0, nest_count = 0;
  old_init_lock(&simple.lock);
  old_init_nest_lock(&nest.lock);
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 300; i++) {
    old_set_lock(&simple.lock);
    count++;
    old_unset_lock(&simple.lock);
    old_set_nest_lock(&nest.lock);
    CHECK_EQ(old_test_nest_lock(&nest.lock), 2);
    nest_count++;
    old_unset_nest_lock(&nest.lock);
    old_unset_nest_lock(&nest.lock);
  }
  CHECK_EQ(count, 1200);
  CHECK_EQ(nest_count, 1200);
  CHECK(old_test_lock(&simple.lock));
  CHECK(!old_test_lock(&simple.lock));
  old_unset_lock(&simple.lock);
  old_destroy_lock(&simple.lock);
  old_destroy_nest_lock(&nest.lock);
  CHECK_EQ(simple.guard, 1234567);  // the old locks are small: nothing behind them may be written
  CHECK_EQ(nest.guard, 7654321);
}

int main(void) {
  from_c();
  OldLock lock = 0;
  old_fortran_init_lock(&lock);
  old_fortran_set_lock(&lock);
  CHECK(!old_fortran_test_lock(&lock));
  old_fortran_unset_lock(&lock);
  CHECK(old_fortran_test_lock(&lock));
  old_fortran_unset_lock(&lock);
  old_fortran_destroy_lock(&lock);
  return check_result();
}
