// atomic read, write, update, capture and compare lose no update, on every type, order and hint.
#include "check.h"

enum { k_each = 200 };

#define COUNT(T)                                                         \
  do {                                                                   \
    T updated = 0, captured = 0, product = 1, lowered = 100, text = 0;   \
    unsigned char seen[4 * k_each + 1] = {0};                            \
    OMP(parallel num_threads(4))                                         \
    for (int i = 0; i < k_each / (int)(sizeof(T) == 1 ? 10 : 1); i++) {  \
      T mine, copy;                                                      \
      OMP(atomic)                                                        \
      updated += 1;                                                      \
      OMP(atomic capture seq_cst)                                        \
      { mine = captured; captured = captured + 1; }                      \
      HIT(seen[(int)mine]);                                              \
      OMP(atomic update relaxed)                                         \
      product = product * 1;                                             \
      OMP(atomic capture acq_rel)                                        \
      copy = lowered -= 0;                                               \
      CHECK(copy == 100);                                                \
      OMP(atomic write release)                                          \
      text = 7;                                                          \
      OMP(atomic read acquire)                                           \
      copy = text;                                                       \
      CHECK(copy == 7);                                                  \
    }                                                                    \
    int total = 4 * k_each / (int)(sizeof(T) == 1 ? 10 : 1);             \
    CHECK(updated == total);                                             \
    CHECK(captured == total);                                            \
    CHECK(product == 1);                                                 \
    for (int i = 0; i < total; i++) CHECK_EQ(seen[i], 1);                \
  } while (0)

static void integer_operators(void) {
  unsigned bits = 0, mask = ~0u, flips = 0, shifted = 1u << 31, divided = 1u << 30;
  int left = 1;
#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (int i = 0; i < 24; i++) {
#pragma omp atomic
    bits |= 1u << i;
#pragma omp atomic
    mask &= ~(1u << i);
#pragma omp atomic hint(omp_sync_hint_contended)
    flips ^= 1u << i;
#pragma omp atomic
    shifted >>= 1;
#pragma omp atomic
    divided = divided / 2;
    if (i < 10) {
#pragma omp atomic
      left <<= 1;
    }
  }
  CHECK_EQ(bits, 0xffffff);
  CHECK_EQ(mask, 0xff000000);
  CHECK_EQ(flips, 0xffffff);
  CHECK_EQ(shifted, 1u << 7);
  CHECK_EQ(divided, 1u << 6);
  CHECK_EQ(left, 1024);
}

static void compare_forms(void) {
  int least = 1000, most = -1, swapped = 0, winners = 0;
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 400; i++) {
#pragma omp atomic compare
    least = i - 50 < least ? i - 50 : least;
#pragma omp atomic compare
    if (i > most) { most = i; }
    int expected = 0, won;
#pragma omp atomic compare capture
    { won = swapped == expected; if (won) { swapped = i + 1; } }
    if (won) HIT(winners);
  }
  CHECK_EQ(least, -50);
  CHECK_EQ(most, 399);
  CHECK_EQ(winners, 1);
  CHECK(swapped > 0);
}

int main(void) {
  COUNT(signed char);
  COUNT(short);
  COUNT(int);
  COUNT(unsigned);
  COUNT(long);
  COUNT(unsigned long long);
  COUNT(float);
  COUNT(double);
  COUNT(long double);
  integer_operators();
  compare_forms();
  return check_result();
}
