// Opens libplugin.so, uses it and closes it, from the main thread and from threads of the program's own.
#include <dlfcn.h>
#include <pthread.h>

#include "check.h"

static void *use_plugin(void *unused) {
  void *library = dlopen("./libplugin.so", RTLD_NOW | RTLD_LOCAL);
  CHECK(library != NULL);
  if (!library) {
    puts(dlerror());
    return unused;
  }
  int (*sum)(int) = (int (*)(int))dlsym(library, "plugin_sum");
  for (int round = 0; round < 5; round++) CHECK_EQ(sum(100), 4950);
  CHECK_EQ(dlclose(library), 0);
  return unused;
}

static void use_plugin_again_and_again(void) {
  for (int round = 0; round < 4; round++) {
    use_plugin(NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, use_plugin, NULL);
    pthread_join(thread, NULL);
  }
}
