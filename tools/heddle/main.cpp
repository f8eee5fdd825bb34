// The command `heddle`: reads the command line and hands over to run.cpp, info.cpp or trace/convert.cpp.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>

#include "base/quoted.hpp"
#include "base/spelling.hpp"
#include "calibrate.hpp"
#include "info.hpp"
#include "policy_choice.hpp"
#include "run.hpp"
#include "simulate.hpp"

namespace {

using heddle::tools::Action;
using heddle::tools::Reach;
using heddle::tools::RunRequest;

/// An option of `heddle run` that stands for one environment variable.
struct VariableOption {
  const char* flags;
  const char* variable;
  const char* help;
  std::string (*choices)() = nullptr;  // names to put behind the help, where they stand in a table of policies
};

constexpr VariableOption k_variable_options[] = {
    {"-n,--threads", "OMP_NUM_THREADS", "threads of a parallel region; 8, or 8,2 for nested ones"},
    {"-s,--scheduler", "HEDDLE_SCHEDULER", "which worker gets a ready task: ", heddle::tools::scheduler_choices},
    {"-d,--dependence", "HEDDLE_DEPENDENCE", "how depend clauses are resolved: ", heddle::tools::dependence_choices},
    {"--async-managers", "HEDDLE_ASYNC_MANAGERS", "async: workers that manage at a time; a number, or all"},
    {"--async-spins", "HEDDLE_ASYNC_SPINS", "async: scans in vain before a manager leaves"},
    {"--async-operations", "HEDDLE_ASYNC_OPERATIONS", "async: messages of one worker before the next one's turn"},
    {"--async-ready", "HEDDLE_ASYNC_READY", "async: ready tasks at which a manager leaves"},
    {"-l,--loop", "HEDDLE_LOOP", "how iterations reach threads: asked, ", heddle::tools::loop_choices},
    {"-w,--wait-policy", "OMP_WAIT_POLICY", "what waiting threads do: active, passive"},
    {"-p,--places", "OMP_PLACES", "where threads may run: threads, cores, sockets, {0:4}:2:4, ..."},
    {"-b,--bind", "OMP_PROC_BIND", "how they are bound there: close, spread, primary, true, false"},
    {"--inline", "HEDDLE_INLINE", "whether a creator runs tasks itself that are too short to give away: on, off"},
    {"--linger", "HEDDLE_LINGER", "milliseconds that a thread too many sleeps before it ends; 0: none does"},
    {"--window", "HEDDLE_WINDOW", "pending tasks before the producer helps; a number, or unlimited"},
};

constexpr const char* k_examples =
    "examples:\n"
    "  heddle run ./app                    run a program built with gcc -fopenmp on Heddle\n"
    "  heddle run -n 8 ./app input.dat     with eight threads\n"
    "  heddle info                         the machine, its limits, every setting\n"
    "  heddle run --trace out.json ./app   see what each thread did, in Perfetto\n"
    "  heddle run --graph out.dot ./app    see which task waits for which\n"
    "\n"
    "HEDDLE_DISABLE=1 hands a program back to libgomp. Manual: heddle(1), heddle-run(1), heddle-info(1),\n"
    "heddle-trace(1).\n";

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
    "  heddle run --graph out.json ./app   the task graph, with durations and accesses\n";

constexpr const char* k_trace_examples =
    "The forms, by extension: .json (Chrome's, for https://ui.perfetto.dev), .prv (Paraver; writes .pcf and .row\n"
    "beside), .svg (tasks in the graph, ready tasks and workers over time), .csv (the counts over time), .raw.\n"
    "\n"
    "examples:\n"
    "  heddle run --trace app.raw ./app    keep the raw trace, which all other forms are made from\n"
    "  heddle trace app.raw -o app.json -o app.svg\n";

constexpr const char* k_graph_examples =
    "The forms, by extension: .dot or .gv (Graphviz), .json (durations, accesses, creation order; see\n"
    "docs/tracing.md). Dependences follow from the accesses alone, not from when tasks happened to run.\n"
    "\n"
    "examples:\n"
    "  heddle run --graph app.dot ./app && dot -Tsvg app.dot -o app.svg\n"
    "  heddle graph app.raw -o app.json\n"
    "  heddle graph app.raw -o app.dot --first 200\n";

constexpr const char* k_info_examples =
    "examples:\n"
    "  heddle info\n"
    "  OMP_PLACES=cores heddle info        what these variables would mean\n"
    "  heddle info --json | jq .settings\n"
    "  HEDDLE_TOPOLOGY='numa:4 core:2 pu:1' heddle info --topology\n";

constexpr const char* k_simulate_examples =
    "What it can and cannot predict, and the machines that come with Heddle: docs/simulate.md.\n"
    "\n"
    "examples:\n"
    "  heddle run -n 1 --graph app.json ./app\n"
    "  heddle simulate app.json --machine knl7230\n"
    "  heddle simulate app.json --machine knl7230 --dependence async --cores 16,64 --json\n"
    "  heddle simulate app.json --machine knl7230 --loop dynamic\n"
    "  heddle simulate app.json --machine knl7230 --memory 2500    a core alone moves 2.5 GB/s\n"
    "  heddle simulate app.json --machine knl7230 --plot app.svg\n";

/// The parsed options of `heddle run`.
struct RunOptions {
  std::vector<std::string> values = std::vector<std::string>(std::size(k_variable_options));
  int verbose = 0;
  bool verify = false;
  heddle::tools::OutputRequest wanted;
  bool preload = false;
  bool library_path = false;
  bool dry_run = false;
};

/// CLI11 does not know of a program behind the options.
class RunFormatter : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App*, std::string) const override {
    return "Usage: heddle run [OPTIONS] program [arguments...]\n";
  }
};

