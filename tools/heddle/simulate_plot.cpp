#include "simulate_plot.hpp"

#include <fmt/core.h>
#include <algorithm>
#include <cmath>
#include <fstream>

#include "base/quoted.hpp"
#include "tools/heddle/trace/output.hpp"

namespace heddle::tools {

namespace {

constexpr double k_width = 720, k_height = 430, k_left = 60, k_right = 700, k_top = 72, k_bottom = 370;

/// Cores and speed-ups, both by their logarithms.
class Drawing {
 public:
  Drawing(const sim::Program& program, const std::vector<sim::Point>& points)
      : work_(static_cast<double>(program.work_ns())), points_(points) {
    for (const sim::Point& point : points) {
      most_ = std::max({most_, static_cast<double>(point.cores), speedup(point.least_ns)});
      least_ = std::min(least_, speedup(point.most_ns));
    }
    least_ = std::max(least_, 1e-3);
    first_ = points.front().cores;
    last_ = first_;
    for (const sim::Point& point : points) {
      first_ = std::min<double>(first_, point.cores);
      last_ = std::max<double>(last_, point.cores);
    }
  }

  std::string body() const {
    std::string text = ticks();
    std::string band, back, line, ideal;
    for (const sim::Point& point : points_) {
      band += at(point.cores, speedup(point.least_ns));
      back = at(point.cores, speedup(point.most_ns)) + back;
      line += at(point.cores, speedup(point.median_ns));
      ideal += at(point.cores, point.cores);
    }
    text += fmt::format("<polygon points=\"{}{}\" fill=\"#2a7f62\" fill-opacity=\"0.18\"/>\n", band, back);
    text += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"#888\" stroke-dasharray=\"5 4\"/>\n", ideal);
    text += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"#2a7f62\" stroke-width=\"2\"/>\n", line);
    for (const sim::Point& point : points_) {
      text += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"#2a7f62\"><title>{}</title></circle>\n",
                          x(point.cores), y(speedup(point.median_ns)), told(point));
    }
    return text;
  }

 private:
  double speedup(std::uint64_t ns) const { return work_ / static_cast<double>(std::max<std::uint64_t>(ns, 1)); }
  double x(double cores) const {
    return last_ == first_ ? (k_left + k_right) / 2
                           : k_left + (k_right - k_left) * std::log(cores / first_) / std::log(last_ / first_);
  }
  double y(double value) const {
    const double high = most_ * 1.1, low = least_ / 1.1;
    return k_bottom - (k_bottom - k_top) * std::log(std::max(value, low) / low) / std::log(high / low);
  }
  std::string at(double cores, double value) const { return fmt::format("{:.1f},{:.1f} ", x(cores), y(value)); }
  std::string told(const sim::Point& point) const {
    return fmt::format("{} cores: {:.2f}, limited by {}", point.cores, speedup(point.median_ns), name_of(point.limit));
  }

  std::string ticks() const {
    std::string text;
    for (double tick = std::pow(2, std::floor(std::log2(least_))); tick <= most_ * 1.1; tick *= 2) {
      if (tick < least_ / 1.1) continue;
      text += fmt::format(
          "<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"#ddd\"/>"
          "<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5:g}</text>\n",
          k_left, k_right, y(tick), k_left - 6, y(tick) + 4, tick);
    }
    for (const sim::Point& point : points_) {
      text += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", x(point.cores),
                          k_bottom + 18, point.cores);
    }
    return text;
  }

  const double work_;
  const std::vector<sim::Point>& points_;
  double most_ = 1, least_ = 1, first_ = 1, last_ = 1;
};

}  // namespace

std::optional<base::Error> plot_speedup(const std::string& path, const sim::Program& program,
                                        const sim::MachineFile& machine, const std::vector<sim::Point>& points) {
  const bool has_band = std::any_of(points.begin(), points.end(),
                                    [](const sim::Point& point) { return point.least_ns != point.most_ns; });
  std::ofstream file(path);
  file << fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      "<text x=\"16\" y=\"24\" font-size=\"16\" font-weight=\"bold\">{2}, simulated</text>\n"
      "<text x=\"16\" y=\"40\" fill=\"#666\">on {3}</text>\n"
      "<text x=\"16\" y=\"54\" fill=\"#666\">speed-up over all work, by cores{4}</text>\n",
      k_width, k_height, xml_text(short_enough(program.name, 70)), xml_text(short_enough(machine.about, 115)),
      has_band ? "; band: five seeds, transfer costs halved to doubled" : "");
  file << Drawing(program, points).body();
  file << fmt::format(
      "<text x=\"16\" y=\"{}\" fill=\"#666\">Not predicted: caches, clocks.{}</text>\n</svg>\n", k_height - 14,
      machine.guesses.empty() ? "" : fmt::format(" Of the machine's costs {} are guesses.", machine.guesses.size()));
  file.close();
  if (file) return std::nullopt;
  return base::Error{base::Code::file, "cannot write " + base::quoted(path),
                     "name a file in a folder of yours: --plot FILE.svg"};
}

}  // namespace heddle::tools
