// Session: one run of the OCR runtime in this process, from its start to ocrShutdown: a team of the process's pool that
// runs EDTs, and everything that the program has made.
//
// EDTs that are ready are engine tasks of the seat that made them ready (Tasking::spawn_rooted). What a thread outside
// of the team makes ready goes into an inbox, which members empty when they have ended an EDT or find nothing to do.
//
// One session at a time. It ends when it is told to stop: EDTs that run go on to their end, those that have not begun
// are dropped, then all that there is is given back.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "memory/placement.hpp"
#include "ocr/caller.hpp"
#include "ocr/engine.hpp"
#include "ocr/lending.hpp"
#include "ocr/maps.hpp"
#include "ocr/pause.hpp"
#include "ocr/quiet_check.hpp"
#include "ocr/settings.hpp"
#include "ocr/verify.hpp"
#include "ocr/worker_data.hpp"
#include "sync/mailbox.hpp"

namespace heddle::runtime {
struct Spawn;
}  // namespace heddle::runtime

namespace heddle::ocr {

class Session final : public Port<P> {
 public:
  /// What a session begins with: the first EDT's body and the program's arguments. Without a body nothing is made.
  struct Program {
    Body first = nullptr;
    int argument_count = 0;
    char** arguments = nullptr;
    P::atomic<std::uint32_t>* begun = nullptr;  // set to 1 when calls may come
  };

  explicit Session(const Settings& settings) noexcept
      : settings_(settings), engine_(*this), lending_(*this), pause_(*this) {}
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Runs until it is told to stop; the caller is its master meanwhile. @returns the code of stop()
  int run(const Program& program) noexcept;

  /// No further EDT begins. Any thread; the first call counts.
  void stop(int code) noexcept;
  bool stopping() const noexcept {
    // order: acquire — pairs with stop().
    return stopping_.load(std::memory_order_acquire);
  }
  int code() const noexcept { return code_.load(std::memory_order_relaxed); }  // order: relaxed — behind stopping()

  Engine<P>& engine() noexcept { return *engine_pointer(); }
  const Settings& settings() const noexcept { return settings_; }
  std::uint32_t workers() const noexcept { return workers_; }
  const process::Team* team() const noexcept { return team_; }
  std::uint64_t number() const noexcept { return number_; }

  /// The calling thread's first call in this session.
  void enter(process::Worker& worker) noexcept;
  /// A thread that is none of the team's may make things ready: silence does not mean the end.
  bool has_strangers() const noexcept {
    // order: relaxed — see still().
    return strangers_.load(std::memory_order_relaxed) != 0;
  }

  Maps& maps() noexcept { return maps_; }
  Lending& lending() noexcept { return lending_; }
  Pause& pause() noexcept { return pause_; }
  /// A caller that was told what it waited for goes on.
  void went_on() noexcept { stillness_.went_on(); }
  /// All threads that have been in the session, linked.
  const WorkerData* threads() const noexcept {
    // order: acquire — pairs with enter().
    return threads_.load(std::memory_order_acquire);
  }
  Callers& callers() noexcept { return callers_; }
  /// Makes a member look whether somebody waits for a seat.
  void nudge() noexcept;
  /// What the worker keeps back for others goes out: it is about to wait, or to go.
  void hold_back_nothing(process::Worker& worker) noexcept;
  /// Whether OCR was started by ocrLegacyInit.
  bool is_legacy() const noexcept { return legacy_; }
  /// Runs EDTs in a lent seat. @returns whether the worker still has it
  bool serve_as_spare(process::Worker& worker) noexcept;

  std::uint32_t localities() const noexcept { return static_cast<std::uint32_t>(affinities_.size()); }
  std::uint32_t locality_of(const process::Worker& worker) const noexcept;
  Guid affinity(std::uint32_t locality) const noexcept { return affinities_[locality]; }
  /// The locality that an affinity's GUID names, or k_no_locality.
  std::uint32_t locality_named(Guid affinity) noexcept;

  /// Makes one EDT of a program's own body, outside of the templates that the program makes.
  Guid make_first(Thread<P>& thread, const Program& program) noexcept;

  // -- Port
  void ready(Thread<P>& thread, Edt<P>& edt) noexcept override;
  void late_error(const char* what, Guid guid, int code, Edt<P>* edt) noexcept override;
  bool places_data(const Hints* hints) noexcept override;
  std::uint32_t locality_of(const Edt<P>& edt, std::uint32_t inherited) noexcept override;
  void* allocate_data(std::size_t bytes, const Hints* hints, std::uint32_t& locality) noexcept override;
  void release_data(void* data, std::size_t bytes) noexcept override;
  void tell_caller(Slot<P>& slot, Guid value) noexcept override;
  void label_changed() noexcept override;
  void slot_filled(const Edt<P>& edt, const Slot<P>& slot) noexcept override;
  void event_made(const Event<P>& event) noexcept override;
  void event_satisfied(const Event<P>& event) noexcept override;

