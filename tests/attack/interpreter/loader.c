// Loads an interpreter as a library, runs it, and unloads it, three times.
#include <dlfcn.h>
#include <stdio.h>

int main(int count, char** words) {
  for (int round = 0; round < 3; ++round) {
    void* const library = count > 1 ? dlopen(words[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (library == NULL) {
      fprintf(stderr, "attack: %s\n", count > 1 ? dlerror() : "no library is named");
      return 2;
    }
    int (*run)(int, char**);
    *(void**)&run = dlsym(library, "attack_main");
    const int status = run(count - 1, words + 1);
    if (status != 0) return status;
    dlclose(library);
  }
  return 0;
}
