#include "tools/heddlec/driver/compile.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>

#include "tools/heddlec/analyse/check.hpp"
#include "tools/heddlec/driver/command_line.hpp"
#include "tools/heddlec/driver/process.hpp"
#include "tools/heddlec/driver/scan.hpp"
#include "tools/heddlec/lower/sharing.hpp"
#include "tools/heddlec/lower/translate.hpp"
#include "tools/heddlec/report/diagnostics.hpp"
#include "tools/heddlec/report/graph.hpp"

namespace heddlec {

namespace {

namespace fs = std::filesystem;

constexpr const char* k_help = R"(usage: heddlec [options] cc-arguments...      compiles like cc; heddlec++ like c++
       heddlec [options] gcc|clang arguments...   as a launcher: CMAKE_C_COMPILER_LAUNCHER=heddlec
Compiles programs with the directives of SWITCHES, OmpSs-2 and Myrmics; everything else is left as it was.
  --cc=PROGRAM                          the compiler behind it (also HEDDLEC_CC)
  --dialect=openmp|switches             what '#pragma omp' means; default openmp
  --static[=warn|require]               static regions of plain OpenMP become plans; -Rheddle-static says which, and why not
  --oss-dependences=regions|discrete    default regions
  --emit-source[=FILE]                  the translated source
  --graph=FILE                          tasks and dependences, as .dot, .json or .txt
  --diagnostics=text|json|sarif[:FILE]  how messages are written
  --families=omp,oss,myrmics,heddle     which to translate
  --myrmics-main=NAME                   entry 0 of NAME_task_table
  --no-link-heddle                      adds neither -lheddle nor a run path
  -Wheddle-X -Wno-heddle-X -Werror[=heddle-X] -w
docs/heddlec.md is the page.
)";

/// Where Heddle is installed: beside the command, or in the build tree.
struct Installation {
  std::string include, library;
};

Installation find_installation() {
  std::error_code ignored;
  const fs::path command = fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path();
  Installation found{(command / "include").string(), (command / "lib").string()};
  // A build tree lies in build/PRESET of the repository.
  if (!fs::exists(found.include + "/heddle/compiled.h", ignored))
    found.include = (command.parent_path().parent_path() / "include").string();
  return found;
}

std::string folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

class Compilation {
 public:
  Compilation(const CommandLine& line, ReadUnit read) : line_(line), read_(read), installation_(find_installation()) {}

  int run_all() {
    std::vector<std::size_t> translated;
    for (std::size_t at = 0; at < line_.inputs.size(); ++at)
      if (line_.inputs[at].source && in_reach(line_.inputs[at])) translated.push_back(at);
    bool links_ours = line_.link && (!translated.empty() || objects_of_ours());
    if (translated.empty() && !links_ours) return pass();
    auto workspace = std::make_unique<Workspace>();
    if (workspace->path().empty())
      return fail("cannot make a folder below TMPDIR; set TMPDIR to one that can be written");
    if (line_.save) workspace->keep();
    words_ = line_.words;
    for (const std::size_t at : translated)
      if (!translate_input(line_.inputs[at], workspace->path() + "/" + std::to_string(at))) return 1;
    if (line_.emit) return 0;
    std::erase_if(translated, [&](std::size_t at) { return unchanged_.count(line_.inputs[at].word) != 0; });
    links_ours = links_ours && (!translated.empty() || objects_of_ours());
    if (translated.empty() && !links_ours) {
      workspace.reset();  // the backend takes the place of this process
      return pass();
    }
    if (!translated.empty()) prepare(translated);
    if (links_ours && line_.link_heddle) add_library();
    words_.insert(words_.begin(), line_.backend);
    if (line_.show) return show(words_);
    const int status = run(words_);
    if (status == 127) return fail("cannot run '" + line_.backend + "'; install it, or name another by --cc=PROGRAM");
    return status == 0 ? write_dependences(translated) : status;
  }

