// What a raw trace says of programs in OCR beside tasks: further values of Event. `task` is a GUID in all of them.
#pragma once

#include "format/trace.hpp"

namespace heddle::format {

// Of the task that the worker makes next: its EDT; a: its finish scope or 0, b: in which task it became ready, extra:
// the number of its locality and one, or 0.
inline constexpr Event k_edt_made{20};
// Of the same EDT; a: the slot's block or 0, b: its bytes, detail: DB_MODE_*, extra: the slot.
inline constexpr Event k_edt_slot{21};
// The EDT; a: the event that the slot waited for or 0, b: in which task, extra: the slot.
inline constexpr Event k_slot_filled{22};
// The event; a: of a text (Event::task_origin) or 0, detail: OCR_EVENT_*_T.
inline constexpr Event k_event_made{23};
// The event; b: in which task, or 0 and a: by the end of which finish scope.
inline constexpr Event k_event_satisfied{24};

}  // namespace heddle::format
