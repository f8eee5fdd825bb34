#include "tools/heddlec/driver/scan.hpp"

#include <cctype>
#include <fstream>
#include <set>
#include <sstream>
#include <string_view>

namespace heddlec {

namespace {

bool follows(const std::string& text, std::size_t at, std::string_view word) {
  return text.compare(at, word.size(), word) == 0 &&
         std::isalnum(static_cast<unsigned char>(text[at + word.size()])) == 0;
}

/// The words of a directive of OpenMP that only heddlec knows.
bool is_extended(const std::string& line) {
  for (const char* word : {"depend", "cross", "num_threads", "schedule"})
    if (line.find(word) != std::string::npos) return true;
  return line.find("taskgraph") != std::string::npos || line.find("task_iteration") != std::string::npos;
}

class Scanner {
 public:
  explicit Scanner(const ScanOptions& options) : options_(options) {}

  bool scan(const std::string& path) {
    if (!seen_.insert(path).second) return false;
    const std::string text = read_file(path);
    for (std::size_t at = text.find("ragma"); at != std::string::npos; at = text.find("ragma", at + 1))
      if (is_directive(text, at + 5)) return true;
    return in_headers(text, path.substr(0, path.rfind('/') + 1));
  }

 private:
  bool is_directive(const std::string& text, std::size_t at) const {
    while (at < text.size() && (std::isspace(static_cast<unsigned char>(text[at])) != 0 || text[at] == '(' ||
                                text[at] == '"' || text[at] == '\\'))
      ++at;
    if (follows(text, at, "oss") || follows(text, at, "myrmics") || follows(text, at, "heddle")) return true;
    if (at < text.size() && (text.compare(at, 1, "#") == 0)) return true;  // made of a macro's argument
    if (!follows(text, at, "omp")) return false;
    if (options_.openmp_never) return false;
    if (options_.openmp_counts) return true;
    std::size_t end = at;
    while (end < text.size() && (text[end] != '\n' || text[end - 1] == '\\')) ++end;
    const std::string line = text.substr(at, end - at);
    const bool loops = line.find("omp for") == 0 || line.find("omp taskloop") == 0 || line.find("omp parallel") == 0 ||
                       line.find("taskgraph") != std::string::npos;
    return loops && is_extended(line);
  }

  bool in_headers(const std::string& text, const std::string& own) {
    for (std::size_t at = text.find("include"); at != std::string::npos; at = text.find("include", at + 1)) {
      std::size_t open = at + 7;
      while (open < text.size() && (text[open] == ' ' || text[open] == '\t')) ++open;
      if (open >= text.size() || (text[open] != '"' && text[open] != '<')) continue;
      const std::size_t close = text.find(text[open] == '"' ? '"' : '>', open + 1);
      if (close == std::string::npos) continue;
      const std::string name = text.substr(open + 1, close - open - 1);
      if (text[open] == '"' && exists(own + name)) {
        if (scan(own + name)) return true;
        continue;
      }
      for (const std::string& folder : options_.folders)
        if (exists(folder + "/" + name) && scan(folder + "/" + name)) return true;
    }
    return false;
  }

  static bool exists(const std::string& path) { return std::ifstream(path).good(); }

  const ScanOptions& options_;
  std::set<std::string> seen_;
};

}  // namespace

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

bool has_directive(const std::string& path, const ScanOptions& options) { return Scanner(options).scan(path); }

}  // namespace heddlec
