// What LLVM 20 to 22 added: memory spaces and allocators of devices, names of devices, memory that a kernel's block of
// threads shares. There is no device but the host.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "front/kmpc/export.hpp"
#include "omp/device.hpp"
#include "omp/routines.hpp"

using namespace heddle;

namespace {

constexpr omp::Devices k_all{1, &omp::k_host_device};
constexpr const char* k_host_uid = "HOST";  // libomp's name for it
constexpr int k_invalid_device = -2;        // omp_invalid_device in omp.h of LLVM 22

/// A part of a space that has one resource: itself, or nothing.
std::uintptr_t part_of(std::uintptr_t space, int count, const int* resources) noexcept {
  return omp::resources_of(space) == 1 && count == 1 && *resources == 0 ? space : omp::k_no_space;
}

}  // namespace

extern "C" {

std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_devices_memspace)(int count, const int* devices, std::uintptr_t space) {
  return omp::space_of_devices({count, devices}, space);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_devices_memspace_)(const int* count, const int* devices,
                                                             const std::uintptr_t* space) {
  return omp::space_of_devices({*count, devices}, *space);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_devices_and_host_memspace)(int count, const int* devices,
                                                                     std::uintptr_t space) {
  return omp::space_of_devices({count, devices}, space);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_devices_and_host_memspace_)(const int* count, const int* devices,
                                                                      const std::uintptr_t* space) {
  return omp::space_of_devices({*count, devices}, *space);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_device_memspace)(int device, std::uintptr_t space) {
  return omp::space_of_devices({1, &device}, space);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_device_memspace_)(const int* device, const std::uintptr_t* space) {
  return omp::space_of_devices({1, device}, *space);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_device_and_host_memspace)(int device, std::uintptr_t space) {
  return omp::space_of_devices({1, &device}, space);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_device_and_host_memspace_)(const int* device, const std::uintptr_t* space) {
  return omp::space_of_devices({1, device}, *space);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_devices_all_memspace)(std::uintptr_t space) {
  return omp::space_of_devices(k_all, space);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_devices_all_memspace_)(const std::uintptr_t* space) {
  return omp::space_of_devices(k_all, *space);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_devices_allocator)(int count, const int* devices, std::uintptr_t space) {
  return omp::allocator_of_devices({count, devices}, space);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_devices_allocator_)(const int* count, const int* devices,
                                                              const std::uintptr_t* space) {
  return omp::allocator_of_devices({*count, devices}, *space);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_devices_and_host_allocator)(int count, const int* devices,
                                                                      std::uintptr_t space) {
  return omp::allocator_of_devices({count, devices}, space);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_devices_and_host_allocator_)(const int* count, const int* devices,
                                                                       const std::uintptr_t* space) {
  return omp::allocator_of_devices({*count, devices}, *space);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_device_allocator)(int device, std::uintptr_t space) {
  return omp::allocator_of_devices({1, &device}, space);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_device_allocator_)(const int* device, const std::uintptr_t* space) {
  return omp::allocator_of_devices({1, device}, *space);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_device_and_host_allocator)(int device, std::uintptr_t space) {
  return omp::allocator_of_devices({1, &device}, space);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_device_and_host_allocator_)(const int* device, const std::uintptr_t* space) {
  return omp::allocator_of_devices({1, device}, *space);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_devices_all_allocator)(std::uintptr_t space) {
  return omp::allocator_of_devices(k_all, space);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_devices_all_allocator_)(const std::uintptr_t* space) {
  return omp::allocator_of_devices(k_all, *space);
}

int HEDDLE_KMPC_EXPORT(omp_get_memspace_num_resources)(std::uintptr_t space) { return omp::resources_of(space); }
int HEDDLE_KMPC_EXPORT(omp_get_memspace_num_resources_)(const std::uintptr_t* space) {
  return omp::resources_of(*space);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_submemspace)(std::uintptr_t space, int count, const int* resources) {
  return part_of(space, count, resources);
}
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_submemspace_)(const std::uintptr_t* space, const int* count,
                                                        const int* resources) {
  return part_of(*space, *count, resources);
}

const char* HEDDLE_KMPC_EXPORT(kmp_get_uid_from_device)(int device) {
  return omp::is_host(device) ? k_host_uid : nullptr;
}
const char* HEDDLE_KMPC_EXPORT(kmp_get_uid_from_device_)(const int* device) {
  return omp::is_host(*device) ? k_host_uid : nullptr;
}
int HEDDLE_KMPC_EXPORT(kmp_get_device_from_uid)(const char* uid) {
  return uid != nullptr && std::string_view(uid) == k_host_uid ? omp::k_host_device : k_invalid_device;
}
int HEDDLE_KMPC_EXPORT(kmp_get_device_from_uid_)(const char* uid) HEDDLE_KMPC_ALIAS(kmp_get_device_from_uid);

// Asked for at a kernel's launch: the host has none.
std::uintptr_t HEDDLE_KMPC_EXPORT(omp_get_dyn_gprivate_memspace)(int) { return omp::k_no_space; }
void* HEDDLE_KMPC_EXPORT(omp_get_dyn_gprivate_ptr)(std::size_t, int) { return nullptr; }
void* HEDDLE_KMPC_EXPORT(omp_get_dyn_gprivate_nofb_ptr)(std::size_t, int) { return nullptr; }
std::size_t HEDDLE_KMPC_EXPORT(omp_get_dyn_gprivate_size)(int) { return 0; }

}  // extern "C"
