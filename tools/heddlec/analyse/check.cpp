#include "tools/heddlec/analyse/check.hpp"

#include <algorithm>
#include <set>

#include "tools/heddlec/lower/sharing.hpp"

namespace heddlec {

namespace {

class Checker {
 public:
  Checker(Unit& unit, const LowerOptions& options) : unit_(unit), options_(options) {}

  bool check() {
    for (int number = 0; number < static_cast<int>(unit_.directives.size()); ++number)
      if (at(number).name != "skipped") is_left_alone(unit_, number) ? left_alone(at(number)) : check(number);
    std::stable_sort(unit_.diagnostics.begin(), unit_.diagnostics.end(),
                     [](const Diagnostic& left, const Diagnostic& right) {
                       return left.place.file == right.place.file && left.place.line < right.place.line;
                     });
    return std::none_of(unit_.diagnostics.begin(), unit_.diagnostics.end(),
                        [](const Diagnostic& one) { return one.severity == Severity::error; });
  }

  /// What is wrong with one directive.
  std::vector<Diagnostic> problems(int number) {
    const std::size_t before = unit_.diagnostics.size();
    is_left_alone(unit_, number) ? left_alone(at(number)) : check(number);
    const auto first = unit_.diagnostics.begin() + static_cast<std::ptrdiff_t>(before);
    std::vector<Diagnostic> found(first, unit_.diagnostics.end());
    unit_.diagnostics.erase(first, unit_.diagnostics.end());
    std::erase_if(found, [](const Diagnostic& one) { return one.severity != Severity::error; });
    return found;
  }

 private:
  const Directive& at(int number) const { return unit_.directives[static_cast<std::size_t>(number)]; }

  Diagnostic& error(const Place& place, const std::string& text) {
    Diagnostic made;
    made.place = place;
    made.text = text;
    unit_.diagnostics.push_back(made);
    return unit_.diagnostics.back();
  }
  void warning(const std::string& group, const Place& place, const std::string& text) {
    Diagnostic& made = error(place, text);
    made.severity = Severity::warning;
    made.group = group;
  }

  void check(int number) {
    const Directive& directive = at(number);
    if (directive.name == "taskgraph")
      return void(
          error(directive.place,
                shown(directive) + " is not supported; write '#pragma heddle plan' before a parallel with a single"));
    if (directive.family == Family::omp && !directive.switches && !directive.candidate) {
      error(directive.place, shown(directive) +
                                 " with these clauses is of the dialect of SWITCHES; say so by '#pragma heddle "
                                 "dialect(switches)' in the file, or --dialect=switches")
          .group = "dialect";
      return;
    }
    stands_right(number);
    leaves(directive);
    items(directive);
    if (divides_loop(directive)) loop(directive);
    if (directive.family == Family::heddle) of_heddle(number);
    if (directive.family == Family::myrmics && directive.name == "task") call(directive);
    captured(number);
    if (directive.family == Family::oss && directive.name == "release")
      warning("ignored-clause", directive.place,
              "'release' does nothing yet: the accesses are released when the task is over");
    if (directive.family == Family::oss && (directive.name == "critical" || directive.name == "atomic") &&
        !options_.openmp)
      error(directive.place, shown(directive) + " is translated by the compiler behind heddlec; add -fopenmp");
    if (!directive.callee.name.empty()) function(number);
    if (directive.name == "taskiter") iterated(number);
    if (!directive.inner.empty()) nest(directive);
    unsupported(directive);
  }

  /// A task on a function.
  void function(int number) {
    const Directive& directive = at(number);
    const TaskFunction& callee = directive.callee;
    if (callee.returns)
      error(directive.place, "a task function returns nothing, and '" + callee.name + "' does; use an out parameter");
    if (!callee.problem.empty())
      error(directive.place, "'" + callee.name + "' cannot be a task function: " + callee.problem +
                                 "; put the directive before its calls");
    for (const Clause& clause : directive.clauses)
      if (clause.name == "reduction" || clause.name.find("private") != std::string::npos || clause.name == "shared")
        error(directive.place, "clause '" + clause.name + "' says nothing of a function; put it before its calls");
    for (const Reference& call : unit_.task_calls)
      if (call.directive == number && call.in_macro)
        error(directive.place,
              "'" + callee.name + "' is called out of a macro, which cannot become a task; write the call out");
  }

