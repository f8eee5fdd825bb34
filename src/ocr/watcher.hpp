// Watcher: who is told what programs do with blocks and events, to say what is wrong (HEDDLE_VERIFY, docs/verify.md).
// None as a rule: then each of these is one test of a pointer.
#pragma once

#include "ocr/block.hpp"
#include "ocr/event.hpp"
#include "ocr/thread.hpp"

namespace heddle::ocr {

template <class P>
class EngineWatcher {
 public:
  /// The EDT has all its blocks, and is about to run on the calling thread.
  virtual void edt_begins(Edt<P>& edt) noexcept = 0;
  /// Its body is over; it has given nothing back yet.
  virtual void edt_ends(Frame<P>& frame) noexcept = 0;
  /// The caller has made the block, and holds it in read-write mode if `held`.
  virtual void block_made(Block<P>& block, Guid guid, bool held) noexcept = 0;
  /// Somebody lets go of the block before its end, held in this mode.
  virtual void block_let_go(Block<P>& block, Mode mode, const Edt<P>* edt) noexcept = 0;
  /// The same, but it goes on reading.
  virtual void block_downgraded(Block<P>& block, Mode mode, const Edt<P>* edt) noexcept = 0;
  /// The block is about to be freed.
  virtual void block_goes(Block<P>& block) noexcept = 0;
  /// A block is passed on, by an event or to a slot.
  virtual void block_passed(Block<P>& block, const Frame<P>& by) noexcept = 0;
  /// @pre the event is locked
  virtual void event_satisfied(const Event<P>& event, Guid value, bool somebody_waits) noexcept = 0;
  /// A dependence names an event that is no more.
  virtual void dead_source(Guid source) noexcept = 0;
  /// The counts of a new EDT are not its template's.
  virtual void wrong_counts(const Template<P>& from) noexcept = 0;

 protected:
  ~EngineWatcher() = default;
};

}  // namespace heddle::ocr