 private:
  int fail(const std::string& sentence) const {
    std::fprintf(stderr, "heddlec: %s\n", sentence.c_str());
    return 2;
  }

  static int show(const std::vector<std::string>& words) {
    for (const std::string& word : words) std::fprintf(stderr, " \"%s\"", word.c_str());
    std::fputc('\n', stderr);
    return 0;
  }

  int pass() const {
    std::vector<std::string> words = line_.words;
    words.insert(words.begin(), line_.backend);
    if (line_.show) return show(words);
    become(words);
    return fail("cannot run '" + line_.backend + "'; install it, or name another by --cc=PROGRAM");
  }

  bool in_reach(const Input& input) const {
    ScanOptions options;
    options.openmp_counts = line_.switches || !line_.statics.empty();
    for (std::size_t at = 0; at < line_.words.size(); ++at) {
      const std::string& word = line_.words[at];
      const bool apart = word == "-I" || word == "-iquote";
      if (apart && at + 1 < line_.words.size()) options.folders.push_back(line_.words[at + 1]);
      if (!apart && word.find("-I") == 0) options.folders.push_back(word.substr(2));
    }
    return has_directive(input.path, options);
  }

  /// Objects and archives that were translated name functions of Heddle's.
  bool objects_of_ours() const {
    for (const Input& input : line_.inputs) {
      if (input.source) continue;
      const std::string text = read_file(input.path);
      for (const char* name : {"heddle_site_enter", "heddle_compiled_refused", "_sys_spawn", "heddle_compiled"})
        if (text.find(name) != std::string::npos) return true;
    }
    return false;
  }

  FrontOptions front_options(const Input& input) const {
    FrontOptions options;
    options.file = input.path;
    options.switches = line_.switches;
    options.openmp = line_.openmp;
    options.statics = !line_.statics.empty();
    options.families = line_.families;
    for (std::size_t at = 0; at < line_.words.size(); ++at) at += allow(at, options.arguments);
    for (const char* word :
         {"-fsyntax-only", "-w", "-Wno-implicit-function-declaration", "-Wno-implicit-int", "-Wno-int-conversion",
          "-Wno-incompatible-function-pointer-types", "-resource-dir", HEDDLEC_RESOURCES})
      options.arguments.push_back(word);
    if (line_.switches) options.arguments.push_back("-D__sw_global__=");
    if (line_.openmp) options.arguments.push_back("-D_OPENMP=201511");
    if (line_.standard.empty() && input.cxx) options.arguments.push_back("-std=gnu++20");
    options.arguments.push_back("-idirafter");
    options.arguments.push_back("/usr/lib/gcc/x86_64-linux-gnu/12/include");
    options.arguments.push_back("-x");
    options.arguments.push_back(input.cxx ? "c++" : "c");
    options.arguments.push_back(input.path);
    return options;
  }

  /// What Clang is told of the backend's words. @returns how many more words were used
  std::size_t allow(std::size_t at, std::vector<std::string>& to) const {
    const std::string& word = line_.words[at];
    for (const char* name : {"-I", "-D", "-U", "-include", "-isystem", "-iquote", "-idirafter"}) {
      if (word == name && at + 1 < line_.words.size()) {
        to.push_back(word);
        to.push_back(line_.words[at + 1]);
        return 1;
      }
      if (word.find(name) == 0 && std::string(name).size() == 2) {
        to.push_back(word);
        return 0;
      }
    }
    if (word.find("-std=") == 0 || word.find("-m") == 0 || word == "-fexceptions" || word == "-fno-exceptions" ||
        word == "-fstrict-aliasing" || word == "-fno-strict-aliasing" || word == "-pthread")
      to.push_back(word);
    return 0;
  }

