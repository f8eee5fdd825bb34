// Static regions: the record, the key, and what each task and loop of the creation code becomes.
#include <algorithm>

#include "tools/heddlec/lower/writer.hpp"

namespace heddlec {

/// What lies in the region's record for this body: all but what is declared in the region, which is copied when
/// described.
bool Writer::in_record(int of, int captured) const {
  const int home = variable(captured).directive, region = region_of(unit_, of);
  if (home >= 0 && region >= 0 && within(unit_, home, region)) return false;
  if (region >= 0 && at(region).candidate && is_private_of_region(unit_, region, captured)) return false;
  return sharing_of(unit_, of, captured) != Sharing::own;
}

/// Pairs of variables and the way in which they are kept: positive shared, negative copied.
std::vector<int> Writer::record_of(int region) const {
  std::vector<int> all;
  for (int of = 0; of < static_cast<int>(unit_.directives.size()); ++of) {
    if (!is_leaf(unit_, of) || region_of(unit_, of) != region) continue;
    for (const int captured : captures_of(unit_, of)) {
      if (!in_record(of, captured)) continue;
      const bool copy = sharing_of(unit_, of, captured) == Sharing::firstprivate;
      const int entry = copy ? -captured - 1 : captured;
      if (std::find(all.begin(), all.end(), entry) == all.end()) all.push_back(entry);
    }
  }
  return all;
}

std::vector<int> Writer::leaf_values(int of) const {
  std::vector<int> all;
  for (const int captured : captures_of(unit_, of))
    if (!in_record(of, captured) && sharing_of(unit_, of, captured) != Sharing::own) all.push_back(captured);
  return all;
}

/// The words on which the shape depends; `always` where words do not say it.
std::string Writer::key_of(int region, int context, int& count, bool& always) {
  std::set<int> values, addresses, loop_variables;
  always = false;
  bool uses_this = false;
  for (int of = 0; of < static_cast<int>(unit_.directives.size()); ++of) {
    const Directive& directive = at(of);
    if (of != region && region_of(unit_, of) != region) continue;
    if (!directive.alone && is_container(directive)) always = always || directive.calls || directive.reads_memory;
    if (is_leaf(unit_, of) && divides_loop(directive)) loop_variables.insert(directive.loop.variable_id);
    if (of == region || !is_left_alone(unit_, of)) {
      for (const Probe& probe : directive.probes)
        always = always || (of != region && probe.reads_memory && probe.typed);
      if (of != region) always = always || (directive.found && directive.loop.reads_memory);
      uses_this = uses_this || directive.uses_this;
    }
  }
  for (const Reference& reference : unit_.references) {
    if (reference.directive < 0 || !within(unit_, reference.directive, region)) continue;
    bool in_leaf = false;
    for (int around = reference.directive; around != region; around = at(around).parent)
      in_leaf = in_leaf || is_leaf(unit_, around);
    const Variable& described = variable(reference.variable);
    if (in_leaf || loop_variables.count(reference.variable) != 0) continue;
    if (described.directive >= 0 && within(unit_, described.directive, region)) continue;
    if (is_private_of_region(unit_, region, reference.variable)) continue;
    if (reference.read) {
      values.insert(reference.variable);
      always = always || described.real;
    } else if (reference.in_clause) {
      if (described.kind != Variable::Kind::global && described.kind != Variable::Kind::local_static)
        addresses.insert(reference.variable);
    } else if (!described.array) {
      always = true;  // written by the creation code
    }
  }
  std::string text;
  count = 0;
  const auto add = [&](const std::string& word) {
    text += (text.empty() ? "" : ", ") + word;
    ++count;
  };
  const std::string word = unit_.cxx ? "::heddle::compiled::word(" : "(uint64_t)(";
  for (const int one : values) add(word + name_in(one, context) + ")");
  for (const int one : addresses) add(word + "&" + name_in(one, context) + ")");
  if (uses_this) add("::heddle::compiled::word(this)");
  return text;
}

/// Creation code that is no region itself: sections, a single whose statement makes tasks, a taskgroup.
std::string Writer::container(int of) {
  const Directive& directive = at(of);
  const std::string inside =
      newlines(directive.text.begin, directive.text.end) + render(directive.text.end, directive.body.end, of);
  const bool behind = directive.name == "taskgroup" || has_barrier_behind(of);
  return behind ? "{ " + inside + " " + barrier() + " }" : inside;
}

/// OpenMP's: worksharing ends with a barrier, unless nothing follows in the region. A loop's nowait is not taken: what
/// a thread did in one loop it may rely on in the next, and a plan gives chunks to other workers.
bool Writer::has_barrier_behind(int of) const {
  const Directive& directive = at(of);
  const int region = region_of(unit_, of);
  if (!directive.candidate || region < 0) return false;
  const bool loop = directive.name == "for" || directive.name == "for simd";
  const bool shared = directive.name == "single" || directive.name == "sections";
  const bool tasks = directive.name == "taskloop" || directive.name == "taskloop simd";
  if (!loop && !(shared && clause_of(directive, "nowait") == nullptr) &&
      !(tasks && clause_of(directive, "nogroup") == nullptr))
    return false;
  if (directive.in_loop) return true;
  for (int other = 0; other < static_cast<int>(unit_.directives.size()); ++other)
    if (at(other).candidate && at(other).text.file == file_ && region_of(unit_, other) == region &&
        at(other).text.begin >= directive.body.end)
      return true;
  return false;
}

/// The directive of heddle of this name right before the region, or -1.
int Writer::of_heddle_around(int of, const char* name) const {
  for (int around = at(of).parent; around >= 0 && at(around).family == Family::heddle; around = at(around).parent)
    if (at(around).name == name) return around;
  return -1;
}

/// Statements that set the options of heddlec_n.
std::string Writer::plan_options(int of, int context) {
  const int plan = of_heddle_around(of, "plan");
  const std::string condition = clause_value(of, "if", context);
  std::string threads = clause_value(of, "num_threads", context), all;
  if (plan >= 0 && clause_of(at(plan), "workers") != nullptr) threads = clause_value(plan, "workers", context);
  const std::string workers =
      condition.empty() ? threads : "(" + condition + ") ? " + (threads.empty() ? "0" : "(" + threads + ")") + " : 1";
  if (!workers.empty()) all += "heddlec_n.options.workers = (uint32_t)(" + workers + "); ";
  if (plan < 0) return all;
  if (const std::string word = clause_value(plan, "placement", context); !word.empty()) {
    std::string name = "HEDDLE_PLAN_";
    for (const char c : word) name += c == '_' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    all += "heddlec_n.options.placement = " + name + "; ";
  }
  if (const std::string word = clause_value(plan, "cores", context); !word.empty()) {
    std::string name = "HEDDLE_PLAN_CORES_";
    for (const char c : word) name += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    all += "heddlec_n.options.cores = " + name + "; ";
  }
  if (clause_of(at(plan), "rebalance") != nullptr) all += "heddlec_n.options.rebalance = 1; ";
  return all;
}

/// A loop round one region: as many laps of one replay.
std::string Writer::laps(int of, int context) {
  const Directive& directive = at(of);
  std::string all = "{ int64_t heddlec_left = " + trips(directive, context) + "; ";
  if (!directive.loop.declared) all += "(void)&" + directive.loop.variable + "; ";
  all += "while (heddlec_left > 0) " + newlines(directive.text.begin, directive.loop.body.begin);
  return all + render(directive.loop.body.begin, directive.loop.body.end, of) + " }" +
         newlines(directive.loop.body.end, directive.body.end);
}

std::string Writer::region(int of, int context) {
  const Directive& directive = at(of);
  const std::string name = number(of);
  int keys = 0;
  bool always = false;
  const std::string key = key_of(of, context, keys, always);
  const std::string function =
      directive.function >= 0 ? unit_.functions[static_cast<std::size_t>(directive.function)].name : "";
  std::string record, fill, values;
  for (const int entry : record_of(of)) {
    const int captured = entry < 0 ? -entry - 1 : entry;
    const Variable& described = variable(captured);
    const std::string part = (entry < 0 ? "heddlec_f" : "heddlec_v") + number(captured),
                      here = name_in(captured, context);
    values += (values.empty() ? "" : ", ") + ((entry < 0 ? "" : "&") + here);
    if (unit_.cxx) continue;
    if (described.variable_length) {
      record += "void *" + part + "; ";
      fill += "heddlec_q." + part + " = (void*)" + (described.pointer && entry < 0 ? here : "&" + here) + "; ";
      for (std::size_t at = 0; at < described.dimensions.size(); ++at) {
        record += "size_t " + part + "_" + number(static_cast<long long>(at)) + "; ";
        fill +=
            "heddlec_q." + part + "_" + number(static_cast<long long>(at)) + " = " + described.dimensions[at] + "; ";
      }
    } else if (entry < 0) {
      record += typed(described.type, part) + "; ";
      fill += described.array ? "__builtin_memcpy(&heddlec_q." + part + ", &" + here + ", sizeof(" + here + ")); "
                              : "heddlec_q." + part + " = " + here + "; ";
    } else {
      record += typed(described.pointer_type, part) + "; ";
      fill += "heddlec_q." + part + " = &" + here + "; ";
    }
  }
  const int plan = of_heddle_around(of, "plan");
  const bool laps =
      of_heddle_around(of, "laps") >= 0 || (directive.name == "taskiter" && directive.loop.condition.file < 0);
  const std::string keep = plan < 0 ? "" : clause_value(plan, "keep", context);
  const std::string site = "static heddle_site heddlec_s" + name + " = {0, " + quoted(directive.place.file) + ", " +
                           quoted(function) + ", " + number(directive.place.line) + ", " +
                           (keep.empty() ? "0" : "(uint32_t)(" + keep + ")") + "}; ";
  const std::string key_array = "const uint64_t heddlec_k[] = {" + (keys == 0 ? "0" : key) + "}; ";
  const std::string options = plan_options(of, context);
  std::string own, unused;
  for (const Clause& clause : directive.clauses) {
    if (clause.name != "private") continue;
    for (const Item& item : clause.items) {
      const std::string one = text_of(item.base);
      const int captured = directive.probes[static_cast<std::size_t>(item.element)].uses[0].variable;
      own += unit_.cxx
                 ? "std::remove_cvref_t<decltype(" + one + ")> " + one + "{}; (void)" + one + "; "
                 : typed(variable(captured).type, one) + "; __builtin_memset(&" + one + ", 0, sizeof(" + one + ")); ";
      unused += "(void)sizeof(" + name_in(captured, context) + "); ";  // the region has one of its own
    }
  }
  const std::string entry = "{HEDDLE_PLAN_OPTIONS, heddlec_k, " + number(keys) + ", &heddlec_q, sizeof heddlec_q, " +
                            (always ? "1" : "0") + "}; " + options;
  std::string all, leave = unit_.cxx ? "heddlec_x.leave(1); " : "heddle_site_leave(heddlec_x, 1); ";
  if (laps) {
    const std::string run = unit_.cxx ? "heddlec_x.run()" : "heddlec_x";
    leave = "const uint32_t heddlec_o = heddle_site_laps(" + run + ", heddlec_left); heddlec_left -= heddlec_o; ";
    leave += unit_.cxx ? "heddlec_x.leave(heddlec_o); " : "heddle_site_leave(heddlec_x, heddlec_o); ";
  }
  if (unit_.cxx) {
    all = "{ " + unused + site + "auto heddlec_q = ::heddle::compiled::record(" + values + "); " + key_array +
          "heddle_entry heddlec_n = " + entry + "::heddle::compiled::region heddlec_x(heddlec_s" + name +
          ", heddlec_n, heddlec_q); if (heddlec_x.describe()) { " + own;
  } else {
    before_ += "struct heddlec_q" + name + " { " + (record.empty() ? "char heddlec_none; " : record) + "}; ";
    all = "{ " + unused + site + "struct heddlec_q" + name + " heddlec_q; " +
          (record.empty() ? "heddlec_q.heddlec_none = 0; " : fill) + key_array + "heddle_entry heddlec_n = " + entry +
          "heddle_activation *heddlec_x; if (heddle_site_enter(&heddlec_s" + name +
          ", &heddlec_n, &heddlec_x) == HEDDLE_DESCRIBE) { " + own;
  }
  if (directive.name == "taskiter")
    return all + render(directive.loop.body.begin, directive.loop.body.end, of) + " } " + leave + "}";
  all += newlines(directive.text.begin, directive.text.end) + render(directive.text.end, directive.body.end, of);
  return all + " } " + leave + "}";
}

/// The body of a task or loop of a static region in C, behind the function.
std::string Writer::moved_leaf(int of) {
  const Directive& directive = at(of);
  const bool loop = divides_loop(directive);
  const std::string name = number(of), region = number(region_of(unit_, of));
  std::string fields, unpack;
  if (loop) fields = loop_fields(of);
  for (const int captured : leaf_values(of)) {
    fields += field(of, captured);
    unpack += unpacked(of, captured, "heddlec_r");
  }
  for (const int captured : captures_of(unit_, of)) {
    if (!in_record(of, captured)) continue;
    const Variable& described = variable(captured);
    const Sharing sharing = sharing_of(unit_, of, captured);
    if (sharing == Sharing::firstprivate) {
      // its place in the region's record has a name of its own
      const std::string part = "heddlec_f" + number(captured);
      unpack += described.array ? "__typeof__(heddlec_q->" + part + ") *heddlec_v" + number(captured) +
                                      " = &heddlec_q->" + part + "; (void)heddlec_v" + number(captured) + "; "
                                : typed(described.type, described.name) + " = heddlec_q->" + part + "; (void)" +
                                      described.name + "; ";
    } else if (sharing == Sharing::reduction) {
      unpack += typed(described.pointer_type, "heddlec_v" + number(captured)) + " = heddlec_q->heddlec_v" +
                number(captured) + "; ";
    } else {
      unpack += unpacked(of, captured, "heddlec_q");
    }
  }
  if (fields.empty()) fields = "char heddlec_none; ";
  before_ += "struct heddlec_r" + name + " { " + fields + "}; static void heddlec_b" + name + "(void *); ";
  const std::string begins = reduction_begins(of, true), ends = reduction_ends(of);
  const Range body = loop ? directive.loop.body : directive.body;
  const std::string text = render(body.begin, body.end, of);
  const std::string around = loop ? loop_around(of, "heddlec_n->first", "heddlec_n->last", "heddlec_r->") : "";
  behind_ += reduction_joins(of) + macros_for(of, true) + "static void heddlec_b" + name +
             "(void *heddlec_p) { heddle_body *heddlec_n = heddlec_p; struct heddlec_q" + region +
             " *heddlec_q = heddlec_n->record; struct heddlec_r" + name +
             " *heddlec_r = heddle_body_argument(heddlec_n); (void)heddlec_q; (void)heddlec_r; " + unpack +
             own_variables(of) + ready(of) + begins + around + "{ " + line_at(body.begin) + text + " }" +
             (loop ? loop_behind(of) : "") + ends + children(of) + " }\n" + macros_for(of, false);
  return "";
}

/// OmpSs-2's bodies in a taskiter may make tasks: these are over before the body's successors begin.
std::string Writer::children(int of) const {
  const Directive& directive = at(of);
  if (directive.family != Family::oss || (!directive.calls && !directive.makes_tasks)) return "";
  return " heddle_compiled_wait(" + quoted_place(directive) + ");";
}

/// Whether no body of the region calls anything, so that none can throw.
bool Writer::is_quiet(int of) const {
  const int region = region_of(unit_, of);
  if (region < 0 || at(region).in_template) return false;
  return std::none_of(unit_.effects.begin(), unit_.effects.end(), [&](const Effect& effect) {
    return (effect.kind == Effect::Kind::calls || effect.kind == Effect::Kind::unknown) && effect.directive >= 0 &&
           within(unit_, effect.directive, region);
  });
}

/// Whether a body may change what was copied into it when it was described.
bool Writer::changes_copies(int of) const {
  const std::vector<int> copied = leaf_values(of);
  for (const Reference& reference : unit_.references)
    if (!reference.read && reference.directive >= 0 && within(unit_, reference.directive, of) &&
        std::find(copied.begin(), copied.end(), reference.variable) != copied.end())
      return true;
  return false;
}

std::string Writer::leaf(int of, int context) {
  const Directive& directive = at(of);
  const bool loop = divides_loop(directive);
  const std::string label = clause_value(of, directive.family == Family::oss ? "label" : "name", context),
                    cost = clause_value(of, "cost", context);
  const std::string shown = label.empty() ? quoted(directive.name + " " + number(directive.place.line)) : label;
  std::string all = "{ ", uses = "0", head;
  if (loop && !directive.loop.declared) all += "(void)&" + directive.loop.variable + "; ";
  int count = 0;
  if (loop) {
    const Clause* const schedule = clause_of(directive, "schedule");
    std::string chunk = schedule != nullptr && !schedule->values.empty() ? tokens(schedule->values[0], context) : "";
    if (chunk.empty()) chunk = clause_value(of, "grainsize", context);
    if (chunk.empty()) chunk = clause_value(of, "chunksize", context);
    const bool whole = directive.family == Family::omp && clause_of(directive, "depend") != nullptr &&
                       (schedule == nullptr || schedule->modifier != "cross");
    const std::string width = clause_value(of, "num_threads", context);
    all += "const int64_t heddlec_t = " + trips(directive, context) +
           ", heddlec_h = " + (chunk.empty() ? "0" : "(int64_t)(" + chunk + ")") + "; (void)heddlec_h; ";
    const std::string list = chunk_uses(of, context, count);
    if (count != 0) all += "const heddle_chunk_access heddlec_u[] = {" + list + "}; ";
    head = shown + ", " + (unit_.cxx ? "0" : "sizeof heddlec_r") + ", " + (whole ? "HEDDLE_LOOP_AS_WHOLE" : "0") +
           ", " + (width.empty() ? "0" : "(uint32_t)(" + width + ")") + ", heddlec_t, heddlec_h";
    uses = count == 0 ? "0" : "heddlec_u";
  } else {
    std::string number_of;
    all += access_list(of, context, number_of);
    const bool first = directive.name == "master" || directive.name == "masked", each = directive.name == "each";
    head = shown + ", " + (unit_.cxx ? "0" : "sizeof heddlec_r") + ", " +
           (first  ? "HEDDLE_FIRST_WORKER"
            : each ? "HEDDLE_EACH_WORKER"
                   : "0") +
           ", " + (cost.empty() ? "0" : "(double)(" + cost + ")");
    uses = number_of == "0" ? "0, 0" : "&heddlec_a[0], " + number_of;
  }
  if (loop) uses += ", " + number(count);
  if (!unit_.cxx) {
    const std::string kind = loop ? "heddle_site_cut" : "heddle_site_work";
    std::string fill = loop ? loop_fill(of, context) : "";
    for (const int captured : leaf_values(of)) fill += initial(of, captured, context);
    if (fill.empty()) fill = "heddlec_r.heddlec_none = 0; ";
    all += "struct heddlec_r" + number(of) + " heddlec_r; " + fill + "const " + kind + " heddlec_w = {heddlec_b" +
           number(of) + ", " + head + "}; " + (loop ? "heddle_site_loop" : "heddle_site_task") +
           "(heddlec_x, &heddlec_w, &heddlec_r, " + uses + "); }";
    moved_leaf(of);
    return all + newlines(directive.text.begin, directive.body.end);
  }
  std::string captures, unpack;
  for (const int captured : leaf_values(of)) captures += (captures.empty() ? "" : ", ") + variable(captured).name;
  if (loop) captures += std::string(captures.empty() ? "" : ", ") + loop_captures(of, context);
  if (directive.uses_this) captures += captures.empty() ? "this" : ", this";
  const std::vector<int> record = record_of(region_of(unit_, of));
  for (const int captured : captures_of(unit_, of)) {
    if (!in_record(of, captured)) continue;
    const bool copy = sharing_of(unit_, of, captured) == Sharing::firstprivate;
    const auto place = std::find(record.begin(), record.end(), copy ? -captured - 1 : captured) - record.begin();
    unpack += copy ? "auto " + variable(captured).name + " = std::get<" + number(place) + ">(heddlec_q); (void)" +
                         variable(captured).name + "; "
                   : "auto& " + variable(captured).name + " = *std::get<" + number(place) + ">(heddlec_q); (void)" +
                         variable(captured).name + "; ";
  }
  const Range body = loop ? directive.loop.body : directive.body;
  all += std::string("heddlec_x.template ") + (loop ? "loop<" : "task<") + (is_quiet(of) ? "true" : "false") +
         ">({nullptr, " + head + "}, [" + captures + "](decltype(heddlec_q)& heddlec_q, heddle_body& heddlec_n) " +
         (changes_copies(of) ? "mutable " : "") + "{ (void)heddlec_q; (void)heddlec_n; " +
         (loop ? "(void)heddlec_s; " : "") + unpack + own_variables(of) + ready(of) + reduction_begins(of, true) +
         (loop ? loop_around(of, "heddlec_n.first", "heddlec_n.last", "") : "") +
         newlines(directive.text.begin, body.begin);
  all += render(body.begin, body.end, of) + (loop ? loop_behind(of) : "") + reduction_ends(of) + children(of);
  return all + " }, " + uses + "); }" + newlines(body.end, directive.body.end);
}

}  // namespace heddlec
