// The logical dependences of a program: which task must wait for which, by their accesses and the order of creation.
//
// The rule is graph/order_rule.hpp's, applied without regard to when tasks ran: so the edges of a program are the same
// however often it is traced. Slots of EDTs have said themselves from whom they got what.
#pragma once

#include <cstddef>
#include <vector>

#include "history.hpp"

namespace heddle::tools {

/// `after` must wait for `before`; indices in History::tasks.
struct Dependence {
  std::size_t before;
  std::size_t after;

  friend bool operator==(const Dependence&, const Dependence&) = default;
};

/// By `after`, then `before`, each pair once. By accesses, children of different parents never depend on each other.
std::vector<Dependence> dependences_of(const std::vector<TaskHistory>& tasks);

}  // namespace heddle::tools
