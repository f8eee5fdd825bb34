// The questions of OpenACC that have an honest answer without it: there is no device but the host.
//
// Everything else of OpenACC ends in not_implemented.cpp. Programs ask these before they decide to use a device.
#include <cstdint>

#include "front/gomp/export.hpp"

namespace {

constexpr int k_device_none = 0;  // the values of acc_device_t
constexpr int k_device_host = 2;

}  // namespace

extern "C" {

int HEDDLE_GOMP_EXPORT(acc_get_num_devices)(int /*kind*/) { return 0; }
int HEDDLE_GOMP_EXPORT(acc_get_num_devices_h_)(const std::int32_t* /*kind*/) { return 0; }
int HEDDLE_GOMP_EXPORT(acc_get_device_type)() { return k_device_host; }
int HEDDLE_GOMP_EXPORT(acc_get_device_type_h_)() { return k_device_host; }
int HEDDLE_GOMP_EXPORT(acc_on_device)(int kind) { return kind == k_device_host || kind == k_device_none; }
int HEDDLE_GOMP_EXPORT(acc_on_device_h_)(const std::int32_t* kind) {
  return *kind == k_device_host || *kind == k_device_none;
}

}  // extern "C"
