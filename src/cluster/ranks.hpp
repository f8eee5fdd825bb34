// Ranks: this process among those that a launcher has started, and the messages between them.
//
// Rank 0 has all scheduler nodes and what is known of regions; the others run what it sends (docs/decisions/0057). Each
// worker of another rank has a channel at both ends, and speaks with one partner on rank 0 alone.
//
// One thread of its own polls, in naps that grow while nothing comes; who waits for a message polls, too, for some
// microseconds, then sleeps. The transport is under one lock, as it takes one thread at a time.
// Made by the first run, while nothing runs; never destroyed. Any thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cluster/agree.hpp"
#include "cluster/channel.hpp"
#include "cluster/fetches.hpp"
#include "cluster/pages.hpp"
#include "transport/load.hpp"

namespace heddle::cluster {

class Ranks final : public transport::Receiver {
 public:
  static constexpr unsigned k_most_ranks = 48;  // what a word of copies.hpp holds

  /// The one of the process; null: it is alone, has not begun yet, or is the child of a rank's fork.
  static Ranks* here() noexcept {
    // order: acquire — pairs with start().
    return the_one.load(std::memory_order_acquire);
  }
  /// Whether a launcher has started several.
  static bool wanted() noexcept;
  /// Meets the others. All ranks, once, by one thread. @returns false, and why
  static bool start(const Wish& wish, std::string& why);

  unsigned rank() const noexcept { return rank_; }
  unsigned count() const noexcept { return count_; }
  /// Of each rank.
  unsigned workers() const noexcept { return agreement_.workers; }
  region::HeldRange range() const noexcept { return agreement_.range; }
  const std::string& host() const noexcept { return host_; }
  Pages& pages() noexcept { return pages_; }

  /// To a worker of a rank; from another rank than 0 to its partner. @param plan  what the receiver is to fetch before
  void send(unsigned to, unsigned worker, const Writer& message, const FetchPlan& plan = {});
  /// The next message for that worker, or from it; waits. What it fetches is there.
  std::unique_ptr<Parcel> receive(unsigned rank, unsigned worker);
  /// Fetches to this rank. @returns a ticket for await()
  std::uint64_t fetch(const FetchPlan& plan);
  void await(std::uint64_t ticket);

  /// Something is expected from others: the poller's naps stay short.
  void expect(int more) noexcept { expected_.fetch_add(more, std::memory_order_relaxed); }  // order: a hint

  /// The last call of all: the ranks part. No task runs anywhere, and no message is under way. Waits for those that
  /// compute on, however long.
  void part();
  /// Ends all ranks with this status.
  [[noreturn]] void abort(int status) noexcept;

  // -- transport::Receiver, under the lock
  void arrived(unsigned from, const char* bytes, std::size_t count) noexcept override;
  void fetched(void* what) noexcept override;

 private:
  struct Head {
    std::uint32_t worker;
    std::uint32_t parts;  // of the plan, which follows
  };
  static constexpr std::uint32_t k_alive = UINT32_MAX;     // instead of a worker: the sender is there
  static constexpr std::uint32_t k_last = UINT32_MAX - 1;  // and: it sends nothing any more

  Ranks(transport::Transport& transport, const Agreement& agreement);
  Channel& channel(unsigned rank, unsigned worker) noexcept {
    return channels_[rank_ == 0 ? (rank - 1) * workers() + worker : worker];
  }
  std::uint64_t fetch_locked(const FetchPlan& plan);
  bool poll_once() noexcept;
  template <class Done>
  void wait(RankBell<P>& bell, const Done& done);
  static void* poll_always(void* own) noexcept;
  void look_for_lost(std::uint64_t now) noexcept;
  void say(std::uint32_t word) noexcept;
  unsigned neighbours() const noexcept { return rank_ == 0 ? count_ - 1 : 1; }
  [[noreturn]] void end_as_lost(unsigned rank, std::uint64_t seconds) noexcept;

  static inline constinit P::atomic<Ranks*> the_one{nullptr};

  transport::Transport& transport_;
  const unsigned rank_;
  const unsigned count_;
  const Agreement agreement_;
  const std::string host_;
  sync::Mutex<P> lock_;  // for the transport
  std::unique_ptr<Channel[]> channels_;
  std::vector<std::uint64_t> heard_;   // when, of each rank; under the lock
  std::vector<bool> is_last_;          // who sends nothing any more; under the lock
  P::atomic<std::uint32_t> lasts_{0};  // how many neighbours do
  Fetches fetches_;
  Pages pages_;
  P::atomic<int> expected_{0};
  P::atomic<std::uint32_t> parting_{0};  // 1: the poller is to end; 2: it has
  std::uint64_t lost_ns_ = 0;            // HEDDLE_LOST; 0: never
};

/// A message that goes with every death of a rank: "heddle: error: rank 1 on host: ...", in one write.
void say_of_rank(const std::string& words) noexcept;

/// What the calling thread runs, for the last words of a rank that crashes. @param file  null: nothing
void note_running(const char* file, int line) noexcept;
/// Which signals the program itself handles. Before a transport's library is loaded, which may handle some, too.
void look_at_signals() noexcept;
/// From now on a signal that ends this rank is told, unless the program handles it.
void watch_deaths(const Ranks& ranks) noexcept;

}  // namespace heddle::cluster