  /// The laps of a taskiter are the same.
  void iterated(int number) {
    const Directive& directive = at(number);
    bool any = false;
    for (int inner = 0; inner < static_cast<int>(unit_.directives.size()); ++inner)
      any = any || (is_leaf(unit_, inner) && region_of(unit_, inner) == number);
    if (!any) error(directive.place, "the loop of a taskiter makes no tasks; write '#pragma oss task' in it");
    for (const Clause& clause : directive.clauses)
      if (clause.name.find("private") != std::string::npos || clause.name == "shared")
        error(directive.place, "clause '" + clause.name + "' of a taskiter is not supported; put it to its tasks");
    if (directive.loop.variable_id < 0) return;
    for (const Reference& reference : unit_.references)
      if (reference.variable == directive.loop.variable_id && reference.directive >= 0 &&
          within(unit_, reference.directive, number))
        return void(error(directive.place, "the iterations of a taskiter are the same, but '" +
                                               directive.loop.variable +
                                               "' is named in it; keep such a number in memory that a task changes"));
  }

  /// Loops that are collapsed are a rectangle.
  void nest(const Directive& directive) {
    for (const Loop& inner : directive.inner)
      for (const Use& use : inner.uses)
        if (use.variable != inner.variable_id && is_loop_variable(directive, use.variable))
          error(directive.place, "collapse wants loops whose bounds do not depend on each other; '" +
                                     unit_.variables[static_cast<std::size_t>(use.variable)].name +
                                     "' is named in the head of an inner one");
    for (const Clause& clause : directive.clauses)
      for (const Item& item : clause.items)
        if (item.per_iteration)
          error(directive.place, "'" + text_of(item.written) +
                                     "' names the loop's variable, which 'collapse' does not know; name a range");
  }

  /// plan and laps stand before a static region.
  void of_heddle(int number) {
    const Directive& directive = at(number);
    if (directive.name != "plan" && directive.name != "laps") return;
    bool before = false;
    for (int inner = 0; inner < static_cast<int>(unit_.directives.size()); ++inner) {
      int outer = at(inner).parent;
      if (outer >= 0 && directive.name == "laps" && at(outer).family == Family::heddle && at(outer).name == "plan")
        outer = at(outer).parent;
      before = before || (outer == number && is_region(unit_, at(inner)) && !is_left_alone(unit_, inner));
    }
    if (!before)
      return void(error(directive.place, shown(directive) + " stands before " +
                                             (directive.name == "laps" ? "a loop whose statement is one static region"
                                                                       : "a static region") +
                                             ", and there is none; write one, or take it out"));
    if (directive.name == "laps") return laps(number);
    for (const Clause& clause : directive.clauses) {
      const bool placement = clause.name == "placement";
      if (!placement && clause.name != "cores") continue;
      const std::string word = text_of(clause.values[0]),
                        words = placement ? "locality critical_path round_robin random" : "none compact scatter hybrid";
      if ((" " + words + " ").find(" " + word + " ") == std::string::npos)
        error(directive.place, clause.name + " is one of " + words + ", not '" + word + "'");
    }
    const Clause* const keep = clause_of(directive, "keep");
    if (keep == nullptr) return;
    const Probe& probe = directive.probes[static_cast<std::size_t>(keep->value_probes[0])];
    if (!probe.has_value || probe.value < 1) error(directive.place, "keep takes a constant of at least 1");
  }

  /// Laps may differ in what tasks read from memory only.
  void laps(int number) {
    const Directive& directive = at(number);
    for (const Reference& reference : unit_.references)
      if (reference.variable == directive.loop.variable_id && reference.directive >= 0 &&
          reference.directive != number && within(unit_, reference.directive, number))
        return void(error(directive.place, "the laps of this loop differ: '" + directive.loop.variable +
                                               "' is named in it; keep such a number in memory that a task changes"));
    for (const Reference& reference : unit_.references)
      if (reference.directive == number && !reference.in_clause && reference.variable != directive.loop.variable_id)
        return void(error(directive.place,
                          "there is more than the region in this loop; move it out, or into a task of the region"));
  }

