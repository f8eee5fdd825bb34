// Places, binding and the affinity format, for C and Fortran.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

#include "front/gomp/export.hpp"
#include "front/gomp/fortran.hpp"
#include "omp/region_enter.hpp"
#include "omp/routines_affinity.hpp"

using namespace heddle;
using gomp::as_int;
using runtime::current;

namespace {

// A C string of at most `size` bytes, the final zero included. @returns the length of the whole text
std::size_t store_text(std::string_view text, char* buffer, std::size_t size) {
  if (size > 0) {
    const std::size_t stored = std::min(text.size(), size - 1);
    std::memcpy(buffer, text.data(), stored);
    buffer[stored] = '\0';
  }
  return text.size();
}

std::string_view text_or_empty(const char* text) { return text == nullptr ? std::string_view() : text; }

}  // namespace

extern "C" {

// -- places ----------------------------------------------------------------------------------------------------------

int HEDDLE_GOMP_EXPORT(omp_get_proc_bind)() { return omp::proc_bind(current()); }
int HEDDLE_GOMP_EXPORT(omp_get_proc_bind_)() HEDDLE_GOMP_ALIAS(omp_get_proc_bind);
int HEDDLE_GOMP_EXPORT(omp_get_num_places)() { return omp::place_count(); }
int HEDDLE_GOMP_EXPORT(omp_get_num_places_)() HEDDLE_GOMP_ALIAS(omp_get_num_places);
int HEDDLE_GOMP_EXPORT(omp_get_place_num)() { return omp::current_place(current()); }
int HEDDLE_GOMP_EXPORT(omp_get_place_num_)() HEDDLE_GOMP_ALIAS(omp_get_place_num);

int HEDDLE_GOMP_EXPORT(omp_get_place_num_procs)(int place) { return omp::place_size(place); }
int HEDDLE_GOMP_EXPORT(omp_get_place_num_procs_)(const std::int32_t* place) { return omp::place_size(*place); }
int HEDDLE_GOMP_EXPORT(omp_get_place_num_procs_8_)(const std::int64_t* place) {
  return omp::place_size(as_int(*place));
}

void HEDDLE_GOMP_EXPORT(omp_get_place_proc_ids)(int place, int* ids) { omp::store_place(place, ids); }
void HEDDLE_GOMP_EXPORT(omp_get_place_proc_ids_)(const std::int32_t* place, std::int32_t* ids) {
  omp::store_place(*place, ids);
}
void HEDDLE_GOMP_EXPORT(omp_get_place_proc_ids_8_)(const std::int64_t* place, std::int64_t* ids) {
  omp::store_place(as_int(*place), ids);
}

int HEDDLE_GOMP_EXPORT(omp_get_partition_num_places)() { return static_cast<int>(omp::partition(current()).length); }
int HEDDLE_GOMP_EXPORT(omp_get_partition_num_places_)() HEDDLE_GOMP_ALIAS(omp_get_partition_num_places);
void HEDDLE_GOMP_EXPORT(omp_get_partition_place_nums)(int* places) { omp::store_partition(current(), places); }
void HEDDLE_GOMP_EXPORT(omp_get_partition_place_nums_)(int* places) HEDDLE_GOMP_ALIAS(omp_get_partition_place_nums);
void HEDDLE_GOMP_EXPORT(omp_get_partition_place_nums_8_)(std::int64_t* places) {
  omp::store_partition(current(), places);
}

// -- the affinity format ---------------------------------------------------------------------------------------------

void HEDDLE_GOMP_EXPORT(omp_set_affinity_format)(const char* format) {
  omp::set_affinity_format(text_or_empty(format));
}
void HEDDLE_GOMP_EXPORT(omp_set_affinity_format_)(const char* format, std::size_t length) {
  omp::set_affinity_format({format, length});
}

std::size_t HEDDLE_GOMP_EXPORT(omp_get_affinity_format)(char* buffer, std::size_t size) {
  return store_text(omp::affinity_format(), buffer, size);
}
std::int32_t HEDDLE_GOMP_EXPORT(omp_get_affinity_format_)(char* buffer, std::size_t size) {
  const std::string& format = omp::affinity_format();
  gomp::store_padded(format, buffer, size);
  return static_cast<std::int32_t>(format.size());
}

void HEDDLE_GOMP_EXPORT(omp_display_affinity)(const char* format) {
  omp::display_affinity(current(), text_or_empty(format));
}
void HEDDLE_GOMP_EXPORT(omp_display_affinity_)(const char* format, std::size_t length) {
  omp::display_affinity(current(), {format, length});
}

std::size_t HEDDLE_GOMP_EXPORT(omp_capture_affinity)(char* buffer, std::size_t size, const char* format) {
  return store_text(omp::affinity_line(current(), text_or_empty(format)), buffer, size);
}
std::int32_t HEDDLE_GOMP_EXPORT(omp_capture_affinity_)(char* buffer, const char* format, std::size_t size,
                                                       std::size_t format_length) {
  const std::string line = omp::affinity_line(current(), {format, format_length});
  gomp::store_padded(line, buffer, size);
  return static_cast<std::int32_t>(line.size());
}

}  // extern "C"
