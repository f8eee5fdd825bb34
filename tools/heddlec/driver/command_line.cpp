#include "tools/heddlec/driver/command_line.hpp"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace heddlec {

namespace {

std::string base_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string ending_of(const std::string& path) {
  const std::string base = base_of(path);
  const std::size_t dot = base.rfind('.');
  return dot == std::string::npos ? "" : base.substr(dot + 1);
}

bool is_one_of(const std::string& word, const std::string& list) {
  return list.find(" " + word + " ") != std::string::npos;
}

bool is_cxx_name(const std::string& program) {
  const std::string base = base_of(program);
  return base.find("++") != std::string::npos;
}

/// gcc, g++-12, /usr/bin/clang, x86_64-linux-gnu-gcc, cc, c++
bool is_compiler(const std::string& word) {
  if (word.empty() || word[0] == '-' || word[0] == '@') return false;
  std::string base = base_of(word);
  while (!base.empty() &&
         (std::isdigit(static_cast<unsigned char>(base.back())) != 0 || base.back() == '.' || base.back() == '-'))
    base.pop_back();
  for (const char* name : {"gcc", "g++", "clang", "clang++", "cc", "c++"}) {
    const std::string one = name;
    if (base == one ||
        (base.size() > one.size() && base.compare(base.size() - one.size() - 1, std::string::npos, "-" + one) == 0))
      return true;
  }
  return false;
}

bool is_program(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/bin:/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (access((folder + "/" + name).c_str(), X_OK) == 0) return true;
  return false;
}

/// @file becomes the words in it.
void expand(const std::string& word, std::vector<std::string>& to) {
  std::ifstream file(word.substr(1));
  if (word[0] != '@' || !file) {
    to.push_back(word);
    return;
  }
  std::string one;
  char quote = 0;
  bool any = false;
  for (char c = 0; file.get(c);) {
    if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
      any = true;
    } else if (quote != 0 && c == quote) {
      quote = 0;
    } else if (c == '\\' && file.get(c)) {
      one += c;
    } else if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (any || !one.empty()) to.push_back(one);
      one.clear();
      any = false;
    } else {
      one += c;
    }
  }
  if (any || !one.empty()) to.push_back(one);
}

class Parser {
 public:
  explicit Parser(CommandLine& line) : line_(line) {}

  /// One of ours? @returns what was wrong
  std::optional<std::string> own(const std::string& word, bool& ours) {
    ours = true;
    const std::size_t equal = word.find('=');
    const std::string name = word.substr(0, equal), value = equal == std::string::npos ? "" : word.substr(equal + 1);
    if (name == "--cc" && !value.empty()) return set(line_.backend, value);
    if (name == "--dialect") return dialect(value);
    if (name == "--static") return statics(value, equal != std::string::npos);
    if (word == "-Rheddle-static") return raise(line_.remarks);
    if (name == "--oss-dependences") return dependences(value);
    if (name == "--emit-source") {
      line_.emit = true;
      return set(line_.emit_file, value);
    }
    if (name == "--graph") return graph(value);
    if (name == "--diagnostics") return set(line_.diagnostics, value);
    if (name == "--families") return set(line_.families, value);
    if (name == "--myrmics-main") return set(line_.myrmics_main, value);
    if (word == "--no-link-heddle") return clear(line_.link_heddle);
    if (word == "--check") return raise(line_.check);
    if (word == "-###") return raise(line_.show);
    if (word.find("-Wheddle") == 0 || word.find("-Wno-heddle") == 0 || word.find("-Werror=heddle") == 0 ||
        word.find("-Wno-error=heddle") == 0) {
      line_.warnings.push_back(word);
      return std::nullopt;
    }
    if (word == "-w" || word == "-Werror") line_.warnings.push_back(word);
    ours = false;
    return std::nullopt;
  }

  /// A word of the backend's. @returns how many words it takes
  std::size_t theirs(const std::vector<std::string>& words, std::size_t at) {
    const std::string& word = words[at];
    static const std::string k_with_value =
        " -o -I -D -U -include -imacros -isystem -iquote -idirafter -x -MF -MT -MQ -L -l -Xlinker -Xpreprocessor "
        "-Xassembler "
        "-Xclang -arch -T -u -z --param -e -B -iprefix -isysroot --sysroot -target -aux-info -dumpbase ";
    if (word == "-x") language_ = at + 1 < words.size() ? words[at + 1] : "";
    if (word == "-o" && at + 1 < words.size()) line_.output = words[at + 1];
    if (word == "-E" || word == "-M" || word == "-MM") line_.passes = true;
    if (word == "-c" || word == "-S" || word == "-fsyntax-only" || word == "-E" || word == "-M" || word == "-MM" ||
        word == "-r")
      line_.link = false;
    if (word == "-fopenmp" || word.find("-fopenmp=") == 0) line_.openmp = true;
    if (word.find("-save-temps") == 0 || word == "--save-temps") line_.save = true;
    if (word.find("-std=") == 0) line_.standard = word.substr(5);
    if (word == "--version" || word == "-v" || word == "-dumpversion" || word == "-dumpmachine") asks_ = true;
    if (is_one_of(word, k_with_value)) return 2;
    if (word.empty() || (word[0] == '-' && word != "-")) return 1;
    input(word, at);
    return 1;
  }

