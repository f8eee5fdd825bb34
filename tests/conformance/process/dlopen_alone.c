// A plain program opens and closes a library that brings the OpenMP runtime in: the runtime outlives the library.
// heddle-only: libgomp's code is unmapped under the feet of its waiting threads
// shared: libplugin.c
// link: -ldl -lpthread
#include "plugin_user.h"

int main(void) {
  use_plugin_again_and_again();
  return check_result();
}
