#include "omp/interop.hpp"

#include <array>
#include <cstddef>

namespace heddle::omp {

namespace {

// omp_interop_property_t: -1 is fr_id, -9 targetsync.
constexpr std::array<const char*, 9> k_properties = {
    "fr_id", "fr_name", "vendor", "vendor_name", "device_num", "platform", "device", "device_context", "targetsync"};

}  // namespace

const char* interop_property_name(int property) noexcept {
  if (property >= 0 || property < -static_cast<int>(k_properties.size())) return nullptr;
  return k_properties[static_cast<std::size_t>(-property) - 1];
}

InteropResult interop_result(int property) noexcept {
  return interop_property_name(property) == nullptr ? InteropResult::out_of_range : InteropResult::empty;
}

const char* interop_result_meaning(int result) noexcept {
  switch (static_cast<InteropResult>(result)) {
    case InteropResult::no_value:
      return "the property has no value";
    case InteropResult::success:
      return "successful";
    case InteropResult::empty:
      return "the object is omp_interop_none";
    case InteropResult::out_of_range:
      return "there is no such property";
    case InteropResult::is_int:
      return "the property is an integer: ask omp_get_interop_int";
    case InteropResult::is_ptr:
      return "the property is a pointer: ask omp_get_interop_ptr";
    case InteropResult::is_str:
      return "the property is a string: ask omp_get_interop_str";
    case InteropResult::other:
      return "other error";
  }
  return nullptr;
}

}  // namespace heddle::omp
