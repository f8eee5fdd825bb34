// The device routines of OpenMP, on the host; omp_pause_resource.
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdint>

#include "front/gomp/depend.hpp"
#include "front/gomp/export.hpp"
#include "front/gomp/fortran.hpp"
#include "omp/routines.hpp"

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

// The copying task of the asynchronous forms is an undeferred one: its predecessors are awaited, and when the call
// returns the copy is there, so whoever depends on it is in order, too.
int HEDDLE_GOMP_EXPORT(omp_target_memcpy_async)(void* to, const void* from, std::size_t bytes, std::size_t to_offset,
                                                std::size_t from_offset, int to_device, int from_device,
                                                int depobj_count, void** depobjs) {
  gomp::wait_depobjs(depobj_count, depobjs);
  return heddle_omp_target_memcpy(to, from, bytes, to_offset, from_offset, to_device, from_device);
}

int HEDDLE_GOMP_EXPORT(omp_target_memcpy_rect_async)(void* to, const void* from, std::size_t element, int dimensions,
                                                     const std::size_t* volume, const std::size_t* to_offsets,
                                                     const std::size_t* from_offsets, const std::size_t* to_extents,
                                                     const std::size_t* from_extents, int to_device, int from_device,
                                                     int depobj_count, void** depobjs) {
  gomp::wait_depobjs(depobj_count, depobjs);
  return heddle_omp_target_memcpy_rect(to, from, element, dimensions, volume, to_offsets, from_offsets, to_extents,
                                       from_extents, to_device, from_device);
}

void* HEDDLE_GOMP_EXPORT(omp_target_memset)(void* memory, int value, std::size_t bytes, int device) {
  return omp::target_fill(memory, value, bytes, device);
}
void* HEDDLE_GOMP_EXPORT(omp_target_memset_async)(void* memory, int value, std::size_t bytes, int device,
                                                  int depobj_count, void** depobjs) {
  gomp::wait_depobjs(depobj_count, depobjs);
  return omp::target_fill(memory, value, bytes, device);
}

void* HEDDLE_GOMP_EXPORT(omp_get_mapped_ptr)(const void* address, int device) {
  return omp::mapped_pointer(address, device);
}
int HEDDLE_GOMP_EXPORT(omp_target_is_accessible)(const void* address, std::size_t bytes, int device) {
  return omp::target_is_accessible(address, bytes, device);
}

// A function's address on the device: here the function itself.
void* HEDDLE_GOMP_EXPORT(GOMP_target_map_indirect_ptr)(void* address) { return address; }

const char* HEDDLE_GOMP_EXPORT(omp_get_uid_from_device)(int device) {
  return omp::is_host(device) ? omp::k_host_uid : nullptr;
}
void HEDDLE_GOMP_EXPORT(omp_get_uid_from_device_)(const char** text, std::size_t* length, const std::int32_t* device) {
  gomp::give_text(omp::is_host(*device) ? omp::k_host_uid : nullptr, text, length);
}
void HEDDLE_GOMP_EXPORT(omp_get_uid_from_device_8_)(const char** text, std::size_t* length,
                                                    const std::int64_t* device) {
  gomp::give_text(omp::is_host(gomp::as_int(*device)) ? omp::k_host_uid : nullptr, text, length);
}
int HEDDLE_GOMP_EXPORT(omp_get_device_from_uid)(const char* uid) {
  return uid == nullptr ? omp::k_invalid_device : omp::device_from_uid(uid);
}
int HEDDLE_GOMP_EXPORT(omp_get_device_from_uid_)(const char* uid, std::size_t length) {
  return omp::device_from_uid({uid, length});
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
