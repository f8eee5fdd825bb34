// hwloc, loaded at run time: a program that asks for no places never pays for it, and it may be missing.
//
// Types come from hwloc.h at build time, functions from libhwloc.so.15 when a Topology is made. Used by this room only.
#pragma once

#if __has_include(<hwloc.h>)
#define HEDDLE_HAS_HWLOC 1
#include <hwloc.h>
#include <hwloc/memattrs.h>

#include <memory>
#include <optional>
#include <string>

#include "platform/topology/cpu_set.hpp"

namespace heddle::platform::topology {

/// The functions of libhwloc.so.15 that this room calls. The library stays loaded.
struct HwlocLibrary {
  decltype(&::hwloc_topology_init) init;
  decltype(&::hwloc_topology_set_synthetic) set_synthetic;
  decltype(&::hwloc_topology_set_type_filter) set_type_filter;
  decltype(&::hwloc_topology_load) load;
  decltype(&::hwloc_topology_destroy) destroy;
  decltype(&::hwloc_get_type_depth) type_depth;
  decltype(&::hwloc_get_nbobjs_by_depth) count_at;
  decltype(&::hwloc_get_obj_by_depth) object_at;
  decltype(&::hwloc_bitmap_next) bitmap_next;
  decltype(&::hwloc_obj_type_snprintf) type_text;
  decltype(&::hwloc_topology_set_xml) set_xml;
  decltype(&::hwloc_memattr_get_best_initiator) best_initiator;  // null before hwloc 2.3

  /// Null when there is no libhwloc.so.15, it lacks a function, or the program's caller is not trusted
  /// (base/trust.hpp).
  static const HwlocLibrary* open();
};

/// One loaded topology.
class HwlocTopology {
 public:
  /// Groups are levels that hwloc adds for structure. Without them a picture is clearer; but a NUMA node that is no
  /// other object's takes the cpus of what is around it.
  enum class Levels : unsigned char { without_groups, all };

  /// Of this machine when `synthetic` is null; nothing when hwloc is missing or refuses.
  static std::optional<HwlocTopology> load(const char* synthetic, Levels levels);

  /// Of a file in hwloc's XML form; nothing when hwloc is missing or does not understand it.
  static std::optional<HwlocTopology> load_file(const char* path);

  const HwlocLibrary& library() const noexcept { return *library_; }
  hwloc_topology_t get() const noexcept { return topology_.get(); }

  CpuSet cpus_of(hwloc_const_bitmap_t bitmap) const;

 private:
  struct Destroy {
    const HwlocLibrary* library;
    void operator()(hwloc_topology* topology) const noexcept { library->destroy(topology); }
  };

  HwlocTopology(const HwlocLibrary& library, hwloc_topology_t topology)
      : library_(&library), topology_(topology, Destroy{&library}) {}

  template <class Fill>
  static std::optional<HwlocTopology> load_filled(Levels levels, Fill fill);

  const HwlocLibrary* library_;
  std::unique_ptr<hwloc_topology, Destroy> topology_;
};

}  // namespace heddle::platform::topology

#else
#define HEDDLE_HAS_HWLOC 0
#endif