  bool translate_input(const Input& input, const std::string& folder) {
    Unit unit;
    const LowerOptions lower = lower_options();
    bool read = read_(front_options(input), unit);
    if (!read && lower.statics != "" && !has_own_directives(input)) return stays(input, unit);
    const bool right = read && check_unit(unit, lower);
    if (!report(unit, {line_.diagnostics, line_.warnings}) || !right) return false;
    if (!line_.graph.empty() && !write_graph(unit, line_.graph))
      return fail("cannot write '" + line_.graph + "'; choose another folder") == 0;
    if (!line_.statics.empty() && !changes(unit)) return stays(input, {});
    return write(unit, input, folder);
  }

  LowerOptions lower_options() const {
    return {line_.switches, line_.discrete, line_.myrmics_main, line_.openmp, line_.statics};
  }

  /// Whether the file has directives that the backend does not know.
  bool has_own_directives(const Input& input) const {
    ScanOptions options;
    options.openmp_counts = line_.switches;
    options.openmp_never = !line_.switches;
    return has_directive(input.path, options);
  }

  static bool changes(const Unit& unit) {
    for (int number = 0; number < static_cast<int>(unit.directives.size()); ++number)
      if (unit.directives[static_cast<std::size_t>(number)].name != "skipped" && !is_left_alone(unit, number))
        return true;
    return false;
  }

  /// Nothing of plain OpenMP became a plan: the backend gets the file itself.
  bool stays(const Input& input, const Unit& unread) {
    if (!unread.diagnostics.empty()) {
      const Diagnostic& why = unread.diagnostics[0];
      if (line_.statics != "quiet")
        std::fprintf(stderr, "%s:%u: %s: no region is static: Clang cannot read this file: %s\n",
                     why.place.file.c_str(), why.place.line, line_.statics == "require" ? "error" : "remark",
                     why.text.c_str());
      if (line_.statics == "require") return false;
    }
    if (line_.emit) return emit(read_file(input.path));
    unchanged_.insert(input.word);
    return true;
  }

  /// The translated main file and headers, each under its own name.
  bool write(const Unit& unit, const Input& input, const std::string& folder) {
    const LowerOptions lower = lower_options();
    fs::create_directories(folder);
    std::vector<std::string> headers(unit.files.size());
    for (std::size_t file = 0; file < unit.files.size(); ++file)
      if (!unit.files[file].main && leads_to_directive(unit, static_cast<int>(file)))
        headers[file] = folder + "/" + std::to_string(file) + "_" + fs::path(unit.files[file].path).filename().string();
    for (std::size_t file = 0; file < unit.files.size(); ++file) {
      if (!unit.files[file].main && headers[file].empty()) continue;
      const std::string text = translate(unit, static_cast<int>(file), lower, headers);
      const std::string path =
          unit.files[file].main ? folder + "/" + fs::path(input.path).filename().string() : headers[file];
      if (unit.files[file].main && line_.emit) return emit(text);
      std::ofstream(path, std::ios::binary) << text;
      if (unit.files[file].main) words_[input.word] = path;
      if (!unit.files[file].main) folders_.emplace_back(folder, folder_of(unit.files[file].path));
    }
    folders_.emplace_back(folder, folder_of(input.path));
    return true;
  }

  static bool leads_to_directive(const Unit& unit, int file) {
    for (const Directive& directive : unit.directives)
      if (directive.text.file == file && directive.name != "skipped") return true;
    for (const Inclusion& inclusion : unit.inclusions)
      if (inclusion.text.file == file && inclusion.target > file && leads_to_directive(unit, inclusion.target))
        return true;
    return false;
  }

  bool emit(const std::string& text) const {
    if (line_.emit_file.empty()) {
      std::fwrite(text.data(), 1, text.size(), stdout);
      return true;
    }
    std::ofstream file(line_.emit_file, std::ios::binary);
    file << text;
    return file.good() || fail("cannot write '" + line_.emit_file + "'; choose another folder") == 0;
  }

