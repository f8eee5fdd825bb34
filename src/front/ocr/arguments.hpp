// Arguments: a command line without what is OCR's own, and what that, the configuration and the environment ask for.
#pragma once

#include <vector>

#include "ocr/settings.hpp"

namespace heddle::ocr::door {

class Arguments {
 public:
  /// Takes -ocr:cfg FILE, -ocr:help and -ocr:version out; the strings stay the caller's.
  Arguments(int count, char** values);
  /// Of a program that has taken its arguments apart itself. @param file  a configuration, or null
  explicit Arguments(const char* file);

  /// A question was asked and has been answered: there is nothing to run.
  bool answered() const noexcept { return answered_; }
  const Settings& settings() const noexcept { return settings_; }
  int count() const noexcept { return static_cast<int>(values_.size()) - 1; }
  /// Ends in a null pointer, as argv does.
  char** values() noexcept { return values_.data(); }
  const char* file() const noexcept { return file_; }

 private:
  void find_settings();

  std::vector<char*> values_;
  const char* file_ = nullptr;
  bool answered_ = false;
  Settings settings_;
};

}  // namespace heddle::ocr::door
