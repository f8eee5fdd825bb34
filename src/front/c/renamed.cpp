// Functions under the names that they had before (heddle/renamed.h), for programs that were built with these.
#include "heddle/task.h"

#define HEDDLE_TASK_EXPORT [[gnu::visibility("default")]]

extern "C" {

HEDDLE_TASK_EXPORT void heddle_event_by_me(heddle_event* event, const char* name) {
  heddle_event_set_completer(event, name);
}
HEDDLE_TASK_EXPORT int heddle_join(void* target, void* part, void (*join)(void* target, void* part)) {
  return heddle_reduction_combine(target, part, join);
}
HEDDLE_TASK_EXPORT void heddle_whole_begin(heddle_coroutine* coroutine) { heddle_coroutine_begin(coroutine); }

}  // extern "C"
