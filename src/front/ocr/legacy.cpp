// OCR called from a program that has its own main, and calls that wait.
#include <pthread.h>

#include <cstdlib>
#include <vector>

#include "base/message.hpp"
#include "front/ocr/arguments.hpp"
#include "front/ocr/call.hpp"
#include "front/ocr/export.hpp"
#include "front/ocr/other_library.hpp"
#include "ocr/waiting.hpp"
#include "probe/order.hpp"

using namespace heddle::ocr;
using namespace heddle::ocr::door;

namespace {

/// A session that a thread of its own is the master of.
struct Standing {
  Settings settings;
  P::atomic<std::uint32_t> begun{0};
  P::atomic<std::uint32_t> ended{0};
  int code = 0;
};

constinit P::atomic<Standing*> standing{nullptr};

void* serve(void* argument) noexcept {
  auto& self = *static_cast<Standing*>(argument);
  self.code = run_session(self.settings, {.begun = &self.begun});
  heddle::probe::released(&self.ended);
  // order: release — pairs with sleep_until(): the code.
  self.begun.store(1, std::memory_order_release);
  P::unpark_all(self.begun);
  self.ended.store(1, std::memory_order_release);
  P::unpark_all(self.ended);
  return nullptr;
}

void sleep_until(P::atomic<std::uint32_t>& word) noexcept {
  // order: acquire — pairs with serve() and Session::run().
  while (word.load(std::memory_order_acquire) == 0) P::park(word, 0);
  heddle::probe::acquired(&word);
}

// The child of a fork has no session, and may begin one of its own.
void forget_in_child() noexcept {
  standing.store(nullptr, std::memory_order_relaxed);  // order: relaxed — one thread
}

// Its only GUID; there is no object behind it.
ocrGuid_t context() noexcept { return guid_of(heddle::ocr::guid::make(Kind::none, 2, heddle::ocr::guid::k_line_mask)); }

}  // namespace

