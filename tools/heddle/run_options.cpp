// See run_options.hpp.
#include "run_options.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/quoted.hpp"
#include "policy_choice.hpp"
#include "tools/heddle/report/forecast.hpp"
#include "tools/heddle/trace/raw_trace.hpp"

namespace heddle::tools {

namespace {

/// An option of `heddle run` that stands for one environment variable.
struct VariableOption {
  const char* flags;
  const char* variable;
  const char* help;
  std::string (*choices)() = nullptr;  // names to put behind the help, where they stand in a table of policies
};

constexpr VariableOption k_variable_options[] = {
    {"-n,--threads", "OMP_NUM_THREADS", "threads of a parallel region; 8, or 8,2 for nested ones"},
    {"-s,--scheduler", "HEDDLE_SCHEDULER", "which worker gets a ready task: ", scheduler_choices},
    {"-d,--dependence", "HEDDLE_DEPENDENCE", "how depend clauses are resolved: ", dependence_choices},
    {"--async-managers", "HEDDLE_ASYNC_MANAGERS", "async: workers that manage at a time; a number, or all"},
    {"--async-spins", "HEDDLE_ASYNC_SPINS", "async: scans in vain before a manager leaves"},
    {"--async-operations", "HEDDLE_ASYNC_OPERATIONS", "async: messages of one worker before the next one's turn"},
    {"--async-ready", "HEDDLE_ASYNC_READY", "async: ready tasks at which a manager leaves"},
    {"--async-as-printed", "HEDDLE_ASYNC_AS_PRINTED", "async: counts and order of the paper's Listing 2: 1, 0"},
    {"-l,--loop", "HEDDLE_LOOP", "how iterations reach threads: asked, ", loop_choices},
    {"-w,--wait-policy", "OMP_WAIT_POLICY", "what waiting threads do: active, passive"},
    {"-p,--places", "OMP_PLACES", "where threads may run: threads, cores, sockets, {0:4}:2:4, ..."},
    {"-b,--bind", "OMP_PROC_BIND", "how they are bound there: close, spread, primary, true, false"},
    {"--inline", "HEDDLE_INLINE", "whether a creator runs tasks itself that are too short to give away: on, off"},
    {"--linger", "HEDDLE_LINGER", "milliseconds that a thread too many sleeps before it ends; 0: none does"},
    {"--window", "HEDDLE_WINDOW", "pending tasks before the producer helps; a number, or unlimited"},
};

constexpr const char* k_run_examples =
    "Options end where the program's name begins; what follows belongs to the program. The exit status is the\n"
    "program's; 126 and 127 say that it could not be run or was not found, 2 that an option was wrong.\n"
    "\n"
    "examples:\n"
    "  heddle run ./app --its-own-option\n"
    "  heddle run --threads 8 --places cores --bind close ./app\n"
    "  heddle run --scheduler dbf --verbose python3 train.py\n"
    "  heddle run --library-path ./app_built_with_asan\n"
    "  heddle run --dry-run ./app          show the environment, run nothing\n"
    "  heddle run --trace out.json --trace out.svg ./app\n"
    "                                      for https://ui.perfetto.dev, and as a drawing\n"
    "  heddle run --ranks 4 ./app          a program of myrmics.h over four processes\n"
    "  heddle run --graph out.json ./app   the task graph, with durations and accesses\n";

constexpr const char* k_report_examples =
    "It runs the program under a trace, as heddle run --trace does, and writes one page of HTML that needs nothing\n"
    "else: what kept the run from being faster and what would help, in words first; where each worker's time went;\n"
    "the critical path; the hottest tasks with their lines; the graph in small; the run over time; and what the\n"
    "simulator expects of more cores. Options end where the program's name begins. Its parts:\n"
    "docs/tracing.md.\n"
    "\n"
    "examples:\n"
    "  heddle report ./app input.dat             writes app-report.html\n"
    "  heddle report -n 8 -o eight.html ./app    with eight threads\n"
    "  heddle report app.raw                     of a raw trace, from heddle run --trace app.raw\n";

/// CLI11 does not know of a program behind the options.
class RunFormatter : public CLI::Formatter {
 public:
  explicit RunFormatter(std::string usage) : usage_(std::move(usage)) {}
  std::string make_usage(const CLI::App*, std::string) const override { return "Usage: " + usage_ + "\n"; }

