// omp_set_* and omp_get_* of ICVs, for C and Fortran; omp_display_env.
#include <cstdint>

#include "front/gomp/export.hpp"
#include "front/gomp/fortran.hpp"
#include "omp/routines.hpp"
#include "runtime/current.hpp"

using namespace heddle;
using gomp::as_int;
using runtime::current;

namespace {

void display_environment(bool verbose) noexcept {
  omp::display_settings(verbose ? omp::Detail::verbose : omp::Detail::standard);
}

}  // namespace

extern "C" {

// -- threads and levels ----------------------------------------------------------------------------------------------

void HEDDLE_GOMP_EXPORT(omp_set_num_threads)(int threads) { omp::set_num_threads(current(), threads); }
void HEDDLE_GOMP_EXPORT(omp_set_num_threads_)(const std::int32_t* threads) {
  omp::set_num_threads(current(), *threads);
}
void HEDDLE_GOMP_EXPORT(omp_set_num_threads_8_)(const std::int64_t* threads) {
  omp::set_num_threads(current(), as_int(*threads));
}
int HEDDLE_GOMP_EXPORT(omp_get_max_threads)() { return omp::max_threads(current()); }
int HEDDLE_GOMP_EXPORT(omp_get_max_threads_)() HEDDLE_GOMP_ALIAS(omp_get_max_threads);
int HEDDLE_GOMP_EXPORT(omp_get_thread_limit)() { return omp::thread_limit(current()); }
int HEDDLE_GOMP_EXPORT(omp_get_thread_limit_)() HEDDLE_GOMP_ALIAS(omp_get_thread_limit);

void HEDDLE_GOMP_EXPORT(omp_set_dynamic)(int dynamic) { omp::set_dynamic(current(), dynamic != 0); }
void HEDDLE_GOMP_EXPORT(omp_set_dynamic_)(const std::int32_t* dynamic) { heddle_omp_set_dynamic(*dynamic != 0); }
void HEDDLE_GOMP_EXPORT(omp_set_dynamic_8_)(const std::int64_t* dynamic) { heddle_omp_set_dynamic(*dynamic != 0); }
int HEDDLE_GOMP_EXPORT(omp_get_dynamic)() { return omp::dynamic(current()); }
int HEDDLE_GOMP_EXPORT(omp_get_dynamic_)() HEDDLE_GOMP_ALIAS(omp_get_dynamic);

void HEDDLE_GOMP_EXPORT(omp_set_nested)(int nested) { omp::set_nested(current(), nested); }
void HEDDLE_GOMP_EXPORT(omp_set_nested_)(const std::int32_t* nested) { omp::set_nested(current(), *nested != 0); }
void HEDDLE_GOMP_EXPORT(omp_set_nested_8_)(const std::int64_t* nested) { omp::set_nested(current(), *nested != 0); }
int HEDDLE_GOMP_EXPORT(omp_get_nested)() { return omp::nested(current()); }
int HEDDLE_GOMP_EXPORT(omp_get_nested_)() HEDDLE_GOMP_ALIAS(omp_get_nested);

void HEDDLE_GOMP_EXPORT(omp_set_max_active_levels)(int levels) { omp::set_max_active_levels(current(), levels); }
void HEDDLE_GOMP_EXPORT(omp_set_max_active_levels_)(const std::int32_t* levels) {
  omp::set_max_active_levels(current(), *levels);
}
void HEDDLE_GOMP_EXPORT(omp_set_max_active_levels_8_)(const std::int64_t* levels) {
  omp::set_max_active_levels(current(), as_int(*levels));
}
int HEDDLE_GOMP_EXPORT(omp_get_max_active_levels)() { return omp::max_active_levels(current()); }
int HEDDLE_GOMP_EXPORT(omp_get_max_active_levels_)() HEDDLE_GOMP_ALIAS(omp_get_max_active_levels);
int HEDDLE_GOMP_EXPORT(omp_get_supported_active_levels)() { return omp::k_supported_active_levels; }
int HEDDLE_GOMP_EXPORT(omp_get_supported_active_levels_)() HEDDLE_GOMP_ALIAS(omp_get_supported_active_levels);

// -- schedule --------------------------------------------------------------------------------------------------------

void HEDDLE_GOMP_EXPORT(omp_set_schedule)(std::uint32_t kind, int chunk) { omp::set_schedule(current(), kind, chunk); }
void HEDDLE_GOMP_EXPORT(omp_set_schedule_)(const std::uint32_t* kind, const std::int32_t* chunk) {
  omp::set_schedule(current(), *kind, *chunk);
}
void HEDDLE_GOMP_EXPORT(omp_set_schedule_8_)(const std::uint32_t* kind, const std::int64_t* chunk) {
  omp::set_schedule(current(), *kind, as_int(*chunk));
}
void HEDDLE_GOMP_EXPORT(omp_get_schedule)(std::uint32_t* kind, int* chunk) {
  *kind = omp::schedule_kind(current());
  *chunk = omp::schedule_chunk(current());
}
void HEDDLE_GOMP_EXPORT(omp_get_schedule_)(std::uint32_t* kind, std::int32_t* chunk)
    HEDDLE_GOMP_ALIAS(omp_get_schedule);
void HEDDLE_GOMP_EXPORT(omp_get_schedule_8_)(std::uint32_t* kind, std::int64_t* chunk) {
  *kind = omp::schedule_kind(current());
  *chunk = omp::schedule_chunk(current());
}

// -- teams and devices -----------------------------------------------------------------------------------------------

void HEDDLE_GOMP_EXPORT(omp_set_num_teams)(int teams) { omp::set_num_teams(current(), teams); }
void HEDDLE_GOMP_EXPORT(omp_set_num_teams_)(const std::int32_t* teams) { heddle_omp_set_num_teams(*teams); }
void HEDDLE_GOMP_EXPORT(omp_set_num_teams_8_)(const std::int64_t* teams) { heddle_omp_set_num_teams(as_int(*teams)); }
int HEDDLE_GOMP_EXPORT(omp_get_max_teams)() { return omp::max_teams(current()); }
int HEDDLE_GOMP_EXPORT(omp_get_max_teams_)() HEDDLE_GOMP_ALIAS(omp_get_max_teams);

void HEDDLE_GOMP_EXPORT(omp_set_teams_thread_limit)(int limit) { omp::set_teams_thread_limit(current(), limit); }
void HEDDLE_GOMP_EXPORT(omp_set_teams_thread_limit_)(const std::int32_t* limit) {
  heddle_omp_set_teams_thread_limit(*limit);
}
void HEDDLE_GOMP_EXPORT(omp_set_teams_thread_limit_8_)(const std::int64_t* limit) {
  heddle_omp_set_teams_thread_limit(as_int(*limit));
}
int HEDDLE_GOMP_EXPORT(omp_get_teams_thread_limit)() { return omp::teams_thread_limit(current()); }
int HEDDLE_GOMP_EXPORT(omp_get_teams_thread_limit_)() HEDDLE_GOMP_ALIAS(omp_get_teams_thread_limit);

void HEDDLE_GOMP_EXPORT(omp_set_default_device)(int device) { omp::set_default_device(current(), device); }
void HEDDLE_GOMP_EXPORT(omp_set_default_device_)(const std::int32_t* device) { heddle_omp_set_default_device(*device); }
void HEDDLE_GOMP_EXPORT(omp_set_default_device_8_)(const std::int64_t* device) {
  heddle_omp_set_default_device(as_int(*device));
}
int HEDDLE_GOMP_EXPORT(omp_get_default_device)() { return omp::default_device(current()); }
int HEDDLE_GOMP_EXPORT(omp_get_default_device_)() HEDDLE_GOMP_ALIAS(omp_get_default_device);

// -- the environment -------------------------------------------------------------------------------------------------

void HEDDLE_GOMP_EXPORT(omp_display_env)(int verbose) { display_environment(verbose != 0); }
void HEDDLE_GOMP_EXPORT(omp_display_env_)(const std::int32_t* verbose) { display_environment(*verbose != 0); }
void HEDDLE_GOMP_EXPORT(omp_display_env_8_)(const std::int64_t* verbose) { display_environment(*verbose != 0); }

}  // extern "C"
