// GOMP_sections_*, the combined forms of both generations, single and copy, critical and atomic called directly.
#include "gomp_abi.h"

static int hits[8];
static long plain, named, locked;
static void* name;

static void walk(unsigned section) {
  for (; section; section = GOMP_sections_next()) HIT(hits[section]);
}

static void check_hits(int sections) {
  for (int i = 0; i < 8; i++) {
    CHECK_EQ(hits[i], i >= 1 && i <= sections);
    hits[i] = 0;
  }
}

static void combined(void* unused) {
  (void)unused;
  walk(GOMP_sections_next());
  GOMP_sections_end_nowait();
}

static void separate(void* unused) {
  (void)unused;
  walk(GOMP_sections_start(6));
  GOMP_sections_end();
  if (GOMP_single_start()) check_hits(6);
  GOMP_barrier();
  void* memory = (void*)32L;
  walk(GOMP_sections2_start(4, NULL, &memory));
  CHECK_EQ(((int*)memory)[7], 0);
  GOMP_sections_end();
  if (GOMP_single_start()) check_hits(4);
  GOMP_barrier();
  walk(GOMP_sections_start(2));
  CHECK(!GOMP_sections_end_cancel());
  if (GOMP_single_start()) check_hits(2);
  GOMP_barrier();
  int value = 0, *from = GOMP_single_copy_start();
  if (!from) {
    value = 77;
    GOMP_single_copy_end(&value);
  } else {
    value = *from;
  }
  CHECK_EQ(value, 77);
  GOMP_barrier();
  for (int i = 0; i < 200; i++) {
    GOMP_critical_start();
    plain++;
    GOMP_critical_end();
    GOMP_critical_name_start(&name);
    named++;
    GOMP_critical_name_end(&name);
    GOMP_atomic_start();
    locked++;
    GOMP_atomic_end();
  }
}

int main(void) {
  for (unsigned sections = 1; sections <= 7; sections++) {
    GOMP_parallel_sections_start(combined, NULL, 3, sections);
    combined(NULL);
    GOMP_parallel_end();
    check_hits((int)sections);
    GOMP_parallel_sections(combined, NULL, 3, sections, 0);
    check_hits((int)sections);
  }
  GOMP_parallel(separate, NULL, 4, 0);
  CHECK_EQ(plain, 800);
  CHECK_EQ(named, 800);
  CHECK_EQ(locked, 800);
  return check_result();
}