  /// In a body: the backend's.
  void left_alone(const Directive& directive) {
    if (directive.kept) return;
    if (directive.name == "barrier") {
      error(directive.place, "a barrier cannot lie in a task; split the region in two tasks instead");
    } else if (!options_.openmp) {
      error(directive.place,
            shown(directive) + " in a body is translated by the compiler behind heddlec; add -fopenmp");
    }
  }

  void unsupported(const Directive& directive) {
    for (const Clause& clause : directive.clauses) {
      static const std::string k_ignored =
          " final cost device untied mergeable proc_bind ordered num_tasks nogroup safelen simdlen linear aligned ";
      if (clause.name == "device" && text_of(clause.values[0]) != "smp")
        error(directive.place, "device(" + text_of(clause.values[0]) + ") is not supported; only smp is");
      if (clause.name == "default" && text_of(clause.values[0]) != "shared" && text_of(clause.values[0]) != "none")
        error(directive.place, "default(" + text_of(clause.values[0]) +
                                   ") is not supported by heddlec; it is shared or none, and clauses name the rest");
      if (clause.name == "lastprivate") last(directive, clause);
      if (clause.name == "copyin" || clause.name == "copyprivate")
        error(directive.place, "clause '" + clause.name + "' of " + shown(directive) +
                                   " is not supported by heddlec; leave it out, or write what it does into the body");
      if (clause.name == "collapse") {
        const Probe& levels = directive.probes[static_cast<std::size_t>(clause.value_probes[0])];
        if (!levels.has_value || levels.value < 1) error(directive.place, "collapse takes a constant of at least 1");
      }
      if (clause.name == "cost" && is_leaf_of_iteration(directive)) continue;
      if (k_ignored.find(" " + clause.name + " ") != std::string::npos && clause.name != "device")
        warning("ignored-clause", directive.place, "clause '" + clause.name + "' has no effect");
      if (clause.name == "reduction" &&
          std::string(" + - * & | ^ && || min max ").find(" " + clause.modifier + " ") == std::string::npos &&
          std::none_of(unit_.reductions.begin(), unit_.reductions.end(),
                       [&](const UserReduction& own) { return own.name == clause.modifier; }))
        error(directive.place,
              "'" + clause.modifier +
                  "' is no reduction that heddlec knows; there are + - * & | ^ && || min max, and what "
                  "'declare reduction' names");
    }
  }

  void last(const Directive& directive, const Clause& clause) {
    if (!divides_loop(directive))
      return void(error(directive.place,
                        "clause 'lastprivate' of " + shown(directive) +
                            " is not supported by heddlec; leave it out, or write what it does into the body"));
    for (const Item& item : clause.items) {
      for (const Use& use : directive.probes[static_cast<std::size_t>(item.element)].uses) {
        const Variable& named = unit_.variables[static_cast<std::size_t>(use.variable)];
        if (is_loop_variable(directive, use.variable) || named.array)
          error(directive.place, "lastprivate of '" + named.name + "', " +
                                     (named.array ? "an array" : "the loop's variable") +
                                     ", is not supported by heddlec; set another variable in the body");
        for (const Clause& other : directive.clauses)
          for (const Item& twin : other.items)
            if (other.name == "firstprivate" && text_of(twin.base) == text_of(item.base))
              error(directive.place,
                    "'" + named.name +
                        "' is firstprivate and lastprivate, which heddlec does not support; copy it in the body");
      }
    }
  }

  bool is_leaf_of_iteration(const Directive& directive) const {
    return directive.family == Family::oss && is_leaf(unit_, static_cast<int>(&directive - unit_.directives.data()));
  }

  void stands_right(int number) {
    const Directive& directive = at(number);
    if (directive.family != Family::omp || directive.name == "parallel") return;
    if (region_of(unit_, number) < 0) {
      error(directive.place,
            shown(directive) + " stands in no parallel region of this function; put '#pragma omp parallel' round it");
      return;
    }
    if (directive.name == "section" && at(directive.parent).name != "sections")
      error(directive.place, "a section stands in '#pragma omp sections'");
    if (directive.alone && directive.parent >= 0 && !is_container(at(directive.parent)))
      error(directive.place, "a " + directive.name + " cannot lie in a task; split the region in two tasks instead");
  }

