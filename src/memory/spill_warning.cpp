// See spill_warning.hpp.
#include "memory/spill_warning.hpp"

#include <charconv>
#include <iterator>
#include <string_view>

namespace heddle::memory {

namespace {

/// A number as text, without memory from anywhere.
class Digits {
 public:
  explicit Digits(unsigned number) noexcept : end_(std::to_chars(std::begin(digits_), std::end(digits_), number).ptr) {}
  std::string_view text() const noexcept { return {digits_, static_cast<std::size_t>(end_ - digits_)}; }

 private:
  char digits_[10];
  char* end_;
};

}  // namespace

void warn_of_spill(base::OnceGate& gate, unsigned meant, std::optional<unsigned> taken) noexcept {
  const Digits full(meant);
  const Digits other(taken.value_or(0));
  base::warn_once(gate, {"memory node ", full.text(), " is full: blocks that were meant for it go to ",
                         taken ? "node " : "any node", taken ? other.text() : "",
                         " from now on. HEDDLE_OCR_SPILL=off refuses them instead (OCR_ENOMEM)"});
}

}  // namespace heddle::memory
