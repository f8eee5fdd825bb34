// The public headers with all extensions, as the library has them.
#pragma once

#define ENABLE_EXTENSION_AFFINITY
#define ENABLE_EXTENSION_CHANNEL_EVT
#define ENABLE_EXTENSION_COLLECTIVE_EVT
#define ENABLE_EXTENSION_COUNTED_EVT
#define ENABLE_EXTENSION_DB_INFO
#define ENABLE_EXTENSION_LABELING
#define ENABLE_EXTENSION_LEGACY
#define ENABLE_EXTENSION_MULTI_OUTPUT_SLOT
#define ENABLE_EXTENSION_PARAMS_EVT
#define ENABLE_EXTENSION_PAUSE
#define ENABLE_EXTENSION_RTITF

#include "ocr/extensions/ocr-affinity.h"
#include "ocr/extensions/ocr-db-info.h"
#include "ocr/extensions/ocr-labeling.h"
#include "ocr/extensions/ocr-legacy.h"
#include "ocr/extensions/ocr-pause.h"
#include "ocr/extensions/ocr-reduction-event.h"
#include "ocr/extensions/ocr-runtime-itf.h"
#include "ocr/ocr-errors.h"
#include "ocr/ocr.h"

#include "ocr/guid.hpp"

namespace heddle::ocr::door {

inline Guid value_of(ocrGuid_t guid) noexcept { return static_cast<Guid>(guid.guid); }
inline ocrGuid_t guid_of(Guid value) noexcept { return {static_cast<intptr_t>(value)}; }

}  // namespace heddle::ocr::door
