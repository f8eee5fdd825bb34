#include "platform/sim/bandwidth.hpp"

#include <cmath>

namespace heddle::platform::sim {

void Bandwidth::begin(double bytes, Flow& flow) {
  engine_.work(0);
  serve();
  const CoreId number = engine_.machine().core_of(engine_.self());
  Core& core = cores_[number];
  serve(core);
  if (core.transfers.empty()) ++busy_;
  core.transfers.push({core.served + bytes, next_number_++, engine_.self(), &flow});
  look_ahead(number);
  plan();
}

void Bandwidth::wait(const Flow& flow) {
  while (!flow.over()) engine_.sleep("waits for memory");
}

// What cores have got since the last time.
void Bandwidth::serve() {
  const Cycles now = engine_.time();
  used_up_ = used_up();
  if (busy_ != 0) served_ += rate() * static_cast<double>(now - last_);
  last_ = now;
}

// What each transfer of a core has got of that. A core that had none begins anew.
void Bandwidth::serve(Core& core) const {
  const auto transfers = static_cast<double>(core.transfers.size());
  core.served = core.transfers.empty() ? 0 : core.served + (served_ - core.as_of) / transfers;
  core.as_of = served_;
}

void Bandwidth::look_ahead(CoreId number) {
  Core& core = cores_[number];
  const Transfer& next = core.transfers.top();
  const double left = next.ends_at - core.served;
  const auto transfers = static_cast<double>(core.transfers.size());
  endings_.push({served_ + left * transfers, next.number, number, ++core.ending});
}

// The transfer that the first of the endings is about.
void Bandwidth::end_next() {
  const CoreId number = endings_.top().core;
  endings_.pop();
  Core& core = cores_[number];
  serve(core);
  core.transfers.top().flow->over_ = true;
  engine_.wake(core.transfers.top().thread, last_);
  core.transfers.pop();
  core.transfers.empty() ? static_cast<void>(--busy_) : look_ahead(number);
}

void Bandwidth::drop_stale() {
  while (!endings_.empty() && endings_.top().ending != cores_[endings_.top().core].ending) endings_.pop();
}

// When the next transfer ends, if none begins before.
void Bandwidth::plan() {
  drop_stale();
  if (endings_.empty()) return;
  const double left = endings_.top().at - served_;
  const auto cycles = left > 0 ? static_cast<Cycles>(std::ceil(left / rate())) : 0;
  engine_.at(last_ + cycles, [this, plan = ++plan_] {
    if (plan != plan_) return;
    serve();
    const double rounding = 1e-6 * rate();
    for (drop_stale(); !endings_.empty() && endings_.top().at <= served_ + rounding; drop_stale()) end_next();
    this->plan();
  });
}

}  // namespace heddle::platform::sim