  /// What the backend needs to compile files that lie elsewhere.
  void prepare(const std::vector<std::size_t>& translated) {
    std::erase_if(words_, [](const std::string& word) { return word == "-MD" || word == "-MMD" || word == "-MP"; });
    for (const char* name : {"-MF", "-MT", "-MQ"})
      for (std::size_t at = 0; at + 1 < words_.size(); ++at)
        if (words_[at] == name)
          words_.erase(words_.begin() + static_cast<std::ptrdiff_t>(at),
                       words_.begin() + static_cast<std::ptrdiff_t>(at) + 2);
    std::vector<std::string> first;
    for (const auto& [folder, source] : folders_) {
      first.push_back("-iquote");
      first.push_back(source);
      first.push_back("-fdebug-prefix-map=" + folder + "=" + source);
    }
    if (line_.switches) first.push_back("-D__sw_global__=");
    first.push_back("-isystem");
    first.push_back(installation_.include);
    bool cxx = false;
    for (const std::size_t at : translated) cxx = cxx || line_.inputs[at].cxx;
    if (cxx && line_.standard.empty()) first.push_back("-std=gnu++20");
    words_.insert(words_.begin(), first.begin(), first.end());
  }

  void add_library() {
    words_.push_back("-L" + installation_.library);
    words_.push_back("-lheddle");
    words_.push_back("-Wl,-rpath," + installation_.library);
    if (!line_.openmp) return;
    words_.push_back("-Wl,-rpath," + installation_.library + "/heddle/gomp");
    words_.push_back("-Wl,-rpath," + installation_.library + "/heddle/kmpc");
  }

  /// The backend writes them for the original files, so they are what it would have written.
  int write_dependences(const std::vector<std::size_t>& translated) const {
    bool wanted = false, own = false;
    for (const std::string& word : line_.words)
      wanted = wanted || word == "-MD" || (own = own || word == "-MMD", word == "-MMD");
    if (!wanted || translated.empty()) return 0;
    for (const std::size_t at : translated) {
      std::vector<std::string> words{line_.backend};
      bool target = false, file = false;
      const std::string stem = fs::path(line_.inputs[at].path).stem().string();
      for (std::size_t word = 0; word < line_.words.size(); ++word) {
        const std::string& one = line_.words[word];
        if (one == "-MD" || one == "-MMD" || one == "-c" || one == "-S") continue;
        if (one == "-o") {
          ++word;
          continue;
        }
        bool other = false;
        for (const Input& input : line_.inputs) other = other || (input.word == word && word != line_.inputs[at].word);
        if (other) continue;
        target = target || one == "-MT" || one == "-MQ";
        file = file || one == "-MF";
        words.push_back(one);
      }
      words.push_back(own ? "-MM" : "-M");
      const std::string object = line_.output.empty() || line_.link ? stem + ".o" : line_.output;
      if (!target) words.insert(words.end(), {"-MT", object});
      if (!file) words.insert(words.end(), {"-MF", fs::path(object).replace_extension(".d").string()});
      words.push_back("-w");
      if (line_.switches) words.push_back("-D__sw_global__=");
      if (const int status = run(words); status != 0) return status;
    }
    return 0;
  }

  const CommandLine& line_;
  const ReadUnit read_;
  const Installation installation_;
  std::vector<std::string> words_;
  std::set<std::size_t> unchanged_;                           // inputs in which nothing was to translate, by their word
  std::vector<std::pair<std::string, std::string>> folders_;  // of ours, and the source's
};

}  // namespace

int compile(const std::vector<std::string>& words, ReadUnit read) {
  CommandLine line;
  if (const auto wrong = read_command_line(words, line)) {
    std::fprintf(stderr, "heddlec: %s\n", wrong->c_str());
    return 2;
  }
  if (line.help) return std::fputs(k_help, stdout) < 0 ? 2 : 0;
  if (line.version) return std::printf("heddlec %s (Clang 19)\n", HEDDLE_VERSION) < 0 ? 2 : 0;
  if (line.passes) {
    line.inputs.clear();
    line.link = false;
  }
  return Compilation(line, read).run_all();
}

}  // namespace heddlec
