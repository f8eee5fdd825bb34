#include "tools/heddlec/lower/writer.hpp"

#include <algorithm>

namespace heddlec {

std::string number(long long value) { return std::to_string(value); }

std::string quoted(const std::string& text) {
  std::string all = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') all += '\\';
    all += c;
  }
  return all + "\"";
}

std::string typed(const std::string& type, const std::string& name) {
  const std::size_t place = type.find('@');
  return place == std::string::npos ? type + " " + name : type.substr(0, place) + name + type.substr(place + 1);
}

unsigned Writer::line_of(std::uint32_t offset) const {
  return 1 + static_cast<unsigned>(std::count(text().begin(), text().begin() + offset, '\n'));
}

std::string Writer::newlines(std::uint32_t begin, std::uint32_t end) const {
  return std::string(static_cast<std::size_t>(std::count(text().begin() + begin, text().begin() + end, '\n')), '\n');
}

std::string Writer::line_at(std::uint32_t offset) const {
  const std::size_t last = text().rfind('\n', offset == 0 ? 0 : offset - 1);
  const std::size_t column = offset - (last == std::string::npos ? 0 : last + 1);
  return "\n#line " + number(line_of(offset)) + " " + quoted(unit_.files[static_cast<std::size_t>(file_)].path) + "\n" +
         std::string(column, ' ');
}

std::string Writer::quoted_place(const Directive& directive) const {
  return quoted(directive.place.file + ":" + number(directive.place.line));
}

bool Writer::is_moved(int number) const {
  return !unit_.cxx && (is_task(at(number)) || is_leaf(unit_, number)) && !is_left_alone(unit_, number);
}

/// How a variable is called where the text of `context`'s body stands now.
std::string Writer::name_in(int captured, int context) const {
  const Variable& described = variable(captured);
  for (int around = context; around >= 0; around = at(around).parent) {
    if (!is_moved(around)) continue;
    if (described.directive >= 0 && within(unit_, described.directive, around)) return described.name;
    const Sharing sharing = sharing_of(unit_, around, captured);
    if (sharing == Sharing::own || sharing == Sharing::reduction) return described.name;
    const bool lasting = described.kind == Variable::Kind::global;
    if (sharing == Sharing::shared) return lasting ? described.name : "(*heddlec_v" + number(captured) + ")";
    return described.array ? "(*heddlec_v" + number(captured) + ")" : described.name;
  }
  return described.name;
}

std::string Writer::tokens(const Tokens& list, int context) {
  std::string all;
  for (const Token& token : list) {
    if (token.spaced && !all.empty()) all += ' ';
    const auto known = unit_.references_at.find(token.at);
    if (known != unit_.references_at.end()) {
      const int named = unit_.references[static_cast<std::size_t>(known->second)].variable;
      if (variable(named).name == token.text) {
        all += name_in(named, context);
        continue;
      }
    }
    all += token.text;
  }
  return all;
}

/// Text without directives, its references as they are called in the body of `context`.
std::string Writer::copied(std::uint32_t begin, std::uint32_t end, int context) {
  std::vector<const Reference*> inside;
  for (const Reference& call : unit_.task_calls)
    if (call.file == file_ && !call.in_macro && call.offset >= begin && call.offset < end) inside.push_back(&call);
  if (!unit_.cxx && context >= 0)
    for (const Reference& reference : unit_.references)
      if (reference.file == file_ && !reference.in_macro && reference.offset >= begin && reference.offset < end)
        inside.push_back(&reference);
  std::sort(inside.begin(), inside.end(),
            [](const Reference* left, const Reference* right) { return left->offset < right->offset; });
  std::string all;
  for (const Reference* reference : inside) {
    if (reference->offset < begin) continue;  // twice in the tree, once in the text
    all +=
        text().substr(begin, reference->offset - begin) +
        (reference->variable < 0 ? "heddlec_f" + number(reference->directive) : name_in(reference->variable, context));
    begin = reference->offset + reference->length;
  }
  return all + text().substr(begin, end - begin);
}

std::string Writer::render(std::uint32_t begin, std::uint32_t end, int context) {
  std::vector<int> inside;
  for (int number = 0; number < static_cast<int>(unit_.directives.size()); ++number) {
    const Directive& directive = at(number);
    if (directive.text.file == file_ && directive.text.begin >= begin && directive.text.begin < end &&
        (directive.parent == context || directive.name == "skipped"))
      inside.push_back(number);
  }
  std::stable_sort(inside.begin(), inside.end(),
                   [&](int left, int right) { return at(left).text.begin < at(right).text.begin; });
  std::string all;
  for (const int number : inside) {
    const Directive& directive = at(number);
    if (directive.text.begin < begin) continue;
    all += copied(begin, directive.text.begin, context) + replaced(number, context);
    begin = directive.has_body ? std::max(directive.text.end, directive.body.end) : directive.text.end;
  }
  return all + copied(begin, end, context);
}

