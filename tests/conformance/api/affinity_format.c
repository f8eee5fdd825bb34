// omp_capture_affinity expands every field of a format, long names and widths too; the default format can be set and read.
#include <unistd.h>

#include "check.h"

static void check_capture(const char *format, const char *wanted) {
  char text[256];
  size_t length = omp_capture_affinity(text, sizeof text, format);
  if (strcmp(text, wanted) && check_count_failure()) printf("\"%s\" gave \"%s\", not \"%s\"\n", format, text, wanted);
  CHECK_EQ(length, strlen(wanted));
}

int main(void) {
  char wanted[300], host[200], text[8];
  gethostname(host, sizeof host);
  omp_set_affinity_format("level %L thread %n");
  CHECK_EQ(omp_get_affinity_format(NULL, 0), strlen("level %L thread %n"));
  char format[64];
  CHECK_EQ(omp_get_affinity_format(format, sizeof format), strlen("level %L thread %n"));
  CHECK_EQ(strcmp(format, "level %L thread %n"), 0);
  CHECK_EQ(omp_get_affinity_format(text, sizeof text), strlen("level %L thread %n"));
  CHECK_EQ(strcmp(text, "level %"), 0);
  check_capture(NULL, "level 0 thread 0");
  check_capture("", "level 0 thread 0");
  check_capture("%%", "%");
  check_capture("[%5n][%.5n][%0.5n]", "[0    ][    0][00000]");
  snprintf(wanted, sizeof wanted, "%d|%s", (int)getpid(), host);
  check_capture("%P|%H", wanted);
  check_capture("%{process_id}|%{host}", wanted);
  CHECK_EQ(omp_capture_affinity(NULL, 0, "abcdef"), 6);
  CHECK_EQ(omp_capture_affinity(text, 4, "abcdef"), 6);
  CHECK_EQ(strcmp(text, "abc"), 0);
#pragma omp parallel num_threads(3)
  {
    char mine[100];
    snprintf(mine, sizeof mine, "n=%d N=3 L=1 a=0 t=0 T=1", omp_get_thread_num());
    check_capture("n=%n N=%N L=%L a=%a t=%t T=%T", mine);
    check_capture("n=%{thread_num} N=%{num_threads} L=%{nesting_level} a=%{ancestor_tnum} t=%{team_num} T=%{num_teams}", mine);
    char affinity[200];
    CHECK(omp_capture_affinity(affinity, sizeof affinity, "%A") > 0);
    CHECK(strspn(affinity, "0123456789,-") == strlen(affinity));
    CHECK(omp_capture_affinity(affinity, sizeof affinity, "%i") > 0);
  }
  return check_result();
}
