#include "tools/heddlec/read/read_items.hpp"

namespace heddlec {

namespace {

std::ptrdiff_t offset(std::size_t at) { return static_cast<std::ptrdiff_t>(at); }

Tokens piece(const Tokens& tokens, std::size_t from, std::size_t to) {
  return {tokens.begin() + offset(from), tokens.begin() + offset(to)};
}

int depth_change(const Token& token) {
  if (token.text == "(" || token.text == "[" || token.text == "{") return 1;
  if (token.text == ")" || token.text == "]" || token.text == "}") return -1;
  return 0;
}

/// One behind the bracket that closes the one at `from`.
std::size_t end_of_bracket(const Tokens& tokens, std::size_t from) {
  int depth = 0;
  for (std::size_t at = from; at < tokens.size(); ++at) {
    depth += depth_change(tokens[at]);
    if (depth == 0) return at + 1;
  }
  return tokens.size();
}

Token made(const std::string& text, std::uint32_t at) { return {text, at, false}; }

void append(Tokens& to, const Tokens& more) { to.insert(to.end(), more.begin(), more.end()); }

class ItemReader {
 public:
  ItemReader(ItemForm form, Directive& directive) : form_(form), directive_(directive) {}

  std::optional<Misread> read(const Tokens& written, Item& item) {
    item.written = written;
    Tokens body = written;
    if (body.front().text == "{") {
      if (auto wrong = multidependence(written, item, body)) return wrong;
    }
    std::size_t from = 0, to = body.size();
    // ([n]p): brackets round a shape are no more than that
    while (to - from > 2 && body[from].text == "(" && body[from + 1].text == "[" && end_of_bracket(body, from) == to) {
      ++from;
      --to;
    }
    for (; from < to && body[from].text == "["; from = end_of_bracket(body, from)) {
      item.shape.push_back(piece(body, from + 1, end_of_bracket(body, from) - 1));
      if (item.shape.back().empty()) return Misread{body[from].at, "a shape needs a length in each bracket", "", 0};
    }
    if (from >= to)
      return Misread{written.front().at, "a dependence names storage: a variable, element, section or shaped array", "",
                     0};
    return storage(piece(body, from, to), item);
  }

 private:
  std::optional<Misread> multidependence(const Tokens& written, Item& item, Tokens& body) {
    const std::vector<Tokens> parts = split(piece(written, 1, written.size() - 1), ",");
    if (parts.size() != 2 || parts[1].size() < 3 || parts[1][1].text != "=")
      return Misread{written.front().at, "write a multidependence as {v[i], i=0;n}", "", 0};
    item.iterator = parts[1][0].text;
    const Tokens range = piece(parts[1], 2, parts[1].size());
    std::vector<Tokens> ends = split(range, ";");
    const bool length = ends.size() == 2;
    if (!length) ends = split(range, ":");
    if (ends.size() != 2 || ends[0].empty() || ends[1].empty())
      return Misread{written.front().at, "write a multidependence as {v[i], i=0;n}", "", 0};
    item.iterator_from = ends[0];
    item.iterator_count = length ? ends[1] : inclusive_length(ends[0], ends[1]);
    body = parts[0];
    add_probe(item.iterator_from, false);
    add_probe(item.iterator_count, false);
    return std::nullopt;
  }

  /// (upper) - (lower) + 1
  static Tokens inclusive_length(const Tokens& lower, const Tokens& upper) {
    const std::uint32_t at = upper.front().at;
    Tokens length{made("(", at)};
    append(length, upper);
    append(length, {made(")", at), made("-", at), made("(", at)});
    append(length, lower);
    append(length, {made(")", at), made("+", at), made("1", at)});
    return length;
  }

  /// Brackets at the end are subscripts; the base is what stands before them.
  std::optional<Misread> storage(const Tokens& body, Item& item) {
    std::vector<std::size_t> opens;
    int depth = 0;
    std::size_t base_end = body.size();
    for (std::size_t at = 0; at < body.size(); ++at) {
      if (depth == 0 && body[at].text == "[" && at > 0) {
        if (opens.empty()) base_end = at;
        opens.push_back(at);
      } else if (depth == 0 && !opens.empty()) {
        opens.clear();  // a[i].b: no subscript at the end
        base_end = body.size();
      }
      if (depth == 0 && !opens.empty() && opens.back() == at) {
        at = end_of_bracket(body, at) - 1;
        continue;
      }
      depth += depth_change(body[at]);
    }
    item.base = piece(body, 0, base_end);
    for (const std::size_t at : opens) {
      Subscript subscript;
      if (auto wrong = read_subscript(piece(body, at + 1, end_of_bracket(body, at) - 1), body[at].at, subscript))
        return wrong;
      item.subscripts.push_back(subscript);
    }
    element(item);
    return std::nullopt;
  }

