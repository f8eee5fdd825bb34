// GOMP_teams*: teams constructs outside and inside target.
#include "omp/teams.hpp"

#include "front/gomp/export.hpp"

using namespace heddle;

extern "C" {

void HEDDLE_GOMP_EXPORT(GOMP_teams_reg)(void (*body)(void*), void* data, unsigned teams, unsigned thread_limit,
                                        unsigned /*flags*/) {
  omp::run_league({teams, thread_limit}, body, data);
}

// The program calls it before its first team with `first`, and again after each team, until the answer is false.
bool HEDDLE_GOMP_EXPORT(GOMP_teams4)(unsigned least, unsigned /*most*/, unsigned thread_limit, bool first) {
  if (!first) return omp::next_team();
  omp::first_team({least, thread_limit});
  return true;
}

// Before GCC 12 the compiler made no loop: there is one team.
void HEDDLE_GOMP_EXPORT(GOMP_teams)(unsigned /*teams*/, unsigned thread_limit) { omp::only_team(thread_limit); }

}  // extern "C"
