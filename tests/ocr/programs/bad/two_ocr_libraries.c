// A second OCR library in the process is refused when it is loaded, with both paths.
// heddle-only: XSOCR does not look
// status: 1
// says: two OCR libraries are in this process: .*libocr_x86.so.* and .*other_ocr.so
// flags: -D_GNU_SOURCE
#include "check.h"

#include <dlfcn.h>

MAIN {
  Dl_info own;
  CHECK(dladdr((void*)ocrEdtCreate, &own) != 0, "the library is known");
  char command[4096], folder[] = "/tmp/two-ocr-XXXXXX";
  void* stub = dlopen("libocr_x86.so", RTLD_LAZY | RTLD_NOLOAD);
  CHECK(stub != NULL && dladdr(dlsym(stub, "ocrEdtCreate"), &own) != 0, "and its file");
  CHECK(mkdtemp(folder) != NULL, "a folder");
  // Removed before the library is loaded would be too early, and afterwards there is no process: the shell waits for
  // it.
  snprintf(command, sizeof command,
           "cp -L '%s' '%s/other_ocr.so' && (while kill -0 %d 2>/dev/null; do sleep 0.1; done; rm -r '%s') >/dev/null "
           "2>&1 &",
           own.dli_fname, folder, (int)getpid(), folder);
  CHECK(system(command) == 0, "a copy");
  snprintf(command, sizeof command, "%s/other_ocr.so", folder);
  for (int tries = 0; access(command, R_OK) != 0 && tries < 1000; tries++) usleep(10000);
  dlopen(command, RTLD_NOW);
  return pass();
}
