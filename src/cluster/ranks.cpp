#include "cluster/ranks.hpp"

#include <pthread.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "base/message.hpp"
#include "base/quoted.hpp"
#include "base/trust.hpp"

namespace heddle::cluster {

namespace {

constexpr std::uint64_t k_us = 1000;
constexpr std::uint64_t k_second = 1'000'000'000;
constexpr std::uint64_t k_shortest_nap = 20 * k_us;
constexpr std::uint64_t k_longest_nap = 1000 * k_us;           // of a rank that expects nothing: 1,000 looks a second
constexpr std::uint64_t k_longest_expecting_nap = 100 * k_us;  // while others work for it
constexpr std::uint64_t k_poll_ns = 20 * k_us;                 // by who waits, before it sleeps
constexpr unsigned k_usual_lost = 30;                          // seconds

// HEDDLE_LOST, in nanoseconds; 0: never.
std::uint64_t read_lost() noexcept {
  const char* const text = base::variable("HEDDLE_LOST");
  if (text == nullptr) return k_usual_lost * k_second;
  const std::string_view word = text;
  std::uint64_t seconds = 0;
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), seconds);
  if (code == std::errc{} && end == word.data() + word.size() && seconds <= 1'000'000) return seconds * k_second;
  base::warn({"HEDDLE_LOST=", base::Quoted(text),
              " is malformed: allowed is a number of seconds, 0 for never; using 30 instead"});
  return k_usual_lost * k_second;
}

}  // namespace

bool Ranks::wanted() noexcept { return transport::read_launch().ranks > 1; }

Ranks::Ranks(transport::Transport& transport, const Agreement& agreement)
    : transport_(transport),
      rank_(transport.rank()),
      count_(transport.ranks()),
      agreement_(agreement),
      host_(host_name()),
      channels_(new Channel[rank_ == 0 ? (count_ - 1) * agreement.workers : agreement.workers]),
      heard_(count_, P::now_ns()),
      is_last_(count_),
      lost_ns_(read_lost()) {
  if (rank_ != 0) pages_.begin(agreement.range);
}

bool Ranks::start(const Wish& wish, std::string& why) {
  const transport::RankLaunch launch = transport::read_launch();
  if (launch.ranks > k_most_ranks) {
    why = std::to_string(launch.ranks) + " ranks are started, and 48 are the most yet, start fewer with more threads";
    return false;
  }
  look_at_signals();
  RangeOffer offer(wish.space_bytes);
  transport::Transport* const transport = transport::load(launch.kind, why);
  if (transport == nullptr) return false;
  if (transport->ranks() != launch.ranks || transport->rank() != launch.rank) {
    why = "the environment says that this is rank " + std::to_string(launch.rank) + " of " +
          std::to_string(launch.ranks) + ", and MPI that it is rank " + std::to_string(transport->rank()) + " of " +
          std::to_string(transport->ranks()) + ", start it by mpirun, or set HEDDLE_MPI=off where a rank starts it";
    return false;
  }
  Agreement agreement;
  why = agree(*transport, wish, offer, agreement);
  if (!why.empty()) return false;
  auto* const ranks = new Ranks(*transport, agreement);
  if (!P::start_thread(poll_always, ranks, 0)) {
    why = "the system starts no thread for messages, see ulimit -u";
    return false;
  }
  watch_deaths(*ranks);
  transport::forget_launch();
  // A child is alone: messages are the parent's.
  // order: relaxed — one thread.
  (void)::pthread_atfork(nullptr, nullptr, [] { the_one.store(nullptr, std::memory_order_relaxed); });
  // order: release — pairs with here().
  the_one.store(ranks, std::memory_order_release);
  return true;
}