  std::optional<Misread> read_subscript(const Tokens& inside, std::uint32_t at, Subscript& subscript) {
    std::vector<Tokens> parts = split(inside, ";");
    if (inside.empty()) return Misread{at, "an empty subscript", "", 0};
    if (parts.size() == 2) {
      subscript.form = Subscript::Form::length;
    } else {
      parts = split_at_colon(inside);
      if (parts.size() == 1) {
        subscript.lower = inside;
        return std::nullopt;
      }
      subscript.form = form_ == ItemForm::inclusive ? Subscript::Form::inclusive
                       : form_ == ItemForm::end     ? Subscript::Form::end
                                                    : Subscript::Form::length;
    }
    if (parts.size() != 2) return Misread{at, "write a section as [lower;length] or [lower:upper]", "", 0};
    subscript.lower = parts[0].empty() ? Tokens{made("0", at)} : parts[0];
    if (parts[1].empty()) {
      subscript.form = Subscript::Form::whole;
      return std::nullopt;
    }
    subscript.extent = parts[1];
    subscript.extent_probe = add_probe(subscript.extent, false);
    return std::nullopt;
  }

  /// Like split(), but the colon of `?:` and of `::` (a token of its own) parts nothing.
  static std::vector<Tokens> split_at_colon(const Tokens& tokens) {
    std::vector<Tokens> parts(1);
    int depth = 0, questions = 0;
    for (const Token& token : tokens) {
      depth += depth_change(token);
      if (depth == 0 && token.text == "?") ++questions;
      if (depth == 0 && token.text == ":" && questions-- <= 0) {
        questions = 0;
        parts.emplace_back();
        continue;
      }
      parts.back().push_back(token);
    }
    return parts;
  }

  /// The probe of the first element.
  void element(Item& item) {
    Tokens tokens = item.base;
    const std::uint32_t at = item.base.front().at;
    if (!item.shape.empty() && item.subscripts.empty()) {
      tokens = {made("*", at), made("(", at)};
      append(tokens, item.base);
      tokens.push_back(made(")", at));
      for (const Tokens& length : item.shape) add_probe(length, false);
    }
    for (const Subscript& subscript : item.subscripts) {
      tokens.push_back(made("[", at));
      append(tokens, subscript.lower);
      tokens.push_back(made("]", at));
    }
    item.element = add_probe(tokens, true);
    if (!item.iterator.empty()) {
      directive_.probes.back().loop_variable = item.iterator;
      directive_.probes.back().loop_type = "long";
    }
  }

  int add_probe(const Tokens& tokens, bool storage) {
    Probe probe;
    probe.tokens = tokens;
    probe.must_be_storage = storage;
    directive_.probes.push_back(probe);
    return static_cast<int>(directive_.probes.size()) - 1;
  }

  const ItemForm form_;
  Directive& directive_;
};

}  // namespace

std::vector<Tokens> split(const Tokens& tokens, std::string_view by) {
  std::vector<Tokens> parts;
  if (tokens.empty()) return parts;
  parts.emplace_back();
  int depth = 0;
  for (const Token& token : tokens) {
    depth += depth_change(token);
    if (depth == 0 && token.text == by) {
      parts.emplace_back();
      continue;
    }
    parts.back().push_back(token);
  }
  return parts;
}

std::optional<Misread> read_items(const Tokens& tokens, ItemForm form, Directive& directive, Clause& clause) {
  ItemReader reader(form, directive);
  for (const Tokens& written : split(tokens, ",")) {
    if (written.empty()) return Misread{clause.at, "an item is missing in clause '" + clause.name + "'", "", 0};
    Item item;
    if (auto wrong = reader.read(written, item)) return wrong;
    clause.items.push_back(item);
  }
  return std::nullopt;
}

}  // namespace heddlec
