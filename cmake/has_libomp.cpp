// Compiled when the build is configured: whether this clang finds an OpenMP runtime.
#include <omp.h>

int main() { return omp_get_max_threads() > 0 ? 0 : 1; }
