// Waiting: how a thread waits inside a call (ocrLegacyBlockProgress, GUID_PROP_BLOCK), while others go on. A worker's
// seat is lent meanwhile to a spare thread. Who waits sleeps until it is told.
#pragma once

#include "ocr/session.hpp"

namespace heddle::ocr {

/// Lets another EDT run, if one is ready.
void let_another_run(Session& session) noexcept;

/// Until a label of the kind that is asked for: free, or with an object.
enum class LabelState { is_free, has_object };
/// @returns false when the session ends before
bool wait_for_label(Session& session, Guid label, LabelState wanted) noexcept;

/// Waits until the event has been satisfied.
/// @returns k_ok, with the block or k_null in `value`; k_invalid: no sticky or idempotent event; k_again: it has not
/// happened, and `never_waits`; k_not_permitted: the session ends
int wait_for_event(Session& session, Guid event, bool never_waits, Guid& value) noexcept;

/// Acquires a block in read-write mode for the caller, who is no slot's EDT. @returns its data, or null: it is gone
void* wait_for_block(Session& session, Guid block) noexcept;

}  // namespace heddle::ocr
