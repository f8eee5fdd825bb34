// Myrmics: calls that become spawns, and the table of what they call.
#include <algorithm>

#include "tools/heddlec/lower/writer.hpp"

namespace heddlec {

namespace {

/// in 1, out 2, safe 8, region 16, notransfer 4: for each argument as SCOOP does it.
unsigned bits_of(const std::string& clause) {
  if (clause == "in" || clause == "input") return 1;
  if (clause == "out" || clause == "output") return 2;
  if (clause == "safe") return 8;
  return 3;
}

}  // namespace

std::string Writer::spawned_call(int of, int context) {
  const Directive& directive = at(of);
  const std::string place = quoted(directive.place.file) + ", " + number(directive.place.line);
  if (directive.name == "wait") {
    std::string list;
    int count = 0;
    for (const Clause& clause : directive.clauses) {
      for (const Item& item : clause.items) {
        list += (list.empty() ? "" : ", ") + ("(void*)(intptr_t)(" + tokens(item.base, context) + ")");
        ++count;
      }
    }
    return "{ void *heddlec_a[] = {" + list + "}; _sys_wait_on(" + place + ", heddlec_a, " + number(count) + "); }" +
           newlines(directive.text.begin, directive.text.end);
  }
  const Call& call = directive.call;
  std::string words, types;
  for (std::size_t argument = 0; argument < call.arguments.size(); ++argument) {
    const std::string text = range(call.arguments[argument], context);
    words += (words.empty() ? "" : ", ") +
             (call.reals[argument] ? "heddle_compiled_word(" + text + ")" : "(void*)(intptr_t)(" + text + ")");
    unsigned bits = 9, qualifier = 0;  // by value, or a pointer that nothing is said of
    std::string plain = text_of({{text, 0, false}});
    for (const Clause& clause : directive.clauses) {
      if (clause.name == "region") qualifier = 16;
      if (clause.name == "notransfer") qualifier = 20;
      if (clause.items.empty()) continue;
      for (const Item& item : clause.items)
        if (tokens(item.base, context) == plain)
          bits = (qualifier == 0 && !call.pointers[argument] ? 9U : bits_of(clause.name) | qualifier);
      qualifier = 0;
    }
    types += (types.empty() ? "" : ", ") + number(bits);
  }
  spawn_sites_.push_back(of);
  const std::string count = number(static_cast<long long>(call.arguments.size()));
  std::string all = "{ ";
  if (!call.arguments.empty()) all += "void *heddlec_a[] = {" + words + "}; unsigned heddlec_t[] = {" + types + "}; ";
  all += "_sys_spawn(" + place + ", " + number(static_cast<long long>(spawn_sites_.size())) + ", " +
         (call.arguments.empty() ? "0, 0" : "heddlec_a, heddlec_t") + ", " + count + "); }";
  return all + newlines(directive.text.begin, directive.body.end);
}

std::string Writer::thunk(int of) const {
  const Call& call = at(of).call;
  std::string parameters, arguments;
  for (std::size_t argument = 0; argument < call.arguments.size(); ++argument) {
    const std::string name = "heddlec_" + number(static_cast<long long>(argument)),
                      type = typed(call.parameter_types[argument], "");
    parameters += (parameters.empty() ? "intptr_t " : ", intptr_t ") + name;
    arguments += (arguments.empty() ? "" : ", ") +
                 (call.reals[argument] ? "(" + type + ")heddle_compiled_real(" + name + ")" : "(" + type + ")" + name);
  }
  return "static void heddlec_t" + number(of) + "(" + (parameters.empty() ? "void" : parameters) + ") { " +
         call.callee + "(" + arguments + "); }\n";
}

std::string Writer::myrmics_table() {
  if (spawn_sites_.empty() && options_.myrmics_main.empty()) return "";
  std::string thunks, rows;
  for (const int of : spawn_sites_) {
    thunks += thunk(of);
    rows += ", (func_t)heddlec_t" + number(of);
  }
  const std::string name = options_.myrmics_main.empty() ? "heddlec" : options_.myrmics_main;
  return "\n" + thunks + "func_t " + name + "_task_table[] = {" +
         (options_.myrmics_main.empty() ? "(func_t)0" : "(func_t)" + options_.myrmics_main) + rows + "};\n";
}

}  // namespace heddlec
