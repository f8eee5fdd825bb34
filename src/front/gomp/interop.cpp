// GOMP_interop and the questions about interop objects: each of them is omp_interop_none here (omp/device.hpp).
#include "omp/device.hpp"

#include <cstdint>

#include "front/gomp/export.hpp"
#include "front/gomp/fortran.hpp"

using namespace heddle;

namespace {

void tell(int property, int* result) noexcept {
  if (result != nullptr) *result = static_cast<int>(omp::interop_result(property));
}

}  // namespace

extern "C" {

// The interop directive: what it makes is empty, and what it destroys is empty from then on.
void HEDDLE_GOMP_EXPORT(GOMP_interop)(int /*device*/, int made_count, std::uintptr_t** made, const void* /*kinds*/,
                                      const void* /*preferences*/, int /*used_count*/, std::uintptr_t** /*used*/,
                                      int destroyed_count, std::uintptr_t** destroyed, unsigned /*flags*/,
                                      void** depend) {
  if (depend != nullptr) heddle_GOMP_taskwait_depend(depend);
  for (int i = 0; i < made_count; ++i) *made[i] = omp::k_interop_none;
  for (int i = 0; i < destroyed_count; ++i) *destroyed[i] = omp::k_interop_none;
}

int HEDDLE_GOMP_EXPORT(omp_get_num_interop_properties)(std::uintptr_t /*interop*/) { return 0; }

std::intptr_t HEDDLE_GOMP_EXPORT(omp_get_interop_int)(std::uintptr_t /*interop*/, int property, int* result) {
  tell(property, result);
  return 0;
}
void* HEDDLE_GOMP_EXPORT(omp_get_interop_ptr)(std::uintptr_t /*interop*/, int property, int* result) {
  tell(property, result);
  return nullptr;
}
const char* HEDDLE_GOMP_EXPORT(omp_get_interop_str)(std::uintptr_t /*interop*/, int property, int* result) {
  tell(property, result);
  return nullptr;
}
void HEDDLE_GOMP_EXPORT(omp_get_interop_str_)(const char** text, std::size_t* length, const std::uintptr_t* /*interop*/,
                                              const int* property, int* result) {
  tell(*property, result);
  gomp::give_text(nullptr, text, length);
}

const char* HEDDLE_GOMP_EXPORT(omp_get_interop_name)(std::uintptr_t /*interop*/, int property) {
  return omp::interop_property_name(property);
}
void HEDDLE_GOMP_EXPORT(omp_get_interop_name_)(const char** text, std::size_t* length,
                                               const std::uintptr_t* /*interop*/, const int* property) {
  gomp::give_text(omp::interop_property_name(*property), text, length);
}

const char* HEDDLE_GOMP_EXPORT(omp_get_interop_type_desc)(std::uintptr_t /*interop*/, int /*property*/) {
  return nullptr;
}
void HEDDLE_GOMP_EXPORT(omp_get_interop_type_desc_)(const char** text, std::size_t* length,
                                                    const std::uintptr_t* /*interop*/, const int* /*property*/) {
  gomp::give_text(nullptr, text, length);
}

const char* HEDDLE_GOMP_EXPORT(omp_get_interop_rc_desc)(std::uintptr_t /*interop*/, int result) {
  return omp::interop_result_meaning(result);
}
void HEDDLE_GOMP_EXPORT(omp_get_interop_rc_desc_)(const char** text, std::size_t* length,
                                                  const std::uintptr_t* /*interop*/, const int* result) {
  gomp::give_text(omp::interop_result_meaning(*result), text, length);
}

}  // extern "C"
