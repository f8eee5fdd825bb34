// The turn of an ordered loop; posting and awaiting the iterations of a doacross loop.
#include "omp/ordered.hpp"

#include "omp/construct.hpp"

namespace heddle::omp {

namespace {

void await_turn(Worker& worker, const OpenLoop& loop) noexcept {
  const auto is_mine = [&loop] {
    // order: acquire — pairs with the store in pass_turn(): the effects of earlier ordered regions.
    return loop.share->turn.load(std::memory_order_acquire) == loop.chunk.first;
  };
  if (!is_mine()) await(worker, wait_key(&loop.share->turn, loop.chunk.first), is_mine);
}

}  // namespace

void begin_ordered(Worker& worker) noexcept {
  const OpenLoop& loop = member_data(*worker.member).loop;
  if (loop.share == nullptr || loop.order != LoopOrder::ordered) return;  // alone, so in order anyway
  await_turn(worker, loop);
}

void end_ordered(Worker& worker) noexcept {
  OpenLoop& loop = member_data(*worker.member).loop;
  if (loop.share == nullptr || loop.order != LoopOrder::ordered) return;
  // An iteration has at most one ordered region (OpenMP 5.2 §15.10.2): that was the last one of the chunk, and the rest
  // of the body need not hold up the next chunk.
  if (++loop.ordered_regions == loop.chunk.last - loop.chunk.first) pass_turn(worker);
}

void pass_turn(Worker& worker) noexcept {
  OpenLoop& loop = member_data(*worker.member).loop;
  if (loop.turn_passed) return;
  await_turn(worker, loop);
  loop.turn_passed = true;
  // order: release — pairs with await_turn().
  loop.share->turn.store(loop.chunk.last, std::memory_order_release);
  wake_waiters(*worker.member->team, wait_key(&loop.share->turn, loop.chunk.last));
}

// -- Doacross: a bit for each iteration.

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

// -- Doacross: a word for each chunk; the order of it all is explained in doacross_window.hpp.

namespace {

using Window = DoacrossWindow<platform::Threads>;

std::uint64_t place_of(const Window& window, const std::uint64_t* indices) noexcept {
  std::uint64_t place = indices[0];
  for (std::uint32_t dimension = 1; dimension < window.dimensions(); ++dimension) {
    place = place * window.count(dimension) + indices[dimension];
  }
  return place;
}

// Once all places of the chunk are posted, the word may already belong to a later chunk.
void post(Worker& worker, Window::Word& word, std::uint64_t places) noexcept {
  // order: relaxed — before that, only this thread writes it.
  if (word.load(std::memory_order_relaxed) >= places) return;
  // order: release — pairs with await_places(): the iterations' effects are visible.
  word.store(places, std::memory_order_release);
  wake_waiters(*worker.member->team, wait_key(&word));
}

void await_places(Worker& worker, Window::Word& word, std::uint64_t places) noexcept {
  const auto posted = [&word, places] {
    // order: acquire — pairs with post().
    return word.load(std::memory_order_acquire) >= places;
  };
  if (!posted()) await(worker, wait_key(&word), posted);
}

}  // namespace

std::uint32_t doacross_dimensions(const Worker& worker) noexcept {
  const OpenLoop& loop = member_data(*worker.member).loop;
  return loop.share != nullptr && loop.order == LoopOrder::doacross ? loop.share->window.dimensions() : 0;
}

void post_iteration(Worker& worker, const std::uint64_t* indices) noexcept {
  if (doacross_dimensions(worker) == 0) return;  // alone, so in order anyway
  Window& window = member_data(*worker.member).loop.share->window;
  post(worker, window.word(window.chunk_of(indices[0])), place_of(window, indices) + 1);
}

void wait_for_iteration(Worker& worker, const std::uint64_t* indices) noexcept {
  if (doacross_dimensions(worker) == 0) return;
  const OpenLoop& loop = member_data(*worker.member).loop;
  if (indices[0] >= loop.chunk.first && indices[0] < loop.chunk.last) return;  // this thread has run it itself
  Window& window = loop.share->window;
  await_places(worker, window.word(window.chunk_of(indices[0])), place_of(window, indices) + 1);
}

void begin_chunk(Worker& worker) noexcept {
  const OpenLoop& loop = member_data(*worker.member).loop;
  Window& window = loop.share->window;
  const std::uint64_t chunk = window.chunk_of(loop.chunk.first);
  await_places(worker, window.word(chunk), window.needed_before(chunk));
}

void complete_chunk(Worker& worker) noexcept {
  const OpenLoop& loop = member_data(*worker.member).loop;
  Window& window = loop.share->window;
  post(worker, window.word(window.chunk_of(loop.chunk.first)), window.places_before(loop.chunk.last));
}

}  // namespace heddle::omp
