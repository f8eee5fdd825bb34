// threadprivate objects with constructors: each thread has its own, copyin assigns, static members count too.
#include <string>

#include "check.h"

struct Named {
  std::string name = "fresh";
  static int shared_like;
#pragma omp threadprivate(shared_like)
};
int Named::shared_like = 4;

extern Named object;
#pragma omp threadprivate(object)
Named object;

int main() {
#pragma omp parallel num_threads(4)
  {
    CHECK(object.name == "fresh");
    object.name = std::to_string(omp_get_thread_num());
    Named::shared_like += omp_get_thread_num();
#pragma omp barrier
    CHECK(object.name == std::to_string(omp_get_thread_num()));
    CHECK_EQ(Named::shared_like, 4 + omp_get_thread_num());
  }
  object.name = "copied from the first thread";
#pragma omp parallel num_threads(4) copyin(object)
  CHECK(object.name == "copied from the first thread");
  return check_result();
}
