// Call: one call of a program's, from its begin to its end: who calls, in which session. Used by the files of front/ocr
// only.
#pragma once

#include "front/ocr/abi.hpp"
#include "ocr/session.hpp"
#include "runtime/current.hpp"

namespace heddle::ocr::door {

class Call {
 public:
  /// @param site  where the program calls: the return address of the function that makes this object
  explicit Call(const char* name, const void* site = __builtin_return_address(0)) noexcept
      : worker_(runtime::current()), data_(worker_data(worker_)) {
    data_.thread.call = name;
    data_.thread.site = site;
    data_.thread.in_call = true;
    if (!data_.thread.member) [[unlikely]]
      Visitors::come();
    session_ = current_session();
    if (session_ == nullptr) [[unlikely]] {
      tell_no_session(name);
      return;
    }
    if (data_.thread.session != session_->number()) [[unlikely]]
      session_->enter(worker_);
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call() {
    data_.thread.in_call = false;
    if (!data_.thread.member) [[unlikely]]
      Visitors::go();
  }

  /// Whether OCR runs: else the call does nothing, and the program has been told.
  explicit operator bool() const noexcept { return session_ != nullptr; }
  Session& session() const noexcept { return *session_; }
  Engine<P>& engine() const noexcept { return session_->engine(); }
  Thread<P>& thread() const noexcept { return data_.thread; }
  process::Worker& worker() const noexcept { return worker_; }

 private:
  [[gnu::cold]] static void tell_no_session(const char* name) noexcept;

  process::Worker& worker_;
  WorkerData& data_;
  Session* session_ = nullptr;
};

/// A label that a call is to make an object under, as its flags say. Given up again if no object comes to be.
class NewLabel {
 public:
  NewLabel(Call& call, ocrGuid_t* guid, u16 flags) noexcept : engine_(call.engine()), guid_(guid) {
    if ((flags & GUID_PROP_IS_LABELED) != 0) [[unlikely]]
      claim(call, flags);
  }
  NewLabel(const NewLabel&) = delete;
  NewLabel& operator=(const NewLabel&) = delete;
  ~NewLabel() {
    if (claimed_) engine_.clear_label(label_, k_null);
  }

  int code() const noexcept { return code_; }
  Guid label() const noexcept { return label_; }
  /// @returns the code that the call returns; says in `guid` what was made
  int done(int code, Guid made) noexcept {
    *guid_ = code == k_ok ? guid_of(made) : NULL_GUID;
    if (code == k_ok) keep();
    return code;
  }
  /// There is an object under it.
  void keep() noexcept { claimed_ = false; }

 private:
  void claim(Call& call, u16 flags) noexcept;

  Engine<P>& engine_;
  ocrGuid_t* guid_;
  Guid label_ = k_null;
  int code_ = k_ok;
  bool claimed_ = false;
};

inline constexpr u16 k_label_flags = GUID_PROP_CHECK | GUID_PROP_BLOCK;

/// Whether the flags are those of the call, and say how a label is to be used only where there is one.
inline bool flags_fit(u16 flags, u16 of_the_call) noexcept {
  if ((flags & ~(of_the_call | k_label_flags)) != 0) return false;
  return (flags & k_label_flags) == 0 || (flags & GUID_PROP_IS_LABELED) != 0;
}

}  // namespace heddle::ocr::door
