// Posting and awaiting iterations; the order of it all is explained in doacross_window.hpp.
#include "omp/doacross.hpp"

#include "omp/construct_wait.hpp"

namespace heddle::omp {

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