  void leaves(const Directive& directive) {
    for (const Leave& leave : directive.leaves)
      error(leave.place, "'" + leave.what + "' leaves the " + (directive.name == "parallel" ? "region" : "task") +
                             " of line " + std::to_string(directive.place.line) + "; let the body end instead");
  }

  void items(const Directive& directive) {
    std::set<std::string> written;
    for (const Clause& clause : directive.clauses) {
      for (const Item& item : clause.items) {
        if (item.element < 0) continue;
        const Probe& probe = directive.probes[static_cast<std::size_t>(item.element)];
        const bool of_data =
            clause.name == "depend" || (directive.family == Family::oss && clause.name != "reduction" &&
                                        clause.name.find("private") == std::string::npos && clause.name != "shared");
        if (probe.must_be_storage && probe.typed && !probe.storage)
          error(directive.place, "'" + text_of(item.written) + "' in clause '" + clause.name +
                                     "': a dependence names storage: a variable, element, section or shaped array");
        for (const Subscript& subscript : item.subscripts) section(directive, item, subscript);
        if (of_data) twice(directive, clause, item, written);
      }
    }
  }

  void section(const Directive& directive, const Item& item, const Subscript& subscript) {
    if (subscript.form == Subscript::Form::whole && item.base.size() == 1) {
      for (const Variable& variable : unit_.variables)
        if (variable.name == item.base[0].text && variable.pointer)
          return void(error(directive.place, "section of unknown length; write " + item.base[0].text + "[0;n]"));
    }
    if (subscript.extent_probe < 0) return;
    const Probe& extent = directive.probes[static_cast<std::size_t>(subscript.extent_probe)];
    if (!extent.has_value) return;
    if (subscript.form == Subscript::Form::length && extent.value < 0)
      error(directive.place, "the section '" + text_of(item.written) + "' has a length below 0");
    if (subscript.form == Subscript::Form::length && extent.value == 0)
      warning("empty-range", directive.place, "the section '" + text_of(item.written) + "' is empty");
  }

  void twice(const Directive& directive, const Clause& clause, const Item& item, std::set<std::string>& written) {
    const std::string mode = clause.name == "depend" ? clause.modifier : clause.name;
    if (mode.find("in") == 0 && mode.find("inout") != 0) return;
    if (!written.insert(text_of(item.written)).second)
      error(directive.place, "'" + text_of(item.written) + "' is written by two clauses of one task; name it once")
          .group = "overlap";
  }

  void loop(const Directive& directive) {
    if (!directive.loop.found) {
      error(directive.place, "expected a loop after '" + shown(directive) + "'");
      return;
    }
    if (!directive.loop.problem.empty())
      error(directive.place, "no directive can divide this loop: " + directive.loop.problem);
    for (const Clause& clause : directive.clauses) {
      for (const Item& item : clause.items) {
        if (!item.per_iteration) continue;
        if (!directive.loop.declared)
          error(directive.place,
                "'" + text_of(item.written) + "' names the loop's variable; declare that in the loop's head");
        if (directive.probes[static_cast<std::size_t>(item.element)].reads_memory)
          error(directive.place,
                "'" + text_of(item.written) +
                    "' does not go on in equal steps from iteration to iteration; name a range that holds them all");
      }
    }
    const Clause* const schedule = clause_of(directive, "schedule");
    if (schedule != nullptr && schedule->modifier != "static" && schedule->modifier != "cross" &&
        clause_of(directive, "depend") != nullptr)
      error(directive.place, "a loop with dependences is static or cross");
    if (schedule == nullptr || schedule->value_probes.empty()) return;
    const Probe& chunk = directive.probes[static_cast<std::size_t>(schedule->value_probes[0])];
    if (chunk.has_value && chunk.value < 1) error(directive.place, schedule->modifier + " needs a chunk of at least 1");
    if (schedule->modifier != "cross" || !chunk.has_value) return;
    for (const Clause& clause : directive.clauses) {
      if (clause.name != "depend") continue;
      for (const Item& item : clause.items) cross_section(directive, item, chunk.value);
    }
  }

