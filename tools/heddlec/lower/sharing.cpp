#include "tools/heddlec/lower/sharing.hpp"

#include <algorithm>

namespace heddlec {

namespace {

const Directive& at(const Unit& unit, int number) { return unit.directives[static_cast<std::size_t>(number)]; }

bool names(const Unit& unit, const Directive& directive, const Clause& clause, int variable) {
  for (const Item& item : clause.items) {
    const Probe& probe = directive.probes[static_cast<std::size_t>(item.element)];
    for (const Use& use : probe.uses)
      if (use.variable == variable) return true;
  }
  (void)unit;
  return false;
}

/// What clauses say outright; -1: nothing.
int by_clause(const Unit& unit, const Directive& directive, int variable) {
  for (const Clause& clause : directive.clauses) {
    const bool says = clause.name == "private" || clause.name == "firstprivate" || clause.name == "shared" ||
                      clause.name == "reduction" || clause.name == "lastprivate";
    if (!says || !names(unit, directive, clause, variable)) continue;
    if (clause.name == "private") return static_cast<int>(Sharing::own);
    if (clause.name == "firstprivate") return static_cast<int>(Sharing::firstprivate);
    // A body's own value, which is handed on at its end.
    if (clause.name == "reduction" || clause.name == "lastprivate") return static_cast<int>(Sharing::reduction);
    return static_cast<int>(Sharing::shared);
  }
  return -1;
}

/// OmpSs-2: what an item names is shared, a pointer through which it goes is copied.
Sharing by_items(const Unit& unit, const Directive& directive, int variable) {
  bool named = false, read = false;
  for (const Clause& clause : directive.clauses) {
    for (const Item& item : clause.items) {
      if (item.element < 0) continue;
      for (const Use& use : directive.probes[static_cast<std::size_t>(item.element)].uses) {
        if (use.variable != variable) continue;
        named = named || !use.read;
        read = read || use.read;
      }
    }
  }
  if (named) return Sharing::shared;
  const Variable& described = unit.variables[static_cast<std::size_t>(variable)];
  if (read && described.pointer) return Sharing::firstprivate;
  const Clause* fallback = clause_of(directive, "default");
  if (fallback != nullptr && text_of(fallback->values[0]) == "shared") return Sharing::shared;
  const bool lasting = described.kind == Variable::Kind::global || described.kind == Variable::Kind::local_static;
  return lasting ? Sharing::shared : Sharing::firstprivate;
}

}  // namespace

bool divides_loop(const Directive& directive) {
  if (directive.family == Family::heddle) return directive.name == "laps";
  if (directive.name == "taskiter") return true;
  return directive.name == "for" || directive.name == "for simd" || directive.name == "taskloop" ||
         directive.name == "taskloop simd" || directive.name == "task for" || directive.name == "taskloop for";
}

bool is_loop_variable(const Directive& directive, int variable) {
  if (!divides_loop(directive)) return false;
  for (const Loop& inner : directive.inner)
    if (inner.variable_id == variable) return true;
  return directive.loop.variable_id == variable;
}

bool is_task(const Directive& directive) {
  return directive.family == Family::oss && directive.callee.name.empty() && directive.name != "taskiter" &&
         (directive.name == "task" || divides_loop(directive));
}

bool is_container(const Directive& directive) {
  if (directive.family == Family::oss) return directive.name == "taskiter";
  return directive.family == Family::omp && (directive.name == "parallel" || directive.name == "sections" ||
                                             directive.name == "taskgroup" || directive.creates);
}

bool is_left_alone(const Unit& unit, int number) {
  const Directive& directive = at(unit, number);
  if (directive.family != Family::omp || directive.name == "skipped") return false;
  if (directive.kept) return true;
  for (int around = directive.parent; around >= 0; around = at(unit, around).parent) {
    const Directive& outer = at(unit, around);
    if (outer.family == Family::omp && !is_container(outer)) return true;
    if (outer.family == Family::oss && is_task(outer)) return true;
  }
  return false;
}

bool is_region(const Unit& unit, const Directive& directive) {
  (void)unit;
  if (directive.family == Family::oss) return directive.name == "taskiter";
  return directive.family == Family::omp && directive.name == "parallel";
}

int region_of(const Unit& unit, int number) {
  for (int around = at(unit, number).parent; around >= 0; around = at(unit, around).parent)
    if (is_region(unit, at(unit, around)) && !is_left_alone(unit, around)) return around;
  return -1;
}

bool is_leaf(const Unit& unit, int number) {
  const Directive& directive = at(unit, number);
  if (directive.family == Family::oss && is_task(directive)) {
    // Of a taskiter; what a task of it makes is spawned.
    for (int around = directive.parent; around >= 0; around = at(unit, around).parent) {
      if (at(unit, around).name == "taskiter") return true;
      if (is_task(at(unit, around)) || at(unit, around).family == Family::omp) return false;
    }
    return false;
  }
  if (directive.family != Family::omp || !directive.has_body || is_left_alone(unit, number)) return false;
  return !is_container(directive) && directive.name != "skipped";
}

bool is_private_of_region(const Unit& unit, int region, int variable) {
  return by_clause(unit, at(unit, region), variable) == static_cast<int>(Sharing::own);
}

Sharing sharing_of(const Unit& unit, int number, int variable) {
  const Directive& directive = at(unit, number);
  if (is_loop_variable(directive, variable)) return Sharing::own;
  const int said = by_clause(unit, directive, variable);
  if (said >= 0) return static_cast<Sharing>(said);
  if (directive.family == Family::oss) return by_items(unit, directive, variable);
  const int region = region_of(unit, number);
  if (region < 0) return Sharing::shared;
  // OpenMP's: creation code has one of its own, which tasks copy.
  if (is_private_of_region(unit, region, variable))
    return at(unit, region).candidate ? Sharing::firstprivate : Sharing::own;
  if (by_clause(unit, at(unit, region), variable) == static_cast<int>(Sharing::firstprivate))
    return Sharing::firstprivate;
  // Declared in the region, outside of the body: the value that it has when the body is described.
  const Variable& described = unit.variables[static_cast<std::size_t>(variable)];
  if (at(unit, region).candidate && described.kind == Variable::Kind::local_static) return Sharing::shared;
  const int home = described.directive;
  if (home >= 0 && within(unit, home, region)) return Sharing::firstprivate;
  // What keeps its value may as well be copied at the entry: bodies then follow no pointer.
  return unit.values.count({region, variable}) != 0 ? Sharing::firstprivate : Sharing::shared;
}

std::vector<int> captures_of(const Unit& unit, int number) {
  std::vector<int> found;
  const auto add = [&](int variable) {
    const Variable& described = unit.variables[static_cast<std::size_t>(variable)];
    if (described.directive >= 0 && within(unit, described.directive, number)) return;
    if (std::find(found.begin(), found.end(), variable) != found.end()) return;
    const Sharing sharing = sharing_of(unit, number, variable);
    const bool lasting =
        described.kind == Variable::Kind::global || (described.kind == Variable::Kind::local_static && unit.cxx);
    if (lasting && sharing == Sharing::shared) return;
    found.push_back(variable);
  };
  for (const Reference& reference : unit.references)
    if (reference.directive >= 0 && within(unit, reference.directive, number)) add(reference.variable);
  // What is called right before the body needs its arguments.
  if (const Clause* const ready = clause_of(at(unit, number), "onready"))
    for (const Use& use : at(unit, number).probes[static_cast<std::size_t>(ready->value_probes[0])].uses)
      if (unit.variables[static_cast<std::size_t>(use.variable)].directive != number) add(use.variable);
  return found;
}

}  // namespace heddlec
