// A drawing (SVG) of tasks in the graph, ready tasks, and what each worker did over time, as in Figures 12 to 15 of
// DDAST; see writers.hpp. Each column of pixels shows the least and the greatest count in its time, and what a worker
// did for most of it.
#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "output.hpp"
#include "writers.hpp"

namespace heddle::tools {

namespace {

constexpr std::size_t k_columns = 900;
constexpr double k_left = 80, k_width = k_columns, k_panel = 150, k_gap = 46;

constexpr const char* k_activity_colours[] = {"#9db8a5", "", "#e9d8a6", "#dfe3e8", "#d1603d"};
constexpr const char* k_activity_names[] = {"in a region", "", "waiting", "idle", "managing"};
constexpr const char* k_task_colours[] = {"#5b8db8", "#1b7f4b", "#8e5ea2", "#c29b2c", "#3c4e8f", "#b0477a", "#5f6f52"};
constexpr std::size_t k_task_colour_count = std::size(k_task_colours);

/// 1, 2 or 5 times a power of ten, so that there are about five steps up to `most`.
double step_for(double most) {
  double step = 1;
  while (most / step > 50) step *= 10;
  while (most / step > 5) step *= most / step > 10 ? 5 : 2;
  return step;
}

class Drawing {
 public:
  Drawing(Story& story, Output& out)
      : story_(story), out_(out), end_ns_(std::max<std::uint64_t>(story.history.duration_ns, 1)) {
    const std::size_t workers = story.trace.workers.size();
    row_ = workers <= 16 ? 16.0 : workers <= 64 ? 8.0 : 3.0;
  }

  static double width() { return k_left + k_width + 30; }
  double height() const { return 2 * (k_panel + k_gap) + rows() + k_gap + 70; }

  void draw() {
    const double rows = this->rows();
    out_.print(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        width(), height());
    draw_counts("Tasks in the graph", &Counts::tasks_in_graph, k_gap);
    draw_counts("Ready tasks", &Counts::ready_tasks, 2 * k_gap + k_panel);
    draw_workers(3 * k_gap + 2 * k_panel);
    draw_time_axis(3 * k_gap + 2 * k_panel + rows);
    draw_legend(3 * k_gap + 2 * k_panel + rows + 44);
    out_.write("</svg>\n");
  }

 private:
  double rows() const { return row_ * static_cast<double>(story_.trace.workers.size()); }

  struct Range {
    std::int64_t least = INT64_MAX;
    std::int64_t most = 0;
    void take(std::int64_t value) {
      least = std::min(least, value);
      most = std::max(most, value);
    }
  };

  std::size_t column_of(std::uint64_t time_ns) const {
    const auto column =
        static_cast<std::size_t>(static_cast<double>(time_ns) / static_cast<double>(end_ns_) * k_columns);
    return std::min(column, k_columns - 1);
  }

  std::vector<Range> ranges_of(std::int64_t Counts::* what) const {
    std::vector<Range> ranges(k_columns);
    std::int64_t value = 0;
    std::size_t reached = 0;  // columns before it are complete
    for (const Counts& now : story_.history.counts) {
      const std::size_t column = column_of(now.time_ns);
      for (; reached < column; ++reached) ranges[reached].take(value);
      ranges[column].take(value);
      value = now.*what;
      ranges[column].take(value);
    }
    for (; reached < k_columns; ++reached) ranges[reached].take(value);
    return ranges;
  }

  void draw_counts(const char* title, std::int64_t Counts::* what, double top) {
    const std::vector<Range> ranges = ranges_of(what);
    std::int64_t most = 1;
    for (const Range& range : ranges) most = std::max(most, range.most);
    const auto y_of = [&](double value) { return top + k_panel - k_panel * value / static_cast<double>(most); };
    out_.print("<text x=\"{}\" y=\"{}\" font-weight=\"bold\">{} (most: {})</text>\n", k_left, top - 8, title, most);
    const double step = step_for(static_cast<double>(most));
    for (double value = 0; value <= static_cast<double>(most); value += step) {
      out_.print("<line x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#e3e6ea\"/>\n", k_left,
                 k_left + k_width, y_of(value), y_of(value));
      out_.print("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:.0f}</text>\n", k_left - 6, y_of(value) + 4, value);
    }
    out_.write("<path fill=\"#5b8db8\" fill-opacity=\"0.35\" stroke=\"#2f5f8a\" stroke-width=\"1\" d=\"");
    for (std::size_t column = 0; column < k_columns; ++column)
      out_.print("{}{:.1f} {:.1f}", column == 0 ? "M" : "L", k_left + static_cast<double>(column),
                 y_of(static_cast<double>(ranges[column].most)));
    for (std::size_t column = k_columns; column-- > 0;)
      out_.print("L{:.1f} {:.1f}", k_left + static_cast<double>(column),
                 y_of(static_cast<double>(ranges[column].least)));
    out_.write("Z\"/>\n");
  }