  bool asks() const { return asks_; }

 private:
  static std::optional<std::string> set(std::string& to, const std::string& value) {
    to = value;
    return std::nullopt;
  }
  static std::optional<std::string> raise(bool& flag) {
    flag = true;
    return std::nullopt;
  }
  static std::optional<std::string> clear(bool& flag) {
    flag = false;
    return std::nullopt;
  }
  std::optional<std::string> dialect(const std::string& value) {
    if (value != "openmp" && value != "switches") return "--dialect is openmp or switches, not '" + value + "'";
    line_.switches = value == "switches";
    return std::nullopt;
  }
  std::optional<std::string> statics(const std::string& value, bool given) {
    if (given && value != "warn" && value != "require")
      return "--static takes nothing, 'warn' or 'require', not '" + value + "'";
    line_.statics = given ? value : "quiet";
    return std::nullopt;
  }
  std::optional<std::string> dependences(const std::string& value) {
    if (value != "regions" && value != "discrete")
      return "--oss-dependences is regions or discrete, not '" + value + "'";
    line_.discrete = value == "discrete";
    return std::nullopt;
  }
  std::optional<std::string> graph(const std::string& value) {
    const std::string ending = ending_of(value);
    if (ending != "dot" && ending != "json" && ending != "txt")
      return "--graph writes .dot, .json or .txt, not '" + value + "'; choose one of these endings";
    line_.graph = value;
    return std::nullopt;
  }

  void input(const std::string& word, std::size_t at) {
    const std::string ending = ending_of(word);
    const bool by_language = language_ == "c" || language_ == "c++";
    Input input{at, word, false, false};
    input.cxx = language_ == "c++" ||
                (!by_language && (is_one_of(ending, " cc cpp cxx C c++ cp CPP ") || (ending == "c" && line_.cxx)));
    input.source = word != "-" && (by_language || input.cxx || ending == "c");
    line_.inputs.push_back(input);
  }

  CommandLine& line_;
  std::string language_;
  bool asks_ = false;
};

std::string default_backend(bool cxx) {
  if (const char* const named = std::getenv("HEDDLEC_CC"); named != nullptr && *named != '\0') return named;
  static constexpr std::array k_c{"gcc", "clang-19", "clang"}, k_cxx{"g++", "clang++-19", "clang++"};
  for (const char* name : cxx ? k_cxx : k_c)
    if (is_program(name)) return name;
  return "";
}

}  // namespace

std::optional<std::string> read_command_line(std::vector<std::string> words, CommandLine& line) {
  std::vector<std::string> all;
  const std::string program = words.empty() ? "heddlec" : words[0];
  for (std::size_t at = 1; at < words.size(); ++at) expand(words[at], all);
  line.cxx = is_cxx_name(program);
  Parser parser(line);
  std::vector<std::string> rest;
  for (const std::string& word : all) {
    bool ours = false;
    if (auto wrong = parser.own(word, ours)) return wrong;
    if (!ours) rest.push_back(word);
  }
  const bool launched =
      !rest.empty() && is_compiler(rest[0]) && (rest[0].find('/') != std::string::npos || is_program(rest[0]));
  if (launched) {
    if (line.backend.empty()) line.backend = rest[0];
    line.cxx = is_cxx_name(rest[0]);
    rest.erase(rest.begin());
  }
  if (line.backend.empty()) line.backend = default_backend(line.cxx);
  if (line.backend.empty())
    return "there is no C compiler on PATH; install gcc or clang-19, or name one by --cc=PROGRAM";
  for (std::size_t at = 0; at < rest.size();) at += parser.theirs(rest, at);
  line.words = rest;
  if (line.check)
    for (std::size_t at = 0; at + 1 < rest.size(); ++at)
      if (rest[at] == "-p") line.database = rest[at + 1];
  line.help = rest.size() == 1 && rest[0] == "--help" && !launched;
  line.version = rest.size() == 1 && rest[0] == "--version" && !launched;
  if (parser.asks()) line.passes = true;
  if (line.remarks && line.statics == "quiet") line.statics = "remark";
  if (!line.statics.empty() && !line.openmp && !line.passes && !line.inputs.empty() && line.inputs[0].source)
    return "--static makes plans of OpenMP's regions; add -fopenmp, or leave it out";
  return std::nullopt;
}

}  // namespace heddlec
