// Verifier: finds what programs do wrong with blocks and events (HEDDLE_VERIFY=1). Each finding is said once for each
// place.
//
// What is in a block is known by a checksum: taken when the last one that may write lets go, looked at when the next
// comes, and when one that only reads lets go while nobody who may write is inside. So a write by who may not is found,
// and by whom as far as one alone was inside; and a block that has changed under one that only reads it. All under one
// lock: the program is slower, and its result the same.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include "ocr/engine.hpp"
#include "ocr/watcher.hpp"
#include "process/types.hpp"
#include "sync/mutex.hpp"

namespace heddle::ocr {

class Verifier final : public EngineWatcher<process::P> {
 public:
  using P = process::P;

  explicit Verifier(Engine<P>& engine) noexcept : engine_(engine) {}
  Verifier(const Verifier&) = delete;
  Verifier& operator=(const Verifier&) = delete;

  /// What the program has made and not destroyed, by place. At the end, while nothing moves.
  void tell_what_is_left() noexcept;

  void edt_begins(Edt<P>& edt) noexcept override;
  void edt_ends(Frame<P>& frame) noexcept override;
  void block_made(Block<P>& block, Guid guid, bool held) noexcept override;
  void block_let_go(Block<P>& block, Mode mode, const Edt<P>* edt) noexcept override;
  void block_downgraded(Block<P>& block, Mode mode, const Edt<P>* edt) noexcept override;
  void block_goes(Block<P>& block) noexcept override;
  void block_passed(Block<P>& block, const Frame<P>& by) noexcept override;
  void event_satisfied(const Event<P>& event, Guid value, bool somebody_waits) noexcept override;
  void dead_source(Guid source) noexcept override;
  void wrong_counts(const Template<P>& from) noexcept override;

 private:
  /// What is known of a block.
  struct State {
    std::uint32_t writers = 0;  // that hold it
    std::uint64_t version = 0;  // how often somebody has come who may write
    std::uint64_t checksum = 0;
    bool known = false;     // the checksum is that of what was there when the last writer let go
    bool assigned = false;  // of a block of single assignment: it has its value
    std::uint64_t value = 0;
  };
  using Reader = std::pair<const void*, const void*>;  // EDT and block
  /// Of the block, when the reader came.
  struct Reading {
    std::uint64_t version;
    std::uint64_t checksum;
    bool beside_writers;
  };

  void comes(Block<P>& block, Mode mode, const Edt<P>& edt) HEDDLE_REQUIRES(lock_);
  void goes(Block<P>& block, Mode mode, const Edt<P>* edt) HEDDLE_REQUIRES(lock_);
  void begins_to_read(Block<P>& block, State& state, const Edt<P>* edt) HEDDLE_REQUIRES(lock_);
  void look_at_silence(Block<P>& block, State& state) HEDDLE_REQUIRES(lock_);
  void writer_goes(Block<P>& block, State& state) HEDDLE_REQUIRES(lock_);
  /// @param is_wrong  not only what may be meant: counts for the exit status (HEDDLE_VERIFY=fail)
  void find(const std::string& what, const void* place, bool is_wrong = true) HEDDLE_REQUIRES(lock_);

  Engine<P>& engine_;
  sync::Mutex<P> lock_;
  std::unordered_map<const void*, State> blocks_ HEDDLE_GUARDED_BY(lock_);  // by data
  std::map<Reader, Reading> readers_ HEDDLE_GUARDED_BY(lock_);
  std::set<std::pair<std::string, const void*>> told_ HEDDLE_GUARDED_BY(lock_);
};

}  // namespace heddle::ocr
