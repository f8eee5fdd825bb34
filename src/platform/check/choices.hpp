// The path through the tree of choices that makes one run, and the way to the next run: depth first, left to right.
// Choice 0 is always the plain one (go on, read the newest), so that early runs are the ordinary ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::platform::check {

class Choices {
 public:
  /// @returns a number in [0, count): what the path says, 0 beyond its end.
  std::size_t choose(std::size_t count) {
    if (count <= 1) return 0;
    if (next_ == path_.size()) path_.push_back({0, 0});
    Choice& choice = path_[next_++];
    choice.count = static_cast<std::uint16_t>(count);
    return choice.taken;
  }

  void restart() noexcept { next_ = 0; }

  /// Goes to the next path. @returns false when all have been walked.
  bool advance() noexcept {
    while (!path_.empty() && path_.back().taken + 1u >= path_.back().count) path_.pop_back();
    if (path_.empty()) return false;
    ++path_.back().taken;
    return true;
  }

  /// The path as text, "0.2.1"; plain choices at its end are left out. from_text() reads it back.
  std::string to_text() const;
  static Choices from_text(const std::string& text);

 private:
  struct Choice {
    std::uint16_t taken;
    std::uint16_t count;
  };
  std::vector<Choice> path_;
  std::size_t next_ = 0;
};

}  // namespace heddle::platform::check
