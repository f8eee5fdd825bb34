// A program that is its own OMPT tool, on Heddle only. It defines initialize(), which says what it wants to be told.
#pragma once

#include <string.h>

#include "../../include/heddle/omp-tools.h"

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* tool);
static void finalize(ompt_data_t* tool) { (void)tool; }

ompt_start_tool_result_t* ompt_start_tool(unsigned version, const char* runtime) {
  (void)version;
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  return strstr(runtime, "Heddle") != NULL ? &result : NULL;
}
