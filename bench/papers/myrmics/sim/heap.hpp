// Heap: regions and objects of a simulated program, which node each belongs to, and which workers have an object's
// data. Addresses are real and zeroed, so that programs may keep tables in objects; what nobody touches takes no
// memory.
#pragma once

#include <sys/mman.h>
#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/check.hpp"
#include "region/scope.hpp"
#include "shape.hpp"

namespace heddle::myrmics_sim {

struct Thing {
  region::OrderScope scope;  // first: a scope is at its thing's address
  Thing* parent = nullptr;
  std::vector<Thing*> children;
  std::uint64_t bytes = 0;  // of an object
  char* address = nullptr;
  std::uint64_t name = 0;            // of a region
  std::int32_t holder = -1;          // the worker that has written it last, or has made it
  bool written = false;              // by a task that had it as an argument
  std::vector<std::uint64_t> valid;  // who has its data, a bit a worker

  bool is_object() const noexcept { return !scope.is_region; }
  static Thing& of(region::OrderScope& scope) noexcept { return reinterpret_cast<Thing&>(scope); }

  /// Whether the worker has written or made it, last of all.
  bool is_of(CoreId worker) const noexcept { return holder == static_cast<std::int32_t>(worker); }
  bool has(CoreId worker) const noexcept {
    if (!written) return true;
    const std::size_t word = worker / 64;
    return word < valid.size() && (valid[word] >> worker % 64 & 1) != 0;
  }
  void gets(CoreId worker) {
    if (valid.size() <= worker / 64) valid.resize(worker / 64 + 1);
    valid[worker / 64] |= std::uint64_t{1} << worker % 64;
  }
  void written_by(CoreId worker) {
    written = true;
    valid.clear();
    gets(worker);
    holder = static_cast<std::int32_t>(worker);
  }
  /// `each(object)` for all that lie in it.
  template <class Each>
  void objects(const Each& each) {
    if (is_object()) return each(*this);
    for (Thing* child : children) child->objects(each);
  }
};

class Heap {
 public:
  explicit Heap(const Shape& shape) : shape_(shape), regions_of_(shape.nodes().size()) {
    void* const place =
        mmap(nullptr, k_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    HEDDLE_CHECK(place != MAP_FAILED, "no addresses left for a simulated heap");
    begin_ = at_ = static_cast<char*>(place);
    Thing& root = things_.emplace_back();
    root.scope.is_region = true;
    names_ = {&root, nullptr};  // by name / 2; 1 is illegal
  }
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;
  ~Heap() { munmap(begin_, k_bytes); }

  Thing& root() noexcept { return things_.front(); }
  Thing& region(std::uint64_t name) {
    HEDDLE_CHECK((name == 0 || name % 2 == 1) && name / 2 < names_.size() && (name == 0 || names_[name / 2] != nullptr),
                 "a simulated program names a region that is not there");
    return *names_[name == 0 ? 0 : name / 2];
  }
  Thing& object(const void* address) {
    const auto found = objects_.find(address);
    HEDDLE_CHECK(found != objects_.end(), "a simulated program names an object that is not there");
    return *found->second;
  }

  /// Located where its maker runs; its contents are undefined, so nobody needs to fetch them.
  void* make_object(std::uint64_t bytes, Thing& region, CoreId maker) {
    Thing& object = child_of(region);
    object.bytes = (bytes + 63) / 64 * 64;
    object.address = at_;
    object.holder = static_cast<std::int32_t>(maker);
    at_ += object.bytes;
    HEDDLE_CHECK(at_ <= begin_ + k_bytes, "a simulated heap is full");
    objects_[object.address] = &object;
    return object.address;
  }
  std::uint64_t make_region(Thing& parent, std::int32_t level) {
    Thing& region = child_of(parent);
    region.scope.is_region = true;
    region.scope.node = static_cast<std::uint16_t>(node_for(parent.scope.node, level));
    region.name = 2 * names_.size() + 1;
    names_.push_back(&region);
    return region.name;
  }
  void drop(Thing& thing) {
    auto& brothers = thing.parent->children;
    brothers.erase(std::find(brothers.begin(), brothers.end(), &thing));
    forget(thing);
  }

 private:
  static constexpr std::size_t k_bytes = std::size_t{1} << 40;

  Thing& child_of(Thing& parent) {
    Thing& thing = things_.emplace_back();
    thing.parent = &parent;
    thing.scope.up = &parent.scope;
    thing.scope.depth = parent.scope.depth + 1;
    thing.scope.node = parent.scope.node;
    parent.children.push_back(&thing);
    return thing;
  }
  /// One level down at a time, to the child with the least regions, in turns, until a leaf or the level that is wanted.
  std::uint32_t node_for(std::uint32_t node, std::int32_t level) {
    while (!shape_.node(node).is_leaf() && level < static_cast<std::int32_t>(shape_.node(node).level)) {
      const auto& children = shape_.node(node).children;
      ++regions_of_[node].count;
      std::uint32_t best = 0;
      for (std::uint32_t i = 0; i < children.size(); ++i) {
        const std::uint32_t turn = (regions_of_[node].last + 1 + i) % children.size();
        if (i == 0 || regions_of_[children[turn]].count < regions_of_[children[best]].count) best = turn;
      }
      regions_of_[node].last = best;
      node = children[best];
    }
    ++regions_of_[node].count;
    return node;
  }
  void forget(Thing& thing) {
    for (Thing* child : thing.children) forget(*child);
    thing.children.clear();
    if (thing.is_object())
      objects_.erase(thing.address);
    else
      names_[thing.name / 2] = nullptr;
  }

  struct Regions {
    std::uint32_t count = 0;
    std::uint32_t last = UINT32_MAX;
  };
  const Shape& shape_;
  std::vector<Regions> regions_of_;  // by node, with those below
  std::deque<Thing> things_;
  std::vector<Thing*> names_;
  std::unordered_map<const void*, Thing*> objects_;  // never iterated
  char* begin_;
  char* at_;
};

}  // namespace heddle::myrmics_sim
