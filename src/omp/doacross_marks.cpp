#include "omp/doacross_marks.hpp"

#include "omp/construct_wait.hpp"

namespace heddle::omp {

void DoacrossMarks::open(Worker& worker, std::uint64_t iterations) noexcept {
  words_ = nullptr;
  if (worker.member->team->size == 1) return;
  const std::size_t bytes = (iterations / k_bits + 1) * sizeof(Word);
  ConstructShare* share = enter_construct(
      worker, [bytes](ConstructShare& content) noexcept { content.memory.renew(bytes, alignof(Word)); });
  // Zeroed bytes are words that hold 0.
  if (share != nullptr) words_ = static_cast<Word*>(share->memory.get());
}

void DoacrossMarks::post(Worker& worker, std::uint64_t number) noexcept {
  if (words_ == nullptr) return;
  Word& word = words_[number / k_bits];
  // order: release — pairs with wait(): the iteration's effects are visible.
  word.fetch_or(std::uint64_t{1} << number % k_bits, std::memory_order_release);
  wake_waiters(*worker.member->team, wait_key(&word));
}

void DoacrossMarks::wait(Worker& worker, std::uint64_t number) noexcept {
  if (words_ == nullptr) return;
  const Word& word = words_[number / k_bits];
  const Team& team = *worker.member->team;
  const auto posted = [&word, &team, number] {
    // order: acquire — pairs with post().
    if ((word.load(std::memory_order_acquire) >> number % k_bits & 1) != 0) return true;
    // order: acquire — pairs with the store that cancels: who has left the region posts no more.
    return team.cancelled.load(std::memory_order_acquire);
  };
  if (!posted()) await(worker, wait_key(&word), posted);
}

void DoacrossMarks::close(Worker& worker) noexcept {
  if (words_ == nullptr) return;
  words_ = nullptr;
  leave_construct(worker);
}

}  // namespace heddle::omp
