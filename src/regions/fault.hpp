// Fault: what a call on regions refuses, and the words for it. Who prints them is the door.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::regions {

/// Where in the program a call stands.
struct Place {
  const char* file = nullptr;
  int line = 0;
};

enum class Fault : std::uint8_t {
  none,
  bad_region,         // 1, unknown, freed; 0 where it may not be freed; a level below 0
  no_memory,          // a size that memory or the range cannot hold
  bad_count,          // fewer than one object
  bad_size,           // objects of no size
  null_array,         // nowhere to put the objects
  bad_pointer,        // misaligned, inside an object, not of a region, freed
  null_body,          // an entry of the table that is null
  null_arguments,     // an array of arguments that is null
  bad_bits,           // unknown bits of a type
  bad_argument,       // a region's bit on an address, or the reverse; what is neither region nor object
  outside_footprint,  // an argument that the parent does not cover
  write_under_read,   // the parent covers it to read only
  root_argument,      // region 0
  uncovered,          // SAFE that no other argument covers
  busy,               // tasks still wait for what is to be freed
  outside_task,       // a call outside of all tasks
  running,            // a second run at once
  no_ranks,           // the ranks that a launcher has started do not meet
};

/// What went wrong: a code, and "<what>, <remedy>".
struct CallError {
  Fault code = Fault::none;
  std::string text;

  explicit operator bool() const noexcept { return code != Fault::none; }
  [[gnu::cold]] void set(Fault fault, std::string words) {
    code = fault;
    text = std::move(words);
  }
};

}  // namespace heddle::regions
