// What calls return: Linux's errno values, and those of OCR's own (OCR 1.2.0, §2.1; ocr-errors.h).
#pragma once

namespace heddle::ocr {

enum CallCode : int {
  k_ok = 0,
  k_not_permitted = 1,   // EPERM
  k_no_entry = 2,        // ENOENT
  k_again = 11,          // EAGAIN
  k_no_memory = 12,      // ENOMEM
  k_no_access = 13,      // EACCES
  k_busy = 16,           // EBUSY
  k_invalid = 22,        // EINVAL
  k_not_supported = 95,  // ENOTSUP
  k_guid_exists = 100,   // OCR_EGUIDEXISTS
};

}  // namespace heddle::ocr
