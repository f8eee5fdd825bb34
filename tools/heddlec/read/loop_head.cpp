#include "tools/heddlec/read/loop_head.hpp"

#include <cctype>

namespace heddlec {

namespace {

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool names(const Tokens& tokens, const std::string& word) {
  for (const Token& token : tokens)
    if (token.text == word) return true;
  return false;
}

}  // namespace

std::uint32_t skip_blanks(const std::string& text, std::uint32_t from) {
  while (from < text.size()) {
    if (std::isspace(static_cast<unsigned char>(text[from])) != 0 || (text[from] == '\\' && text[from + 1] == '\n')) {
      ++from;
    } else if (text.compare(from, 2, "//") == 0) {
      from = static_cast<std::uint32_t>(std::min(text.find('\n', from), text.size()));
    } else if (text.compare(from, 2, "/*") == 0) {
      from = static_cast<std::uint32_t>(std::min(text.find("*/", from + 2), text.size() - 2) + 2);
    } else {
      break;
    }
  }
  return from;
}

std::uint32_t end_of_directive(const std::string& text, std::uint32_t from) {
  bool in_comment = false;
  for (std::uint32_t at = from; at < text.size(); ++at) {
    if (!in_comment && text.compare(at, 2, "/*") == 0) in_comment = true;
    if (in_comment && text.compare(at, 2, "*/") == 0) in_comment = false;
    if (text[at] != '\n' || in_comment) continue;
    const std::uint32_t last = at > 0 && text[at - 1] == '\r' ? at - 2 : at - 1;
    if (at == 0 || text[last] != '\\') return at;
  }
  return static_cast<std::uint32_t>(text.size());
}

std::uint32_t end_of_call(const std::string& text, std::uint32_t from) {
  int depth = 0;
  bool quoted = false;
  for (std::uint32_t at = from; at < text.size(); ++at) {
    if (text[at] == '"' && text[at - 1] != '\\') quoted = !quoted;
    if (quoted) continue;
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return at + 1;
  }
  return static_cast<std::uint32_t>(text.size());
}

LoopHead loop_head(const std::string& text, std::uint32_t from) {
  for (;;) {
    from = skip_blanks(text, from);
    if (from < text.size() && text[from] == '#') {
      from = end_of_directive(text, from);
    } else if (from < text.size() && text[from] == '{') {
      ++from;
    } else {
      break;
    }
  }
  if (text.compare(from, 3, "for") != 0 || is_letter(text[from + 3])) return {};
  const std::uint32_t open = skip_blanks(text, from + 3);
  if (open >= text.size() || text[open] != '(') return {};
  const std::size_t equal = text.find_first_of("=:;{", open);
  if (equal == std::string::npos || text[equal] == ';') return {};
  std::size_t end = equal;
  while (end > open && std::isspace(static_cast<unsigned char>(text[end - 1])) != 0) --end;
  std::size_t begin = end;
  while (begin > open && is_letter(text[begin - 1])) --begin;
  std::string type = text.substr(open + 1, begin - open - 1);
  for (char& c : type)
    if (std::isspace(static_cast<unsigned char>(c)) != 0) c = ' ';
  while (!type.empty() && type.back() == ' ') type.pop_back();
  while (!type.empty() && type.front() == ' ') type.erase(0, 1);
  return {text.substr(begin, end - begin), type};
}

TaskFunction function_head(const std::string& text, std::uint32_t from) {
  static const std::string k_of_statements =
      " if for while do switch return else goto case default delete throw new co_return co_await co_yield sizeof ";
  TaskFunction none, found;
  for (from = skip_blanks(text, from); from < text.size() && text[from] == '#'; from = skip_blanks(text, from))
    from = end_of_directive(text, from);
  found.head.begin = from;
  int words = 0;
  std::uint32_t at = from;
  while (at < text.size() && text[at] != '(') {
    if (is_letter(text[at])) {
      const std::uint32_t begin = at;
      while (at < text.size() && is_letter(text[at])) ++at;
      found.name = text.substr(begin, at - begin);
      found.name_at = begin;
      if (k_of_statements.find(" " + found.name + " ") != std::string::npos) return none;
      if (found.name == "__attribute__" || found.name == "alignas") return none;
      ++words;
    } else if (text[at] == '*' || text[at] == '&' || std::isspace(static_cast<unsigned char>(text[at])) != 0 ||
               text.compare(at, 2, "/*") == 0 || text.compare(at, 2, "//") == 0) {
      const std::uint32_t behind = skip_blanks(text, at);
      at = behind == at ? at + 1 : behind;
    } else {
      return none;
    }
  }
  if (words < 2 || at >= text.size()) return none;
  found.head.end = at;
  // `T f(a), b;` and the like are no functions: behind the brackets there is a body, a semicolon or an attribute.
  const std::uint32_t behind = skip_blanks(text, end_of_call(text, at));
  if (behind >= text.size() || (text[behind] != ';' && text[behind] != '{' && !is_letter(text[behind]))) return none;
  return found;
}

void know_loop_variable(Directive& directive, const LoopHead& head) {
  if (head.variable.empty()) return;
  if (directive.name.find("for") == std::string::npos && directive.name.find("loop") == std::string::npos) return;
  std::string type = head.type;
  for (const char c : type)
    if (!is_letter(c) && c != ' ') type = "long";  // an iterator or so: the item is typed with an index instead
  if (type == "auto") type = "long";
  for (Clause& clause : directive.clauses) {
    for (Item& item : clause.items) {
      if (clause.name == "reduction" || clause.name.find("private") != std::string::npos || clause.name == "shared")
        continue;
      if (!names(item.written, head.variable)) continue;
      item.per_iteration = true;
      if (head.type.empty()) continue;  // it is declared before
      if (item.element >= 0) {
        Probe& probe = directive.probes[static_cast<std::size_t>(item.element)];
        probe.loop_variable = head.variable;
        probe.loop_type = type;
      }
      for (const Subscript& subscript : item.subscripts) {
        if (subscript.extent_probe < 0 || !names(subscript.extent, head.variable)) continue;
        Probe& probe = directive.probes[static_cast<std::size_t>(subscript.extent_probe)];
        probe.loop_variable = head.variable;
        probe.loop_type = type;
      }
    }
  }
}

}  // namespace heddlec
