// Items of dependences as addresses and lengths.
#include "tools/heddlec/lower/writer.hpp"

namespace heddlec {

std::string Writer::mode_of(const Clause& clause) {
  const std::string name = clause.name == "depend" ? clause.modifier : clause.name;
  const bool weak = clause.weak || name.find("weak") == 0;
  const std::string plain = name.find("weak") == 0 ? name.substr(4) : name;
  std::string mode = "HEDDLE_OUT";
  if (plain == "in" || plain == "on") mode = "HEDDLE_IN";
  if (plain == "concurrent" || plain == "inoutset" || plain == "reduction" || plain == "lastprivate")
    mode = "HEDDLE_CONCURRENT";
  if (plain == "commutative" || plain == "mutexinoutset") mode = "HEDDLE_COMMUTATIVE";
  return weak ? mode + " | HEDDLE_WEAK" : mode;
}

/// How many elements this pair of brackets names.
std::string Writer::length(const Item& item, std::size_t subscript, int context) {
  const Subscript& one = item.subscripts[subscript];
  const std::string lower = "(" + tokens(one.lower, context) + ")", extent = "(" + tokens(one.extent, context) + ")";
  switch (one.form) {
    case Subscript::Form::index:
      return "1";
    case Subscript::Form::length:
      return extent;
    case Subscript::Form::inclusive:
      return "(" + extent + " - " + lower + " + 1)";
    case Subscript::Form::end:
      return "(" + extent + " - " + lower + ")";
    default: {
      std::string prefix = "(" + tokens(item.base, context) + ")";
      for (std::size_t at = 0; at < subscript; ++at) prefix += "[0]";
      return "(sizeof(" + prefix + ") / sizeof(" + prefix + "[0]) - " + lower + ")";
    }
  }
}

Writer::Access Writer::access(const Directive& directive, const Item& item, int context) {
  Access made;
  made.item = &item;
  const std::string base = tokens(item.base, context);
  if (!item.shape.empty() && item.subscripts.empty()) {
    made.address = "(" + base + ")";
    made.bytes = "sizeof(*(" + base + "))";
    for (const Tokens& extent : item.shape) made.bytes += " * (size_t)(" + tokens(extent, context) + ")";
    made.section = true;
    return made;
  }
  std::string first = item.subscripts.empty() ? base : "(" + base + ")", last = first;
  int sections = 0;
  for (std::size_t at = 0; at < item.subscripts.size(); ++at) {
    const std::string lower = "(" + tokens(item.subscripts[at].lower, context) + ")";
    const bool section = item.subscripts[at].form != Subscript::Form::index;
    sections += section ? 1 : 0;
    first += "[" + lower + "]";
    last += "[" + lower + (section ? " + " + length(item, at, context) + " - 1" : "") + "]";
  }
  made.section = sections != 0;
  made.address = "&(" + first + ")";
  made.bytes = "sizeof(" + first + ")";
  const bool at_end = sections == 1 && item.subscripts.back().form != Subscript::Form::index;
  if (at_end) {
    made.bytes += " * (size_t)" + length(item, item.subscripts.size() - 1, context);
  } else if (sections != 0) {
    made.bytes = "(size_t)((const char*)(&(" + last + ") + 1) - (const char*)&(" + first + "))";
  }
  if (!item.iterator.empty()) {
    made.iterator = item.iterator;
    made.from = tokens(item.iterator_from, context);
    made.count = tokens(item.iterator_count, context);
  }
  (void)directive;
  return made;
}

std::vector<Writer::Access> Writer::accesses(const Directive& directive, int context) {
  std::vector<Access> all;
  for (const Clause& clause : directive.clauses) {
    static const std::string k_others = " private firstprivate shared copyin copyprivate ";
    if (k_others.find(" " + clause.name + " ") != std::string::npos) continue;
    for (const Item& item : clause.items) {
      Access made = access(directive, item, context);
      made.mode = mode_of(clause);
      if (const std::size_t weak = made.mode.find(" | HEDDLE_WEAK"); weak != std::string::npos && plain_)
        made.mode.erase(weak);  // a plan's tasks, and who waits, know no weak accesses: the strong one covers them
      all.push_back(made);
    }
  }
  return all;
}

/// Declares heddlec_a and says how many; sections of no length are left out, multidependences written out.
std::string Writer::access_list(int number, int context, std::string& count) {
  plain_ = is_leaf(unit_, number) || at(number).name == "taskiter";
  const std::vector<Access> all = accesses(at(number), context);
  plain_ = false;
  count = "0";
  if (all.empty()) return "";
  bool simple = true;
  std::string most = "0";
  for (const Access& one : all) {
    simple = simple && !one.section && one.iterator.empty();
    most += one.iterator.empty() ? " + 1" : " + (size_t)(" + one.count + ")";
  }
  std::string text;
  if (simple) {
    for (const Access& one : all)
      text += std::string(text.empty() ? "" : ", ") + "{" + one.address + ", " + one.bytes + ", " + one.mode + "}";
    count = std::to_string(all.size());
    return "const heddle_access heddlec_a[] = {" + text + "}; ";
  }
  count = "heddlec_c";
  text = unit_.cxx ? "::heddle::compiled::access_list heddlec_a(" + most + "); size_t heddlec_c = 0; "
                   : "heddle_access heddlec_a[" + most + "]; size_t heddlec_c = 0; ";
  for (const Access& one : all) {
    const std::string add = "heddlec_c = heddle_compiled_access(&heddlec_a[0], heddlec_c, " +
                            std::string(unit_.cxx ? "heddle_access{" : "(heddle_access){") + one.address + ", " +
                            one.bytes + ", " + one.mode + "}); ";
    text += one.iterator.empty()
                ? add
                : "for (long heddlec_i = 0; heddlec_i < (long)(" + one.count + "); ++heddlec_i) { long " +
                      one.iterator + " = (" + one.from + ") + heddlec_i; " + add + "} ";
  }
  return text;
}

/// What the chunks of a loop access: {base, step, bytes, mode}. Cross sections begin at the first chunk's part; items
/// that name the loop's variable are evaluated at the first and second iteration, and must go on like that.
std::string Writer::chunk_uses(int number, int context, int& count) {
  const Directive& directive = at(number);
  const Clause* const schedule = clause_of(directive, "schedule");
  const bool cross = schedule != nullptr && schedule->modifier == "cross";
  std::string text;
  count = 0;
  plain_ = is_leaf(unit_, number);
  const std::vector<Access> all = accesses(directive, context);
  plain_ = false;
  for (const Access& one : all) {
    std::string base = "(const void*)" + one.address, step = "0", bytes = one.bytes;
    const Item& item = *one.item;
    if (item.per_iteration && directive.loop.declared) {
      const std::string variable = typed(directive.loop.type, directive.loop.variable);
      const auto in_iteration = [&](const std::string& what, const std::string& expression) {
        const std::string begin = "(" + range(directive.loop.lower, context) + ")";
        return "({ " + variable + " = " + begin + " + " + what + "; (void)" + directive.loop.variable + "; " +
               expression + "; })";
      };
      const std::string by = this->step(directive, context), place = "(const void*)" + one.address;
      base = in_iteration("0", place);
      bytes = in_iteration("0", "(size_t)(" + one.bytes + ")");
      step = "heddle_compiled_step(" + base + ", " + in_iteration("(heddlec_t > 1 ? " + by + " : 0)", place) + ", " +
             in_iteration("(heddlec_t > 1 ? (heddlec_t - 1) * (" + by + ") : 0)", place) + ", heddlec_t)";
    } else if (cross && one.section) {
      std::size_t at = 0;
      while (item.subscripts[at].form == Subscript::Form::index) ++at;
      std::string element = "(" + tokens(item.base, context) + ")";
      for (std::size_t before = 0; before <= at; ++before)
        element += "[" + tokens(item.subscripts[before].lower, context) + "]";
      bytes = "sizeof(" + element + ")";
      base = "(const void*)&(" + element + ")";
      step = "(int64_t)sizeof(" + element + ")";
    } else if (one.section && schedule != nullptr && !item.subscripts.empty()) {
      bytes =
          "heddle_compiled_whole(" + one.bytes + ", (size_t)" + length(item, 0, context) + ", heddlec_h, heddlec_t)";
    }
    text += std::string(text.empty() ? "" : ", ") + "{" + base + ", " + step + ", " + bytes + ", " + one.mode + "}";
    ++count;
  }
  return text;
}

}  // namespace heddlec
