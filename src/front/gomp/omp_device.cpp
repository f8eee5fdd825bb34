// The device routines of OpenMP, on the host; omp_pause_resource.
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdint>

#include "front/gomp/export.hpp"
#include "omp/routines_device.hpp"

using namespace heddle;

extern "C" {

int HEDDLE_GOMP_EXPORT(omp_get_num_devices)() { return 0; }
int HEDDLE_GOMP_EXPORT(omp_get_num_devices_)() HEDDLE_GOMP_ALIAS(omp_get_num_devices);
int HEDDLE_GOMP_EXPORT(omp_get_initial_device)() { return omp::k_host_device; }
int HEDDLE_GOMP_EXPORT(omp_get_initial_device_)() HEDDLE_GOMP_ALIAS(omp_get_initial_device);
int HEDDLE_GOMP_EXPORT(omp_get_device_num)() { return omp::k_host_device; }
int HEDDLE_GOMP_EXPORT(omp_get_device_num_)() HEDDLE_GOMP_ALIAS(omp_get_device_num);
int HEDDLE_GOMP_EXPORT(omp_is_initial_device)() { return 1; }
int HEDDLE_GOMP_EXPORT(omp_is_initial_device_)() HEDDLE_GOMP_ALIAS(omp_is_initial_device);

void* HEDDLE_GOMP_EXPORT(omp_target_alloc)(std::size_t bytes, int device) { return omp::target_alloc(bytes, device); }
void HEDDLE_GOMP_EXPORT(omp_target_free)(void* memory, int device) { omp::target_free(memory, device); }

int HEDDLE_GOMP_EXPORT(omp_target_is_present)(const void* address, int device) {
  return omp::target_is_present(address, device);
}

int HEDDLE_GOMP_EXPORT(omp_target_associate_ptr)(const void*, const void*, std::size_t, std::size_t, int) {
  return omp::target_associate();
}
int HEDDLE_GOMP_EXPORT(omp_target_disassociate_ptr)(const void*, int) { return omp::target_associate(); }

int HEDDLE_GOMP_EXPORT(omp_target_memcpy)(void* to, const void* from, std::size_t bytes, std::size_t to_offset,
                                          std::size_t from_offset, int to_device, int from_device) {
  if (!omp::is_host(to_device) || !omp::is_host(from_device)) return EINVAL;
  return omp::target_copy(static_cast<std::byte*>(to) + to_offset, static_cast<const std::byte*>(from) + from_offset,
                          bytes);
}

// Without arrays it answers how many dimensions it can do.
int HEDDLE_GOMP_EXPORT(omp_target_memcpy_rect)(void* to, const void* from, std::size_t element, int dimensions,
                                               const std::size_t* volume, const std::size_t* to_offsets,
                                               const std::size_t* from_offsets, const std::size_t* to_extents,
                                               const std::size_t* from_extents, int to_device, int from_device) {
  if (to == nullptr && from == nullptr) return INT_MAX;
  if (!omp::is_host(to_device) || !omp::is_host(from_device)) return EINVAL;
  // The source is only read: both sides share one type.
  auto* source = static_cast<std::byte*>(const_cast<void*>(from));
  const omp::RectangleSide target{static_cast<std::byte*>(to), to_extents, to_offsets};
  return omp::target_copy(target, {source, from_extents, from_offsets}, {element, dimensions, volume});
}

int HEDDLE_GOMP_EXPORT(omp_pause_resource)(int /*kind*/, int device) { return omp::pause_resource(device); }
int HEDDLE_GOMP_EXPORT(omp_pause_resource_)(const std::int32_t* /*kind*/, const std::int32_t* device) {
  return omp::pause_resource(*device);
}
int HEDDLE_GOMP_EXPORT(omp_pause_resource_all)(int /*kind*/) { return omp::pause_resource(omp::k_host_device); }
int HEDDLE_GOMP_EXPORT(omp_pause_resource_all_)(const std::int32_t* /*kind*/) {
  return omp::pause_resource(omp::k_host_device);
}

}  // extern "C"
