#include "tools/heddlec/read/clause_table.hpp"

#include <algorithm>
#include <array>

namespace heddlec {

namespace {

constexpr std::string_view k_oss_task =
    "in out inout concurrent commutative weakin weakout weakinout weakconcurrent weakcommutative depend reduction "
    "weakreduction private firstprivate shared default if final cost priority label wait onready device untied "
    "ndrange";
constexpr std::string_view k_oss_loop =
    "in out inout concurrent commutative weakin weakout weakinout weakconcurrent weakcommutative depend reduction "
    "private firstprivate shared default if final cost priority label wait onready device grainsize chunksize nogroup "
    "collapse";
constexpr std::string_view k_switches_task =
    "depend private firstprivate shared default if final untied mergeable priority name";
constexpr std::string_view k_switches_loop =
    "num_threads depend schedule grainsize num_tasks reduction private firstprivate lastprivate shared default nowait "
    "name ordered collapse if final priority untied mergeable nogroup safelen simdlen linear aligned";
constexpr std::string_view k_region =
    "num_threads depend private firstprivate shared default reduction if copyin proc_bind";
constexpr std::string_view k_region_loop =
    "num_threads depend private firstprivate shared default reduction if proc_bind schedule collapse nowait name "
    "lastprivate ordered safelen simdlen linear aligned";

constexpr std::array k_rows{
    DirectiveRow{Family::oss, "task", false, k_oss_task},
    DirectiveRow{Family::oss, "taskloop", false, k_oss_loop},
    DirectiveRow{Family::oss, "task for", false, k_oss_loop},
    DirectiveRow{Family::oss, "taskloop for", false, k_oss_loop},
    DirectiveRow{Family::oss, "taskwait", true, "on in out inout depend"},
    DirectiveRow{Family::oss, "release", true,
                 "in out inout concurrent commutative weakin weakout weakinout weakconcurrent weakcommutative depend"},
    DirectiveRow{Family::oss, "taskiter", false,
                 "in out inout concurrent commutative weakin weakout weakinout depend unroll update label priority "
                 "private firstprivate shared default cost"},
    DirectiveRow{Family::oss, "declare reduction", true, ""},
    DirectiveRow{Family::oss, "critical", false, ""},
    DirectiveRow{Family::oss, "atomic", false, "read write update capture"},
    DirectiveRow{Family::oss, "assert", true, ""},
    DirectiveRow{Family::omp, "parallel", false, k_region},
    DirectiveRow{Family::omp, "parallel for", false, k_region_loop},
    DirectiveRow{Family::omp, "parallel for simd", false, k_region_loop},
    DirectiveRow{Family::omp, "parallel sections", false, k_region},
    DirectiveRow{Family::omp, "for", false, k_switches_loop},
    DirectiveRow{Family::omp, "for simd", false, k_switches_loop},
    DirectiveRow{Family::omp, "taskloop", false, k_switches_loop},
    DirectiveRow{Family::omp, "taskloop simd", false, k_switches_loop},
    DirectiveRow{Family::omp, "task", false, k_switches_task},
    DirectiveRow{Family::omp, "single", false, "private firstprivate nowait copyprivate depend name"},
    DirectiveRow{Family::omp, "master", false, "depend name"},
    DirectiveRow{Family::omp, "masked", false, "depend name"},
    DirectiveRow{Family::omp, "sections", false, "private firstprivate lastprivate reduction nowait"},
    DirectiveRow{Family::omp, "section", false, "depend name"},
    DirectiveRow{Family::omp, "barrier", true, ""},
    DirectiveRow{Family::omp, "taskwait", true, ""},
    DirectiveRow{Family::omp, "taskgraph", false, "graph_id graph_reset if nogroup"},
    DirectiveRow{Family::myrmics, "task", false, "region notransfer in out inout input output safe highpriority"},
    DirectiveRow{Family::myrmics, "wait", true, "on"},
    DirectiveRow{Family::omp, "taskgroup", false, ""},
    DirectiveRow{Family::heddle, "dialect", true, ""},
    DirectiveRow{Family::heddle, "plan", false, "workers placement cores rebalance keep"},
    DirectiveRow{Family::heddle, "laps", false, ""},
};

struct KindRow {
  std::string_view name;
  ClauseKind kind;
};

constexpr std::array k_kinds{
    KindRow{"in", ClauseKind::items},
    KindRow{"out", ClauseKind::items},
    KindRow{"inout", ClauseKind::items},
    KindRow{"concurrent", ClauseKind::items},
    KindRow{"commutative", ClauseKind::items},
    KindRow{"weakin", ClauseKind::items},
    KindRow{"weakout", ClauseKind::items},
    KindRow{"weakinout", ClauseKind::items},
    KindRow{"weakconcurrent", ClauseKind::items},
    KindRow{"weakcommutative", ClauseKind::items},
    KindRow{"on", ClauseKind::items},
    KindRow{"input", ClauseKind::items},
    KindRow{"output", ClauseKind::items},
    KindRow{"safe", ClauseKind::items},
    KindRow{"depend", ClauseKind::depend},
    KindRow{"reduction", ClauseKind::reduction},
    KindRow{"weakreduction", ClauseKind::unsupported},
    KindRow{"private", ClauseKind::names},
    KindRow{"firstprivate", ClauseKind::names},
    KindRow{"lastprivate", ClauseKind::names},
    KindRow{"shared", ClauseKind::names},
    KindRow{"copyin", ClauseKind::names},
    KindRow{"copyprivate", ClauseKind::names},
    KindRow{"default", ClauseKind::words},
    KindRow{"device", ClauseKind::words},
    KindRow{"proc_bind", ClauseKind::words},
    KindRow{"placement", ClauseKind::words},
    KindRow{"cores", ClauseKind::words},
    KindRow{"linear", ClauseKind::words},
    KindRow{"aligned", ClauseKind::words},
    KindRow{"ndrange", ClauseKind::unsupported},
    KindRow{"schedule", ClauseKind::schedule},
    KindRow{"grainsize", ClauseKind::schedule},
    KindRow{"if", ClauseKind::value},
    KindRow{"final", ClauseKind::value},
    KindRow{"cost", ClauseKind::value},
    KindRow{"priority", ClauseKind::value},
    KindRow{"label", ClauseKind::value},
    KindRow{"name", ClauseKind::value},
    KindRow{"onready", ClauseKind::value},
    KindRow{"chunksize", ClauseKind::value},
    KindRow{"num_threads", ClauseKind::value},
    KindRow{"num_tasks", ClauseKind::value},
    KindRow{"collapse", ClauseKind::value},
    KindRow{"ordered", ClauseKind::value},
    KindRow{"safelen", ClauseKind::value},
    KindRow{"simdlen", ClauseKind::value},
    KindRow{"graph_id", ClauseKind::value},
    KindRow{"graph_reset", ClauseKind::value},
    KindRow{"unroll", ClauseKind::value},
    KindRow{"workers", ClauseKind::value},
    KindRow{"keep", ClauseKind::value},
};

std::string joined(const std::vector<std::string>& words, std::size_t count) {
  std::string text;
  for (std::size_t at = 0; at < count; ++at) text += (at == 0 ? "" : " ") + words[at];
  return text;
}

/// How many letters have to change; small words only.
std::size_t distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> row(right.size() + 1);
  for (std::size_t at = 0; at < row.size(); ++at) row[at] = at;
  for (std::size_t i = 1; i <= left.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (left[i - 1] == right[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

const DirectiveRow* find_directive(Family family, const std::vector<std::string>& words) {
  for (std::size_t count = words.size(); count > 0; --count) {
    const std::string name = joined(words, count);
    for (const DirectiveRow& row : k_rows)
      if (row.family == family && row.name == name) return &row;
  }
  return nullptr;
}

ClauseKind kind_of_clause(Family, std::string_view name) {
  for (const KindRow& row : k_kinds)
    if (row.name == name) return row.kind;
  return ClauseKind::none;
}

bool takes(const DirectiveRow& row, std::string_view clause) {
  const std::string list = " " + std::string(row.clauses) + " ";
  return list.find(" " + std::string(clause) + " ") != std::string::npos;
}

std::string nearest(std::string_view word, std::string_view words) {
  std::string best;
  std::size_t least = 3;  // more changes make another word
  for (std::size_t begin = 0; begin < words.size();) {
    const std::size_t end = std::min(words.find(' ', begin), words.size());
    const std::string_view candidate = words.substr(begin, end - begin);
    const std::size_t changes = distance(word, candidate);
    if (changes < least && changes < candidate.size()) {
      least = changes;
      best = candidate;
    }
    begin = end + 1;
  }
  return best;
}

std::string directives_of(Family family) {
  std::string all;
  for (const DirectiveRow& row : k_rows)
    if (row.family == family) all += (all.empty() ? "" : " ") + std::string(row.name);
  return all;
}

}  // namespace heddlec
