// Parts of a reduction, joined to their target one at a time.
//
// The lock of a target is one of a few, by its address: two targets may share one, so a join waits for nothing. Touched
// once per task that reduces; any thread.
#pragma once

namespace heddle::tasks {

/// Calls join(target, part) while nobody else joins to that target.
void join_part(void* target, void* part, void (*join)(void* target, void* part));

}  // namespace heddle::tasks
