// Contexts: each task is a thread of its own to ThreadSanitizer, although a worker runs many.
//
// A context is a fiber in its words. Two tasks are then ordered by what OpenMP says, and by nothing else, also where
// one thread runs both. Such a task gets memory of its own for its stack, too: on the worker's, the variables of one
// task would lie where those of another were, with no order between them. Called on the worker's thread; nothing of it
// in a process without ThreadSanitizer.
#pragma once

namespace heddle::ompt {

/// Whether the process can tell contexts apart.
bool contexts_work() noexcept;

/// The thread begins to run tasks. What it did until now comes before all of them.
void prepare_contexts() noexcept;
void drop_contexts() noexcept;  // it will run none any more

/// Whether there may be one more: ThreadSanitizer has room for some thousand, and each costs it memory.
bool room_for_context() noexcept;

/// From here on the thread is a new one. @param name  of what it is in reports  @returns what it was
void* enter_context(const char* name) noexcept;
/// It is `outside` again, and what it was is over.
void leave_context(void* outside) noexcept;

/// Calls function(argument) on memory that nothing is known of.
void call_on_new_stack(void (*function)(void*), void* argument) noexcept;

/// Tasks that are no task of OpenMP's are contexts by themselves (probe/context.hpp): OCR's EDTs. Where there is no
/// room for one more, or the thread runs no tasks, what goes on here comes before them, too.
void make_contexts_for_all() noexcept;

}  // namespace heddle::ompt