CLI::App* add_run(CLI::App& app, RunOptions& options) {
  CLI::App* run = app.add_subcommand("run", "run an unmodified OpenMP program on Heddle");
  run->formatter(std::make_shared<RunFormatter>());
  run->footer(heddle::tools::about_policies() + "\n" + k_run_examples);
  for (std::size_t i = 0; i < std::size(k_variable_options); ++i) {
    const VariableOption& option = k_variable_options[i];
    const std::string choices = option.choices == nullptr ? std::string{} : option.choices();
    run->add_option(option.flags, options.values[i], fmt::format("{}{} ({})", option.help, choices, option.variable))
        ->type_name("VALUE");
  }
  run->add_option("--trace", options.wanted.traces,
                  "write a trace: FILE.json for Perfetto, .prv for Paraver, .svg, .csv, .raw; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
  run->add_option("--graph", options.wanted.graphs, "write the task graph: FILE.dot or FILE.json; may be repeated")
      ->type_name("FILE")
      ->allow_extra_args(false);
  run->add_flag("--verify", options.verify, "look at depend clauses for what OpenMP forbids (HEDDLE_VERIFY)");
  run->add_flag("-v,--verbose", options.verbose, "Heddle says what it chose; twice: more (HEDDLE_VERBOSE)");
  CLI::Option* preload = run->add_flag("--preload", options.preload, "use LD_PRELOAD alone");
  run->add_flag("--library-path", options.library_path, "use LD_LIBRARY_PATH alone")->excludes(preload);
  run->add_flag("--dry-run", options.dry_run, "print the environment and the command, run nothing");
  return run;
}

RunRequest request_of(const RunOptions& options, std::vector<std::string> command) {
  RunRequest request;
  for (std::size_t i = 0; i < std::size(k_variable_options); ++i) {
    const std::string flags = k_variable_options[i].flags;
    if (!options.values[i].empty())
      request.overrides.push_back({flags.substr(flags.find("--")), k_variable_options[i].variable, options.values[i]});
  }
  if (options.verify) request.overrides.push_back({"--verify", "HEDDLE_VERIFY", "1"});
  if (options.verbose > 0)
    request.overrides.push_back({"--verbose", "HEDDLE_VERBOSE", std::to_string(std::min(options.verbose, 2))});
  if (options.preload) request.reach = Reach::preload;
  if (options.library_path) request.reach = Reach::library_path;
  if (options.dry_run) request.action = Action::show;
  request.wanted = options.wanted;
  request.command = std::move(command);
  return request;
}

bool takes_value(std::string_view word) {
  if (word == "--trace" || word == "--graph") return true;
  for (const VariableOption& option : k_variable_options) {
    const std::string_view flags = option.flags;
    const std::size_t comma = flags.find(',');
    if (word == flags.substr(comma == std::string_view::npos ? 0 : comma + 1)) return true;
    if (comma != std::string_view::npos && word == flags.substr(0, comma)) return true;
  }
  return false;
}

/// A command line, cut where the program that `heddle run` is to start begins: what follows is the program's own and
/// must not be looked at.
struct CommandLine {
  std::vector<std::string> ours;
  std::vector<std::string> command;
};

CommandLine cut(std::vector<std::string> words) {
  std::size_t at = 1;
  if (words.empty() || words.front() != "run") return {std::move(words), {}};
  while (at < words.size() && words[at].starts_with('-') && words[at] != "--") at += takes_value(words[at]) ? 2 : 1;
  const auto end_of_ours = words.begin() + static_cast<std::ptrdiff_t>(std::min(at, words.size()));
  const bool dashes = end_of_ours != words.end() && *end_of_ours == "--";
  return {{words.begin(), end_of_ours}, {end_of_ours + (dashes ? 1 : 0), words.end()}};
}

int run_command(const RunOptions& options, std::vector<std::string> command) {
  if (!command.empty()) return heddle::tools::run(request_of(options, std::move(command)));
  fmt::print(stderr, "heddle run: no program is named; try heddle run ./app, or heddle run --help\n");
  return heddle::tools::k_usage_status;
}

/// `heddle trace` and `heddle graph`.
struct ConvertOptions {
  std::string raw;
  std::vector<std::string> outputs;
  std::size_t first = SIZE_MAX;
};

enum class Kind { trace, graph };

heddle::tools::OutputRequest wanted_of(const ConvertOptions& options, Kind kind) {
  heddle::tools::OutputRequest wanted;
  (kind == Kind::trace ? wanted.traces : wanted.graphs) = options.outputs;
  wanted.first = options.first;
  return wanted;
}

CLI::App* add_convert(CLI::App& app, ConvertOptions& options, const char* name) {
  const bool graph = std::string_view(name) == "graph";
  CLI::App* command = app.add_subcommand(
      name, graph ? "draw the task graph of a recorded program" : "turn a recorded trace into other forms");
  command->add_option("RAW", options.raw, "a raw trace, from heddle run --trace FILE.raw or HEDDLE_TRACE")->required();
  command->add_option("-o,--output", options.outputs, "a file to write; its extension names the form; may be repeated")
      ->required()
      ->type_name("FILE")
      ->allow_extra_args(false);
  if (graph)
    command->add_option("--first", options.first, "only so many tasks, in the order of their creation")
        ->type_name("N")
        ->check(CLI::Range(std::size_t{1}, SIZE_MAX));
  command->footer(graph ? k_graph_examples : k_trace_examples);
  return command;
}

/// An option of `heddle simulate` that names a policy.
struct PolicyOption {
  const char* flags;
  std::string& value;
  const char* help;
};

void add_policy(CLI::App& command, const PolicyOption& option, const std::vector<std::string_view>& names) {
  command.add_option(option.flags, option.value, fmt::format("{}: {}", option.help, heddle::base::listed(names)))
      ->type_name("NAME")
      ->check([names](const std::string& value) { return heddle::tools::complaint_about(value, names); });
}

CLI::App* add_simulate(CLI::App& app, heddle::tools::SimulateRequest& request) {
  using namespace heddle::tools;
  CLI::App* command = app.add_subcommand("simulate", "predict a recorded program on a machine with many cores");
  command->add_option("GRAPH", request.graph, "a task graph, from heddle run --graph FILE.json")->required();
  command->add_option("-m,--machine", request.machine, "a machine that comes with Heddle, or a file: NAME.toml")
      ->type_name("NAME");
  command
      ->add_option("-c,--cores", request.cores,
                   "numbers of cores, or of threads where cores have several, with commas; default: 1, 2, 4 ... all")
      ->delimiter(',')
      ->type_name("N");
  add_policy(*command, {"-d,--dependence", request.dependence, "how depend clauses are resolved"}, dependence_names());
  add_policy(*command, {"-s,--scheduler", request.scheduler, "which worker gets a ready task"}, scheduler_names());
  add_policy(*command, {"-l,--loop", request.loop, "how iterations of loops reach threads, if not as recorded"},
             loop_names());
  command->add_option("--window", request.window, "pending tasks before the producer helps; a number, or unlimited")
      ->type_name("N")
      ->check(CLI::PositiveNumber)
      ->transform([](const std::string& value) { return value == "unlimited" ? std::to_string(UINT32_MAX) : value; });
  command
      ->add_option(
          "--memory", request.memory,
          "what bodies move to and from memory: accesses (the default: by the sizes of their accesses), none, or "
          "the MB/s of one core that computes, whatever sizes there are")
      ->type_name("accesses|none|MBPS");
  command->add_flag("--fast-memory", request.fast_memory,
                    "data lie in the machine's fast memory, where it has two kinds");
  command->add_flag("--quick", request.quick, "one run each: no band over seeds and transfer costs");
  command->add_flag("--json", request.json, "print one JSON object");
  command->add_option("--plot", request.plot, "draw the speed-up with its band")->type_name("FILE.svg");
  command->footer(about_policies() + "\n" + k_simulate_examples);
  return command;
}

/// Why the first word of a command line is none that Heddle knows, if so.
std::optional<std::string> complaint_about(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty() || words.front().empty()) return std::nullopt;
  const std::string& word = words.front();
  const bool option = word.front() == '-';
  if (option && app.get_option_no_throw(word) != nullptr) return std::nullopt;
  std::string known;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_name() == word) return std::nullopt;
    known += (known.empty() ? "" : ", ") + command->get_name();
  }
  return fmt::format("heddle: unknown {} {}; the commands are {}, see heddle --help.{}\n",
                     option ? "option" : "command", heddle::base::quoted(word), known,
                     option ? "" : fmt::format(" To start a program: heddle run {}", heddle::base::named(word)));
}

