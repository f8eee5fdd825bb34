// The report: one page of HTML that needs nothing else, in words first; see trace/writers.hpp. What it may say is
// decided in analysis.cpp and words.cpp.
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>

#include "analysis.hpp"
#include "base/quoted.hpp"
#include "tools/heddle/trace/output.hpp"
#include "tools/heddle/trace/writers.hpp"
#include "words.hpp"

namespace heddle::tools {

namespace {

constexpr std::size_t k_kinds_shown = 10;
constexpr std::size_t k_most_simulated = 100'000;  // tasks: some ten seconds

struct Shown {
  const char* name;
  const char* colour;
};
constexpr Shown k_uses[] = {{"tasks", "#1b7f4b"},
                            {"the threads' own code: loops, making tasks", "#9db8a5"},
                            {"the program's own code between parallel regions", "#8fb3d9"},
                            {"waiting", "#e9d8a6"},
                            {"nothing to run", "#dfe3e8"},
                            {"managing dependences", "#d1603d"},
                            {"outside of parallel regions", "#c3b8d6"}};
static_assert(std::size(k_uses) == k_time_uses);

constexpr const char* k_style = R"(
body { font: 15px/1.5 sans-serif; color: #222; background: #fff; max-width: 1060px; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.6em; margin-bottom: 0; } h2 { font-size: 1.2em; margin: 1.8em 0 .4em; }
.about { color: #666; margin: .2em 0 1.2em; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; font-weight: 600; }
td, th { padding: .2em .6em .2em 0; border-bottom: 1px solid #e3e6ea; vertical-align: top; } td { overflow-wrap: anywhere; }
td.n, th.n { text-align: right; overflow-wrap: normal; } td.n { white-space: nowrap; }
.bar { display: flex; height: 1.1em; min-width: 8em; background: #f3f4f6; } .bar span { height: 100%; }
.key span { display: inline-block; width: .9em; height: .9em; margin: 0 .35em 0 0; } .key li { display: inline-block; margin-right: 1.4em; }
.key { list-style: none; padding: 0; } svg { max-width: 100%; height: auto; }
.words li, .help li { margin: .3em 0; } .small { color: #666; font-size: .9em; }
)";

/// The kinds of tasks in the order in which they come in the graph, an arc for each pair that depends.
class KindDrawing {
 public:
  KindDrawing(Output& out, const Analysis& analysis) : out_(out), analysis_(analysis) {
    for (std::size_t kind = 0; kind < analysis.kinds.size() && order_.size() < k_kinds_shown; ++kind)
      if (analysis.kinds[kind].role == TaskRole::task) order_.push_back(kind);
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t left, std::size_t right) {
      return analysis.kinds[left].first < analysis.kinds[right].first;
    });
    place_.assign(analysis.kinds.size(), SIZE_MAX);
    for (std::size_t place = 0; place < order_.size(); ++place) place_[order_[place]] = place;
  }

  bool is_empty() const noexcept { return order_.empty(); }

  void draw() {
    line_ = 30 + height_of(reach(true));
    out_.print(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" "
        "font-size=\"12\" font-family=\"sans-serif\" role=\"img\" aria-label=\"Kinds of tasks and their "
        "dependences\">\n"
        "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" "
        "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L8 4L0 8Z\" fill=\"#555\"/></marker></defs>\n",
        20 + k_step * static_cast<double>(order_.size()), line_ + 70 + height_of(reach(false)));
    for (const auto& [kinds, count] : analysis_.between) draw_arc(kinds.first, kinds.second, count);
    for (std::size_t place = 0; place < order_.size(); ++place) draw_kind(place);
    out_.write("</svg>\n");
  }

 private:
  static constexpr double k_step = 100, k_box = 84;

  double middle(std::size_t place) const { return 10 + k_step * (static_cast<double>(place) + 0.5); }
  // The farthest arc forward, or back: over so many boxes.
  std::size_t reach(bool forward) const {
    std::size_t most = 0;
    for (const auto& [kinds, count] : analysis_.between) {
      const std::size_t from = place_[kinds.first], to = place_[kinds.second];
      if (from == SIZE_MAX || to == SIZE_MAX || (from > to) == forward) continue;
      most = std::max<std::size_t>({most, 1, from > to ? from - to : to - from});
    }
    return most;
  }
  static double height_of(std::size_t reach) { return 20 * static_cast<double>(reach); }

  // Forward above the boxes, back below them; a kind's own as a loop above its box.
  void draw_arc(std::size_t before, std::size_t after, std::size_t count) {
    const std::size_t from = place_[before], to = place_[after];
    if (from == SIZE_MAX || to == SIZE_MAX) return;
    const double width = 1 + std::log10(static_cast<double>(count)), up = from <= to ? -1 : 1;
    const double edge = line_ + 22 + up * 22;
    const double reach = from == to ? 24 : 26 * static_cast<double>(from < to ? to - from : from - to);
    const double left = middle(from) + (from == to ? -18 : from < to ? 12 : -12);
    const double right = middle(to) + (from == to ? 18 : from < to ? -12 : 12);
    const double top = edge + up * (reach + 8);
    out_.print(
        "<path d=\"M{0:.1f} {1:.1f}C{0:.1f} {2:.1f} {3:.1f} {2:.1f} {3:.1f} {1:.1f}\" fill=\"none\" "
        "stroke=\"#555\" stroke-width=\"{4:.1f}\" stroke-opacity=\"0.7\" marker-end=\"url(#tip)\"><title>{5} of "
        "{6} before {7}</title></path>\n",
        left, edge, top, right, width, count_text(count), xml_text(kind_text(analysis_.kinds[before])),
        xml_text(kind_text(analysis_.kinds[after])));
    out_.print("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" font-size=\"10\" fill=\"#555\">{}</text>\n",
               (left + right) / 2, edge + up * (0.75 * (reach + 8)) + (up < 0 ? -3 : 10), count_text(count));
  }

  void draw_kind(std::size_t place) {
    const TaskKind& kind = analysis_.kinds[order_[place]];
    const double left = middle(place) - k_box / 2;
    const double on_path = share_of(kind.path_ns, analysis_.path.ns);
    out_.print(
        "<g><title>{}: {} tasks, {} of the critical path</title><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" "
        "height=\"44\" rx=\"4\" fill=\"{}\" stroke=\"#1b7f4b\"/>",
        xml_text(kind_text(kind)), count_text(kind.count), percent_text(on_path), left, line_, k_box,
        on_path >= 0.1 ? "#cfe8d8" : "#ffffff");
    draw_text(place, line_ + 18, short_text(kind));
    draw_text(place, line_ + 35, count_text(kind.count) + (kind.count == 1 ? " task" : " tasks"));
    out_.write("</g>\n");
  }
  void draw_text(std::size_t place, double y, const std::string& whole) {
    const std::string text = short_enough(whole, 16);
    out_.print("<text x=\"{0:.1f}\" y=\"{1:.1f}\" text-anchor=\"middle\"{2}>{3}</text>", middle(place), y,
               text.size() > 13 ? fmt::format(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", k_box - 8) : "",
               xml_text(text));
  }

  Output& out_;
  const Analysis& analysis_;
  std::vector<std::size_t> order_;  // kinds, from the left
  std::vector<std::size_t> place_;  // of each kind; SIZE_MAX: not shown
  double line_ = 0;                 // the top of the boxes
};

class Page {
 public:
  Page(Story& story, Output& out, Forecast forecast)
      : story_(story), out_(out), analysis_(analyse(story)), forecast_(std::move(forecast)) {}

  void write() {
    const std::string program = xml_text(story_.names.program(0));
    out_.print(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{} on Heddle</title>\n"
        "<style>{}</style>\n</head>\n<body>\n<h1>{} on Heddle</h1>\n",
        program, k_style, program);
    out_.print("<p class=\"about\">{}{}, {} {}</p>\n",
               story_.command.empty() ? "" : "<code>" + xml_text(story_.command) + "</code>, ", date_of(story_),
               analysis_.workers.size(), analysis_.workers.size() == 1 ? "worker" : "workers");
    if (!story_.trace.flaw.empty()) out_.print("<p><b>{}</b></p>\n", xml_text(story_.trace.flaw));
    words();
    if (analysis_.obstacle != Obstacle::nothing_recorded) {
      help();
      times();
      path();
      kinds();
      graph();
      timeline();
    }
    end();
  }

 private:
  void heading(const char* text) { out_.print("<h2>{}</h2>\n", text); }

  void words() {
    out_.write("<ul class=\"words\">\n");
    for (const std::string& sentence : in_words(analysis_)) out_.print("<li>{}</li>\n", xml_text(sentence));
    out_.write("</ul>\n");
  }

  void help() {
    heading("What would help");
    const auto advice = what_would_help(analysis_, forecast_);
    if (advice.empty()) out_.write("<p>Nothing that this run's figures show.</p>\n");
    out_.write("<ol class=\"help\">\n");
    for (const Advice& one : advice) out_.print("<li><b>{}</b> {}</li>\n", xml_text(one.what), xml_text(one.why));
    out_.write("</ol>\n");
    if (forecast_.points.empty()) {
      out_.print("<p class=\"small\">More cores were not simulated: {}.</p>\n", xml_text(forecast_.why_not));
      return;
    }
    out_.write(
        "<table>\n<tr><th class=\"n\">cores</th><th class=\"n\">simulated time</th><th class=\"n\">times as fast "
        "as one</th><th class=\"n\">at best</th><th>limited by</th></tr>\n");
    for (const ForecastPoint& point : forecast_.points)
      out_.print(
          "<tr><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{:.2f}</td><td class=\"n\">{}</td>"
          "<td>{}</td></tr>\n",
          point.cores, time_text(point.ns),
          static_cast<double>(forecast_.points.front().ns) / static_cast<double>(std::max<std::uint64_t>(point.ns, 1)),
          time_text(point.at_best_ns), xml_text(point.limit));
    out_.print(
        "</table>\n<p class=\"small\">On {}, one run each; bodies take the time that was recorded. At best: with "
        "nothing lost between the tasks, which is what fewer, longer tasks, or a plan, could reach at most.{}{}</p>\n",
        xml_text(forecast_.machine), forecast_.left_out.empty() ? "" : " Left out: ", left_out());
  }
  std::string left_out() const {
    std::string text;
    for (const std::string& sentence : forecast_.left_out) text += (text.empty() ? "" : "; ") + xml_text(sentence);
    return text.empty() ? text : text + ".";
  }

  void bar(const UsedTime& used) {
    out_.write("<div class=\"bar\">");
    for (std::size_t use = 0; use < k_time_uses; ++use)
      if (used.ns[use] != 0)
        out_.print("<span style=\"width:{:.3f}%;background:{}\" title=\"{}: {}\"></span>",
                   100 * share_of(used.ns[use], used.all()), k_uses[use].colour, k_uses[use].name,
                   time_text(used.ns[use]));
    out_.write("</div>");
  }

  void times() {
    heading("Where the time went");
    out_.write("<ul class=\"key\">\n");
    for (std::size_t use = 0; use < k_time_uses; ++use)
      out_.print("<li><span style=\"background:{}\"></span>{} {}</li>\n", k_uses[use].colour, k_uses[use].name,
                 percent_text(share_of(analysis_.total.ns[use], analysis_.total.all())));
    out_.write("</ul>\n<table>\n");
    out_.write("<tr><th>all</th><td style=\"width:80%\">");
    bar(analysis_.total);
    out_.write("</td></tr>\n");
    constexpr std::size_t k_most = 64;
    for (std::size_t worker = 0; worker < std::min(analysis_.workers.size(), k_most); ++worker) {
      out_.print("<tr><td>worker {}</td><td>", story_.trace.workers[worker].id);
      bar(analysis_.workers[worker]);
      out_.write("</td></tr>\n");
    }
    out_.write("</table>\n");
    if (analysis_.workers.size() > k_most)
      out_.print("<p class=\"small\">{} more workers are counted, and not shown.</p>\n",
                 analysis_.workers.size() - k_most);
  }

  void path() {
    heading("The critical path");
    out_.print("<p>{} of the {}. On it lie, in all:</p>\n<table>\n", time_text(analysis_.path.ns),
               time_text(analysis_.duration_ns));
    std::vector<std::pair<std::uint64_t, std::string>> parts;
    for (const TaskKind& kind : analysis_.kinds)
      if (kind.path_ns != 0) parts.emplace_back(kind.path_ns, kind_text(kind));
    std::uint64_t unseen_ns = analysis_.path.ns;
    for (const auto& [ns, what] : parts) unseen_ns -= std::min(unseen_ns, ns);
    if (unseen_ns != 0) parts.emplace_back(unseen_ns, "between parallel regions");
    std::stable_sort(parts.begin(), parts.end(),
                     [](const auto& left, const auto& right) { return left.first > right.first; });
    if (parts.size() > k_kinds_shown) parts.resize(k_kinds_shown);
    for (const auto& [ns, what] : parts)
      out_.print("<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n", xml_text(what), time_text(ns),
                 percent_text(share_of(ns, analysis_.path.ns)));
    out_.write(
        "</table>\n<p class=\"small\">The longest chain of creations, dependences, waits and barriers, each task "
        "with the time that it took. Loops count as this run shared them out.</p>\n");
  }

  void kinds() {
    heading(analysis_.kinds.size() > k_kinds_shown ? "The ten hottest kinds of tasks"
                                                   : "Kinds of tasks, the hottest first");
    out_.write(
        "<table>\n<tr><th>what</th><th class=\"n\">tasks</th><th class=\"n\">time</th><th class=\"n\">of the "
        "work</th><th class=\"n\">median</th><th class=\"n\">longest</th><th class=\"n\">ready until begun</th><th "
        "class=\"n\">run by their creator</th></tr>\n");
    for (std::size_t at = 0; at < std::min(analysis_.kinds.size(), k_kinds_shown); ++at) {
      const TaskKind& kind = analysis_.kinds[at];
      out_.print(
          "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}"
          "</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n",
          xml_text(kind_text(kind)), count_text(kind.count), time_text(kind.own_ns),
          percent_text(share_of(kind.own_ns, analysis_.work_ns)), time_text(kind.median_ns), time_text(kind.longest_ns),
          kind.waited == 0 ? "" : time_text(kind.waited_ns / kind.waited),
          kind.role != TaskRole::task ? "" : percent_text(share_of(kind.by_creator, kind.count)));
    }
    out_.write("</table>\n");
  }

  void graph() {
    KindDrawing drawing(out_, analysis_);
    if (drawing.is_empty()) return;
    heading("The graph in small");
    drawing.draw();
    out_.write(
        "<p class=\"small\">A box is a kind of tasks, an arc the dependences from one kind to another, with their "
        "number; green ones have a tenth of the critical path or more. The whole graph: <code>heddle run --graph "
        "app.dot</code>.</p>\n");
  }

  void timeline() {
    heading("The run over time");
    draw_plot(story_, out_);
    out_.write(
        "<p class=\"small\">To look closer: <code>heddle run --trace app.json</code> and "
        "https://ui.perfetto.dev.</p>\n");
  }

  void end() {
    out_.write(
        "<h2>What these figures are</h2>\n<p class=\"small\">Times are of the clock on the wall: where the system "
        "took a core away, that is in the time of the task that was running, so a busy host makes tasks look "
        "longer. Tasks of under a microsecond take longer while they are traced. docs/tracing.md has more.</p>\n"
        "</body>\n</html>\n");
  }

  Story& story_;
  Output& out_;
  const Analysis analysis_;
  const Forecast forecast_;
};

/// The simulator reads files: the graph goes through one beside the report.
Forecast forecast_of(Story& story, const std::string& path) {
  Forecast none;
  none.why_not = "this heddle was built without the simulator";
  if (story.forecast == nullptr) return none;
  none.why_not = fmt::format("there are more than {} tasks; heddle simulate takes its time for them",
                             count_text(k_most_simulated));
  if (story.history.tasks.size() > k_most_simulated) return none;
  std::string graph = path + ".graph-XXXXXX";
  const int file = ::mkstemp(graph.data());
  none.why_not = "there is no room for the graph's file: " + base::quoted(graph);
  if (file < 0) return none;
  ::close(file);
  const auto error = write_graph_json(story, graph, {});
  if (error) none.why_not = error->what;
  Forecast result = error ? none : story.forecast(graph, static_cast<std::uint32_t>(story.trace.workers.size()));
  std::error_code ignored;
  std::filesystem::remove(graph, ignored);
  return result;
}

}  // namespace

std::optional<base::Error> write_report(Story& story, const std::string& path) {
  Forecast forecast = forecast_of(story, path);
  Output out(path);
  Page(story, out, std::move(forecast)).write();
  return out.finish();
}

}  // namespace heddle::tools
