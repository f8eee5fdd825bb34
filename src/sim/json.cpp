#include "sim/json.hpp"

#include <cctype>
#include <charconv>
#include <optional>
#include <unordered_set>
#include <utility>

#include "base/quoted.hpp"

namespace heddle::sim {

const Json* Json::find(std::string_view name) const noexcept {
  for (const auto& [key, value] : members) {
    if (key == name) return &value;
  }
  return nullptr;
}

namespace {

class Parser {
 public:
  Parser(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  base::Result<Json> parse() {
    Json value;
    if (!read(value, 0)) return failure();
    skip_space();
    if (at_ != text_.size()) {
      expect("the end of the file");
      return failure();
    }
    return value;
  }

 private:
  static constexpr int k_deepest = 64;

  base::Error failure() const {
    return {base::Code::file,
            base::quoted(path_, base::Marks::none) + ":" + std::to_string(line_) + ": this is not JSON: expected " +
                expected_,
            "write the file anew: heddle run --graph FILE.json PROGRAM"};
  }
  bool expect(const char* what) {
    if (expected_.empty()) expected_ = what;
    return false;
  }

  char peek() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_space() {
    for (; at_ < text_.size(); ++at_) {
      const char next = text_[at_];
      if (next == '\n') ++line_;
      if (next != ' ' && next != '\t' && next != '\r' && next != '\n') return;
    }
  }
  bool take(char wanted) {
    skip_space();
    if (peek() != wanted) return false;
    ++at_;
    return true;
  }
  bool take_word(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return expect("a value");
    at_ += word.size();
    return true;
  }

  bool read(Json& into, int depth) {
    if (depth > k_deepest) return expect("less nesting");
    skip_space();
    into.line = line_;
    switch (peek()) {
      case '{':
        return read_object(into, depth);
      case '[':
        return read_array(into, depth);
      case '"':
        into.kind = Json::JsonKind::string;
        return read_string(into.text);
      case 't':
      case 'f':
        into.kind = Json::JsonKind::boolean;
        into.boolean = peek() == 't';
        return take_word(into.boolean ? "true" : "false");
      case 'n':
        return take_word("null");
      default:
        return read_number(into);
    }
  }

  // Of a few names each is compared with each; of many a set is made.
  static bool is_new(const Json& object, std::unordered_set<std::string>& names, const std::string& key) {
    constexpr std::size_t k_few = 32;
    if (object.members.size() < k_few) return object.find(key) == nullptr;
    if (names.empty()) {
      for (const auto& [name, value] : object.members) names.insert(name);
    }
    return names.insert(key).second;
  }

  bool read_object(Json& into, int depth) {
    into.kind = Json::JsonKind::object;
    ++at_;
    if (take('}')) return true;
    std::unordered_set<std::string> names;
    do {
      skip_space();
      std::string key;
      if (peek() != '"') return expect("the name of a member");
      if (!read_string(key)) return false;
      if (!is_new(into, names, key)) return expect("each name once");
      if (!take(':')) return expect("':'");
      Json value;
      if (!read(value, depth + 1)) return false;
      into.members.push_back({std::move(key), std::move(value)});
    } while (take(','));
    return take('}') || expect("',' or '}'");
  }

  bool read_array(Json& into, int depth) {
    into.kind = Json::JsonKind::array;
    ++at_;
    if (take(']')) return true;
    do {
      if (!read(into.items.emplace_back(), depth + 1)) return false;
    } while (take(','));
    return take(']') || expect("',' or ']'");
  }

  bool read_number(Json& into) {
    into.kind = Json::JsonKind::number;
    if (peek() != '-' && !is_digit(peek())) return expect("a value");
    const std::size_t begin = at_;
    if (!skip_number()) return expect("a number without leading zeros, with digits on both sides of its point");
    into.text = text_.substr(begin, at_ - begin);
    const char* const end = into.text.data() + into.text.size();
    const auto [last, error] = std::from_chars(into.text.data(), end, into.number);
    return (error == std::errc{} && last == end) || expect("a number that can be represented");
  }

  static bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
  bool skip_digits() noexcept {
    const std::size_t begin = at_;
    while (is_digit(peek())) ++at_;
    return at_ > begin;
  }
  /// RFC 8259, section 6. std::from_chars alone takes -inf, -nan, 01 and 1. for numbers.
  bool skip_number() noexcept {
    if (peek() == '-') ++at_;
    if (peek() == '0') {
      ++at_;
      if (is_digit(peek())) return false;
    } else if (!skip_digits()) {
      return false;
    }
    if (peek() == '.') {
      ++at_;
      if (!skip_digits()) return false;
    }
    if (peek() != 'e' && peek() != 'E') return true;
    ++at_;
    if (peek() == '+' || peek() == '-') ++at_;
    return skip_digits();
  }

  bool read_string(std::string& into) {
    for (++at_; at_ < text_.size(); ++at_) {
      const char next = text_[at_];
      if (next == '"') {
        ++at_;
        return true;
      }
      if (static_cast<unsigned char>(next) < 0x20) return expect("no control character in a string");
      if (next != '\\') {
        into += next;
      } else if (!read_escape(into)) {
        return false;
      }
    }
    return expect("the end of a string");
  }

  // Names are only compared and shown: what \u stands for is kept as it was written.
  bool read_escape(std::string& into) {
    constexpr std::string_view k_written = "\"\\/bfnrtu";
    constexpr std::string_view k_meant = "\"\\/\b\f\n\r\t";
    ++at_;
    const std::size_t which = k_written.find(peek());
    if (at_ >= text_.size() || which == std::string_view::npos) return expect("a known escape");
    if (which < k_meant.size()) {
      into += k_meant[which];
      return true;
    }
    for (int digit = 1; digit <= 4; ++digit) {
      if (at_ + digit >= text_.size() || std::isxdigit(static_cast<unsigned char>(text_[at_ + digit])) == 0)
        return expect("four hexadecimal digits");
    }
    into.append("\\").append(text_.substr(at_, 5));
    at_ += 4;
    return true;
  }

  const std::string_view text_;
  const std::string& path_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::string expected_;
};

}  // namespace

base::Result<Json> parse_json(std::string_view text, const std::string& path) { return Parser(text, path).parse(); }

}  // namespace heddle::sim
