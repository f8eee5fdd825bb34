#include "platform/sim/bandwidth.hpp"

#include <cmath>

namespace heddle::platform::sim {

void Bandwidth::begin(double bytes, Flow& flow) {
  engine_.work(0);
  serve();
  transfers_.push({served_ + bytes, next_number_++, engine_.self(), &flow});
  plan();
}

void Bandwidth::wait(const Flow& flow) {
  while (!flow.over()) engine_.sleep("waits for memory");
}

// What has been moved since the last time.
void Bandwidth::serve() {
  const Cycles now = engine_.time();
  if (!transfers_.empty()) served_ += rate() * static_cast<double>(now - last_);
  last_ = now;
}

// When the next transfer ends, if none begins before.
void Bandwidth::plan() {
  if (transfers_.empty()) return;
  const double left = transfers_.top().ends_at - served_;
  const auto cycles = left > 0 ? static_cast<Cycles>(std::ceil(left / rate())) : 0;
  engine_.at(last_ + cycles, [this, plan = ++plan_] {
    if (plan != plan_) return;
    serve();
    const double rounding = 1e-6 * rate();
    while (!transfers_.empty() && transfers_.top().ends_at <= served_ + rounding) {
      transfers_.top().flow->over_ = true;
      engine_.wake(transfers_.top().core, last_);
      transfers_.pop();
    }
    this->plan();
  });
}

}  // namespace heddle::platform::sim
