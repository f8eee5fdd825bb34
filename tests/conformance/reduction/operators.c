// Every reduction operator on every arithmetic type gives the sequential result.
#include <limits.h>

#include "check.h"

enum { k_count = 60 };

#define REDUCE(T, OP, START, EXPRESSION)                     \
  do {                                                       \
    T wanted = (START), got = (START);                       \
    for (int i = 1; i <= k_count; i++) EXPRESSION(wanted);   \
    OMP(parallel for reduction(OP : got))                    \
    for (int i = 1; i <= k_count; i++) EXPRESSION(got);      \
    CHECK(got == wanted);                                    \
    got = (START);                                           \
    OMP(parallel)                                            \
    {                                                        \
      OMP(for reduction(OP : got) schedule(dynamic, 3))      \
      for (int i = 1; i <= k_count; i++) EXPRESSION(got);    \
      CHECK(got == wanted);                                  \
    }                                                        \
  } while (0)

#define SUM(x) x += i
#define DIFFERENCE(x) x -= i
#define PRODUCT(x) x *= (i % 20 == 0 ? 2 : 1)
#define AND(x) x &= ~(1 << i % 7)
#define OR(x) x |= 1 << i % 7
#define XOR(x) x ^= i
#define BOTH(x) x = x && i != 30
#define EITHER(x) x = x || i == 30
#define LEAST(x) x = x < (100 - i) ? x : (100 - i)
#define MOST(x) x = x > (i % 37) ? x : (i % 37)

#define ARITHMETIC(T)              \
  REDUCE(T, +, 3, SUM);            \
  REDUCE(T, -, 3, DIFFERENCE);     \
  REDUCE(T, *, 3, PRODUCT);        \
  REDUCE(T, min, 99, LEAST);       \
  REDUCE(T, max, 5, MOST);         \
  REDUCE(T, &&, 1, BOTH);          \
  REDUCE(T, ||, 0, EITHER);

#define INTEGER(T)                 \
  ARITHMETIC(T)                    \
  REDUCE(T, &, 127, AND);          \
  REDUCE(T, |, 0, OR);             \
  REDUCE(T, ^, 5, XOR);

int main(void) {
  INTEGER(signed char)
  INTEGER(unsigned char)
  INTEGER(short)
  INTEGER(unsigned short)
  INTEGER(int)
  INTEGER(unsigned)
  INTEGER(long)
  INTEGER(unsigned long long)
  REDUCE(_Bool, &&, 1, BOTH);
  REDUCE(_Bool, ||, 0, EITHER);
  ARITHMETIC(float)
  ARITHMETIC(double)
  ARITHMETIC(long double)
  REDUCE(_Complex double, +, 1.0, SUM);
  REDUCE(_Complex float, *, 1.0f, PRODUCT);
  int least = INT_MAX, most = INT_MIN;
#pragma omp parallel for reduction(min : least) reduction(max : most)
  for (int i = -50; i < 50; i++) least = i < least ? i : least, most = i > most ? i : most;
  CHECK_EQ(least, -50);
  CHECK_EQ(most, 49);
  return check_result();
}
