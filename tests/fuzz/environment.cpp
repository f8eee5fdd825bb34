// The readers of OMP_*, GOMP_* (omp/environment.hpp) and HEDDLE_* (process/own_environment.hpp), OMP_PLACES above all.
// An input is an environment, a variable a line. What is accepted is shown in a form that is read again the same; what
// is not keeps its default, and a warning names the variable; places hold cpus that are there, and the memory they take
// is bounded.
#include "omp/environment.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "claims.hpp"
#include "omp/affinity.hpp"
#include "omp/places.hpp"
#include "process/own_environment.hpp"

namespace {

using namespace heddle;
using namespace heddle::omp;
using platform::topology::CpuSet;

constexpr std::size_t k_cpus = 16;
constexpr std::size_t k_longest = 4096;  // a value may be longer; what is claimed hangs on no length

/// As `environ`: lines, each ended by a null.
class Block {
 public:
  explicit Block(std::string_view text) : text_(text.substr(0, k_longest)) {
    std::replace(text_.begin(), text_.end(), '\n', '\0');
    for (std::size_t at = 0; at < text_.size(); at = text_.find('\0', at) + 1) {
      lines_.push_back(text_.c_str() + at);
      if (text_.find('\0', at) == std::string::npos) break;
    }
    lines_.push_back(nullptr);
  }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  const char* const* get() const { return lines_.data(); }

 private:
  std::string text_;
  std::vector<const char*> lines_;
};

process::OwnEnvironment read_own(std::string_view text) { return process::parse_own_environment(Block(text).get()); }
Environment read(std::string_view text) { return parse_environment(Block(text).get(), k_cpus); }

CpuSet usable_cpus() {
  CpuSet cpus;
  for (std::size_t cpu = 0; cpu < k_cpus; ++cpu) cpus.add(cpu);
  return cpus;
}

void check_warnings(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) {
    const std::string text = warning.starts_with('\'') ? warning.substr(1) : warning;
    const bool names_it = text.starts_with("OMP_") || text.starts_with("GOMP_") || text.starts_with("HEDDLE_");
    fuzz::claim(names_it, "a warning begins with the variable: " + warning);
  }
}

/// OpenMP's settings, then Heddle's own.
std::vector<SettingReport> reports_of(const Environment& environment, const process::OwnEnvironment& own) {
  std::vector<SettingReport> reports = report_settings(environment);
  for (SettingReport& report : process::report_settings(own.settings)) reports.push_back(std::move(report));
  return reports;
}

void check_settings(const Environment& environment, const process::OwnEnvironment& own) {
  std::string written;
  const auto reports = reports_of(environment, own);
  fuzz::claim(reports.size() == k_setting_count + process::k_own_setting_count, "every setting is shown");
  for (const SettingReport& row : reports) {
    if (row.origin.empty()) continue;
    if (row.value.size() > k_longest - 64 || row.value.find('\n') != std::string::npos) return;
    written.append(row.name).append("=").append(row.value).append("\n");
  }
  if (written.size() > k_longest) return;
  const Environment again = read(written);
  const process::OwnEnvironment own_again = read_own(written);
  fuzz::claim(again.warnings.empty() && own_again.warnings.empty(), "what is shown is understood: " + written);
  for (const SettingReport& row : reports_of(again, own_again)) {
    const auto before = std::find_if(reports.begin(), reports.end(), [&](auto& one) { return one.name == row.name; });
    fuzz::claim(before->value == row.value, "a setting survives showing and reading: " + std::string(row.name));
  }
}

void check_places(const Environment& environment) {
  if (environment.global.places.form != PlaceRequest::Form::listed) return;
  const CpuSet usable = usable_cpus();
  const PlaceList list = resolve_listed(environment.global.places, usable);
  fuzz::claim(!list.places.empty() || !list.warnings.empty(), "where there are no places a warning says why");
  for (const CpuSet& place : list.places) {
    fuzz::claim(!place.empty(), "no place is empty");
    CpuSet there = place;
    there.intersect(usable);
    fuzz::claim(there == place, "a place holds cpus that are there");
  }
  const std::string text = "OMP_PLACES=" + place_list_text(list.places);
  if (list.places.empty() || text.size() > k_longest) return;
  const Environment again = read(text);
  fuzz::claim(again.warnings.empty(), "places are shown as they are written");
  fuzz::claim(resolve_listed(again.global.places, usable).places == list.places, "places survive showing and reading");
}

void check_format(const Environment& environment) {
  const CpuSet usable = usable_cpus();
  ThreadFacts facts;
  facts.host = "host";
  facts.cpus = &usable;
  const std::string& format = environment.global.affinity_format;
  fuzz::claim(!affinity_format_mistake(format), "a format that is kept has no mistake");
  fuzz::claim(format_affinity(format, facts).size() <= 1100 * (format.size() + 1),
              "a field is not wider than it may be");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const Environment environment = read(fuzz::text_of(bytes, size));
  const process::OwnEnvironment own = read_own(fuzz::text_of(bytes, size));
  environment.warnings.empty() && own.warnings.empty() ? fuzz::accepted()
                                                       : fuzz::refused({base::Code::environment, "a warning", "said"});
  check_warnings(environment.warnings);
  check_warnings(own.warnings);
  check_settings(environment, own);
  check_places(environment);
  check_format(environment);
  return 0;
}