 private:
  static void serve(void* session) noexcept;
  static void run_edt(void* argument) noexcept;
  struct EdtRun {
    Session* session;
    WorkerData* data;
    Edt<P>* edt;
  };
  static void run_whole(void* argument) noexcept;
  void run_one(process::Worker& worker, WorkerData& data, Edt<P>& edt) noexcept;
  void help(process::Worker& worker) noexcept;
  void ended_one(process::Worker& worker, WorkerData& data) noexcept;
  /// Whose EDTs a worker that finds nothing takes over: those that lie for a while, or all.
  enum class TakesOver { after_a_while, before_sleep };
  bool idle(process::Worker& worker, TakesOver when) noexcept;
  bool take_over(process::Worker& worker, TakesOver when) noexcept;
  /// Nobody sleeps loud, or without having looked whether anything can happen any more since it became quiet.
  static bool may_sleep(const process::Worker& worker) noexcept {
    const WorkerData& data = worker_data(worker);
    return data.is_quiet() && data.has_judged;
  }
  void decide_on_keeping(const process::Worker& worker) noexcept;
  bool may_keep(const process::Worker& worker) const noexcept {
    // order: relaxed — who sees it late runs one EDT out of its order, as if it had begun it a little before.
    return keeps_.load(std::memory_order_relaxed) && worker.recorder == nullptr;
  }
  void keep(process::Worker& worker, WorkerData& data, Edt<P>& edt) noexcept;
  void give_kept(process::Worker& worker, WorkerData& data) noexcept;
  Edt<P>* next_kept(process::Worker& worker, WorkerData& data) noexcept;
  bool empty_inbox(process::Worker& worker) noexcept;
  /// What QuietCheck looks at.
  struct SeenByQuietCheck {
    const Session& session;

    bool has_work() const noexcept { return !session.inbox_.is_empty(); }
    std::uint32_t seats() const noexcept { return session.workers_; }
    bool finished(std::uint32_t blocked) const noexcept;
    template <class Visit>
    void for_each_member(const Visit& visit) const noexcept {
      for (const WorkerData* data = session.threads(); data != nullptr; data = data->next)
        if (data->thread.member) visit(*data);
    }
  };
  bool still() noexcept;
  void judge_stillness() noexcept;
  void put(process::Worker& worker, Edt<P>& edt) noexcept;
  void note_origin(process::Worker& worker, Edt<P>& edt) noexcept;
  void note_slots(const process::Worker& worker, Edt<P>& edt) noexcept;
  void close() noexcept;
  void make_affinities(Thread<P>& thread) noexcept;
  void prepare_placement() noexcept;
  void prefer(const process::Worker& worker, Edt<P>& edt, runtime::Spawn& what) noexcept;
  Engine<P>* engine_pointer() noexcept { return &engine_; }

  const Settings settings_;
  Engine<P> engine_;
  Maps maps_;
  Lending lending_;
  Pause pause_;
  Callers callers_;
  std::unique_ptr<Verifier> verifier_;  // null: nobody looks
  std::vector<Guid> affinities_;        // by locality
  std::unique_ptr<memory::Placement<P>> placement_;
  bool places_ = false;
  process::Team* team_ = nullptr;
  std::uint32_t workers_ = 0;
  bool legacy_ = false;
  std::uint64_t number_ = 0;
  P::atomic<bool> stopping_{false};
  P::atomic<int> code_{0};
  P::atomic<std::uint32_t> strangers_{0};
  P::atomic<bool> judging_{false};
  P::atomic<bool> keeps_{false};          // workers keep EDTs for themselves; no more once one has a priority
  P::atomic<bool> may_have_kept_{false};  // they have done so once, and may still
  QuietCheck<P> stillness_;
  P::atomic<WorkerData*> threads_{nullptr};
  alignas(k_line) sync::Mailbox<P, Edt<P>> inbox_;
};

/// The session that there is, or null. It stays while the caller runs one of its EDTs, or is a visitor.
Session* current_session() noexcept;

/// Calls of threads that are none of the team's: a session does not go while they are inside.
struct Visitors {
  static void come() noexcept;
  static void go() noexcept;
};

/// Runs a program. @returns its exit status
int run_session(const Settings& settings, const Session::Program& program) noexcept;

}  // namespace heddle::ocr
