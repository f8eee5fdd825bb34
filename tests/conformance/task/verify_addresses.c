// HEDDLE_VERIFY on a plain program: it says that lengths are missing, and finds an address named in two ways.
// heddle-only: a mode of Heddle's
#include "../env/respawn.h"

static void respawned(const char* word) {
  int x = 0, y = 0;
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

static Outcome verified(const char* word) {
  const Setting settings[] = {{"HEDDLE_VERIFY", "1"}, {NULL, NULL}};
  Outcome outcome = respawn(word, settings);
  CHECK_EQ(outcome.status, 0);
  CHECK_EQ(occurrences(outcome.err, "addresses without lengths"), 1);
  return outcome;
}

int main(int count, char** words) {
  if (count > 1) {
    respawned(words[1]);
    return check_result();
  }
  CHECK_EQ(occurrences(verified("plain").err, "warning"), 1);
  CHECK_EQ(occurrences(verified("twice").err, "twice, as "), 2);
  check_malformed("plain", "HEDDLE_VERIFY", "perhaps", NULL);
  return check_result();
}
