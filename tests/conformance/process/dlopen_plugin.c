// A library using OpenMP is opened, used and closed several times by a program that uses OpenMP as well.
// shared: libplugin.c
// link: -ldl -lpthread
#include "plugin_user.h"

int main(void) {
  int members = 0;
#pragma omp parallel num_threads(2)
  HIT(members);
  use_plugin_again_and_again();
#pragma omp parallel num_threads(2)
  HIT(members);
  CHECK_EQ(members, 4);
  return check_result();
}
