// A tool that fails in the way that BAD_TOOL names: where it is asked, or where it is to begin.
#include <omp-tools.h>
#include <stdlib.h>
#include <string.h>

static int named(const char *way) {
  const char *const wanted = getenv("BAD_TOOL");
  return wanted != NULL && strcmp(wanted, way) == 0;
}

static int begin(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
  (void)lookup, (void)device, (void)data;
  if (named("crashes when it begins")) *(volatile int *)NULL = 1;
  if (named("aborts when it begins")) abort();
  return !named("does not begin");
}

static void end(ompt_data_t *data) { (void)data; }

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
  static ompt_start_tool_result_t result = {begin, end, {0}};
  (void)version, (void)runtime;
  if (named("crashes when asked")) *(volatile int *)NULL = 1;
  if (named("wants another version")) return NULL;
  return &result;
}
