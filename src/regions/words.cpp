// The words of refusals.
#include <cstdio>

#include "regions/footing.hpp"

namespace heddle::regions {

namespace {

std::string hexadecimal(const void* pointer) {
  char text[32];
  std::snprintf(text, sizeof text, "%p", pointer);
  return text;
}

std::string place_words(const char* file, int line) {
  return file == nullptr ? std::string("an unknown place") : std::string(file) + ":" + std::to_string(line);
}

}  // namespace

void Footing::refuse_region(Id id, CallError& error) const {
  const Record* const record = state->store().record_of(id);
  if (id != region::k_root && record != nullptr && record->turn >= region::Name::turn_of(id) && record->turn != 0) {
    std::string where;
    if (record->turn == region::Name::turn_of(id) && record->freed_file != nullptr)
      where = " at " + place_words(record->freed_file, record->freed_line);
    return error.set(Fault::bad_region, "region " + std::to_string(id) + " was freed" + where + ", use it before that");
  }
  error.set(Fault::bad_region, "region " + std::to_string(id) + " is none, give what the call that makes one returned");
}

std::string name_of(const dependence::RegionTask<P>& task) {
  if (task.is_main) return "the main task";
  if (task.file == nullptr) return task.waits ? "a wait" : "a task";
  return (task.waits ? "the wait at " : "the task of ") + place_words(task.file, task.line);
}

std::string name_of(State& state, OrderScope& scope) {
  if (scope.is_region) {
    // order: relaxed — for a message.
    return "region " + std::to_string(Record::of(scope).id.load(std::memory_order_relaxed));
  }
  const void* const object = state.tree().object_of(scope);
  // order: relaxed — for a message.
  return "the object " + hexadecimal(object) + " in region " +
         std::to_string(Record::of(*scope.up).id.load(std::memory_order_relaxed));
}

bool refuse_bytes(State& state, std::size_t bytes, CallError& error) {
  error.set(Fault::no_memory, std::to_string(bytes) + " bytes are more than there is, of a range of " +
                                  std::to_string(state.store().space().bytes()) +
                                  " bytes; see HEDDLE_REGION_SPACE, ulimit -v and the cgroup's limit");
  return false;
}

bool refuse_pointer(State& state, const void* pointer, CallError& error) {
  std::size_t bytes = 0;
  const void* const object = state.tree().heap().object_around(pointer, bytes);
  if (object == nullptr) {
    error.set(
        Fault::bad_pointer,
        hexadecimal(pointer) + " is no object of a region, or was freed; give what the call that makes one returned");
  } else {
    error.set(Fault::bad_pointer, hexadecimal(pointer) + " lies inside the object " + hexadecimal(object) + " of " +
                                      std::to_string(bytes) + " bytes, give where that begins");
  }
  return false;
}

}  // namespace heddle::regions
