// HEDDLE_VERIFY on a plain program: it finds an address named in two ways; and overlaps where the compiler gives lengths
// (Clang does), else it says that these are missing.
// heddle-only: a mode of Heddle's
#include "../env/respawn.h"

#ifdef __clang__
enum { k_lengths = 1 };
#else
enum { k_lengths = 0 };
#endif

static double a[200];

static void overlapping(int second) {
#pragma omp task depend(out : a[0 : 100])
  a[0] += 1;
#pragma omp task depend(in : a[second : 100])
  (void)a[second];
}

static void respawned(const char* word) {
  int x = 0, y = 0;
  if (!strcmp(word, "overlapping") || !strcmp(word, "apart")) {
#pragma omp parallel
#pragma omp single
    overlapping(word[0] == 'o' ? 50 : 100);
    return;
  }
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 5; i++) {
#pragma omp task depend(inout : x) shared(x)
    x++;
    if (!strcmp(word, "plain")) continue;
#pragma omp task depend(in : y) depend(inout : x, y) shared(x, y)
    y = x++;
#pragma omp taskwait depend(in : x) depend(inout : x)
  }
  CHECK(x >= 5);
}

static int occurrences(const char* text, const char* of) {
  int count = 0;
  while ((text = strstr(text, of)) != NULL) text++, count++;
  return count;
}

// In CI nobody reads: what is found fails, and nothing else does.
static int status_where_findings_fail(const char* word) {
  const Setting settings[] = {{"HEDDLE_VERIFY", "fail"}, {NULL, NULL}};
  return respawn(word, settings).status;
}

static Outcome verified(const char* word) {
  const Setting settings[] = {{"HEDDLE_VERIFY", "1"}, {NULL, NULL}};
  Outcome outcome = respawn(word, settings);
  CHECK_EQ(outcome.status, 0);
  CHECK_EQ(occurrences(outcome.err, "addresses without lengths"), k_lengths ? 0 : 1);
  return outcome;
}

int main(int count, char** words) {
  if (count > 1) {
    respawned(words[1]);
    if (!strcmp(words[1], "twice, and a child")) {  // which has found nothing
      const pid_t child = fork();
      if (child == 0) exit(0);
      int status = -1;
      CHECK(waitpid(child, &status, 0) == child);
      CHECK_EQ(status, 0);
    }
    return !strcmp(words[1], "twice, and 7") ? 7 : check_result();
  }
  CHECK_EQ(occurrences(verified("plain").err, "warning"), k_lengths ? 0 : 1);
  CHECK_EQ(occurrences(verified("twice").err, "twice, as "), 2);
  Outcome found = verified("overlapping");
  CHECK_EQ(occurrences(found.err, "overlap without being the same"), k_lengths);
  CHECK_EQ(occurrences(found.err, "800 bytes from"), 2 * k_lengths);
  CHECK_EQ(occurrences(verified("apart").err, "overlap"), k_lengths ? 0 : 1);  // GCC: what cannot be seen
  CHECK_EQ(status_where_findings_fail("plain"), 0);
  CHECK_EQ(status_where_findings_fail("twice"), 1);
  CHECK_EQ(status_where_findings_fail("twice, and 7"), 7);
  CHECK_EQ(status_where_findings_fail("twice, and a child"), 1);
  check_malformed("plain", "HEDDLE_VERIFY", "perhaps", NULL);
  return check_result();
}