CLI::App* add_calibrate(CLI::App& app, heddle::tools::CalibrateRequest& request) {
  CLI::App* command =
      app.add_subcommand("calibrate", "measure this host and write its machine file, for heddle simulate");
  command->add_option("-o,--output", request.output, "the file; default: print it")->type_name("FILE.toml");
  command->footer(
      "Takes a few seconds, and wants the host for itself.\n\n"
      "examples:\n"
      "  heddle calibrate -o mine.toml\n"
      "  heddle simulate app.json --machine ./mine.toml\n");
  return command;
}

int info_command(bool json, bool topology) {
  if (topology) {
    fmt::print("{}", heddle::tools::topology_text());
    return 0;
  }
  const heddle::tools::Info info = heddle::tools::gather_info();
  if (json) {
    heddle::tools::print_json(info);
  } else {
    heddle::tools::print_text(info);
  }
  return 0;
}

}  // namespace

int main(int argument_count, char** arguments) {
  CLI::App app("Heddle, a task-parallel runtime: runs unmodified OpenMP programs.", "heddle");
  app.set_version_flag("-V,--version", "heddle " HEDDLE_VERSION);
  app.require_subcommand(1);
  app.footer(k_examples);

  RunOptions options;
  const CLI::App* run = add_run(app, options);
  bool json = false;
  CLI::App* info = app.add_subcommand("info", "show the machine, its limits and every setting with its origin");
  info->add_flag("--json", json, "print one JSON object");
  bool topology = false;
  info->add_flag("--topology", topology, "show localities and their memories, and where HEDDLE_TOPOLOGY folds them to");
  info->footer(k_info_examples);
  ConvertOptions convert;
  const CLI::App* trace = add_convert(app, convert, "trace");
  const CLI::App* graph = add_convert(app, convert, "graph");

  heddle::tools::SimulateRequest simulation;
  const CLI::App* simulate = add_simulate(app, simulation);

  heddle::tools::CalibrateRequest calibration;
  const CLI::App* calibrate = add_calibrate(app, calibration);

  CommandLine line = cut({arguments + 1, arguments + argument_count});
  if (const auto complaint = complaint_about(app, line.ours)) {
    fmt::print(stderr, "{}", *complaint);
    return heddle::tools::k_usage_status;
  }
  try {
    std::reverse(line.ours.begin(), line.ours.end());  // the order CLI11 takes words in
    app.parse(line.ours);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : heddle::tools::k_usage_status;
  }
  if (run->parsed()) return run_command(options, std::move(line.command));
  if (trace->parsed()) return heddle::tools::convert_command("trace", convert.raw, wanted_of(convert, Kind::trace));
  if (graph->parsed()) return heddle::tools::convert_command("graph", convert.raw, wanted_of(convert, Kind::graph));
  if (simulate->parsed()) return heddle::tools::simulate(simulation);
  if (calibrate->parsed()) return heddle::tools::calibrate(calibration);
  return info_command(json, topology);
}
