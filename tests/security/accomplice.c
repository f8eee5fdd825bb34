/* A library of an attacker's, under all the names by which a plugin, a tool or a runtime is looked up. That it runs
 * with another's rights is a file in the attacker's folder. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define FILE_TO_LEAVE LOOT "/accomplice"

__attribute__((constructor)) static void loaded(void) {
  const int file = open(FILE_TO_LEAVE, O_CREAT | O_WRONLY, 0666);
  if (file >= 0) close(file);
}

void* ompt_start_tool(unsigned version, const char* runtime) {
  (void)version, (void)runtime;
  return NULL;
}
