#include "tools/heddlec/report/diagnostics.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace heddlec {

namespace {

const char* word_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::remark:
      return "remark";
    default:
      return "note";
  }
}

std::string line_of(const Unit& unit, const Place& place) {
  for (const File& file : unit.files) {
    if (file.path != place.file) continue;
    std::istringstream text(file.text);
    std::string line;
    for (unsigned number = 1; std::getline(text, line); ++number)
      if (number == place.line) return line;
  }
  return "";
}

std::string told(const Place& place) {
  return place.file.empty() ? "heddlec: "
                            : place.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": ";
}

/// The line and a caret below its column.
std::string shown(const Unit& unit, const Place& place, const std::string& replacement) {
  const std::string line = line_of(unit, place);
  if (line.empty()) return "";
  std::string blanks;
  for (unsigned at = 0; at + 1 < place.column && at < line.size(); ++at) blanks += line[at] == '\t' ? '\t' : ' ';
  return "  " + line + "\n  " + blanks + "^\n" + (replacement.empty() ? "" : "  " + blanks + replacement + "\n");
}

std::string escaped(const std::string& text) {
  std::string all = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') all += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", c);
      all += code;
    } else {
      all += c;
    }
  }
  return all + "\"";
}

bool says(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// What the options make of what was found.
std::vector<Diagnostic> chosen(const Unit& unit, const ReportOptions& options) {
  std::vector<Diagnostic> all;
  for (Diagnostic diagnostic : unit.diagnostics) {
    if (diagnostic.severity == Severity::warning) {
      if (says(options.warnings, "-w") || says(options.warnings, "-Wno-heddle-" + diagnostic.group)) continue;
      if (says(options.warnings, "-Werror") || says(options.warnings, "-Werror=heddle-" + diagnostic.group))
        diagnostic.severity = Severity::error;
    }
    all.push_back(diagnostic);
  }
  return all;
}

std::string place_in_sarif(const Place& place) {
  return "{\"physicalLocation\": {\"artifactLocation\": {\"uri\": " + escaped(place.file) +
         "}, \"region\": {\"startLine\": " + std::to_string(std::max(1U, place.line)) +
         ", \"startColumn\": " + std::to_string(std::max(1U, place.column)) + "}}}";
}

}  // namespace

std::string as_text(const Unit& unit, const std::vector<Diagnostic>& diagnostics) {
  std::string all;
  for (const Diagnostic& one : diagnostics) {
    all += told(one.place) + word_of(one.severity) + ": " + one.text;
    const char* const option = one.severity == Severity::remark ? "R" : "W";
    if (!one.group.empty()) all += std::string(" [-") + option + "heddle-" + one.group + "]";
    all += "\n" + shown(unit, one.place, one.replacement);
    for (const Note& note : one.notes)
      all += told(note.place) + "note: " + note.text + "\n" + shown(unit, note.place, "");
  }
  return all;
}

std::string as_json(const std::vector<Diagnostic>& diagnostics) {
  std::string all;
  for (const Diagnostic& one : diagnostics) {
    all += std::string("{\"severity\": \"") + word_of(one.severity) +
           "\", \"group\": " + escaped(one.group.empty() ? "" : "heddle-" + one.group) +
           ", \"file\": " + escaped(one.place.file) + ", \"line\": " + std::to_string(one.place.line) +
           ", \"column\": " + std::to_string(one.place.column) + ", \"text\": " + escaped(one.text);
    if (!one.replacement.empty()) all += ", \"replacement\": " + escaped(one.replacement);
    all += "}\n";
  }
  return all;
}

std::string as_sarif(const std::vector<Diagnostic>& diagnostics) {
  std::string results;
  for (const Diagnostic& one : diagnostics) {
    const char* const level = one.severity == Severity::error     ? "error"
                              : one.severity == Severity::warning ? "warning"
                                                                  : "note";
    results += std::string(results.empty() ? "" : ",\n    ") +
               "{\"ruleId\": " + escaped(one.group.empty() ? "heddle-error" : "heddle-" + one.group) +
               ", \"level\": \"" + level + "\", \"message\": {\"text\": " + escaped(one.text) + "}, \"locations\": [" +
               place_in_sarif(one.place) + "]}";
  }
  return "{\"version\": \"2.1.0\", \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"runs\": [{\n  "
         "\"tool\": {\"driver\": {\"name\": \"heddlec\", \"version\": \"" HEDDLE_VERSION
         "\"}},\n  \"results\": [\n    " +
         results + "]}]}\n";
}

bool report(const Unit& unit, const ReportOptions& options) {
  const std::vector<Diagnostic> all = chosen(unit, options);
  const std::size_t colon = options.format.find(':');
  const std::string format = options.format.substr(0, colon),
                    path = colon == std::string::npos ? "" : options.format.substr(colon + 1);
  const std::string text = format == "json" ? as_json(all) : format == "sarif" ? as_sarif(all) : as_text(unit, all);
  if (!path.empty()) {
    std::ofstream(path, std::ios::binary) << text;
  } else {
    std::fwrite(text.data(), 1, text.size(), stderr);
  }
  return std::none_of(all.begin(), all.end(), [](const Diagnostic& one) { return one.severity == Severity::error; });
}

}  // namespace heddlec