  std::string colour_of(const Span& span) {
    if (span.activity != Activity::task || span.task == k_none)
      return k_activity_colours[static_cast<std::size_t>(span.activity)];
    const std::string title = title_of(story_, span);
    const auto [place, is_new] =
        task_colours_.emplace(title, k_task_colours[task_colours_.size() % k_task_colour_count]);
    return place->second;
  }

  /// The colour of each column: of what took most of its time; empty: nothing.
  std::vector<std::string> columns_of(std::size_t worker) {
    const double column_ns = static_cast<double>(end_ns_) / k_columns;
    std::vector<std::map<std::string, double>> shares(k_columns);
    for (const Stretch& stretch : flatten(story_.history.workers[worker].spans)) {
      const std::string colour = colour_of(*stretch.span);
      for (std::size_t column = column_of(stretch.begin_ns); column <= column_of(stretch.end_ns); ++column) {
        const double from = std::max(static_cast<double>(stretch.begin_ns), column_ns * static_cast<double>(column));
        const double to = std::min(static_cast<double>(stretch.end_ns), column_ns * static_cast<double>(column + 1));
        if (to > from) shares[column][colour] += to - from;
      }
    }
    std::vector<std::string> colours(k_columns);
    for (std::size_t column = 0; column < k_columns; ++column) {
      const auto greatest =
          std::max_element(shares[column].begin(), shares[column].end(),
                           [](const auto& left, const auto& right) { return left.second < right.second; });
      if (greatest != shares[column].end()) colours[column] = greatest->first;
    }
    return colours;
  }

  void draw_workers(double top) {
    out_.print("<text x=\"{}\" y=\"{}\" font-weight=\"bold\">Workers</text>\n", k_left, top - 8);
    for (std::size_t worker = 0; worker < story_.trace.workers.size(); ++worker) {
      const double y = top + row_ * static_cast<double>(worker);
      if (row_ > 10)
        out_.print("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", k_left - 6, y + row_ - 4,
                   story_.trace.workers[worker].id);
      const std::vector<std::string> colours = columns_of(worker);
      for (std::size_t begin = 0, end = 0; begin < k_columns; begin = end) {
        while (end < k_columns && colours[end] == colours[begin]) ++end;
        if (colours[begin].empty()) continue;
        out_.print("<rect x=\"{}\" y=\"{:.1f}\" width=\"{}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
                   k_left + static_cast<double>(begin), y, end - begin, row_ - (row_ > 4 ? 2 : 0), colours[begin]);
      }
    }
  }

  void draw_time_axis(double y) {
    const double ms = static_cast<double>(end_ns_) / 1e6;
    const double unit = ms >= 5 ? 1 : 0.001;  // milliseconds or microseconds
    const double step = step_for(ms / unit);
    for (double time = 0; time <= ms / unit; time += step) {
      const double x = k_left + k_width * time * unit / ms;
      out_.print(
          "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2:.1f}\" stroke=\"#c9ced6\" stroke-opacity=\"0.5\"/>\n",
          x, k_gap, y);
      out_.print("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{:.0f}</text>\n", x, y + 16, time);
    }
    out_.print("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", k_left - 20, y + 16,
               unit < 1 ? "us" : "ms");
  }

  void draw_legend(double y) {
    double x = k_left;
    const auto add = [&](const std::string& colour, const std::string& title) {
      const double width = 30 + 7.2 * static_cast<double>(title.size());
      if (x + width > k_left + k_width) return;  // the rest has no room
      out_.print("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"12\" height=\"12\" fill=\"{}\"/>\n", x, y - 11, colour);
      out_.print("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", x + 17, y, xml_text(title));
      x += width;
    };
    for (std::size_t activity = 0; activity < std::size(k_activity_names); ++activity)
      if (*k_activity_names[activity] != '\0') add(k_activity_colours[activity], k_activity_names[activity]);
    for (const auto& [title, colour] : task_colours_) add(colour, title);
  }

  Story& story_;
  Output& out_;
  const std::uint64_t end_ns_;
  double row_ = 16;
  std::map<std::string, std::string> task_colours_;
};

}  // namespace

void draw_plot(Story& story, Output& out) { Drawing(story, out).draw(); }

std::optional<base::Error> write_plot(Story& story, const std::string& path) {
  constexpr double k_head = 44;
  Output out(path);
  Drawing drawing(story, out);
  out.print(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
      "<text x=\"{2}\" y=\"24\" font-size=\"16\" font-weight=\"bold\">{3}</text>\n<text x=\"{2}\" y=\"42\" "
      "fill=\"#666666\">{4}</text>\n<svg y=\"{5}\" width=\"{0}\" height=\"{6}\">\n",
      Drawing::width(), drawing.height() + k_head, k_left, xml_text(short_enough(story.names.program(0), 90)),
      xml_text(short_enough(date_of(story) + (story.command.empty() ? "" : ": " + story.command), 140)), k_head,
      drawing.height());
  drawing.draw();
  out.write("</svg>\n</svg>\n");
  return out.finish();
}

}  // namespace heddle::tools
