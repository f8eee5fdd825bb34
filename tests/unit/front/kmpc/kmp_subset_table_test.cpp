// KMP_HW_SUBSET beside a machine that is counted slowly: every list of layers with numbers and offsets, every word.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "front/kmpc/kmp_subset.hpp"

namespace heddle::kmpc {
namespace {

using platform::topology::CpuSet;
using platform::topology::Groups;

constexpr unsigned k_cpus = 16;
constexpr unsigned k_sizes[] = {8, 8, 4, 2, 1};  // cpus of a unit of each layer, the largest first
constexpr const char* k_names[] = {"s", "n", "l3", "c", "t"};

Groups machine() {
  const auto sets = [](unsigned size) {
    std::vector<CpuSet> all(k_cpus / size);
    for (unsigned cpu = 0; cpu < k_cpus; ++cpu) all[cpu / size].add(cpu);
    return all;
  };
  return {sets(1), sets(2), sets(4), sets(8), sets(8)};
}

/// The cpus of `units` of a layer in each of the larger units, which begin at `larger` and have `size` cpus.
std::optional<std::vector<unsigned>> units_in(const std::vector<unsigned>& larger, unsigned size, unsigned layer,
                                              unsigned count, unsigned offset) {
  std::vector<unsigned> begins;
  const unsigned there = size / k_sizes[layer];
  if (offset + count > there) return std::nullopt;
  for (const unsigned begin : larger)
    for (unsigned unit = offset; unit < offset + count; ++unit) begins.push_back(begin + unit * k_sizes[layer]);
  return begins;
}

std::string text_of(const CpuSet& cpus) {
  std::string text;
  cpus.each([&text](std::size_t cpu) { text += std::to_string(cpu) + " "; });
  return text;
}

std::string slowly(unsigned outer, unsigned outer_count, unsigned outer_offset, unsigned inner, unsigned inner_count,
                   unsigned inner_offset) {
  const auto first = units_in({0}, k_cpus, outer, outer_count, outer_offset);
  if (!first) return "";
  const auto second = units_in(*first, k_sizes[outer], inner, inner_count, inner_offset);
  if (!second) return "";
  CpuSet cpus;
  for (const unsigned begin : *second)
    for (unsigned cpu = begin; cpu < begin + k_sizes[inner]; ++cpu) cpus.add(cpu);
  return text_of(cpus);
}

TEST(HardwareSubsetTable, two_layers_are_counted_one_in_the_other) {
  for (unsigned outer = 0; outer < 5; ++outer) {
    for (unsigned inner = outer + 1; inner < 5; ++inner) {
      for (unsigned count = 1; count <= 4; ++count) {
        for (unsigned offset = 0; offset < 3; ++offset) {
          for (unsigned inner_count = 1; inner_count <= 3; ++inner_count) {
            const unsigned inner_offset = offset % 2;
            const std::string text = ":" + std::to_string(count) + k_names[outer] + "@" + std::to_string(offset) + "," +
                                     std::to_string(inner_count) + k_names[inner] + "@" + std::to_string(inner_offset);
            const ParsedSubset parsed = parse_subset(text);
            ASSERT_TRUE(parsed.request.has_value()) << text << ": " << parsed.wrong;
            EXPECT_EQ(text_of(choose_subset(*parsed.request, machine())),
                      slowly(outer, count, offset, inner, inner_count, inner_offset))
                << text;
          }
        }
      }
    }
  }
}

TEST(HardwareSubsetTable, a_layer_has_several_words) {
  const std::pair<const char*, Layer> words[] = {
      {"s", Layer::sockets},      {"socket", Layer::sockets},    {"Sockets", Layer::sockets},
      {"n", Layer::numa_domains}, {"numa", Layer::numa_domains}, {"l3", Layer::ll_caches},
      {"ll", Layer::ll_caches},   {"LLC", Layer::ll_caches},     {"c", Layer::cores},
      {"core", Layer::cores},     {"cores", Layer::cores},       {"t", Layer::threads},
      {"thread", Layer::threads}, {"threads", Layer::threads}};
  for (const auto& [word, layer] : words) {
    for (const char* form : {"", "*", "3"}) {
      const ParsedSubset parsed = parse_subset(std::string(form) + word);
      ASSERT_TRUE(parsed.request.has_value()) << form << word;
      ASSERT_EQ(parsed.request->units.size(), 1u);
      EXPECT_EQ(parsed.request->units[0].layer, layer) << word;
      EXPECT_EQ(parsed.request->units[0].count.has_value(), std::string_view(form) == "3") << form << word;
      EXPECT_EQ(parsed.request->units[0].offset, 0u);
      EXPECT_FALSE(parsed.request->only_named_layers);
    }
  }
  for (const char* word : {"d", "die", "ti", "tile", "m", "module", "l1", "l2"}) {
    EXPECT_FALSE(parse_subset(std::string("2") + word).request.has_value()) << word;
    EXPECT_NE(parse_subset(std::string("2") + word).wrong.find("not told apart"), std::string_view::npos) << word;
  }
}

TEST(HardwareSubsetTable, numbers_and_offsets_end_with_an_int) {
  EXPECT_TRUE(parse_subset("2147483647c").request.has_value());
  EXPECT_FALSE(parse_subset("2147483648c").request.has_value());
  EXPECT_TRUE(parse_subset("1c@2147483647").request.has_value());
  EXPECT_FALSE(parse_subset("1c@2147483648").request.has_value());
  EXPECT_TRUE(parse_subset("1c@0").request.has_value());
  EXPECT_FALSE(parse_subset("0c").request.has_value());
  EXPECT_FALSE(parse_subset("::1c").request.has_value());
  EXPECT_TRUE(parse_subset(":1c").request->only_named_layers);
}

TEST(HardwareSubsetTable, what_is_meant_without_being_named) {
  const auto chosen = [](const char* text) { return text_of(choose_subset(*parse_subset(text).request, machine())); };
  EXPECT_EQ(chosen("1t"), "0 2 4 6 8 10 12 14 ") << "of each core of each socket";
  EXPECT_EQ(chosen(":1t"), "0 ");
  EXPECT_EQ(chosen("1l3,1t"), "0 2 8 10 ") << "of each core there";
  EXPECT_EQ(chosen("1n,1c,1t"), "0 8 ");
  EXPECT_EQ(chosen("1s,1t@1"), "1 3 5 7 ");
}

}  // namespace
}  // namespace heddle::kmpc
