// OmpSs-2: tasks that are spawned, loops of tasks, waits.
#include <algorithm>

#include "tools/heddlec/lower/writer.hpp"
#include "tools/heddlec/read/loop_head.hpp"

namespace heddlec {

namespace {

bool makes_tasks(const Unit& unit, int number) {
  for (std::size_t at = 0; at < unit.directives.size(); ++at) {
    const Directive& inner = unit.directives[at];
    if (static_cast<int>(at) != number && inner.name != "skipped" && within(unit, inner.parent, number) &&
        inner.parent >= 0)
      return true;
  }
  return unit.directives[static_cast<std::size_t>(number)].calls;
}

}  // namespace

std::string Writer::task_flags(int of, int context) {
  const Directive& directive = at(of);
  std::string flags = options_.discrete ? "0" : "HEDDLE_TASK_RANGES";
  if (makes_tasks(unit_, of) || clause_of(directive, "wait") != nullptr) flags += " | HEDDLE_TASK_WITH_CHILDREN";
  (void)context;
  return flags;
}

/// Whether the directive is creation code of a taskiter.
bool Writer::stands_in_creation(int of) const {
  for (int around = at(of).parent; around >= 0; around = at(around).parent) {
    if (at(around).name == "taskiter") return true;
    if (is_task(at(around)) || at(around).family == Family::omp) return false;
  }
  return false;
}

std::string Writer::barrier() const { return unit_.cxx ? "heddlec_x.barrier();" : "heddle_site_barrier(heddlec_x);"; }

std::string Writer::waits(int of, int context) {
  const Directive& directive = at(of);
  const std::string place = quoted_place(directive);
  if (directive.family == Family::omp) return barrier();  // of a static region
  if (directive.name == "taskwait" && stands_in_creation(of)) return barrier();
  if (directive.name == "dialect" || directive.name == "assert" || directive.name == "declare reduction") return "";
  if (directive.name != "taskwait") return ";";
  if (directive.clauses.empty())
    return unit_.cxx ? "::heddle::compiled::wait(" + place + ");" : "heddle_compiled_wait(" + place + ");";
  std::string count;
  const std::string list = access_list(of, context, count);
  return "{ " + list + "heddle_compiled_wait_for(&heddlec_a[0], " + count + ", " +
         (options_.discrete ? "0" : "HEDDLE_TASK_RANGES") + ", " + place + "); }";
}

std::string Writer::task(int of, int context) {
  if (divides_loop(at(of))) return loop_tasks(of, context);
  return unit_.cxx ? cxx_task(of, context) : c_task(of, context);
}

/// onready: called by who runs the body, before it.
std::string Writer::ready(int of) {
  const std::string call = clause_value(of, "onready", of);
  return call.empty() ? "" : "(void)(" + call + "); ";
}

namespace {

std::string value(const std::string& text, const std::string& fallback) { return text.empty() ? fallback : text; }

}  // namespace

std::string Writer::clause_value(int of, const char* name, int context) {
  const Clause* const clause = clause_of(at(of), name);
  return clause == nullptr || clause->values.empty() ? "" : tokens(clause->values[0], context);
}

/// The statements that make the task: heddlec_r and heddlec_a are there.
std::string Writer::c_spawn(int of, int context, const std::string& count) {
  const std::string label = value(clause_value(of, "label", context), "0"),
                    priority = clause_value(of, "priority", context);
  const std::string condition = clause_value(of, "if", context);
  std::string all = "heddle_task heddlec_k = {(uint32_t)sizeof(heddle_task), " + task_flags(of, context) +
                    ", heddlec_b" + number(of) + ", &heddlec_r, sizeof heddlec_r, _Alignof(struct heddlec_r" +
                    number(of) + "), 0, " + (count == "0" ? "0" : "&heddlec_a[0]") + ", " + count + ", 0, 0, " +
                    (priority.empty() ? "0" : "(int32_t)(" + priority + ")") + ", 0, " + label + ", " +
                    quoted_place(at(of)) + "}; ";
  if (condition.empty()) return all + "heddle_compiled_spawn(&heddlec_k); ";
  return all + "if (" + condition + ") heddle_compiled_spawn(&heddlec_k); else heddle_compiled_run(&heddlec_k); ";
}

/// The body of a task in C, behind the function.
void Writer::move_task(int of, const std::string& head, const std::string& extra_fields) {
  const Directive& directive = at(of);
  const std::string name = number(of);
  std::string fields = extra_fields, unpack;
  for (const int captured : captures_of(unit_, of)) {
    if (sharing_of(unit_, of, captured) == Sharing::own) continue;
    fields += field(of, captured);
    const Variable& described = variable(captured);
    if (sharing_of(unit_, of, captured) == Sharing::reduction) {
      unpack += typed(described.pointer_type, "heddlec_v" + number(captured)) + " = heddlec_r->heddlec_v" +
                number(captured) + "; ";
    } else {
      unpack += unpacked(of, captured, "heddlec_r");
    }
  }
  if (fields.empty()) fields = "char heddlec_none; ";
  before_ += "struct heddlec_r" + name + " { " + fields + "}; static void heddlec_b" + name + "(void *); ";
  const std::string begins = reduction_begins(of, false), ends = reduction_ends(of);
  const Range body = divides_loop(directive) ? directive.loop.body : directive.body;
  const std::string text = render(body.begin, body.end, of);
  behind_ += reduction_joins(of) + macros_for(of, true) + "static void heddlec_b" + name +
             "(void *heddlec_p) { struct heddlec_r" + name + " *heddlec_r = heddlec_p; (void)heddlec_r; " + unpack +
             own_variables(of) + ready(of) + begins + head + "{ " + line_at(body.begin) + text + " }" +
             (divides_loop(directive) ? loop_behind(of) : "") + ends + " }\n" + macros_for(of, false);
}

std::string Writer::c_task(int of, int context) {
  const Directive& directive = at(of);
  std::string count, fill;
  const std::string list = access_list(of, context, count);
  for (const int captured : captures_of(unit_, of))
    if (sharing_of(unit_, of, captured) != Sharing::own) fill += initial(of, captured, context);
  const std::string all =
      "{ struct heddlec_r" + number(of) + " heddlec_r; " + fill + list + c_spawn(of, context, count) + "}";
  move_task(of, "", "");
  return all + newlines(directive.text.begin, directive.body.end);
}

std::string Writer::cxx_task(int of, int context) {
  const Directive& directive = at(of);
  std::string count;
  const std::string list = access_list(of, context, count);
  const std::string condition = clause_value(of, "if", context);
  std::string all = "{ " + list + "::heddle::compiled::task({" + task_flags(of, context) + ", " +
                    value(clause_value(of, "label", context), "nullptr") + ", " + quoted_place(directive) + ", " +
                    value(clause_value(of, "priority", context), "0") + ", " +
                    (condition.empty() ? "true" : "static_cast<bool>(" + condition + ")") + "}, [" +
                    lambda_captures(of) + "]() mutable { " + own_variables(of) + ready(of) +
                    reduction_begins(of, false) + newlines(directive.text.begin, directive.text.end);
  all += render(directive.text.end, directive.body.end, of) + reduction_ends(of);
  return all + " }, " + (count == "0" ? "nullptr" : "&heddlec_a[0]") + ", " + count + "); }";
}

/// taskloop: a task per grain. task for: one task that divides its loop among the workers.
std::string Writer::loop_tasks(int of, int context) {
  const Directive& directive = at(of);
  std::string grain = clause_value(of, "grainsize", context);
  if (grain.empty()) grain = clause_value(of, "chunksize", context);
  const bool whole = directive.name == "task for";
  if (whole || grain.empty())
    grain = whole ? "heddlec_t" : "(heddlec_t + 4 * (int64_t)heddle_workers() - 1) / (4 * (int64_t)heddle_workers())";
  int uses = 0;
  const std::string list = chunk_uses(of, context, uses);
  std::string all = "{ const int64_t heddlec_t = " + trips(directive, context) + ", heddlec_h = (" + grain +
                    ") > 0 ? (" + grain + ") : 1; (void)heddlec_h; ";
  if (uses != 0) all += "const heddle_chunk_access heddlec_u[] = {" + list + "}; ";
  all +=
      "for (int64_t heddlec_f = 0; heddlec_f < heddlec_t; heddlec_f += heddlec_h) { const int64_t heddlec_g = "
      "heddlec_f + heddlec_h < heddlec_t ? heddlec_f + heddlec_h : heddlec_t; ";
  const std::string count = uses == 0 ? "0" : "heddlec_c";
  if (uses != 0)
    all += "heddle_access heddlec_a[" + number(uses) + "]; const size_t heddlec_c = heddle_compiled_chunk(heddlec_a, " +
           (unit_.cxx ? "heddle_chunk_uses{" : "(heddle_chunk_uses){") + "heddlec_u, " + number(uses) +
           "}, heddlec_f, heddlec_g); ";
  if (unit_.cxx) {
    all += "::heddle::compiled::task({" + task_flags(of, context) + ", " +
           value(clause_value(of, "label", context), "nullptr") + ", " + quoted_place(directive) + ", " +
           value(clause_value(of, "priority", context), "0") + ", true}, [heddlec_f, heddlec_g, " +
           loop_captures(of, context);
    const std::string captures = lambda_captures(of);
    all += (captures.empty() ? "" : ", " + captures) + "]() mutable { (void)heddlec_s; " + own_variables(of) +
           ready(of) + reduction_begins(of, false) + loop_around(of, "heddlec_f", "heddlec_g", "") +
           newlines(directive.text.begin, directive.loop.body.begin);
    all += render(directive.loop.body.begin, directive.loop.body.end, of) + loop_behind(of) + reduction_ends(of);
    return all + " }, " + (uses == 0 ? "nullptr" : "&heddlec_a[0]") + ", " + count + "); } }" +
           newlines(directive.loop.body.end, directive.body.end);
  }
  std::string fill = "heddlec_r.heddlec_f = heddlec_f; heddlec_r.heddlec_g = heddlec_g; " + loop_fill(of, context);
  for (const int captured : captures_of(unit_, of))
    if (sharing_of(unit_, of, captured) != Sharing::own) fill += initial(of, captured, context);
  all += "struct heddlec_r" + number(of) + " heddlec_r; " + fill + c_spawn(of, context, count) + "} }";
  move_task(of, loop_around(of, "heddlec_r->heddlec_f", "heddlec_r->heddlec_g", "heddlec_r->"),
            "int64_t heddlec_f, heddlec_g; " + loop_fields(of));
  return all + newlines(directive.text.begin, directive.body.end);
}

/// A task on a function: calls become calls of a function that makes the task. It stands on the directive's line.
std::string Writer::task_function(int of) {
  const Directive& directive = at(of);
  const TaskFunction& callee = directive.callee;
  std::string head = text().substr(callee.head.begin, callee.head.end - callee.head.begin), types, parameters, names,
              fields, fill, unpack;
  for (char& c : head)
    if (c == '\n' || c == '\r') c = ' ';
  for (const TaskFunction::Parameter& one : callee.parameters) {
    const std::string comma = names.empty() ? "" : ", ";
    parameters += comma + typed(one.type, one.name);
    names += comma + one.name;
    fields += (one.pointer ? "void *" + one.name : typed(one.type, one.name)) + "; ";
    fill += "heddlec_r." + one.name + " = " + (one.pointer ? "(void *)" : "") + one.name + "; ";
    unpack += typed(one.type, one.name) + " = heddlec_r->" + one.name + "; ";
  }
  if (parameters.empty()) parameters = unit_.cxx ? "" : "void";
  // As it is written where that fits: bounds of arrays are compared. In C++ a default value may not be said twice.
  std::string written = text().substr(callee.head.end, end_of_call(text(), callee.head.end) - callee.head.end);
  if (unit_.cxx || written.find("//") != std::string::npos || written.find('#') != std::string::npos)
    written = "(" + parameters + ")";
  std::replace(written.begin(), written.end(), '\n', ' ');
  std::string count, all = head + written + "; ";
  const std::string list = access_list(of, -1, count), name = number(of);
  const std::string made = "__attribute__((unused)) static void heddlec_f" + name + "(" + parameters + ") { ";
  if (unit_.cxx) {
    const std::string condition = clause_value(of, "if", -1);
    all += made + list + "::heddle::compiled::task({" + task_flags(of, -1) + ", " +
           value(clause_value(of, "label", -1), quoted(callee.name)) + ", " + quoted_place(directive) + ", " +
           value(clause_value(of, "priority", -1), "0") + ", " +
           (condition.empty() ? "true" : "static_cast<bool>(" + condition + ")") + "}, [" + names + "]() mutable { " +
           ready(of) + callee.name + "(" + names + "); }, " + (count == "0" ? "nullptr" : "&heddlec_a[0]") + ", " +
           count + "); }";
  } else {
    if (fields.empty()) fields = "char heddlec_none; ";
    all += "struct heddlec_r" + name + " { " + fields + "}; static void heddlec_b" + name +
           "(void *heddlec_p) { struct heddlec_r" + name + " *heddlec_r = heddlec_p; (void)heddlec_r; " + unpack +
           ready(of) + callee.name + "(" + names + "); } " + made + "struct heddlec_r" + name + " heddlec_r; " + fill +
           list + c_spawn(of, -1, count) + "}";
  }
  return all + newlines(directive.text.begin, directive.text.end);
}

/// taskiter: a static region whose laps are the iterations of a for; a while is asked before each lap.
std::string Writer::iterated(int of, int context) {
  const Directive& directive = at(of);
  const Loop& loop = directive.loop;
  std::string count, all = "{ ";
  if (const std::string list = access_list(of, context, count); count != "0")
    all += "{ " + list + "heddle_compiled_wait_for(&heddlec_a[0], " + count + ", " +
           (options_.discrete ? "0" : "HEDDLE_TASK_RANGES") + ", " + quoted_place(directive) + "); } ";
  if (loop.condition.file >= 0) {
    all += "while (" + range(loop.condition, context) + ") ";
  } else {
    all += "int64_t heddlec_left = " + trips(directive, context) + "; while (heddlec_left > 0) ";
  }
  return all + newlines(directive.text.begin, loop.body.begin) + region(of, context) + " }" +
         newlines(loop.body.end, directive.body.end);
}

}  // namespace heddlec
