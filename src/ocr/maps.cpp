#include "ocr/maps.hpp"

#include <cstdlib>
#include <cstring>

namespace heddle::ocr {

int Maps::create(Engine<P>& engine, Thread<P>& thread, const Request& what, Guid& made) noexcept {
  std::int64_t* parameters = nullptr;
  if (what.parameter_count != 0) {
    const std::size_t bytes = what.parameter_count * sizeof(std::int64_t);
    parameters = static_cast<std::int64_t*>(std::malloc(bytes));
    if (parameters == nullptr) return k_no_memory;
    std::memcpy(parameters, what.parameters, bytes);
  }
  const Guid first = engine.labels().create(what.count);
  auto* const map =
      first == k_null ? nullptr : static_cast<Map<P>*>(engine.heap().allocate(thread.cache, sizeof(Map<P>)));
  if (map == nullptr) {
    if (first != k_null) engine.labels().destroy(first);
    std::free(parameters);
    return k_no_memory;
  }
  map->first = first;
  map->count = what.count;
  map->function = what.function;
  map->parameters = parameters;
  made = map->publish(Kind::map, engine.heap().line_of(*map));
  return k_ok;
}

int Maps::destroy(Engine<P>& engine, Thread<P>& thread, Guid guid) noexcept {
  auto* const map = engine.alive<Map<P>>(guid, Kind::map);
  if (map == nullptr || !map->lock(guid)) return k_invalid;
  engine.labels().destroy(map->first);
  std::free(map->parameters);
  map->retire();
  engine.heap().release(thread.cache, *map);
  return k_ok;
}

int Maps::at(Engine<P>& engine, Guid guid, std::uint64_t index, Guid& label) noexcept {
  const auto* const map = engine.alive<Map<P>>(guid, Kind::map);
  if (map == nullptr || index >= map->count) return k_invalid;
  label = map->first + index;
  return k_ok;
}

int Maps::label(Engine<P>& engine, Guid guid, std::int64_t* tuple, Guid& label) noexcept {
  // order: acquire — pairs with make_default().
  if (guid == k_null) guid = default_.load(std::memory_order_acquire);
  const auto* const map = engine.alive<Map<P>>(guid, Kind::map);
  if (map == nullptr || map->function == nullptr) return k_invalid;
  label = map->function(map->first, 1, map->parameters, tuple);
  return k_ok;
}

}  // namespace heddle::ocr
