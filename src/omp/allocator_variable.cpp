// See allocator_variable.hpp.
#include "omp/allocator_variable.hpp"

#include <vector>

namespace heddle::omp {

namespace {

using base::Scanner;
using base::Word;

constexpr Word<MemorySpace> k_spaces[] = {{"omp_default_mem_space", MemorySpace::default_mem},
                                          {"omp_large_cap_mem_space", MemorySpace::large_cap},
                                          {"omp_const_mem_space", MemorySpace::constant},
                                          {"omp_high_bw_mem_space", MemorySpace::high_bw},
                                          {"omp_low_lat_mem_space", MemorySpace::low_lat}};
constexpr Word<TraitKey> k_keys[] = {{"sync_hint", TraitKey::sync_hint}, {"alignment", TraitKey::alignment},
                                     {"access", TraitKey::access},       {"pool_size", TraitKey::pool_size},
                                     {"fallback", TraitKey::fallback},   {"fb_data", TraitKey::fallback_data},
                                     {"pinned", TraitKey::pinned},       {"partition", TraitKey::partition}};

// The values are those of omp.h's omp_alloctrait_value_t.
constexpr Word<std::uintptr_t> k_sync_hints[] = {
    {"contended", 3}, {"uncontended", 4}, {"serialized", 5}, {"private", 6}};
constexpr Word<std::uintptr_t> k_accesses[] = {{"all", 7}, {"thread", 8}, {"pteam", 9}, {"cgroup", 10}};
constexpr Word<std::uintptr_t> k_fallbacks[] = {
    {"default_mem_fb", 11}, {"null_fb", 12}, {"abort_fb", 13}, {"allocator_fb", 14}};
constexpr Word<std::uintptr_t> k_truth[] = {{"false", 0}, {"true", 1}};
constexpr Word<std::uintptr_t> k_partitions[] = {
    {"environment", 15}, {"nearest", 16}, {"blocked", 17}, {"interleaved", 18}};

std::optional<std::uintptr_t> parse_value(Scanner& text, TraitKey key) {
  switch (key) {
    case TraitKey::sync_hint:
      return text.word(k_sync_hints);
    case TraitKey::access:
      return text.word(k_accesses);
    case TraitKey::fallback:
      return text.word(k_fallbacks);
    case TraitKey::fallback_data:
      return text.word(std::span(k_allocator_names));
    case TraitKey::pinned:
      return text.word(k_truth);
    case TraitKey::partition:
      return text.word(k_partitions);
    case TraitKey::alignment:
      return text.number_in(1, std::uintptr_t{1} << 62);
    case TraitKey::pool_size:
      return text.number_in(1, SIZE_MAX);
  }
  return std::nullopt;
}

/// trait=value,...
std::optional<std::vector<Trait>> parse_traits(Scanner& text) {
  std::vector<Trait> traits;
  do {
    const auto key = text.word(k_keys);
    if (!key || !text.accept('=')) return std::nullopt;
    const auto value = parse_value(text, *key);
    if (!value) return std::nullopt;
    traits.push_back({*key, *value});
  } while (text.accept(','));
  return text.at_end() ? std::optional(std::move(traits)) : std::nullopt;
}

std::string_view name_of(AllocatorHandle allocator) {
  for (const auto& word : k_allocator_names)
    if (word.value == allocator) return word.text;
  return "";
}

}  // namespace

std::optional<AllocatorHandle> parse_allocator(Scanner& text, Dialect dialect) {
  if (const auto named = text.word(std::span(k_allocator_names)))
    return text.at_end() ? std::optional(*named) : std::nullopt;
  const auto space = text.word(k_spaces);
  if (!space) return std::nullopt;
  if (text.at_end()) return static_cast<AllocatorHandle>(*space) + k_default_mem_alloc;  // the same order
  if (!text.accept(':')) return std::nullopt;
  const auto traits = parse_traits(text);
  // Never freed: tasks may hold it as their default until the process ends.
  const AllocatorHandle made = traits ? make_allocator(*space, *traits, dialect) : k_null_allocator;
  return made == k_null_allocator ? std::nullopt : std::optional(made);
}

std::string allocator_text(AllocatorHandle allocator) {
  if (allocator <= k_last_predefined) return std::string(name_of(allocator));
  const auto& made = *reinterpret_cast<const Allocator*>(allocator);
  std::string text(k_spaces[static_cast<std::size_t>(made.space)].text);
  text.append(":alignment=").append(std::to_string(made.alignment));
  if (made.pool_bytes != SIZE_MAX) text.append(",pool_size=").append(std::to_string(made.pool_bytes));
  text.append(",fallback=").append(k_fallbacks[static_cast<std::size_t>(made.fallback) - 11].text);
  if (made.fallback_data != k_null_allocator) text.append(",fb_data=").append(name_of(made.fallback_data));
  return text;
}

}  // namespace heddle::omp
