// The functions that printers.hpp declares, for all tests.
#include "printers.hpp"

HEDDLE_TEST_PRINTERS(template)
