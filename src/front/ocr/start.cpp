// The begin and the end of a program, and its arguments.
#include <cstdlib>
#include <cstring>

#include "base/message.hpp"
#include "front/ocr/arguments.hpp"
#include "front/ocr/call.hpp"
#include "front/ocr/export.hpp"
#include "front/ocr/other_library.hpp"

using namespace heddle::ocr;
using namespace heddle::ocr::door;

namespace {

// The block of arguments: a count, as many offsets, the strings.
const u64* words_of(const void* block) noexcept { return static_cast<const u64*>(block); }

void tell_old_name(const char* name, const char* better) noexcept {
  static heddle::base::OnceGate gate;
  heddle::base::warn_once(gate, {name, " is an old name: ", better});
}

}  // namespace

extern "C" {

int HEDDLE_OCR_EXPORT(heddleOcrMain)(int argc, char** argv, ocrEdt_t first) {
  if (first == nullptr)
    heddle::base::fatal({"this program has neither main nor mainEdt; OCR begins with mainEdt (docs/ocr.md)"});
  refuse_another_library();
  Arguments arguments(argc, argv);
  if (arguments.answered()) return EXIT_SUCCESS;
  return run_session(arguments.settings(), {.first = reinterpret_cast<Body>(reinterpret_cast<void*>(first)),
                                            .argument_count = arguments.count(),
                                            .arguments = arguments.values()});
}

void HEDDLE_OCR_EXPORT(ocrShutdown)() {
  Call call("ocrShutdown");
  if (call) call.session().stop(0);
}

void HEDDLE_OCR_EXPORT(ocrAbort)(u8 errorCode) {
  if (errorCode == 0) return heddle_ocrShutdown();
  Call call("ocrAbort");
  if (!call) return;
  call.session().stop(errorCode);
  // Who has called ocrLegacyInit gets the code from ocrLegacyFinalize. Another program ends here, whatever still runs.
  if (!call.session().is_legacy()) std::exit(errorCode);
}

u64 HEDDLE_OCR_EXPORT(ocrGetArgc)(void* dbPtr) { return dbPtr == nullptr ? 0 : words_of(dbPtr)[0]; }

char* HEDDLE_OCR_EXPORT(ocrGetArgv)(void* dbPtr, u64 count) {
  if (dbPtr == nullptr || count >= words_of(dbPtr)[0]) return nullptr;
  return static_cast<char*>(dbPtr) + words_of(dbPtr)[1 + count];
}

u64 HEDDLE_OCR_EXPORT(getArgc)(void* dbPtr) {
  tell_old_name("getArgc", "call ocrGetArgc");
  return heddle_ocrGetArgc(dbPtr);
}

char* HEDDLE_OCR_EXPORT(getArgv)(void* dbPtr, u64 count) {
  tell_old_name("getArgv", "call ocrGetArgv");
  return heddle_ocrGetArgv(dbPtr, count);
}

u64 HEDDLE_OCR_EXPORT(ocrVersionExtensionBitmap)() {
  return OCR_VERSION_LEGACY_BIT | OCR_VERSION_AFFINITY_BIT | OCR_VERSION_PARAMS_EVT_BIT | OCR_VERSION_COUNTED_EVT_BIT |
         OCR_VERSION_RTITF_BIT | OCR_VERSION_PAUSE_BIT | OCR_VERSION_LABELING_BIT | OCR_VERSION_CHANNEL_EVT_BIT |
         OCR_VERSION_COLLECTIVE_EVT_BIT | OCR_VERSION_MULTI_OUTPUT_SLOT_BIT | OCR_VERSION_DB_INFO_BIT;
}

}  // extern "C"

namespace {

// The number at that place of a version string, counted from 0.
u32 number_at(const u8* version, int place) noexcept {
  if (version == nullptr) return 0;
  const char* text = reinterpret_cast<const char*>(version);
  for (; place > 0; --place) {
    text = std::strchr(text, '.');
    if (text == nullptr) return 0;
    ++text;
  }
  return static_cast<u32>(std::strtoul(text, nullptr, 10));
}

}  // namespace

extern "C" {

u32 HEDDLE_OCR_EXPORT(ocrVersionExtractMajor)(const u8* version) { return number_at(version, 0); }
u32 HEDDLE_OCR_EXPORT(ocrVersionExtractMinor)(const u8* version) { return number_at(version, 1); }
u32 HEDDLE_OCR_EXPORT(ocrVersionExtractPatch)(const u8* version) { return number_at(version, 2); }

}  // extern "C"
