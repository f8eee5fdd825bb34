/* calls_compat: the small library that the published programs use, by the header alone. Prints "passed". */
#include <myrmics.h>

static int failures;
#define CHECK(condition)                                             \
  do {                                                               \
    if (!(condition)) {                                              \
      printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      failures++;                                                    \
    }                                                                \
  } while (0)

/* Programs bring their own. */
static void qsort(int* numbers, int n) {
  int i, j;
  for (i = 1; i < n; i++)
    for (j = i; j > 0 && numbers[j] < numbers[j - 1]; j--) {
      const int other = numbers[j];
      numbers[j] = numbers[j - 1];
      numbers[j - 1] = other;
    }
}
static void say(const char* format, ...) {
  char text[100];
  va_list list;
  va_start(list, format);
  vsprintf(text, format, list);
  va_end(list);
  CHECK(text[0] == 'x' && text[1] == '7' && text[2] == 0);
}
static void main_task(void) {
  char text[40];
  int numbers[4] = {3, 1, 2, 0};
  unsigned ticks;
  qsort(numbers, 4);
  CHECK(numbers[0] == 0 && numbers[3] == 3);
  sprintf(text, "%d-%s", 12, "ab");
  CHECK(text[0] == '1' && text[3] == 'a' && text[5] == 0);
  say("x%d", 7);
  memset(text, 1, 10);
  memcpy(text + 20, text, 10);
  memmove(text + 1, text, 10);
  CHECK(text[10] == 1 && text[29] == 1);
  CHECK(rand(1) == 1103527590u && rand(rand(1)) == 1103515245u * 1103527590u + 12345u);
  CHECK(sqrt(2.25f) == 1.5f && pow(2.0f, 10.0f) == 1024.0f);
  CHECK(int_log2(1) == 0 && int_log2(1023) == 9 && int_log2(1024) == 10 && int_log10(999) == 2 && int_log10(1000) == 3);
  CHECK(INT_MAX == 2147483647 && UINT_MAX == 4294967295u && FLT_MAX > 3e38f);
  sys_timer_reset();
  ticks = sys_free_timer_get_ticks();
  sys_timer_busy_wait_msec(2);
  sys_timer_busy_wait_cycles(1000);
  CHECK(sys_timer_get_cycles() >= 21000 && sys_timer_get_msec() >= 2 && sys_free_timer_get_cycles() - ticks >= 21000);
  CHECK(ar_timer_get_cycles() >= 21000);
  sys_assert(numbers[0] == 0);
  printf("one line in");
  printf(" two pieces");
  printf(" and %s\n", failures ? "failed" : "three");
  printf(failures ? "failed" : "passed\n");
}
static func_t table[] = {main_task};
int main(void) { return myrmics_run(table, 0, 0) != 0 || failures; }