extern "C" {

void HEDDLE_OCR_EXPORT(ocrParseArgs)(int argc, const char* argv[], ocrConfig_t* ocrConfig) {
  if (ocrConfig == nullptr) return;
  Arguments arguments(argc, const_cast<char**>(argv));
  // The strings stay the program's; of the array nobody says when it is done with.
  auto** const values =
      static_cast<char**>(std::calloc(static_cast<std::size_t>(arguments.count()) + 1, sizeof(char*)));
  for (int at = 0; values != nullptr && at < arguments.count(); ++at) values[at] = arguments.values()[at];
  ocrConfig->userArgc = arguments.count();
  ocrConfig->userArgv = values;
  ocrConfig->iniFile = arguments.file();
}

void HEDDLE_OCR_EXPORT(ocrLegacyInit)(ocrGuid_t* legacyContext, ocrConfig_t* ocrConfig) {
  if (legacyContext != nullptr) *legacyContext = NULL_GUID;
  [[maybe_unused]] static const int once = ::pthread_atfork(nullptr, nullptr, forget_in_child);
  refuse_another_library();
  auto* const self = new Standing;
  Standing* none = nullptr;
  // order: acq_rel — pairs with ocrLegacyFinalize(): its session is over.
  if (current_session() != nullptr || !standing.compare_exchange_strong(none, self, std::memory_order_acq_rel)) {
    heddle::base::warn(
        {"ocrLegacyInit was called while OCR is running already; it does nothing, and the context is NULL_GUID"});
    delete self;
    return;
  }
  self->settings = Arguments(ocrConfig != nullptr ? ocrConfig->iniFile : nullptr).settings();
  if (!P::start_thread(serve, self, 0)) {
    heddle::base::warn({"the system starts no thread for OCR"});
    standing.store(nullptr, std::memory_order_release);  // order: release — as in ocrLegacyFinalize()
    delete self;
    return;
  }
  sleep_until(self->begun);
  if (legacyContext != nullptr) *legacyContext = context();
}

u8 HEDDLE_OCR_EXPORT(ocrLegacyFinalize)(ocrGuid_t legacyContext, bool runUntilShutdown) {
  // order: acquire — pairs with ocrLegacyInit().
  Standing* const self = standing.load(std::memory_order_acquire);
  if (self == nullptr || legacyContext.guid != context().guid) return OCR_EINVAL;
  if (!runUntilShutdown) {
    Call call("ocrLegacyFinalize");
    if (call) call.session().stop(0);
  }
  sleep_until(self->ended);
  const int code = self->code;
  // order: release — as above.
  standing.store(nullptr, std::memory_order_release);
  delete self;
  return static_cast<u8>(code);
}

u8 HEDDLE_OCR_EXPORT(ocrLegacySpawnOCR)(ocrGuid_t* handle, ocrGuid_t finishEdtTemplate, u64 paramc, u64* paramv,
                                        u64 depc, ocrGuid_t* depv, ocrGuid_t /*legacyContext*/) {
  if (handle == nullptr) return OCR_EINVAL;
  *handle = NULL_GUID;
  Call call("ocrLegacySpawnOCR");
  if (!call || depc == 0 || depv == nullptr || depc > k_most_slots || paramc > k_most_slots) return OCR_EINVAL;
  for (u64 index = 0; index < depc; ++index)
    if (value_of(depv[index]) == k_uninitialized) return OCR_EINVAL;
  ocrGuid_t sticky = NULL_GUID;
  ocrGuid_t latch = NULL_GUID;
  ocrGuid_t edt = NULL_GUID;
  if (const u8 code = heddle_ocrEventCreate(&sticky, OCR_EVENT_STICKY_T, EVT_PROP_TAKES_ARG); code != 0) return code;
  // The EDT's own output event passes on to the handle before the EDT can begin: its first slot is filled last.
  std::vector<ocrGuid_t> dependences(depv, depv + depc);
  dependences[0] = UNINITIALIZED_GUID;
  u8 code = heddle_ocrEdtCreate(&edt, finishEdtTemplate, static_cast<u32>(paramc), paramc == 0 ? nullptr : paramv,
                                static_cast<u32>(depc), dependences.data(), EDT_PROP_FINISH, nullptr, &latch);
  if (code == 0) code = heddle_ocrAddDependence(latch, sticky, 0, DB_DEFAULT_MODE);
  if (code == 0) code = heddle_ocrAddDependence(depv[0], edt, 0, DB_DEFAULT_MODE);
  if (code == 0) {
    *handle = sticky;
  } else {
    (void)heddle_ocrEventDestroy(sticky);
  }
  return code;
}

u8 HEDDLE_OCR_EXPORT(ocrLegacyBlockProgress)(ocrGuid_t handle, ocrGuid_t* guid, void** result, u64* size,
                                             u16 properties) {
  if (guid != nullptr) *guid = NULL_GUID;
  if (result != nullptr) *result = nullptr;
  if (size != nullptr) *size = 0;
  Call call("ocrLegacyBlockProgress");
  constexpr u16 k_properties = LEGACY_PROP_WAIT_FOR_CREATE | LEGACY_PROP_WAIT_IF_CREATED | LEGACY_PROP_CHECK;
  if (!call || (properties & ~k_properties) != 0) return OCR_EINVAL;
  Session& session = call.session();
  if ((properties & LEGACY_PROP_WAIT_FOR_CREATE) != 0)
    (void)wait_for_label(session, value_of(handle), LabelState::has_object);
  Guid value = k_null;
  if (wait_for_event(session, value_of(handle), (properties & LEGACY_PROP_CHECK) != 0, value) != k_ok)
    return OCR_EINVAL;
  if (guid != nullptr) *guid = guid_of(value);
  if (value == k_null || (result == nullptr && size == nullptr)) return 0;
  void* const data = wait_for_block(session, value);
  if (data == nullptr) return OCR_EINVAL;
  if (result != nullptr) *result = data;
  if (size != nullptr) (void)call.engine().block_bytes(call.thread(), value, *size);
  return 0;
}

ocrGuid_t HEDDLE_OCR_EXPORT(ocrWait)(ocrGuid_t outputEvent) {
  ocrGuid_t guid = NULL_GUID;
  return heddle_ocrLegacyBlockProgress(outputEvent, &guid, nullptr, nullptr, LEGACY_PROP_NONE) == 0 ? guid : ERROR_GUID;
}

bool HEDDLE_OCR_EXPORT(ocrLegacyIsChannelReady)(ocrGuid_t channelGuid) {
  Call call("ocrLegacyIsChannelReady");
  return call && call.engine().channel_has_value(value_of(channelGuid));
}

}  // extern "C"
