// What bodies do, with the functions that they call: gathered from unit.effects.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tools/heddlec/model.hpp"

namespace heddlec {

/// What a piece of the program may do, calls included.
struct Deeds {
  std::map<int, const Effect*> writes;                 // variables, with one place each
  std::map<std::string, const Effect*> memory_writes;  // by the class of the type
  std::vector<const Effect*> reads;                    // of memory
  std::vector<const Effect*> foreign;                  // calls of functions whose effects are unknown, and the like
  const Effect* thread = nullptr;                      // asks which thread it is
  const Effect* input = nullptr;                       // calls what is no function of its arguments, known or not
  std::set<int> functions;                             // of the unit, that are called
};

/// Gathers deeds; asks each function of the unit once.
class DeedsOf {
 public:
  explicit DeedsOf(const Unit& unit) : unit_(unit) {}

  /// Adds one effect, and what it calls.
  void add(Deeds& deeds, const Effect& effect) const;

 private:
  void add_call(Deeds& deeds, const Effect& effect) const;
  const Unit& unit_;
};

}  // namespace heddlec
