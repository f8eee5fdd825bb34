// What a body shares and what it has for itself, by the rules of its dialect.
#pragma once

#include "tools/heddlec/model.hpp"

namespace heddlec {

enum class Sharing { shared, firstprivate, own, reduction };

/// Of this variable in this directive's body.
Sharing sharing_of(const Unit& unit, int directive, int variable);

/// The variables of enclosing functions that the body needs, in the order in which they are named.
std::vector<int> captures_of(const Unit& unit, int directive);

/// The kinds of directives.
bool is_region(const Unit& unit, const Directive& directive);  // a static region
bool is_container(const Directive& directive);                 // creation code, of a static region
bool is_leaf(const Unit& unit, int number);                    // a body of a static region
bool is_task(const Directive& directive);                      // of OmpSs-2
bool is_left_alone(const Unit& unit, int number);              // the backend's
bool divides_loop(const Directive& directive);
bool is_loop_variable(const Directive& directive, int variable);  // also of an inner loop that is collapsed

/// Whether the clauses of a region make the variable private to its workers.
bool is_private_of_region(const Unit& unit, int region, int variable);

/// The static region around a directive, or -1.
int region_of(const Unit& unit, int number);

}  // namespace heddlec