  void cross_section(const Directive& directive, const Item& item, std::int64_t chunk) {
    for (const Subscript& subscript : item.subscripts) {
      if (subscript.extent_probe < 0) continue;
      const Probe& extent = directive.probes[static_cast<std::size_t>(subscript.extent_probe)];
      if (!extent.has_value || subscript.lower.size() != 1) continue;
      const std::int64_t lower = std::atoll(subscript.lower[0].text.c_str());
      const std::int64_t length = subscript.form == Subscript::Form::end ? extent.value - lower : extent.value;
      if (length != chunk)
        error(directive.place, "the section '" + text_of(item.written) + "' is " + std::to_string(length) +
                                   " long, the chunk " + std::to_string(chunk) +
                                   (subscript.form == Subscript::Form::length ? " (note: start and length here)" : ""));
    }
  }

  void call(const Directive& directive) {
    if (!directive.call.found)
      return void(error(directive.place, shown(directive) + " stands before a call of a function; there is none"));
    for (std::size_t at = 0; at < directive.call.records.size(); ++at)
      if (directive.call.records[at])
        error(directive.place, "argument " + std::to_string(at + 1) + " of '" + directive.call.callee +
                                   "' is a struct by value; give its address");
    for (const Clause& clause : directive.clauses) {
      for (const Item& item : clause.items) {
        bool found = false;
        for (const Range& range : directive.call.arguments) {
          const std::string& text = unit_.files[static_cast<std::size_t>(range.file)].text;
          found = found || text.substr(range.begin, range.end - range.begin) == text_of(item.base);
        }
        if (found) continue;
        const std::string what = "'" + text_of(item.base) + "' in clause '" + clause.name +
                                 "' is no argument of the call of '" + directive.call.callee + "'";
        // It only leaves something out, and published programs have it.
        if (clause.name == "safe") {
          warning("ignored-clause", directive.place, what);
        } else {
          error(directive.place, what);
        }
      }
    }
  }

  /// What a body cannot have.
  void captured(int number) {
    const Directive& directive = at(number);
    if (!(is_task(directive) || is_leaf(unit_, number))) return;
    for (const int one : captures_of(unit_, number)) {
      const Variable& variable = unit_.variables[static_cast<std::size_t>(one)];
      if (!variable.type_problem.empty())
        error(directive.place, "'" + variable.name + "' cannot be captured: " + variable.type_problem);
      const bool by_value = sharing_of(unit_, number, one) == Sharing::firstprivate;
      if (variable.variable_length && variable.array && by_value)
        error(directive.place, "'" + variable.name +
                                   "' is of variable length and cannot be copied into a task; share it, or copy it to "
                                   "an array of fixed length");
      if (variable.variable_length && unit_.cxx)
        error(directive.place,
              "'" + variable.name +
                  "' is of variable length and cannot be captured in C++; use a std::vector or a pointer");
    }
    if (directive.family != Family::omp || directive.candidate) return;
    for (const Reference& reference : unit_.references) {
      if (reference.read || reference.in_clause || reference.directive < 0 ||
          !within(unit_, reference.directive, number))
        continue;
      const Variable& variable = unit_.variables[static_cast<std::size_t>(reference.variable)];
      const int region = region_of(unit_, number);
      const bool of_region = region >= 0 && variable.directive >= 0 && within(unit_, variable.directive, region) &&
                             !within(unit_, variable.directive, number);
      if (!of_region || divided(number, reference.variable) ||
          sharing_of(unit_, number, reference.variable) != Sharing::firstprivate)
        continue;
      if (clause_of(directive, "firstprivate") != nullptr) continue;
      error(directive.place, "'" + variable.name +
                                 "' is declared in the region and copied into its tasks, but this one changes it; "
                                 "declare it before the region");
      return;
    }
  }

  bool divided(int number, int variable) const {
    return divides_loop(at(number)) && at(number).loop.variable_id == variable;
  }

  Unit& unit_;
  const LowerOptions& options_;
};

}  // namespace

std::string shown(const Directive& directive) {
  static constexpr const char* k_families[] = {"omp", "oss", "myrmics", "heddle"};
  return std::string("#pragma ") + k_families[static_cast<int>(directive.family)] + " " + directive.name;
}

bool check_unit(Unit& unit, const LowerOptions& options) {
  if (!options.statics.empty()) prove_static(unit, options);
  find_values(unit);
  return Checker(unit, options).check();
}

std::vector<Diagnostic> problems_of(Unit& unit, const LowerOptions& options, int number) {
  return Checker(unit, options).problems(number);
}

}  // namespace heddlec