void Ranks::send(unsigned to, unsigned worker, const Writer& message, const FetchPlan& plan) {
  Writer whole;
  whole.put(Head{worker, static_cast<std::uint32_t>(plan.parts().size())});
  for (const FetchPlan::Part& part : plan.parts()) {
    whole.put(part.from).put(static_cast<std::uint32_t>(part.ranges.size()));
    whole.put_bytes(part.ranges.data(), part.ranges.size() * sizeof(transport::MemoryRange));
  }
  whole.put_bytes(message.data(), message.size());
  const sync::Guard guard(lock_);
  transport_.send(to, whole.data(), whole.size());
}

std::uint64_t Ranks::fetch_locked(const FetchPlan& plan) {
  const std::uint64_t ticket = fetches_.begin(plan.parts().size());
  for (const FetchPlan::Part& part : plan.parts()) {
    for (const transport::MemoryRange& range : part.ranges) pages_.open(range.begin, range.bytes);
    transport_.fetch(part.from, part.ranges.data(), part.ranges.size(),
                     reinterpret_cast<void*>(ticket));  // NOLINT(performance-no-int-to-ptr)
  }
  return ticket;
}

std::uint64_t Ranks::fetch(const FetchPlan& plan) {
  const sync::Guard guard(lock_);
  return fetch_locked(plan);
}

void Ranks::arrived(unsigned from, const char* bytes, std::size_t count) noexcept {
  heard_[from] = P::now_ns();
  Reader reader(bytes, count);
  const auto head = reader.get<Head>();
  if (head.worker == k_last) {
    is_last_[from] = true;
    lasts_.fetch_add(1, std::memory_order_release);  // order: release — pairs with part()
    P::unpark_all(lasts_);
  }
  if (head.worker == k_alive || head.worker == k_last) return;
  FetchPlan plan;
  for (std::uint32_t part = 0; part < head.parts; ++part) {
    const auto holder = reader.get<unsigned>();
    const auto ranges = reader.get<std::uint32_t>();
    for (std::uint32_t index = 0; index < ranges; ++index) {
      const auto range = reader.get<transport::MemoryRange>();
      plan.add(holder, range.begin, range.bytes);
    }
  }
  auto parcel = std::make_unique<Parcel>();
  parcel->ticket = fetch_locked(plan);
  parcel->count = reader.left();
  parcel->bytes = std::make_unique<char[]>(parcel->count + 1);
  const std::size_t left = parcel->count;
  if (const char* const rest = reader.skip(left); rest != nullptr) std::memcpy(parcel->bytes.get(), rest, left);
  channel(from, head.worker).put(std::move(parcel));
}

void Ranks::fetched(void* what) noexcept { fetches_.came(reinterpret_cast<std::uint64_t>(what)); }

// @returns whether something has come
bool Ranks::poll_once() noexcept {
  if (!lock_.try_lock()) return false;
  const bool any = transport_.poll(*this);
  lock_.unlock();
  return any;
}

// Polls for some time, then sleeps until the poller's thread rings.
template <class Done>
void Ranks::wait(RankBell<P>& bell, const Done& done) {
  if (done()) return;
  const std::uint64_t until = P::now_ns() + k_poll_ns;
  do {
    (void)poll_once();
    if (done()) return;
    P::yield();
  } while (P::now_ns() < until);
  bell.sleep_until(done);
}

std::unique_ptr<Parcel> Ranks::receive(unsigned rank, unsigned worker) {
  Channel& from = channel(rank, worker);
  std::unique_ptr<Parcel> parcel;
  wait(from.bell(), [&] { return (parcel = from.take()) != nullptr; });
  await(parcel->ticket);
  return parcel;
}

void Ranks::await(std::uint64_t ticket) {
  wait(fetches_.bell(), [&] { return fetches_.there(ticket); });
}

