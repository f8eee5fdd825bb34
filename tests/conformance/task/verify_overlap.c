// HEDDLE_VERIFY names both places of depend clauses that overlap, once, and nothing of clauses that may stand.
// races: has them
// gcc-only: the places are those of functions that GCC makes of tasks
// heddle-only: a mode of Heddle's
#include "../../../include/heddle/verify.h"

#include "../env/respawn.h"

enum { k_line = 100 };

static double a[1000];

static void task_on(double* part, int length) {
  heddle_verify_range(part, (size_t)length * sizeof *part);
#pragma omp task depend(inout : part[0 : length]) firstprivate(part)
  *part += 1;
}

// Thrice, from two places: two ranges that overlap.
static void overlapping(void) {
  for (int i = 0; i < 3; i++) {
    heddle_verify_range(a, k_line * sizeof *a);
    const int first = __LINE__ + 1;
#pragma omp task depend(out : a[0 : k_line])
    a[0] += 1;
    heddle_verify_range(&a[50], k_line * sizeof *a);
    const int second = __LINE__ + 1;
#pragma omp task depend(in : a[50 : k_line])
    (void)a[50];
    if (i == 0) printf("%d %d", first, second);
  }
}

static void in_blocks(void) {
  for (int round = 0; round < 3; round++)
    for (int block = 0; block < 10; block++) task_on(a + block * k_line, k_line);
#pragma omp taskwait
  for (int block = 0; block < 5; block++) task_on(a + block * 2 * k_line, 2 * k_line);  // all was waited for
#pragma omp taskgroup
  for (int block = 0; block < 5; block++) task_on(a + block * 2 * k_line, 2 * k_line);
  for (int block = 0; block < 20; block++) task_on(a + block * k_line / 2, k_line / 2);
}

// Children of different tasks are no siblings, one after the other or nested.
static void in_families(void) {
  for (int child = 1; child <= 20; child++) {
#pragma omp task firstprivate(child)
    task_on(a, child);
  }
}

static void respawned(const char* word) {
#pragma omp parallel
#pragma omp single
  {
    if (!strcmp(word, "overlapping")) overlapping();
    if (!strcmp(word, "blocks")) in_blocks();
    if (!strcmp(word, "families")) in_families();
  }
}

static int occurrences(const char* text, const char* of) {
  int count = 0;
  while ((text = strstr(text, of)) != NULL) text++, count++;
  return count;
}

static Outcome verified(const char* word, const char* on) {
  const Setting settings[] = {{"HEDDLE_VERIFY", on}, {NULL, NULL}};
  Outcome outcome = respawn(word, settings);
  CHECK_EQ(outcome.status, 0);
  return outcome;
}

static void check_quiet(const char* word, const char* on) {
  Outcome outcome = verified(word, on);
  if (outcome.err[0] && check_count_failure()) printf("%s: stderr \"%s\"\n", word, outcome.err);
}

int main(int count, char** words) {
  if (count > 1) {
    respawned(words[1]);
    return check_result();
  }
  Outcome found = verified("overlapping", "1");
  CHECK_EQ(occurrences(found.err, "overlap without being the same"), 1);
  CHECK_EQ(occurrences(found.err, "800 bytes from"), 2);
  CHECK_EQ(occurrences(found.err, "overlapping"), system("command -v addr2line >/dev/null") ? 0 : 2);
  int first = 0, second = 0;
  CHECK_EQ(sscanf(found.out, "%d %d", &first, &second), 2);
  char place[64];
  for (int i = 0; i < 2 && system("command -v addr2line >/dev/null") == 0; i++) {
    const int line = i == 0 ? first : second;  // the compiler gives that of the construct, or of its first statement
    snprintf(place, sizeof place, "verify_overlap.c:%d (in overlapping)", line);
    const int construct = occurrences(found.err, place);
    snprintf(place, sizeof place, "verify_overlap.c:%d (in overlapping)", line + 1);
    CHECK_EQ(construct + occurrences(found.err, place), 1);
  }
  check_quiet("overlapping", "0");
  check_quiet("blocks", "1");
  check_quiet("families", "1");
  return check_result();
}
