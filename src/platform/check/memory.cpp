#include "platform/check/memory.hpp"

#include "base/check.hpp"

namespace heddle::platform::check {

namespace {

constexpr Stamp k_stamp_gap = 1u << 12;  // room for twelve stores that slip in one after another; litmus tests need two

bool acquires(std::memory_order order) noexcept {
  // order: relaxed, release — the two that learn nothing.
  return order != std::memory_order::relaxed && order != std::memory_order::release;
}

bool releases(std::memory_order order) noexcept {
  // order: release, acq_rel, seq_cst — the three that tell.
  return order == std::memory_order::release || order == std::memory_order::acq_rel ||
         order == std::memory_order::seq_cst;
}

}  // namespace

void Memory::reset() noexcept {
  used_ = 0;
  threads_ = {};
  global_ = {};
}

LocationId Memory::create(ThreadId thread, std::uint64_t bits) {
  HEDDLE_CHECK(used_ < k_max_locations, "the model makes more atomics than the explorer holds (k_max_locations)");
  if (used_ == locations_.size()) locations_.emplace_back();
  Location& location = locations_[used_];
  location.creator = thread;
  location.created = view(thread).clocks[thread];
  location.alive = true;
  location.stores.clear();
  location.stores.push_back({bits, k_stamp_gap, false, {}});
  return static_cast<LocationId>(used_++);
}

void Memory::start_thread(ThreadId parent, ThreadId child) noexcept {
  threads_[child] = {};
  threads_[child].now = view(parent);
}

bool Memory::knows_creation(ThreadId thread, LocationId location) noexcept {
  const Location& made = at(location);
  return view(thread).clocks[made.creator] >= made.created;
}

std::size_t Memory::oldest_readable(ThreadId thread, LocationId location, std::memory_order order) noexcept {
  Stamp floor = view(thread).floor(location);
  if (order == std::memory_order::seq_cst) floor = std::max(floor, global_.floor(location));
  const std::vector<Store>& stores = at(location).stores;
  std::size_t index = stores.size() - 1;
  while (index > 0 && stores[index].stamp > floor) --index;
  return index;
}

void Memory::read(ThreadId thread, LocationId location, std::size_t index, std::memory_order order) noexcept {
  const Store& store = at(location).stores[index];
  ThreadViews& reader = threads_[thread];
  reader.now.raise(location, store.stamp);
  reader.for_acquire_fence.join(store.view);
  if (acquires(order)) reader.now.join(store.view);
  if (order == std::memory_order::seq_cst) global_.raise(location, store.stamp);
}

std::vector<std::size_t> Memory::places(ThreadId thread, LocationId location, std::memory_order order) {
  const std::vector<Store>& stores = at(location).stores;
  std::vector<std::size_t> result{stores.size()};
  for (std::size_t i = stores.size() - 1; i > oldest_readable(thread, location, order); --i) {
    if (!stores[i].is_rmw) result.push_back(i);
  }
  return result;
}

Store Memory::make_store(ThreadId thread, std::uint64_t bits, std::memory_order order) const noexcept {
  const ThreadViews& writer = threads_[thread];
  return {bits, 0, false, releases(order) ? writer.now : writer.at_release_fence};
}

void Memory::insert(ThreadId thread, LocationId location, Store store, const Write& what) {
  const std::size_t place = what.place;
  std::vector<Store>& stores = at(location).stores;
  const Stamp before = stores[place - 1].stamp;
  store.stamp = place == stores.size() ? before + k_stamp_gap : before + (stores[place].stamp - before) / 2;
  HEDDLE_CHECK(store.stamp != before, "too many stores slip in at one place of a modification order");
  store.view.raise(location, store.stamp);
  view(thread).raise(location, store.stamp);
  if (what.order == std::memory_order::seq_cst) global_.raise(location, store.stamp);
  stores.insert(stores.begin() + static_cast<std::ptrdiff_t>(place), store);
}

void Memory::write(ThreadId thread, LocationId location, const Write& what) {
  insert(thread, location, make_store(thread, what.bits, what.order), what);
}

void Memory::read_modify_write(ThreadId thread, LocationId location, std::uint64_t bits, std::memory_order order) {
  Store store = make_store(thread, bits, order);
  store.is_rmw = true;
  store.view.join(at(location).newest().view);  // the release sequence goes on, whatever the order
  insert(thread, location, store, {bits, order, at(location).stores.size()});
}

void Memory::fence(ThreadId thread, std::memory_order order) noexcept {
  ThreadViews& own = threads_[thread];
  if (acquires(order)) own.now.join(own.for_acquire_fence);
  if (order == std::memory_order::seq_cst) {
    own.now.join(global_);
    global_.join(own.now);
  }
  if (releases(order)) own.at_release_fence = own.now;
}

}  // namespace heddle::platform::check