void* Ranks::poll_always(void* own) noexcept {
  Ranks& ranks = *static_cast<Ranks*>(own);
  (void)::prctl(PR_SET_TIMERSLACK, k_us);  // naps of 20 µs are to be that
  std::uint64_t nap = k_shortest_nap;
  std::uint64_t alive_at = 0;
  // order: acquire, release — with part(): who ends it has no message left.
  while (ranks.parting_.load(std::memory_order_acquire) == 0) {
    if (ranks.poll_once()) {
      nap = k_shortest_nap;
    } else {
      // order: relaxed — a hint.
      const bool expects = ranks.expected_.load(std::memory_order_relaxed) > 0 || ranks.fetches_.any();
      const std::uint64_t most = expects ? k_longest_expecting_nap : k_longest_nap;
      nap = nap + nap / 4 < most ? nap + nap / 4 : most;
    }
    ranks.transport_.sleep(nap);
    const std::uint64_t now = P::now_ns();
    if (now - alive_at < k_second) continue;
    ranks.look_for_lost(alive_at == 0 || now - alive_at > 2 * k_second ? 0 : now);
    alive_at = now;
    ranks.say(k_alive);
  }
  ranks.parting_.store(2, std::memory_order_release);  // order: as above
  P::unpark_all(ranks.parting_);
  return nullptr;
}

// Between rank 0 and each of the others. Nothing follows what is said last.
void Ranks::say(std::uint32_t word) noexcept {
  const Head head{word, 0};
  const sync::Guard guard(lock_);
  if (is_last_[rank_]) return;
  is_last_[rank_] = word == k_last;
  for (unsigned to = rank_ == 0 ? 1 : 0; to < (rank_ == 0 ? count_ : 1U); ++to)
    transport_.send(to, reinterpret_cast<const char*>(&head), sizeof head);
}

// @param now  0: this rank has itself stood still, so that others' messages lie here unread: all count from now
void Ranks::look_for_lost(std::uint64_t now) noexcept {
  unsigned lost = count_;
  std::uint64_t since = 0;
  {
    const sync::Guard guard(lock_);
    for (unsigned other = rank_ == 0 ? 1 : 0; other < (rank_ == 0 ? count_ : 1U); ++other) {
      if (now == 0) heard_[other] = P::now_ns();
      if (is_last_[other]) continue;  // it is silent, and may wait for others
      if (lost_ns_ == 0 || now < heard_[other] + lost_ns_) continue;
      lost = other;
      since = now - heard_[other];
    }
  }
  if (lost != count_) end_as_lost(lost, since / k_second);
}

void Ranks::end_as_lost(unsigned rank, std::uint64_t seconds) noexcept {
  say_of_rank("rank " + std::to_string(rank) + " has not been heard of for " + std::to_string(seconds) +
              " seconds (HEDDLE_LOST), all ranks end, see whether it was stopped or cut off [seen by rank " +
              std::to_string(rank_) + " on " + host_ + "]");
  abort(1);
}

void Ranks::abort(int status) noexcept {
  ::alarm(5);  // where MPI_Abort itself hangs
  const sync::Guard guard(lock_);
  transport_.end(status);
  ::_exit(status);
}

void Ranks::part() {
  // Rank 0 says it last: until then it is heard, and looks for who is lost, while others compute on. What neighbours
  // have sent is taken before MPI ends, or it complains of it.
  expect(1);
  if (rank_ != 0) say(k_last);
  // order: acquire (both) — pairs with arrived().
  for (std::uint32_t seen = lasts_.load(std::memory_order_acquire); seen != neighbours();
       seen = lasts_.load(std::memory_order_acquire))
    P::park(lasts_, seen);
  if (rank_ == 0) say(k_last);
  parting_.store(1, std::memory_order_release);  // order: release — pairs with poll_always()
  // order: acquire — as above.
  for (std::uint32_t seen = 1; seen != 2; seen = parting_.load(std::memory_order_acquire)) P::park(parting_, 1);
  const sync::Guard guard(lock_);
  transport_.end(0);
}

void say_of_rank(const std::string& words) noexcept {
  const std::string line = "heddle: error: " + words + "\n";
  // A closed standard error leaves nothing to be done about it.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace heddle::cluster
