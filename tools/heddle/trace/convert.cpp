// See convert.hpp.
#include "convert.hpp"

#include <fmt/core.h>
#include <algorithm>
#include <filesystem>
#include <span>

#include "base/quoted.hpp"
#include "output.hpp"
#include "run.hpp"
#include "writers.hpp"

namespace heddle::tools {

namespace {

using base::Code, base::Error;
namespace fs = std::filesystem;

struct TraceForm {
  const char* extension;
  std::optional<Error> (*write)(Story& story, const std::string& path);  // null: the raw trace itself
};
constexpr TraceForm k_trace_forms[] = {{".json", write_chrome}, {".prv", write_paraver}, {".csv", write_counts},
                                       {".svg", write_plot},    {".html", write_report}, {".raw", nullptr}};

struct GraphForm {
  const char* extension;
  std::optional<Error> (*write)(Story& story, const std::string& path, const GraphChoice& choice);
};
constexpr GraphForm k_graph_forms[] = {
    {".dot", write_graph_dot}, {".gv", write_graph_dot}, {".json", write_graph_json}};

template <class Form>
const Form* form_of(std::span<const Form> forms, const std::string& path) {
  const std::string extension = fs::path(path).extension().string();
  const auto found =
      std::find_if(forms.begin(), forms.end(), [&](const Form& form) { return form.extension == extension; });
  return found == forms.end() ? nullptr : &*found;
}

template <class Form>
std::optional<Error> refusal_of_path(std::span<const Form> forms, const std::string& path, const char* what) {
  if (form_of(forms, path) != nullptr) return refusal_to_write(path);
  std::string allowed;
  for (const Form& form : forms) allowed.append(allowed.empty() ? "" : ", ").append(form.extension);
  return Error{Code::file, fmt::format("{} does not say in which form the {} is wanted", base::quoted(path), what),
               fmt::format("let its name end in one of {}", allowed)};
}

std::optional<Error> keep_raw(const std::string& raw, const std::string& path) {
  std::error_code error;
  fs::copy_file(raw, path, fs::copy_options::overwrite_existing, error);
  if (!error) return std::nullopt;
  return Error{Code::file, fmt::format("cannot write {}: {}", base::quoted(path), error.message()),
               "name another file"};
}

}  // namespace

std::optional<Error> refusal_of(const OutputRequest& wanted) {
  for (const std::string& path : wanted.traces)
    if (auto refusal = refusal_of_path<TraceForm>(k_trace_forms, path, "trace")) return refusal;
  for (const std::string& path : wanted.graphs)
    if (auto refusal = refusal_of_path<GraphForm>(k_graph_forms, path, "graph")) return refusal;
  return std::nullopt;
}

std::optional<Error> convert(const std::string& raw, const OutputRequest& wanted) {
  // The raw trace first: it is the one that everything else can be made from again.
  for (const std::string& path : wanted.traces)
    if (form_of<TraceForm>(k_trace_forms, path)->write == nullptr)
      if (auto error = keep_raw(raw, path)) return error;
  auto trace = read_raw_trace(raw);
  if (!trace.ok()) return trace.error();
  if (!trace.value().flaw.empty()) fmt::print(stderr, "heddle: note: {}\n", trace.value().flaw);
  Story story(std::move(trace).value());
  story.command = wanted.command;
  story.forecast = wanted.forecast;
  for (const std::string& path : wanted.traces) {
    const TraceForm* const form = form_of<TraceForm>(k_trace_forms, path);
    if (form->write == nullptr) continue;
    if (auto error = form->write(story, path)) return error;
  }
  for (const std::string& path : wanted.graphs)
    if (auto error = form_of<GraphForm>(k_graph_forms, path)->write(story, path, {wanted.first, wanted.creation}))
      return error;
  return std::nullopt;
}

int convert_command(const char* command, const std::string& raw, const OutputRequest& wanted) {
  const auto refusal = refusal_of(wanted);
  const auto error = refusal ? refusal : convert(raw, wanted);
  if (!error) return 0;
  fmt::print(stderr, "heddle {}: {}; {}\n", command, error->what, error->hint);
  return refusal ? k_usage_status : k_not_written_status;
}

}  // namespace heddle::tools
