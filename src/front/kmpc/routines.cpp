// Routines that only LLVM's interface has: interoperability (with nothing, on the host), the tool's control, errors.
#include <cstdlib>
#include <string>

#include "base/message.hpp"
#include "front/kmpc/abi.hpp"
#include "front/kmpc/export.hpp"
#include "omp/device.hpp"
#include "omp/routines.hpp"
#include "omp/routines_team.hpp"
#include "omp/settings.hpp"
#include "ompt/events.hpp"

using namespace heddle;
using kmpc::Ident;
using kmpc::ThreadNumber;
using runtime::current;

namespace {

constexpr std::int32_t k_warning = 1;  // the severity of an error directive; 2 is fatal

// Every interop object is omp_interop_none here (omp/device.hpp).
std::intptr_t nothing(int property, int* result) noexcept {
  if (result != nullptr) *result = static_cast<int>(omp::interop_result(property));
  return 0;
}

const char* meaning_of(int result) noexcept {
  const char* const meaning = omp::interop_result_meaning(result);
  return meaning == nullptr ? "other error" : meaning;
}

}  // namespace

extern "C" {

int HEDDLE_KMPC_EXPORT(omp_control_tool)(int command, int modifier, void* argument) {
  return ompt::control_tool({command, modifier, argument}, {__builtin_return_address(0), __builtin_frame_address(0)});
}
int HEDDLE_KMPC_EXPORT(omp_control_tool_)(const int* command, const int* modifier, void* argument) {
  return ompt::control_tool({*command, *modifier, argument}, {__builtin_return_address(0), __builtin_frame_address(0)});
}

int HEDDLE_KMPC_EXPORT(omp_get_num_interop_properties_)(const void* /*interop*/) { return 0; }
std::intptr_t HEDDLE_KMPC_EXPORT(omp_get_interop_int_)(const void*, const int* property, int* result) {
  return nothing(*property, result);
}
void* HEDDLE_KMPC_EXPORT(omp_get_interop_ptr_)(const void*, const int* property, int* result) {
  return reinterpret_cast<void*>(nothing(*property, result));
}
const char* HEDDLE_KMPC_EXPORT(kmp_get_interop_str_)(const void*, const int* property, int* result) {
  return reinterpret_cast<const char*>(nothing(*property, result));
}
const char* HEDDLE_KMPC_EXPORT(kmp_get_interop_name_)(const void*, const int* property) {
  return omp::interop_property_name(*property);
}
const char* HEDDLE_KMPC_EXPORT(kmp_get_interop_type_desc_)(const void*, const int*) { return nullptr; }
const char* HEDDLE_KMPC_EXPORT(kmp_get_interop_rc_desc_)(const void*, const int* result) { return meaning_of(*result); }

// error at(execution).
void HEDDLE_KMPC_EXPORT(__kmpc_error)(Ident* /*at*/, std::int32_t severity, const char* message) {
  const std::string text = message == nullptr ? "" : ": " + std::string(message);
  omp::warn_as_libomp(severity == k_warning ? "Warning" : "Error", "error directive encountered" + text);
  if (severity != k_warning) std::exit(EXIT_FAILURE);
}

int HEDDLE_KMPC_EXPORT(__kmpc_pause_resource)(int /*kind*/) { return omp::pause_resource(omp::k_host_device); }

// disabled 0, default 1, mandatory 2.
int HEDDLE_KMPC_EXPORT(__kmpc_get_target_offload)() {
  switch (omp::global().target_offload) {
    case omp::TargetOffload::disabled:
      return 0;
    case omp::TargetOffload::mandatory:
      return 2;
    case omp::TargetOffload::when_possible:
      break;
  }
  return 1;
}

}  // extern "C"
