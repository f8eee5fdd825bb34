// What bodies get of the functions around them: fields of records in C, captures of lambdas in C++; reductions.
#include "tools/heddlec/lower/writer.hpp"

namespace heddlec {

namespace {

/// A pointer to an array of variable length, declared; `stars` as many more.
std::string with_dimensions(const Variable& described, const std::string& name, const std::string& record,
                            const std::string& stars = "") {
  std::string text = described.element;
  std::string shape = "(*" + stars + name + ")";
  for (std::size_t at = 0; at < described.dimensions.size(); ++at)
    shape += "[" + record + "->" + name + "_" + number(static_cast<long long>(at)) + "]";
  return typed(text, shape);
}

std::string without_const(std::string type) {
  while (type.find("const ") == 0) type.erase(0, 6);
  const std::size_t last = type.find("const@");
  if (last != std::string::npos) type.erase(last, 5);
  return type;
}

}  // namespace

/// A field of a body's record.
std::string Writer::field(int of, int captured) const {
  const Variable& described = variable(captured);
  const std::string name = "heddlec_v" + number(captured);
  if (described.variable_length) {
    std::string all = "void *" + name + "; ";
    for (std::size_t at = 0; at < described.dimensions.size(); ++at)
      all += "size_t " + name + "_" + number(static_cast<long long>(at)) + "; ";
    return all;
  }
  const bool copy = sharing_of(unit_, of, captured) == Sharing::firstprivate;
  return typed(copy ? without_const(described.type) : described.pointer_type, name) + "; ";
}

/// Sets the field in the record heddlec_r.
std::string Writer::initial(int of, int captured, int context) const {
  const Variable& described = variable(captured);
  const std::string name = "heddlec_r.heddlec_v" + number(captured), here = name_in(captured, context);
  if (described.variable_length) {
    std::string all = name + " = (void*)" + (described.pointer ? here : "&" + here) + "; ";
    for (std::size_t at = 0; at < described.dimensions.size(); ++at) {
      std::string dimension = described.dimensions[at];
      for (std::size_t place = dimension.find(described.name); here != described.name && place != std::string::npos;
           place = dimension.find(described.name, place + here.size()))
        dimension.replace(place, described.name.size(), here);
      all += name + "_" + number(static_cast<long long>(at)) + " = " + dimension + "; ";
    }
    return all;
  }
  if (sharing_of(unit_, of, captured) != Sharing::firstprivate) return name + " = &" + here + "; ";
  if (described.array) return "__builtin_memcpy(&" + name + ", &" + here + ", sizeof(" + here + ")); ";
  return name + " = " + here + "; ";
}

/// Declares in a moved body what its text names.
std::string Writer::unpacked(int of, int captured, const std::string& from) const {
  const Variable& described = variable(captured);
  const std::string name = "heddlec_v" + number(captured);
  const bool copy = sharing_of(unit_, of, captured) == Sharing::firstprivate;
  if (described.variable_length) {
    if (described.pointer && copy) {
      std::string shape = with_dimensions(described, name, from);
      return shape + " = " + from + "->" + name + "; __typeof__(" + name + ") " + described.name + " = " + name +
             "; (void)" + described.name + "; ";
    }
    if (!described.pointer)
      return with_dimensions(described, name, from) + " = " + from + "->" + name + "; (void)" + name + "; ";
    return with_dimensions(described, name, from, "*") + " = " + from + "->" + name + "; (void)" + name + "; ";
  }
  if (!copy) return typed(described.pointer_type, name) + " = " + from + "->" + name + "; (void)" + name + "; ";
  if (described.array)
    return "__typeof__(" + from + "->" + name + ") *" + name + " = &" + from + "->" + name + "; (void)" + name + "; ";
  return typed(described.type, described.name) + " = " + from + "->" + name + "; (void)" + described.name + "; ";
}

/// private variables: uninitialised; those of a static region begin at zero.
std::string Writer::own_variables(int of) const {
  std::string all;
  std::set<int> done;
  const Directive& directive = at(of);
  for (const int captured : captures_of(unit_, of)) {
    if (sharing_of(unit_, of, captured) != Sharing::own) continue;
    const Variable& described = variable(captured);
    if (is_loop_variable(directive, captured)) continue;
    if (unit_.cxx) {
      all += "std::remove_cvref_t<decltype(" + described.name + ")> " + described.name +
             (directive.family == Family::omp ? "{}; " : "; ");
    } else {
      all += typed(without_const(described.type), described.name) + "; ";
      all += directive.family == Family::omp
                 ? "__builtin_memset(&" + described.name + ", 0, sizeof(" + described.name + ")); "
                 : "";
    }
    all += "(void)" + described.name + "; ";
  }
  return all;
}

std::string Writer::identity(const std::string& operation, const Variable& described) const {
  if (operation == "*" || operation == "&&") return "1";
  if (operation == "&") return "~0";
  if (operation != "min" && operation != "max") return "0";
  const std::string name = described.name;
  if (unit_.cxx) return "::heddle::compiled::" + operation + "_identity<decltype(" + name + ")>()";
  if (described.real) return operation == "min" ? "__builtin_huge_val()" : "-__builtin_huge_val()";
  const std::string type = "__typeof__(" + name + ")";
  const std::string most = "((" + type + ")-1 > 0 ? (" + type + ")-1 : (" + type + ")((((" + type + ")1 << (sizeof(" +
                           name + ") * 8 - 2)) - 1) * 2 + 1))";
  return operation == "min" ? most : "((" + type + ")-1 > 0 ? (" + type + ")0 : (" + type + ")(-" + most + " - 1))";
}

/// The reduction that the program has declared by this name, for the variable's type or for one alone.
const UserReduction* Writer::user_reduction(const std::string& name, const Variable& described) const {
  const UserReduction* only = nullptr;
  int count = 0;
  std::string type = without_const(described.type);
  std::erase_if(type, [](char c) { return c == '@' || c == ' '; });
  for (const UserReduction& one : unit_.reductions) {
    if (one.name != name) continue;
    only = &one;
    ++count;
    for (std::string written : one.types) {
      std::erase(written, ' ');
      if (written == type) return &one;
    }
  }
  return count == 1 ? only : nullptr;
}

namespace {

std::string replaced_words(const Tokens& tokens, const std::map<std::string, std::string>& words) {
  std::string all;
  for (const Token& token : tokens) {
    const auto known = words.find(token.text);
    all += (token.spaced && !all.empty() ? " " : "") + (known == words.end() ? token.text : known->second);
  }
  return all;
}

}  // namespace

std::string Writer::joined(const std::string& operation, const Variable& described, const std::string& into,
                           const std::string& from) const {
  if (const UserReduction* const own = user_reduction(operation, described))
    return replaced_words(own->combiner, {{"omp_out", "(" + into + ")"}, {"omp_in", "(" + from + ")"}}) + ";";
  if (operation == "min") return into + " = " + from + " < " + into + " ? " + from + " : " + into + ";";
  if (operation == "max") return into + " = " + from + " > " + into + " ? " + from + " : " + into + ";";
  return into + " = " + into + " " + (operation == "-" ? "+" : operation) + " " + from + ";";
}

/// What stands behind the declaration of a part: its first value.
std::string Writer::first_value(const Clause& clause, const Variable& described, const std::string& part) const {
  if (clause.name == "lastprivate") return unit_.cxx ? "{}" : " = {0}";
  const UserReduction* const own = user_reduction(clause.modifier, described);
  if (own == nullptr)
    return unit_.cxx ? "(" + identity(clause.modifier, described) + ")" : " = " + identity(clause.modifier, described);
  const std::map<std::string, std::string> words{
      {"omp_priv", part}, {"omp_orig", unit_.cxx ? described.name : "(*heddlec_v" + number_of(described) + ")"}};
  if (own->initializer.empty()) return unit_.cxx ? "{}" : " = {0}";
  if (own->sets) return " = " + replaced_words(own->initializer, words);
  return (unit_.cxx ? "{}; " : "; ") + replaced_words(own->initializer, words);
}

std::string Writer::number_of(const Variable& described) const { return number(&described - unit_.variables.data()); }

/// Functions that join a part, at file scope; C only.
std::string Writer::reduction_joins(int of) const {
  std::string all;
  for (const Clause& clause : at(of).clauses) {
    if (clause.name != "reduction") continue;
    for (const Item& item : clause.items) {
      const int captured = at(of).probes[static_cast<std::size_t>(item.element)].uses[0].variable;
      const std::string type = typed(variable(captured).pointer_type, "heddlec_t");
      all += "static void heddlec_j" + number(of) + "_" + number(captured) + "(void *heddlec_x, void *heddlec_y) { " +
             type + " = heddlec_x; " + typed(variable(captured).pointer_type, "heddlec_f") + " = heddlec_y; " +
             joined(clause.modifier, variable(captured), "*heddlec_t", "*heddlec_f") + " }\n";
    }
  }
  return all;
}

/// The parts of a body, before it.
std::string Writer::reduction_begins(int of, bool site) {
  std::string all;
  for (const Clause& clause : at(of).clauses) {
    if (clause.name != "reduction" && clause.name != "lastprivate") continue;
    for (const Item& item : clause.items) {
      const int captured = at(of).probes[static_cast<std::size_t>(item.element)].uses[0].variable;
      const Variable& described = variable(captured);
      const std::string target = "heddlec_o" + number(captured);
      if (unit_.cxx) {
        if (site) all += "auto* " + target + " = &" + described.name + "; ";
        all += "std::remove_cvref_t<decltype(" + described.name + ")> heddlec_p" + number(captured) +
               first_value(clause, described, "heddlec_p" + number(captured)) + "; auto& " +
               (site ? "heddlec_w" + number(captured) + " = heddlec_p" + number(captured) + "; (void)heddlec_w" +
                           number(captured) + "; { auto& " + described.name + " = heddlec_p" + number(captured)
                     : described.name + " = heddlec_p" + number(captured)) +
               "; ";
      } else {
        all += typed(without_const(described.type), described.name) + first_value(clause, described, described.name) +
               "; ";
      }
    }
  }
  return all;
}

/// Joins them, behind the body.
std::string Writer::reduction_ends(int of) {
  std::string all, closing;
  for (const Clause& clause : at(of).clauses) {
    if (clause.name != "reduction" && clause.name != "lastprivate") continue;
    for (const Item& item : clause.items) {
      const int captured = at(of).probes[static_cast<std::size_t>(item.element)].uses[0].variable;
      const Variable& described = variable(captured);
      if (clause.name == "lastprivate") {
        if (unit_.cxx) closing += "}";
        all += unit_.cxx ? "; if (heddlec_n.last == heddlec_u) *heddlec_o" + number(captured) + " = heddlec_p" +
                               number(captured) + ";"
                         : " if (heddlec_n->last == heddlec_r->heddlec_u) *heddlec_v" + number(captured) + " = " +
                               described.name + ";";
        continue;
      }
      if (unit_.cxx) {
        const std::string part = "heddlec_p" + number(captured);
        if (at(of).family == Family::omp) closing += "}";
        all += "; ::heddle::compiled::join(heddlec_o" + number(captured) + ", &" + part +
               ", [](auto& heddlec_t, auto& heddlec_f) { " +
               joined(clause.modifier, described, "heddlec_t", "heddlec_f") + " });";
      } else {
        const std::string target = "heddlec_v" + number(captured);
        all += " heddle_reduction_combine(" + target + ", &" + described.name + ", heddlec_j" + number(of) + "_" +
               number(captured) + ");";
      }
    }
  }
  return closing + all;
}

/// [&x, n, v...]
std::string Writer::lambda_captures(int of) const {
  std::string all;
  for (const int captured : captures_of(unit_, of)) {
    const Variable& described = variable(captured);
    const Sharing sharing = sharing_of(unit_, of, captured);
    std::string one;
    if (sharing == Sharing::own) continue;
    if (sharing == Sharing::reduction) {
      one = "heddlec_o" + number(captured) + " = &" + described.name;
    } else if (described.kind == Variable::Kind::global || described.kind == Variable::Kind::local_static) {
      if (sharing == Sharing::shared) continue;
      one = described.name + " = " + described.name;
    } else {
      one = (sharing == Sharing::shared ? "&" : "") + described.name + (described.pack ? "..." : "");
    }
    all += (all.empty() ? "" : ", ") + one;
  }
  if (at(of).uses_this) all += all.empty() ? "this" : ", this";
  return all;
}

}  // namespace heddlec
