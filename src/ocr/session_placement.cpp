// Where a session's EDTs run and its blocks lie: affinities, hints, memory modes (docs/numa.md).
#include <algorithm>

#include "base/message.hpp"
#include "memory/fast_nodes.hpp"
#include "ocr/session.hpp"
#include "probe/unseen.hpp"
#include "process/localities.hpp"
#include "process/process.hpp"
#include "runtime/tasking.hpp"

namespace heddle::ocr {

namespace {

/// Properties of hints, by their number within the type (ocr-types.h: OCR_HINT_EDT_*, OCR_HINT_DB_*).
namespace edt_property {
constexpr unsigned k_slot = 1, k_affinity = 2, k_disperse = 4;
}
namespace block_property {
constexpr unsigned k_affinity = 0, k_near = 1, k_between = 2, k_far = 3, k_high_bandwidth = 4;
}
constexpr std::uint64_t k_disperse_far = 0;

/// What an affinity's GUID names.
struct Affinity : Object<P> {};

bool is_set(const Hints& hints, unsigned property) noexcept {
  return hints.has(property) && hints.values[property] == 1;
}

memory::Tier tier_of(const Hints& hints) noexcept {
  if (is_set(hints, block_property::k_near) || is_set(hints, block_property::k_high_bandwidth))
    return memory::Tier::fastest;
  if (is_set(hints, block_property::k_far)) return memory::Tier::slowest;
  return is_set(hints, block_property::k_between) ? memory::Tier::between : memory::Tier::by_mode;
}

// The locality that a memory is in: the one that was asked for, if it reaches it; else, as the block has been spilled,
// the first that does.
std::uint32_t home_of(std::uint32_t memory, std::uint32_t asked) noexcept {
  const platform::topology::Localities& machine = process::localities();
  if (memory >= machine.memories.size()) return asked;
  const auto reaches = [&](const platform::topology::Locality& locality) {
    return std::ranges::any_of(locality.reach, [&](const auto& reach) { return reach.memory == memory; });
  };
  if (reaches(machine.all[asked])) return asked;
  const auto first = std::ranges::find_if(machine.all, reaches);
  return first == machine.all.end() ? asked : static_cast<std::uint32_t>(first - machine.all.begin());
}

bool divides_teams(const process::Team& team) noexcept { return team.groups != nullptr; }

}  // namespace

void Session::prepare_placement() noexcept {
  const platform::topology::Localities machine = memory::with_fast_nodes(process::localities(), settings_.fast_nodes);
  const std::string_view scheduler = process::Process::get().runtime->settings().scheduler;
  const bool numa = scheduler == "numa" && machine.all.size() > 1;
  const memory::PlacementMode mode =
      settings_.memory.value_or(numa ? memory::PlacementMode::node : memory::PlacementMode::plain);
  if (!numa && machine.all.size() > 1 &&
      (mode == memory::PlacementMode::node || mode == memory::PlacementMode::fast_node)) {
    static base::OnceGate gate;
    base::warn_once(gate,
                    {"HEDDLE_OCR_MEMORY=", memory::name_of(mode), " places blocks by localities, but the scheduler is ",
                     scheduler, ", which does not keep EDTs there; HEDDLE_SCHEDULER=numa does"});
  }
  const bool wants_fast = mode == memory::PlacementMode::fast || mode == memory::PlacementMode::fast_node;
  const auto has_fast = [](const platform::topology::Locality& locality) { return locality.fast().has_value(); };
  if (wants_fast && std::ranges::none_of(machine.all, has_fast)) {
    static base::OnceGate gate;
    base::warn_once(gate,
                    {"HEDDLE_OCR_MEMORY=", memory::name_of(mode),
                     " wants fast memory, and this machine has none (heddle info --topology); blocks lie in plain "
                     "memory"});
  }
  placement_ = std::make_unique<memory::Placement<P>>(machine, mode, settings_.spill);
  places_ = mode != memory::PlacementMode::plain;
}

void Session::make_affinities(Thread<P>& thread) noexcept {
  for (std::size_t locality = 0; locality < process::localities().all.size(); ++locality) {
    Object<P>* const object = engine_.heap().allocate(thread.cache, sizeof(Affinity));
    if (object == nullptr) return;
    object->number = static_cast<std::uint32_t>(locality);
    affinities_.push_back(object->publish(Kind::affinity, engine_.heap().line_of(*object)));
  }
}

std::uint32_t Session::locality_of(const process::Worker& worker) const noexcept {
  return localities() > 1 ? process::locality_of(worker) % localities() : 0;
}

std::uint32_t Session::locality_named(Guid affinity) noexcept {
  const auto* const object = engine_.alive<Affinity>(affinity, Kind::affinity);
  return object == nullptr ? k_no_locality : object->number;
}

std::uint32_t Session::locality_of(const Edt<P>& edt, std::uint32_t inherited) noexcept {
  if (edt.hints == nullptr || !edt.hints->has(edt_property::k_affinity)) return inherited;
  const std::uint32_t stated = locality_named(edt.hints->values[edt_property::k_affinity]);
  return stated == k_no_locality ? inherited : stated;
}

// In which group a ready EDT runs: stated by a hint, or its maker's.
void Session::prefer(const process::Worker& worker, Edt<P>& edt, runtime::Spawn& what) noexcept {
  if (!divides_teams(*team_)) return;
  std::uint32_t locality = edt.locality;
  bool stated = false;
  if (const Hints* const hints = edt.hints; hints != nullptr) {
    if (hints->has(edt_property::k_affinity) &&
        locality_named(hints->values[edt_property::k_affinity]) != k_no_locality) {
      stated = true;
    } else if (hints->has(edt_property::k_slot) && hints->values[edt_property::k_slot] < edt.slot_count) {
      const auto* const block =
          engine_.alive<Block<P>>(engine_.real(edt.slots()[hints->values[edt_property::k_slot]].guid), Kind::block);
      if (block != nullptr && block->locality != k_no_locality) {
        locality = block->locality;
        stated = true;
      }
    } else if (hints->has(edt_property::k_disperse)) {
      const std::uint32_t own = locality_of(worker);
      locality = hints->values[edt_property::k_disperse] == k_disperse_far ? (own + 1) % localities() : own;
      stated = true;
    }
  }
  if (locality == k_no_locality) return;
  what.flags |= graph::k_prefers;
  what.preference = runtime::Preference::locality({.group = team_->groups->serving(locality), .stated = stated});
}

bool Session::places_data(const Hints* hints) noexcept {
  return places_ ||
         (hints != nullptr && (hints->has(block_property::k_affinity) || tier_of(*hints) != memory::Tier::by_mode));
}

void* Session::allocate_data(std::size_t bytes, const Hints* hints, std::uint32_t& locality) noexcept {
  const probe::Unseen unseen;  // of one pool, whoever uses it
  const process::Worker& worker = runtime::current();
  WorkerData& data = worker_data(worker);
  const std::uint32_t own = locality_of(worker);
  if (data.data_cache == nullptr) data.data_cache = placement_->add_cache(own);
  memory::Where where{.locality = own};
  if (hints != nullptr) {
    where.tier = tier_of(*hints);
    if (hints->has(block_property::k_affinity)) {
      const std::uint32_t named = locality_named(hints->values[block_property::k_affinity]);
      if (named != k_no_locality) where.locality = named;
    }
  }
  void* const memory = data.data_cache == nullptr ? placement_->allocate(bytes, where)
                                                  : placement_->allocate(*data.data_cache, bytes, where);
  if (memory != nullptr) locality = home_of(placement_->node_of(memory), where.locality);
  return memory;
}

void Session::release_data(void* data, std::size_t /*bytes*/) noexcept {
  const probe::Unseen unseen;
  WorkerData& own = worker_data(runtime::current());
  // A thread that has only freed so far: whatever it makes later is placed from its own locality.
  if (own.data_cache == nullptr) own.data_cache = placement_->add_cache(locality_of(runtime::current()));
  own.data_cache == nullptr ? placement_->release(data) : placement_->release(*own.data_cache, data);
}

}  // namespace heddle::ocr
