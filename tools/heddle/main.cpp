// The command `heddle`: reads the command line and hands over to run.cpp, info.cpp or trace/convert.cpp.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "base/quoted.hpp"
#include "base/spelling.hpp"
#include "calibrate.hpp"
#include "info.hpp"
#include "policy_choice.hpp"
#include "run_options.hpp"
#include "simulate.hpp"
#include "tools/heddle/report/forecast.hpp"

namespace {

constexpr const char* k_examples =
    "examples:\n"
    "  heddle run ./app                    run a program built with gcc -fopenmp on Heddle\n"
    "  heddle run -n 8 ./app input.dat     with eight threads\n"
    "  heddle info                         the machine, its limits, every setting\n"
    "  heddle run --trace out.json ./app   see what each thread did, in Perfetto\n"
    "  heddle run --graph out.dot ./app    see which task waits for which\n"
    "  heddle report ./app                 where the time went, in words, as a page for a browser\n"
    "\n"
    "HEDDLE_DISABLE=1 hands a program back to libgomp. Manual: heddle(1), heddle-run(1), heddle-info(1),\n"
    "heddle-trace(1).\n";

constexpr const char* k_trace_examples =
    "The forms, by extension: .json (Chrome's, for https://ui.perfetto.dev), .prv (Paraver; writes .pcf and .row\n"
    "beside), .svg (tasks in the graph, ready tasks and workers over time), .csv (the counts over time), .html (the\n"
    "report of heddle report), .raw.\n"
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

/// `heddle trace` and `heddle graph`.
struct ConvertOptions {
  std::string raw;
  std::vector<std::string> outputs;
  std::size_t first = SIZE_MAX;
  bool no_creation = false;
};

enum class Kind { trace, graph };

heddle::tools::OutputRequest wanted_of(const ConvertOptions& options, Kind kind) {
  heddle::tools::OutputRequest wanted;
  (kind == Kind::trace ? wanted.traces : wanted.graphs) = options.outputs;
  wanted.first = options.first;
  wanted.creation = !options.no_creation;
  wanted.forecast = &heddle::tools::forecast;
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
    command->add_flag("--no-creation", options.no_creation, "drawings without the edges that say who made whom");
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
  command->add_flag("--anyway", request.anyway, "write the file on a busy host, too; its values then say so");
  command->footer(
      "Takes some ten seconds, and wants the host for itself: where others have more than a tenth of the cpus, what "
      "was\n"
      "measured then is marked; where more than a quarter, nothing is written.\n\n"
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

  heddle::tools::RunOptions options;
  const CLI::App* run = heddle::tools::add_run(app, options);
  const CLI::App* report = heddle::tools::add_report(app, options);
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

  heddle::tools::CommandLine line = heddle::tools::cut({arguments + 1, arguments + argument_count});
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
  if (run->parsed()) return heddle::tools::run_command(options, std::move(line.command));
  if (report->parsed()) return heddle::tools::report_command(options, std::move(line.command));
  if (trace->parsed()) return heddle::tools::convert_command("trace", convert.raw, wanted_of(convert, Kind::trace));
  if (graph->parsed()) return heddle::tools::convert_command("graph", convert.raw, wanted_of(convert, Kind::graph));
  if (simulate->parsed()) return heddle::tools::simulate(simulation);
  if (calibrate->parsed()) return heddle::tools::calibrate(calibration);
  return info_command(json, topology);
}
