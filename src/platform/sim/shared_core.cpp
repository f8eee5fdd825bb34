#include "platform/sim/shared_core.hpp"

#include <cmath>

namespace heddle::platform::sim {

void SharedCore::compute(double cycles) {
  bool over = false;
  engine_.work(0);
  serve();
  shares_.push({served_ + cycles, next_number_++, engine_.self(), &over});
  plan();
  while (!over) engine_.sleep("computes");
}

// What has been computed since the last time.
void SharedCore::serve() {
  const Cycles now = engine_.time();
  if (!shares_.empty()) served_ += rate() * static_cast<double>(now - last_);
  last_ = now;
}

// When the next computation ends, if none begins before.
void SharedCore::plan() {
  if (shares_.empty()) return;
  const double left = shares_.top().ends_at - served_;
  const auto cycles = left > 0 ? static_cast<Cycles>(std::ceil(left / rate())) : 0;
  engine_.at(last_ + cycles, [this, plan = ++plan_] {
    if (plan != plan_) return;
    serve();
    const double rounding = 1e-6 * rate();
    while (!shares_.empty() && shares_.top().ends_at <= served_ + rounding) {
      *shares_.top().over = true;
      engine_.wake(shares_.top().thread, last_);
      shares_.pop();
    }
    this->plan();
  });
}

}  // namespace heddle::platform::sim
