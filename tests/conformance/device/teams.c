// teams on the host: every team runs, numbers itself right, holds its own threads, and reduces.
#include "check.h"

// A function of its own: the compiler refuses these calls when it sees them directly inside teams.
static __attribute__((noinline)) void check_initial_thread(int limit) {
  CHECK_EQ(omp_get_num_threads(), 1);
  CHECK_EQ(omp_get_thread_num(), 0);
  CHECK_EQ(omp_in_parallel(), 0);
  CHECK_EQ(omp_get_thread_limit(), limit);
}

int main(void) {
  int hits[8] = {0}, sum = 0, size = 0;
  CHECK_EQ(omp_get_num_teams(), 1);
  CHECK_EQ(omp_get_team_num(), 0);
#pragma omp teams num_teams(4) thread_limit(2) reduction(+ : sum) shared(hits, size)
  {
    int league = omp_get_num_teams(), me = omp_get_team_num();
    CHECK(league >= 1 && league <= 4);
    CHECK(me >= 0 && me < league);
    check_initial_thread(2);
    if (me == 0) size = league;
    HIT(hits[me]);
    int members = 0;
#pragma omp parallel reduction(+ : members)
    {
      CHECK_EQ(omp_get_team_num(), me);
      members++;
    }
    CHECK(members >= 1 && members <= 2);
    sum += me + 1;
  }
  for (int i = 0; i < 8; i++) CHECK_EQ(hits[i], i < size);
  CHECK_EQ(sum, size * (size + 1) / 2);
#ifndef __clang__  // clang 19 does not know the range
#pragma omp teams num_teams(2 : 3)
  CHECK(omp_get_num_teams() >= 2 && omp_get_num_teams() <= 3);
#endif
  omp_set_num_teams(2);
  omp_set_teams_thread_limit(3);
  CHECK_EQ(omp_get_max_teams(), 2);
  CHECK_EQ(omp_get_teams_thread_limit(), 3);
#pragma omp teams
  {
    CHECK(omp_get_num_teams() <= 2);
    check_initial_thread(3);
  }
  return check_result();
}