 private:
  std::string usage_;
};

void add_variable_options(CLI::App* run, RunOptions& options) {
  for (std::size_t i = 0; i < std::size(k_variable_options); ++i) {
    const VariableOption& option = k_variable_options[i];
    const std::string choices = option.choices == nullptr ? std::string{} : option.choices();
    run->add_option(option.flags, options.values[i], fmt::format("{}{} ({})", option.help, choices, option.variable))
        ->type_name("VALUE");
  }
}

RunRequest request_of(const RunOptions& options, std::vector<std::string> command) {
  RunRequest request;
  for (std::size_t i = 0; i < std::size(k_variable_options); ++i) {
    const std::string flags = k_variable_options[i].flags;
    if (!options.values[i].empty())
      request.overrides.push_back({flags.substr(flags.find("--")), k_variable_options[i].variable, options.values[i]});
  }
  if (options.verify) request.overrides.push_back({"--verify", "HEDDLE_VERIFY", "fail"});
  if (options.verbose > 0)
    request.overrides.push_back({"--verbose", "HEDDLE_VERBOSE", std::to_string(std::min(options.verbose, 2))});
  if (options.preload) request.reach = Reach::preload;
  if (options.library_path) request.reach = Reach::library_path;
  if (options.dry_run) request.action = Action::show;
  request.wanted = options.wanted;
  request.ranks = options.ranks;
  for (const std::string& word : command) request.wanted.command += (request.wanted.command.empty() ? "" : " ") + word;
  request.wanted.forecast = &forecast;
  request.command = std::move(command);
  return request;
}

bool takes_value(std::string_view word) {
  for (const std::string_view option : {"--trace", "--graph", "--ranks", "-o", "--output"})
    if (word == option) return true;
  for (const VariableOption& option : k_variable_options) {
    const std::string_view flags = option.flags;
    const std::size_t comma = flags.find(',');
    if (word == flags.substr(comma == std::string_view::npos ? 0 : comma + 1)) return true;
    if (comma != std::string_view::npos && word == flags.substr(0, comma)) return true;
  }
  return false;
}

}  // namespace

RunOptions::RunOptions() : values(std::size(k_variable_options)) {}

CLI::App* add_report(CLI::App& app, RunOptions& options) {
  CLI::App* report = app.add_subcommand("report", "run a program and write a page on where its time went");
  report->formatter(std::make_shared<RunFormatter>("heddle report [OPTIONS] program [arguments...] | RAW"));
  report->footer(k_report_examples);
  report->add_option("-o,--output", options.report, "the page; default: app-report.html, for ./app")
      ->type_name("FILE.html");
  add_variable_options(report, options);
  return report;
}

CLI::App* add_run(CLI::App& app, RunOptions& options) {
  CLI::App* run = app.add_subcommand("run", "run an unmodified OpenMP program on Heddle");
  run->formatter(std::make_shared<RunFormatter>("heddle run [OPTIONS] program [arguments...]"));
  run->footer(about_policies() + "\n" + k_run_examples);
  add_variable_options(run, options);
  run->add_option("--trace", options.wanted.traces,
                  "write a trace: FILE.json for Perfetto, .prv for Paraver, .svg, .csv, .html, .raw; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
  run->add_option("--graph", options.wanted.graphs, "write the task graph: FILE.dot or FILE.json; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
  run->add_option("--ranks", options.ranks,
                  "processes over which tasks on regions are spread, by mpirun (HEDDLE_MPI); threads are each one's")
      ->type_name("N");
  run->add_flag("--verify", options.verify, "look at depend clauses for what OpenMP forbids (HEDDLE_VERIFY)");
  run->add_flag("-v,--verbose", options.verbose, "Heddle says what it chose; twice: more (HEDDLE_VERBOSE)");
  CLI::Option* preload = run->add_flag("--preload", options.preload, "use LD_PRELOAD alone");
  run->add_flag("--library-path", options.library_path, "use LD_LIBRARY_PATH alone")->excludes(preload);
  run->add_flag("--dry-run", options.dry_run, "print the environment and the command, run nothing");
  return run;
}

CommandLine cut(std::vector<std::string> words) {
  std::size_t at = 1;
  if (words.empty() || (words.front() != "run" && words.front() != "report")) return {std::move(words), {}};
  while (at < words.size() && words[at].starts_with('-') && words[at] != "--") at += takes_value(words[at]) ? 2 : 1;
  const auto end_of_ours = words.begin() + static_cast<std::ptrdiff_t>(std::min(at, words.size()));
  const bool dashes = end_of_ours != words.end() && *end_of_ours == "--";
  return {{words.begin(), end_of_ours}, {end_of_ours + (dashes ? 1 : 0), words.end()}};
}

int run_command(const RunOptions& options, std::vector<std::string> command) {
  if (!command.empty()) return run(request_of(options, std::move(command)));
  fmt::print(stderr, "heddle run: no program is named; try heddle run ./app, or heddle run --help\n");
  return k_usage_status;
}

int report_command(RunOptions options, std::vector<std::string> command) {
  if (command.empty()) {
    fmt::print(stderr, "heddle report: no program is named; try heddle report ./app, or heddle report --help\n");
    return k_usage_status;
  }
  namespace fs = std::filesystem;
  const bool raw = command.size() == 1 && is_raw_trace(command.front());
  const fs::path program = command.front();
  if (options.report.empty()) options.report = (raw ? program.stem() : program.filename()).string() + "-report.html";
  if (!options.report.ends_with(".html")) {
    fmt::print(stderr, "heddle report: {} is no page's name; let it end in .html\n", base::quoted(options.report));
    return k_usage_status;
  }
  options.wanted.traces = {options.report};
  std::error_code missing;
  const auto written_before = fs::last_write_time(options.report, missing);
  const auto request = request_of(options, std::move(command));
  int status = 0;
  if (raw) {
    OutputRequest wanted = request.wanted;
    wanted.command.clear();
    status = convert_command("report", program.string(), wanted);
  } else {
    status = run(request);
  }
  std::error_code none;
  const auto written = fs::last_write_time(options.report, none);
  if (!none && (missing || written != written_before))
    fmt::print(stderr, "heddle report: open {} in a browser\n", base::quoted(options.report));
  return status;
}

}  // namespace heddle::tools
