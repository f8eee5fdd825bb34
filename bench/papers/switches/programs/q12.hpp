// Q12: the join of query 12 of TPC-H as nested loops, over tables of our own: rows of the larger table that pass the
// filter look for their order in the smaller one, and the orders found are counted by class. One parallel loop, in
// which one row of about fifty has something to do.
#pragma once

#include <atomic>
#include <heddle/plan.hpp>

#include "papers/switches/programs/harness.hpp"

namespace switches {

class Q12 {
  auto rows() {
    return [this](long first, long last) { join(first, last); };
  }

 public:
  static constexpr bool k_depends = false;
  static constexpr unsigned k_laps = 1;
  explicit Q12(const Request& request) : grain_(request.grain) {
    bench::Dice dice(12);
    const auto orders = std::max<uint64_t>(1, static_cast<uint64_t>(request.size) / 10);
    for (uint64_t i = 0; i < orders; ++i) orders_.push_back({i * 4 + 1, dice.below(5) < 2});
    for (uint64_t i = orders - 1; i > 0; --i) std::swap(orders_[i], orders_[dice.below(i + 1)]);
    for (long i = 0; i < request.size; ++i) items_.push_back(item(dice, orders));
  }

  void reset() { high_ = low_ = 0; }
  void run(auto loops) {
    loops.region([&] { loops.each(std::ssize(items_), grain_, rows()); });
  }
  void describe(heddle::plan& plan) { plan.loop({0, std::ssize(items_)}, {.chunk = grain_}, rows()); }
  uint64_t digest() const { return bench::mix(high_, low_); }

 private:
  struct Order {
    uint64_t key;
    bool urgent;
  };
  struct Item {
    uint64_t order;
    int mode, ship_day, commit_day, receipt_day;
  };
  static constexpr int k_first_day = 730, k_year = 365;  // of 7 years, the third

  static Item item(bench::Dice& dice, uint64_t orders) {
    const auto days = [&](uint64_t limit) { return static_cast<int>(dice.below(limit)); };
    const int ship = days(7 * k_year);
    return {dice.below(orders) * 4 + 1, days(7), ship, ship - 30 + days(90), ship + 1 + days(30)};
  }
  static bool passes(const Item& item) {
    return (item.mode == 2 || item.mode == 5) && item.ship_day < item.commit_day &&
           item.commit_day < item.receipt_day && item.receipt_day >= k_first_day &&
           item.receipt_day < k_first_day + k_year;
  }
  [[gnu::noinline]] void join(long first, long last) {
    uint64_t high = 0, low = 0;
    for (long i = first; i < last; ++i) {
      if (!passes(items_[i])) continue;
      for (const Order& order : orders_) {
        if (order.key != items_[i].order) continue;
        order.urgent ? ++high : ++low;
        break;
      }
    }
    // order: relaxed (both) — sums, read when the loop is over.
    high_.fetch_add(high, std::memory_order_relaxed);
    low_.fetch_add(low, std::memory_order_relaxed);
  }

  const long grain_;
  std::vector<Order> orders_;
  std::vector<Item> items_;
  std::atomic<uint64_t> high_{0}, low_{0};
};

}  // namespace switches