/// A directive and its statement.
std::string Writer::replaced(int number, int context) {
  const Directive& directive = at(number);
  if (directive.name == "skipped") return skipped(directive);
  used_ = true;
  if (is_left_alone(unit_, number)) {
    used_ = false;
    const std::uint32_t end = directive.has_body ? directive.body.end : directive.text.end;
    return text().substr(directive.text.begin, directive.text.end - directive.text.begin) +
           (end > directive.text.end ? render(directive.text.end, end, number) : "");
  }
  if (directive.family == Family::myrmics) return spawned_call(number, context);
  if (is_leaf(unit_, number) && directive.family == Family::oss) return leaf(number, context);
  if (directive.name == "taskiter") return iterated(number, context);
  if (!directive.callee.name.empty()) return task_function(number);
  if (is_task(directive)) return task(number, context);
  if (is_region(unit_, directive)) return region(number, context);
  if (is_container(directive)) return container(number);
  if (is_leaf(unit_, number))
    return "{ " + leaf(number, context) + (has_barrier_behind(number) ? " " + barrier() : "") + " }";
  if (directive.family == Family::heddle && directive.name == "laps") return laps(number, context);
  if (directive.family == Family::heddle && directive.has_body)
    return newlines(directive.text.begin, directive.text.end) + render(directive.text.end, directive.body.end, number);
  if (directive.family == Family::oss && (directive.name == "critical" || directive.name == "atomic")) {
    std::string words = directive.name;
    for (const Clause& clause : directive.clauses)
      words += clause.values.empty() ? " " + clause.name : "(" + text_of(clause.values[0]) + ")";
    return "\n#pragma omp " + words + line_at(directive.text.end) +
           render(directive.text.end, directive.body.end, number);
  }
  return waits(number, context) + newlines(directive.text.begin, directive.text.end);
}

/// Directives that Clang did not read, because the preprocessor left them out.
std::string Writer::skipped(const Directive& directive) {
  std::string all;
  std::uint32_t begin = directive.text.begin;
  while (begin < directive.text.end) {
    const std::uint32_t end = std::min(
        directive.text.end, static_cast<std::uint32_t>(std::min(text().find('\n', begin), text().size() - 1) + 1));
    const std::string line = text().substr(begin, end - begin);
    const std::size_t pragma = line.find("pragma");
    bool ours = false;
    if (pragma != std::string::npos && line.find('#') < pragma)
      for (const char* family : {"oss", "myrmics", "heddle plan"})
        ours = ours || line.find(family, pragma) != std::string::npos;
    if (ours) {
      all += "#error \"heddlec: " + unit_.files[static_cast<std::size_t>(file_)].path + ":" + number(line_of(begin)) +
             " was skipped when heddlec read it\"\n";
      used_ = true;
    } else {
      all += line;
    }
    begin = end;
  }
  return all;
}

/// Macros whose own text names a variable that is called otherwise in a moved body.
std::string Writer::macros_for(int number, bool define) const {
  std::set<int> named;
  for (const Reference& reference : unit_.references)
    if (reference.in_macro && reference.directive >= 0 && within(unit_, reference.directive, number))
      named.insert(reference.variable);
  std::string all;
  for (const int one : named) {
    const std::string name = name_in(one, number);
    if (name == variable(one).name) continue;
    all += define ? "#define " + variable(one).name + " " + name + "\n" : "#undef " + variable(one).name + "\n";
  }
  return all;
}

std::string Writer::around_functions() {
  std::vector<const Function*> functions;
  for (const Function& function : unit_.functions)
    if (function.whole.file == file_ && function.name.find("heddlec_probe_") != 0) functions.push_back(&function);
  std::sort(functions.begin(), functions.end(),
            [](const Function* left, const Function* right) { return left->whole.begin < right->whole.begin; });
  std::string all;
  std::uint32_t begin = 0;
  for (const Function* function : functions) {
    if (function->whole.begin < begin) continue;
    all += render(begin, function->whole.begin, -1);
    before_.clear();
    behind_.clear();
    const std::string body = render(function->whole.begin, function->whole.end, -1);
    all += before_ + body;
    if (!behind_.empty()) all += "\n" + behind_ + line_at(function->whole.end);
    begin = function->whole.end;
  }
  return all + render(begin, static_cast<std::uint32_t>(text().size()), -1);
}

std::string Writer::write() {
  std::string all = unit_.cxx ? render(0, static_cast<std::uint32_t>(text().size()), -1) : around_functions();
  // Headers that are translated, too, take the place of those that were named.
  for (const Inclusion& inclusion : unit_.inclusions) {
    if (inclusion.text.file != file_ || headers_[static_cast<std::size_t>(inclusion.target)].empty()) continue;
    const std::string name = text().substr(inclusion.text.begin, inclusion.text.end - inclusion.text.begin);
    const std::size_t place = all.find(name);
    if (place != std::string::npos)
      all.replace(place, name.size(), quoted(headers_[static_cast<std::size_t>(inclusion.target)]));
  }
  all += myrmics_table();
  const File& file = unit_.files[static_cast<std::size_t>(file_)];
  std::string first;
  if (file.main || used_) first = std::string("#include <heddle/compiled.") + (unit_.cxx ? "hpp" : "h") + ">\n";
  return first + "#line 1 " + quoted(file.path) + "\n" + all;
}

std::string translate(const Unit& unit, int file, const LowerOptions& options,
                      const std::vector<std::string>& headers) {
  return Writer(unit, file, options, headers).write();
}

}  // namespace heddlec
