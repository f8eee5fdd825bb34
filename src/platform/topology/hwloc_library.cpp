// dlopen and dlsym of hwloc; see hwloc_library.hpp.
#include "platform/topology/hwloc_library.hpp"

#if HEDDLE_HAS_HWLOC

#include <dlfcn.h>

#include "base/trust.hpp"

namespace heddle::platform::topology {

namespace {

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

std::optional<HwlocLibrary> open_library() {
  // It loads plugins from where HWLOC_PLUGINS_PATH says, and describes what HWLOC_XMLFILE holds.
  if (base::caller_trust() == base::Trust::none) return std::nullopt;
  void* library = ::dlopen("libhwloc.so.15", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return std::nullopt;
  HwlocLibrary table{};
  const bool complete = find(library, "hwloc_topology_init", table.init) &&
                        find(library, "hwloc_topology_set_synthetic", table.set_synthetic) &&
                        find(library, "hwloc_topology_set_type_filter", table.set_type_filter) &&
                        find(library, "hwloc_topology_load", table.load) &&
                        find(library, "hwloc_topology_destroy", table.destroy) &&
                        find(library, "hwloc_get_type_depth", table.type_depth) &&
                        find(library, "hwloc_get_nbobjs_by_depth", table.count_at) &&
                        find(library, "hwloc_get_obj_by_depth", table.object_at) &&
                        find(library, "hwloc_bitmap_next", table.bitmap_next) &&
                        find(library, "hwloc_obj_type_snprintf", table.type_text) &&
                        find(library, "hwloc_topology_set_xml", table.set_xml);
  find(library, "hwloc_memattr_get_best_initiator", table.best_initiator);
  return complete ? std::optional(table) : std::nullopt;
}

}  // namespace

const HwlocLibrary* HwlocLibrary::open() {
  static const std::optional<HwlocLibrary> library = open_library();
  return library ? &*library : nullptr;
}

// @param fill  says what is to be loaded: @returns whether hwloc takes that
template <class Fill>
std::optional<HwlocTopology> HwlocTopology::load_filled(Levels levels, Fill fill) {
  const HwlocLibrary* library = HwlocLibrary::open();
  hwloc_topology_t topology = nullptr;
  if (library == nullptr || library->init(&topology) != 0) return std::nullopt;
  HwlocTopology owner(*library, topology);
  if (levels == Levels::without_groups)
    library->set_type_filter(topology, HWLOC_OBJ_GROUP, HWLOC_TYPE_FILTER_KEEP_NONE);
  if (!fill(*library, topology) || library->load(topology) != 0) return std::nullopt;
  return owner;
}

std::optional<HwlocTopology> HwlocTopology::load(const char* synthetic, Levels levels) {
  return load_filled(levels, [&](const HwlocLibrary& library, hwloc_topology_t topology) {
    return synthetic == nullptr || library.set_synthetic(topology, synthetic) == 0;
  });
}

std::optional<HwlocTopology> HwlocTopology::load_file(const char* path) {
  return load_filled(Levels::all, [&](const HwlocLibrary& library, hwloc_topology_t topology) {
    return library.set_xml(topology, path) == 0;
  });
}

CpuSet HwlocTopology::cpus_of(hwloc_const_bitmap_t bitmap) const {
  CpuSet set;
  if (bitmap == nullptr) return set;
  for (int cpu = library_->bitmap_next(bitmap, -1); cpu >= 0; cpu = library_->bitmap_next(bitmap, cpu))
    set.add(static_cast<std::size_t>(cpu));
  return set;
}

}  // namespace heddle::platform::topology

#endif
