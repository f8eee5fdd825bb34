// Waiting: how a thread waits inside a call (ocrLegacyBlockProgress, GUID_PROP_BLOCK), while others go on.
#pragma once

#include "ocr/session.hpp"

namespace heddle::ocr {

/// Between two looks at something that cannot wake its waiters. Lends the seat, as wait_for_event() does.
void wait_a_while(Session& session) noexcept;

/// Waits until the event has been satisfied. A worker's seat is lent meanwhile to a spare thread.
/// @returns k_ok, with the block or k_null in `value`; k_invalid: no sticky or idempotent event; k_again: it has not
/// happened, and `never_waits`; k_not_permitted: the session ends
int wait_for_event(Session& session, Guid event, bool never_waits, Guid& value) noexcept;

/// Acquires a block in read-write mode for the caller, who is no slot's EDT. @returns its data, or null: it is gone
void* wait_for_block(Session& session, Guid block) noexcept;

}  // namespace heddle::ocr
