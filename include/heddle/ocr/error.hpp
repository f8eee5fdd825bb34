// heddle/ocr/error.hpp: what a call of OCR has refused, as an exception. Part of heddle/ocr.hpp.
//
// The headers of OCR declare what belongs to an extension only where the program asks for it; the C++ calls need these.
#pragma once

#if defined(HEDDLE_OCR_H) && !(defined(ENABLE_EXTENSION_PARAMS_EVT) && defined(ENABLE_EXTENSION_LEGACY))
#error "include <heddle/ocr.hpp> before <ocr.h>: it asks for the extensions that it needs"
#endif
#ifndef ENABLE_EXTENSION_AFFINITY
#define ENABLE_EXTENSION_AFFINITY  ///< affinities
#endif
#ifndef ENABLE_EXTENSION_LABELING
#define ENABLE_EXTENSION_LABELING  ///< labels
#endif
#ifndef ENABLE_EXTENSION_PARAMS_EVT
#define ENABLE_EXTENSION_PARAMS_EVT  ///< events with parameters
#endif
#ifndef ENABLE_EXTENSION_COUNTED_EVT
#define ENABLE_EXTENSION_COUNTED_EVT  ///< counted events: futures
#endif
#ifndef ENABLE_EXTENSION_CHANNEL_EVT
#define ENABLE_EXTENSION_CHANNEL_EVT  ///< channels
#endif
#ifndef ENABLE_EXTENSION_COLLECTIVE_EVT
#define ENABLE_EXTENSION_COLLECTIVE_EVT  ///< collective events: reduce
#endif
#ifndef ENABLE_EXTENSION_MULTI_OUTPUT_SLOT
#define ENABLE_EXTENSION_MULTI_OUTPUT_SLOT  ///< ranks of collective events
#endif
#ifndef ENABLE_EXTENSION_LEGACY
#define ENABLE_EXTENSION_LEGACY  ///< calls that wait
#endif
#ifndef ENABLE_EXTENSION_DB_INFO
#define ENABLE_EXTENSION_DB_INFO  ///< sizes of blocks
#endif

#include <extensions/ocr-affinity.h>
#include <extensions/ocr-db-info.h>
#include <extensions/ocr-labeling.h>
#include <extensions/ocr-legacy.h>
#include <extensions/ocr-reduction-event.h>
#include <ocr.h>

#include <source_location>
#include <stdexcept>
#include <string>

namespace heddle::ocr {

/// A call of OCR was refused: what() has the place, the call and the code.
class error : public std::runtime_error {
 public:
  /// @param code  of ocr-errors.h
  /// @param call  what was refused
  /// @param where  in the program
  error(u8 code, const char* call, const std::source_location& where)
      : std::runtime_error(std::string(where.file_name()) + ":" + std::to_string(where.line()) + ": " + call +
                           " was refused: " + text_of(code)),
        code_(code),
        where_(where) {}

  /// of ocr-errors.h
  [[nodiscard]] u8 code() const noexcept { return code_; }
  /// where the program has made the call
  [[nodiscard]] const std::source_location& where() const noexcept { return where_; }

 private:
  static std::string text_of(u8 code) {
    switch (code) {
      case OCR_EPERM:
        return "OCR_EPERM, not allowed in this state";
      case OCR_ENOMEM:
        return "OCR_ENOMEM, no memory";
      case OCR_EACCES:
        return "OCR_EACCES, the block is not held";
      case OCR_EINVAL:
        return "OCR_EINVAL, an argument is wrong, or what it names is no more";
      case OCR_ECANCELED:
        return "OCR_ECANCELED, the runtime has been shut down";
      case OCR_EGUIDEXISTS:
        return "OCR_EGUIDEXISTS, there is one already";
      default:
        return "code " + std::to_string(code);
    }
  }

  u8 code_;
  std::source_location where_;
};

/// The runtime is shut down while the caller waits; a task that lets it pass ends.
class stopped : public error {
 public:
  /// @param where  in the program
  explicit stopped(const std::source_location& where) : error(OCR_ECANCELED, "waiting", where) {}
};

namespace detail {

[[noreturn, gnu::cold, gnu::noinline]] inline void refuse(u8 code, const char* call,
                                                          const std::source_location& where) {
  throw error(code, call, where);
}

inline void check(u8 code, const char* call, const std::source_location& where) {
  if (code != 0) [[unlikely]]
    refuse(code, call, where);
}

}  // namespace detail

}  // namespace heddle::ocr
