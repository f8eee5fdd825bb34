// See environment_texts.hpp.
#include "omp/environment_texts.hpp"

#include <algorithm>

namespace heddle::omp {

namespace {

constexpr bool all_are_known() noexcept {
  return std::ranges::all_of(k_variable_names,
                             [](std::string_view name) { return name.empty() || base::is_known(name); });
}
static_assert(all_are_known(), "each variable needs its class: base/trust.hpp, and tests/unit/base/trust_test.cpp");

Variable variable_named(std::string_view name) noexcept {
  for (std::size_t i = 1; i < k_variable_count; ++i)
    if (k_variable_names[i] == name) return static_cast<Variable>(i);
  return Variable::none;
}

}  // namespace

Texts texts_of(const char* const* block, base::Trust trust) {
  Texts texts{};
  for (; block != nullptr && *block != nullptr; ++block) {
    const std::string_view entry = *block;
    if (!entry.starts_with("OMP_") && !entry.starts_with("GOMP_")) continue;
    const std::size_t equals = entry.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view name = entry.substr(0, equals);
    const char*& text = texts[static_cast<std::size_t>(variable_named(name))];
    if (text == nullptr && base::counts(name, trust)) text = *block + equals + 1;
  }
  texts[static_cast<std::size_t>(Variable::none)] = nullptr;
  return texts;
}

}  // namespace heddle::omp
