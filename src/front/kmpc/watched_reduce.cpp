#include "front/kmpc/watched_reduce.hpp"

#include "front/kmpc/reduce.hpp"
#include "ompt/around.hpp"
#include "ompt/races.hpp"

namespace heddle::kmpc {

namespace {

// What combines the copies that the calling thread takes.
constinit thread_local omp::CombineCopies combine_copies = nullptr;

// Both copies may have been changed by others, and will be read by others: who brings one, and who takes it.
void combine_in_order(void* into, void* from) {
  ompt::acquire(from);
  combine_copies(into, from);
  ompt::release(from);
  ompt::release(into);
}

/// The thread's own copy, while others may take it.
class ReductionOffer {
 public:
  explicit ReductionOffer(Offer& offer) noexcept : copies_(offer.copies), before_(combine_copies) {
    combine_copies = offer.combine;
    if (offer.combine != nullptr) offer.combine = combine_in_order;
    ompt::release(copies_);
  }
  ReductionOffer(const ReductionOffer&) = delete;
  ReductionOffer& operator=(const ReductionOffer&) = delete;
  ~ReductionOffer() {
    ompt::acquire(copies_);
    combine_copies = before_;
  }

 private:
  const void* copies_;
  omp::CombineCopies before_;
};

// By atomics the program orders itself; in the section the lock does.
ReductionMethod bring_watched(Offer offer) noexcept {
  ompt::reduction(ompt_scope_begin);
  const ReductionOffer brought(offer);
  const ReductionMethod way = bring_copy(offer);
  if (way == ReductionMethod::in_section) ompt::acquire(offer.words);
  return way;
}

}  // namespace

std::int32_t watched_reduce(Ident* at, ThreadNumber /*self*/, std::int32_t /*variables*/, std::size_t /*bytes*/,
                            void* data, omp::CombineCopies combine, SectionWords* words) {
  const ompt::Visit visit({__builtin_return_address(0), __builtin_frame_address(0)});
  const ReductionMethod way = bring_watched({at, data, combine, words});
  if (way == ReductionMethod::done) {  // no call to end it follows
    ompt::reduction(ompt_scope_end);
    const ompt::ImplicitBarrier barrier;
    meet_after_reduction();
  }
  return static_cast<std::int32_t>(way);
}

std::int32_t watched_reduce_nowait(Ident* at, ThreadNumber /*self*/, std::int32_t /*variables*/, std::size_t /*bytes*/,
                                   void* data, omp::CombineCopies combine, SectionWords* words) {
  const ompt::Visit visit({__builtin_return_address(0), __builtin_frame_address(0)});
  const ReductionMethod way = bring_watched({at, data, combine, words});
  if (way != ReductionMethod::in_section) ompt::reduction(ompt_scope_end);  // no call to end it follows
  return static_cast<std::int32_t>(way);
}

}  // namespace heddle::kmpc
