#include "platform/check/trace.hpp"

#include <algorithm>
#include <array>

namespace heddle::platform::check {

void Trace::restart(Mode mode, const std::vector<std::string>* names) {
  mode_ = mode;
  names_ = names;
  shows_.clear();
  lines_.clear();
  pointers_.clear();
}

std::string Trace::name(LocationId location) const {
  if (names_ != nullptr && location < names_->size()) return (*names_)[location];
  return "a" + std::to_string(location);
}

std::string Trace::value(LocationId location, std::uint64_t bits) { return shows_[location](*this, bits); }

void Trace::add(ThreadId thread, const std::string& text) {
  if (on()) lines_.push_back({thread, text});
}

void Trace::label_pointer(const void* address, const std::string& label) {
  if (on()) pointers_[reinterpret_cast<std::uintptr_t>(address)] = label;
}

// Addresses differ from run to run: they get names in the order in which they appear.
std::string Trace::pointer(std::uint64_t bits) {
  if (bits == 0) return "null";
  const auto [entry, is_new] = pointers_.try_emplace(bits);
  if (is_new) entry->second = "p" + std::to_string(pointers_.size());
  return entry->second;
}

std::string Trace::columns() const {
  constexpr std::size_t k_counter_width = 5;
  constexpr std::size_t k_gap = 3;
  constexpr std::size_t k_heading_width = sizeof("thread 1") + k_gap;
  std::array<std::size_t, k_max_threads> width{};
  for (const Line& line : lines_) {
    width[line.thread] = std::max({width[line.thread], line.text.size() + k_gap, k_heading_width});
  }
  std::array<std::size_t, k_max_threads + 1> start{k_counter_width};
  for (std::size_t i = 0; i < k_max_threads; ++i) start[i + 1] = start[i] + width[i];

  std::string text;
  for (std::size_t i = 0; i < k_max_threads; ++i) {
    if (width[i] == 0) continue;
    text.resize(start[i], ' ');
    text += i == 0 ? "main" : "thread " + std::to_string(i);
  }
  text += '\n';
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    std::string row = std::to_string(i + 1);
    row.resize(start[lines_[i].thread], ' ');
    text += row + lines_[i].text + '\n';
  }
  return text;
}

}  // namespace heddle::platform::check
