#include "tools/heddlec/read/read_directive.hpp"

#include <algorithm>

#include "tools/heddlec/read/clause_table.hpp"
#include "tools/heddlec/read/read_items.hpp"

namespace heddlec {

namespace {

bool is_word(const Token& token) {
  const char first = token.text.empty() ? '\0' : token.text[0];
  return (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_';
}

/// Reads clause after clause.
class Reader {
 public:
  Reader(const Tokens& tokens, const ReadOptions& options, Directive& directive)
      : tokens_(tokens), options_(options), directive_(directive) {}

  std::optional<Misread> read() {
    const DirectiveRow* row = find_directive(options_.family, words_of(tokens_));
    if (row == nullptr) return unknown_directive();
    directive_.family = options_.family;
    directive_.name = row->name;
    directive_.alone = row->alone;
    at_ = static_cast<std::size_t>(std::count(row->name.begin(), row->name.end(), ' ')) + 1;
    if (options_.family == Family::myrmics && !tokens_.empty() && tokens_[0].text != "task" &&
        tokens_[0].text != "wait")
      at_ = 0;
    if (row->name == "declare reduction") return std::nullopt;  // read_reduction() has read it
    if (row->name == "assert" || row->name == "dialect" || row->name == "critical") return single_argument();
    while (at_ < tokens_.size()) {
      if (tokens_[at_].text == "," || (tokens_[at_].text == ";" && options_.family == Family::myrmics)) {
        ++at_;
        continue;
      }
      if (auto wrong = clause(*row)) return wrong;
    }
    return std::nullopt;
  }

 private:
  std::optional<Misread> unknown_directive() const {
    const std::string word = tokens_.empty() ? "" : tokens_[0].text;
    const std::string meant = nearest(word, directives_of(options_.family));
    Misread wrong{tokens_.empty() ? directive_.at : tokens_[0].at,
                  word.empty() ? "expected a directive" : "'" + word + "' is no directive that heddlec knows", "", 0};
    if (!meant.empty()) {
      wrong.text += "; did you mean '" + meant + "'?";
      wrong.replacement = meant;
      wrong.replaced = static_cast<unsigned>(word.size());
    }
    return wrong;
  }

  std::optional<Misread> single_argument() {
    if (at_ >= tokens_.size()) return std::nullopt;
    Tokens inside;
    if (auto wrong = bracket("argument", inside)) return wrong;
    Clause only;
    only.name = directive_.name;
    only.values.push_back(inside);
    directive_.clauses.push_back(only);
    if (at_ < tokens_.size()) return Misread{tokens_[at_].at, "unexpected '" + tokens_[at_].text + "'", "", 0};
    return std::nullopt;
  }

  std::optional<Misread> clause(const DirectiveRow& row) {
    const Token& word = tokens_[at_];
    if (!is_word(word)) return Misread{word.at, "expected a clause, found '" + word.text + "'", "", 0};
    if (!takes(row, word.text)) return unknown_clause(row, word);
    Clause clause;
    clause.name = word.text;
    clause.at = word.at;
    ++at_;
    const ClauseKind kind = kind_of_clause(options_.family, clause.name);
    if (kind == ClauseKind::unsupported)
      return Misread{word.at, "'" + clause.name + "' is not supported; devices and weak reductions are not", "", 0};
    const bool opens = at_ < tokens_.size() && tokens_[at_].text == "(";
    if (kind == ClauseKind::none || (clause.name == "ordered" && !opens)) {
      directive_.clauses.push_back(clause);
      return opens ? std::optional(Misread{tokens_[at_].at, "'" + clause.name + "' takes nothing in brackets", "", 0})
                   : std::nullopt;
    }
    Tokens inside;
    if (auto wrong = bracket(clause.name, inside)) return wrong;
    auto wrong = fill(clause, kind, inside);
    directive_.clauses.push_back(clause);
    return wrong;
  }

  std::optional<Misread> unknown_clause(const DirectiveRow& row, const Token& word) const {
    static constexpr const char* k_families[] = {"omp", "oss", "myrmics", "heddle"};
    const std::string family = k_families[static_cast<int>(row.family)];
    Misread wrong{word.at,
                  "clause '" + word.text + "' is not one of '#pragma " + family + " " + std::string(row.name) + "'", "",
                  0};
    const std::string meant = nearest(word.text, row.clauses);
    if (!meant.empty()) {
      wrong.text += "; did you mean '" + meant + "'?";
      wrong.replacement = meant;
      wrong.replaced = static_cast<unsigned>(word.text.size());
    }
    return wrong;
  }

  /// What stands in the brackets that begin here.
  std::optional<Misread> bracket(const std::string& name, Tokens& inside) {
    const std::uint32_t from = at_ < tokens_.size() ? tokens_[at_].at
                               : tokens_.empty()    ? directive_.at
                                                    : tokens_.back().at;
    if (at_ >= tokens_.size() || tokens_[at_].text != "(")
      return Misread{from, "expected '(' behind '" + name + "'", "", 0};
    std::string open = "(";
    for (++at_; at_ < tokens_.size(); ++at_) {
      const std::string& text = tokens_[at_].text;
      if (text == "(" || text == "[" || text == "{") open += text;
      if (text == ")" || text == "]" || text == "}") {
        const char wanted = text == ")" ? '(' : text == "]" ? '[' : '{';
        if (open.back() != wanted) return unclosed(name);
        open.pop_back();
        if (open.empty()) {
          ++at_;
          return std::nullopt;
        }
      }
      inside.push_back(tokens_[at_]);
    }
    return unclosed(name);
  }

  Misread unclosed(const std::string& name) const {
    const Token& last = at_ < tokens_.size() ? tokens_[at_] : tokens_.back();
    return {last.at, "expected ')' at the end of clause '" + name + "'", "", 0};
  }

  std::optional<Misread> fill(Clause& clause, ClauseKind kind, const Tokens& inside) {
    if (inside.empty()) return Misread{clause.at, "clause '" + clause.name + "' names nothing", "", 0};
    switch (kind) {
      case ClauseKind::depend:
      case ClauseKind::reduction:
        return with_modifier(clause, kind, inside);
      case ClauseKind::items:
        return items(clause, inside);
      case ClauseKind::names:
        return names(clause, inside);
      case ClauseKind::schedule:
        return schedule(clause, inside);
      case ClauseKind::value:
      case ClauseKind::values:
        if (inside.size() > 2 && inside[1].text == ":")
          return Misread{inside[0].at,
                         "the modifier '" + inside[0].text + ":' of clause '" + clause.name + "' is not supported", "",
                         0};
        for (const Tokens& value : split(inside, ",")) add_value(clause, value);
        return std::nullopt;
      default:
        for (const Tokens& value : split(inside, ",")) clause.values.push_back(value);
        return std::nullopt;
    }
  }

  void add_value(Clause& clause, const Tokens& value) {
    clause.values.push_back(value);
    clause.value_probes.push_back(static_cast<int>(directive_.probes.size()));
    directive_.probes.push_back({value, false, "", "", false, false, false, false, false, false, 0, {}, false});
  }

  std::optional<Misread> names(Clause& clause, const Tokens& inside) {
    for (const Tokens& name : split(inside, ",")) {
      if (name.size() != 1 || !is_word(name[0]))
        return Misread{name.empty() ? clause.at : name[0].at, "clause '" + clause.name + "' names variables", "", 0};
      Item item;
      item.written = item.base = name;
      item.element = static_cast<int>(directive_.probes.size());
      directive_.probes.push_back({name, true, "", "", false, false, false, false, false, false, 0, {}, false});
      clause.items.push_back(item);
    }
    return std::nullopt;
  }

  std::optional<Misread> items(Clause& clause, const Tokens& inside) {
    const ItemForm form = options_.family == Family::oss && clause.name != "depend" ? ItemForm::inclusive
                          : options_.switches                                       ? ItemForm::end
                                                                                    : ItemForm::length;
    if (options_.family == Family::myrmics) return names_of_myrmics(clause, inside);
    return read_items(inside, form, directive_, clause);
  }

  /// v, v[n], v[br|bc][r|c]: only the name counts.
  std::optional<Misread> names_of_myrmics(Clause& clause, const Tokens& inside) {
    for (const Tokens& written : split(inside, ",")) {
      if (written.empty()) return Misread{clause.at, "clause '" + clause.name + "' names nothing", "", 0};
      Item item;
      item.written = written;
      for (std::size_t at = 0; at < written.size() && written[at].text != "["; ++at) item.base.push_back(written[at]);
      item.element = static_cast<int>(directive_.probes.size());
      directive_.probes.push_back({item.base, false, "", "", false, false, false, false, false, false, 0, {}, false});
      clause.items.push_back(item);
    }
    return std::nullopt;
  }

  std::optional<Misread> schedule(Clause& clause, const Tokens& inside) {
    Tokens rest = inside;
    if (clause.name == "grainsize") {
      if (rest.size() > 2 && rest[0].text == "strict" && rest[1].text == ":")
        rest.erase(rest.begin(), rest.begin() + 2);
      add_value(clause, rest);
      return std::nullopt;
    }
    const std::vector<Tokens> parts = split(inside, ",");
    clause.modifier = parts[0].size() == 1 ? parts[0][0].text : text_of(parts[0]);
    if (clause.modifier != "static" && clause.modifier != "cross") {
      const std::string meant = nearest(clause.modifier, "static cross");
      const bool known =
          std::string(" dynamic guided runtime auto ").find(" " + clause.modifier + " ") != std::string::npos;
      if (known && clause_of(directive_, "depend") == nullptr) return std::nullopt;
      Misread wrong{inside[0].at, "a loop with dependences is static or cross", "", 0};
      if (!known) wrong.text = "schedule '" + clause.modifier + "' is not known";
      if (!meant.empty()) {
        wrong.text += "; did you mean '" + meant + "'?";
        wrong.replacement = meant;
        wrong.replaced = static_cast<unsigned>(inside[0].text.size());
      }
      return wrong;
    }
    if (parts.size() == 2) add_value(clause, parts[1]);
    if (parts.size() > 2) return Misread{clause.at, "schedule takes a kind and a chunk", "", 0};
    if (clause.modifier == "cross" && parts.size() == 1)
      return Misread{clause.at, "cross needs a chunk of at least 1", "", 0};
    return std::nullopt;
  }

  std::optional<Misread> with_modifier(Clause& clause, ClauseKind kind, const Tokens& inside) {
    std::size_t colon = 0;
    while (colon < inside.size() && inside[colon].text != ":") ++colon;
    if (colon == inside.size() || colon == 0)
      return Misread{inside[0].at, "expected 'mode:' at the begin of clause '" + clause.name + "'", "", 0};
    Tokens head(inside.begin(), inside.begin() + static_cast<std::ptrdiff_t>(colon));
    const Tokens rest(inside.begin() + static_cast<std::ptrdiff_t>(colon) + 1, inside.end());
    if (rest.empty()) return Misread{inside[colon].at, "clause '" + clause.name + "' names nothing", "", 0};
    if (head.size() == 3 && head[0].text == "weak" && head[1].text == ",") {
      clause.weak = true;
      head.erase(head.begin(), head.begin() + 2);
    }
    clause.modifier = text_of(head);
    if (kind == ClauseKind::reduction) return names(clause, rest);
    static constexpr std::string_view k_modes = "in out inout inoutset mutexinoutset concurrent commutative";
    if ((" " + std::string(k_modes) + " ").find(" " + clause.modifier + " ") == std::string::npos) {
      const std::string meant = nearest(clause.modifier, k_modes);
      return Misread{head[0].at,
                     "'" + clause.modifier + "' is no kind of dependence" +
                         (meant.empty() ? std::string() : "; did you mean '" + meant + "'?"),
                     meant, meant.empty() ? 0U : static_cast<unsigned>(head[0].text.size())};
    }
    return items(clause, rest);
  }

  const Tokens& tokens_;
  const ReadOptions& options_;
  Directive& directive_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<std::string> words_of(const Tokens& tokens) {
  std::vector<std::string> words;
  for (const Token& token : tokens) {
    if (!is_word(token)) break;
    words.push_back(token.text);
  }
  if (!words.empty() && (words[0] == "region" || words[0] == "notransfer" || words[0] == "in" || words[0] == "inout" ||
                         words[0] == "out" || words[0] == "input" || words[0] == "output" || words[0] == "safe" ||
                         words[0] == "highpriority"))
    words = {"task"};  // Myrmics: the word may be left out
  return words;
}

std::optional<Misread> read_reduction(const Tokens& tokens, UserReduction& reduction) {
  const std::uint32_t at = tokens.empty() ? 0 : tokens[0].at;
  const Misread wrong{at, "write it as declare reduction(name : type : combiner) initializer(omp_priv = value)", "", 0};
  const auto closing = [&](std::size_t from) {
    int depth = 0;
    for (std::size_t token = from; token < tokens.size(); ++token) {
      if (tokens[token].text == "(") ++depth;
      if (tokens[token].text == ")" && --depth == 0) return token;
    }
    return tokens.size();
  };
  const auto offset = [](std::size_t token) { return static_cast<std::ptrdiff_t>(token); };
  if (tokens.size() < 3 || tokens[2].text != "(") return wrong;
  const std::size_t end = closing(2);
  if (end == tokens.size()) return wrong;
  // The combiner may have colons of its own.
  const Tokens inside(tokens.begin() + 3, tokens.begin() + offset(end));
  const std::vector<Tokens> parts = split(inside, ":");
  if (parts.size() < 3 || parts[0].empty() || parts[1].empty() || parts[2].empty()) return wrong;
  reduction.name = text_of(parts[0]);
  for (const Tokens& type : split(parts[1], ",")) reduction.types.push_back(text_of(type));
  reduction.combiner.assign(inside.begin() + offset(parts[0].size() + parts[1].size() + 2), inside.end());
  if (end + 1 == tokens.size()) return std::nullopt;
  if (tokens[end + 1].text != "initializer" || closing(end + 2) != tokens.size() - 1 || end + 4 >= tokens.size())
    return wrong;
  reduction.initializer.assign(tokens.begin() + offset(end) + 3, tokens.end() - 1);
  reduction.sets = reduction.initializer.size() > 2 && reduction.initializer[0].text == "omp_priv" &&
                   reduction.initializer[1].text == "=";
  if (reduction.sets) reduction.initializer.erase(reduction.initializer.begin(), reduction.initializer.begin() + 2);
  return std::nullopt;
}

bool is_extension(const Tokens& tokens) {
  const std::vector<std::string> words = words_of(tokens);
  if (words.empty()) return false;
  if (words[0] == "taskgraph" || words[0] == "task_iteration") return true;
  const auto names = [&](const char* clause) {
    for (std::size_t at = 1; at + 1 < tokens.size(); ++at)
      if (tokens[at].text == clause && tokens[at + 1].text == "(") return true;
    return false;
  };
  const auto cross = [&] {
    for (std::size_t at = 2; at < tokens.size(); ++at)
      if (tokens[at].text == "cross" && tokens[at - 2].text == "schedule") return true;
    return false;
  };
  if (words[0] == "parallel") return names("depend") || cross();
  if (words[0] == "for") return names("depend") || names("num_threads") || cross();
  if (words[0] == "taskloop") return names("depend") || names("num_threads") || names("schedule");
  return false;
}

std::optional<Misread> read_directive(const Tokens& tokens, const ReadOptions& options, Directive& directive) {
  return Reader(tokens, options, directive).read();
}

}  // namespace heddlec
