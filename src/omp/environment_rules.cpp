// How each variable's text is read. See environment_rules.hpp.
#include "omp/environment_rules.hpp"

#include <climits>

#include "base/spelling.hpp"
#include "omp/affinity.hpp"
#include "omp/allocator_variable.hpp"
#include "omp/environment.hpp"
#include "omp/places.hpp"
#include "platform/threads/threads.hpp"
#include "process/own_variables.hpp"

namespace heddle::omp {

namespace {

constexpr std::uint64_t k_least_stack_bytes = 16384;           // PTHREAD_STACK_MIN of x86-64 Linux, libgomp's least too
constexpr std::uint64_t k_active_spin_count = 30'000'000'000;  // what libgomp shows for OMP_WAIT_POLICY=active

using P = platform::Threads;
using base::Scanner;
using base::Word;
using process::store;
constexpr Word<bool> k_truth[] = {{"true", true}, {"false", false}};
constexpr Word<bool> k_truth_llvm[] = {
    {"true", true},   {"1", true},  {"yes", true}, {"on", true},   {"t", true},  {"y", true},  {"enabled", true},
    {"false", false}, {"0", false}, {"no", false}, {"off", false}, {"f", false}, {"n", false}, {"disabled", false}};

std::optional<bool> truth(Scanner& text, const Environment& into) {
  return speaks_llvm(into) ? text.word(k_truth_llvm) : text.word(k_truth);
}

bool dynamic(Scanner& text, Environment& into) { return store(text, into.initial.dynamic, truth(text, into)); }
bool cancellation(Scanner& text, Environment& into) { return store(text, into.global.cancellation, truth(text, into)); }
bool display_affinity(Scanner& text, Environment& into) {
  return store(text, into.global.display_affinity, truth(text, into));
}

bool display_env(Scanner& text, Environment& into) {
  using enum GlobalIcv::DisplayEnv;
  constexpr Word<GlobalIcv::DisplayEnv> words[] = {{"true", yes}, {"false", no}, {"verbose", verbose}};
  return store(text, into.global.display_env, text.word(words));
}

bool num_threads(Scanner& text, Environment& into) {
  std::vector<unsigned> list;
  do {
    const auto threads = text.number_in(1, INT_MAX);
    if (!threads) return false;
    list.push_back(static_cast<unsigned>(*threads));
  } while (text.accept(','));
  if (!text.at_end()) return false;
  into.initial.nthreads = list.front();
  if (list.size() > 1) into.global.nthreads_list = std::move(list);
  return true;
}

bool proc_bind(Scanner& text, Environment& into) {
  constexpr Word<Bind> alone[] = {{"true", Bind::yes}, {"false", Bind::no}};
  constexpr Word<Bind> listed[] = {
      {"primary", Bind::primary}, {"master", Bind::primary}, {"close", Bind::close}, {"spread", Bind::spread}};
  if (const auto policy = text.word(alone)) return store(text, into.initial.bind, policy);
  std::vector<Bind> list;
  do {
    const auto policy = text.word(listed);
    if (!policy) return false;
    list.push_back(*policy);
  } while (text.accept(','));
  if (!text.at_end()) return false;
  into.initial.bind = list.front();
  if (list.size() > 1) into.global.bind_list = std::move(list);
  return true;
}

std::optional<ScheduleKind> loop_named(Scanner& text) {
  const auto name = process::policy_name(text, runtime::loop_schedules<P>());
  return name ? std::optional(kind_named(*name)) : std::nullopt;
}

std::optional<Monotonicity> schedule_modifier(Scanner& text) {
  constexpr Word<Monotonicity> words[] = {{"monotonic", Monotonicity::monotonic},
                                          {"nonmonotonic", Monotonicity::nonmonotonic}};
  const auto modifier = text.word(words);
  if (!modifier) return Monotonicity::unsaid;
  if (!text.accept(':')) return std::nullopt;
  return modifier;
}

// What libomp calls static_steal gives out its chunks in any order.
constexpr Word<RunSchedule> k_schedules_of_llvm[] = {
    {"trapezoidal", {.kind = ScheduleKind::guided, .trapezoidal = true}},
    {"static_steal", {.kind = ScheduleKind::dynamic}}};

std::optional<RunSchedule> schedule_kind(Scanner& text, const Environment& into) {
  constexpr Word<ScheduleKind> automatic[] = {{"auto", ScheduleKind::automatic}};
  auto kind = text.word(automatic);
  if (!kind) kind = loop_named(text);
  if (kind) return RunSchedule{.chunk = default_chunk(*kind), .kind = *kind};
  return speaks_llvm(into) ? text.word(k_schedules_of_llvm) : std::nullopt;
}

bool schedule(Scanner& text, Environment& into) {
  const auto modifier = schedule_modifier(text);
  auto chosen = modifier ? schedule_kind(text, into) : std::nullopt;
  if (!chosen) return false;
  const bool balances = traits_of(chosen->kind).balances;
  if (balances && *modifier == Monotonicity::monotonic) return false;
  if (text.accept(',')) {
    const auto written = text.number_in(balances ? 1 : 0, INT_MAX);
    if (!written) return false;
    // 0 stands for the kind's default and auto has no chunk, as in libgomp.
    if (*written != 0 && chosen->kind != ScheduleKind::automatic) chosen->chunk = static_cast<int>(*written);
  }
  if (!text.at_end()) return false;
  chosen->modifier = *modifier;
  chosen->chosen = true;
  into.initial.run_sched = *chosen;
  return true;
}

/// A number of bytes; without a suffix it counts kibibytes.
bool stack_size(Scanner& text, Environment& into) {
  constexpr Word<unsigned> suffixes[] = {{"b", 0}, {"k", 10}, {"m", 20}, {"g", 30}};
  const auto size = text.number();
  if (!size) return false;
  const unsigned shift = text.at_end() ? 10 : text.word(suffixes).value_or(UINT_MAX);
  if (shift == UINT_MAX || !text.at_end() || *size > (SIZE_MAX >> shift)) return false;
  if ((*size << shift) < k_least_stack_bytes) return false;
  into.global.stack_bytes = *size << shift;
  return true;
}

bool wait_policy(Scanner& text, Environment& into) {
  constexpr Word<WaitPolicy> words[] = {{"active", WaitPolicy::active}, {"passive", WaitPolicy::passive}};
  if (!store(text, into.global.wait_policy, text.word(words))) return false;
  into.global.spin_count = into.global.wait_policy == WaitPolicy::active ? k_active_spin_count : 0;
  return true;
}

/// Here the suffixes are powers of ten, as in libgomp.
bool spin_count(Scanner& text, Environment& into) {
  constexpr Word<bool> endless[] = {{"infinite", true}, {"infinity", true}};
  constexpr Word<std::uint64_t> suffixes[] = {
      {"k", 1'000}, {"m", 1'000'000}, {"g", 1'000'000'000}, {"t", 1'000'000'000'000}};
  if (text.word(endless)) return store(text, into.global.spin_count, std::optional(k_spin_forever));
  const auto count = text.number();
  if (!count) return false;
  const std::uint64_t factor = text.at_end() ? 1 : text.word(suffixes).value_or(0);
  if (factor == 0 || *count > UINT64_MAX / factor) return false;
  return store(text, into.global.spin_count, std::optional(*count * factor));
}

bool thread_limit(Scanner& text, Environment& into) {
  const auto limit = text.number_in(1, UINT64_MAX);
  const auto fitting = limit ? std::optional(*limit < k_no_thread_limit ? *limit : k_no_thread_limit) : limit;
  return store(text, into.initial.thread_limit, fitting);
}

bool max_active_levels(Scanner& text, Environment& into) {
  const auto levels = text.number_in(0, INT_MAX);
  const auto fitting = levels && *levels > k_supported_active_levels ? k_supported_active_levels : levels;
  return store(text, into.initial.max_active_levels, fitting);
}

bool nested(Scanner& text, Environment& into) {
  const auto wanted = truth(text, into);
  const auto levels = wanted ? std::optional(*wanted ? k_supported_active_levels : 1) : std::nullopt;
  return store(text, into.initial.max_active_levels, levels);
}

bool num_teams(Scanner& text, Environment& into) {
  return store(text, into.initial.nteams, text.number_in(1, INT_MAX));
}
bool teams_thread_limit(Scanner& text, Environment& into) {
  return store(text, into.initial.teams_thread_limit, text.number_in(1, INT_MAX));
}
bool default_device(Scanner& text, Environment& into) {
  return store(text, into.initial.default_device, text.number_in(0, INT_MAX));
}

bool max_task_priority(Scanner& text, Environment& into) {
  if (!store(text, into.global.max_task_priority, text.number_in(0, INT_MAX))) return false;
  into.global.priority_limit = into.global.max_task_priority;
  return true;
}

bool allocator(Scanner& text, Environment& into) {
  return store(text, into.initial.def_allocator, parse_allocator(text, into.global.dialect));
}

bool target_offload(Scanner& text, Environment& into) {
  constexpr Word<TargetOffload> words[] = {{"default", TargetOffload::when_possible},
                                           {"mandatory", TargetOffload::mandatory},
                                           {"disabled", TargetOffload::disabled}};
  into.global.target_offload = TargetOffload::when_possible;  // also in place of a malformed value
  return store(text, into.global.target_offload, text.word(words));
}

bool affinity_format(Scanner& text, Environment& into) {
  if (!speaks_llvm(into) && affinity_format_mistake(text.rest())) return false;
  into.global.affinity_format = text.rest();
  return true;
}

bool places(Scanner& text, Environment& into) {
  const Scanner again = text;
  auto request = parse_places(text);
  if (!request && speaks_llvm(into)) into.global.places = named_places(again);
  if (!request) return false;
  into.global.places = std::move(*request);
  return true;
}

bool cpu_affinity(Scanner& text, Environment& into) {
  auto request = parse_cpu_affinity(text);
  if (!request) return false;
  into.global.places = std::move(*request);
  return true;
}

// What is allowed where the tables of policies say so; and what may have been meant instead.
std::string allowed_schedules(std::string_view written) {
  written.remove_prefix(written.find(':') + 1);  // npos + 1 is 0
  std::vector<std::string_view> names = runtime::names_of(runtime::loop_schedules<P>());
  names.emplace_back("auto");
  return "[monotonic:|nonmonotonic:]schedule[,chunk], where a schedule that balances itself is not monotonic; "
         "schedules "
         "are " +
         base::listed_for(written.substr(0, written.find(',')), names);
}

constexpr std::string_view k_truth_allowed = "true, false";

constexpr Rule k_rules[] = {
    {Variable::omp_num_threads, Setting::num_threads, num_threads, "positive numbers, comma-separated"},
    {Variable::omp_dynamic, Setting::dynamic, dynamic, k_truth_allowed},
    {Variable::omp_max_active_levels, Setting::max_active_levels, max_active_levels, "a number, 0 to 255"},
    {Variable::omp_nested, Setting::max_active_levels, nested, k_truth_allowed},
    {Variable::omp_schedule, Setting::schedule, schedule, "", allowed_schedules},
    {Variable::omp_proc_bind, Setting::proc_bind, proc_bind, "true, false, or primary|close|spread, comma-separated"},
    {Variable::omp_places, Setting::places, places,
     "threads|cores|ll_caches|sockets|numa_domains[(count)], or {cpu[:count[:stride]],...}[:count[:stride]],..."},
    {Variable::gomp_cpu_affinity, Setting::places, cpu_affinity,
     "cpus as first[-last[:stride]], separated by spaces or commas"},
    {Variable::omp_stacksize, Setting::stack_size, stack_size, "a number with B, K, M or G, at least 16K"},
    {Variable::gomp_stacksize, Setting::stack_size, stack_size, "a number with B, K, M or G, at least 16K"},
    {Variable::omp_wait_policy, Setting::wait_policy, wait_policy, "active, passive"},
    {Variable::gomp_spincount, Setting::spin_count, spin_count, "a number with k, M, G or T, or infinite"},
    {Variable::omp_thread_limit, Setting::thread_limit, thread_limit, "a positive number"},
    {Variable::omp_num_teams, Setting::num_teams, num_teams, "a positive number"},
    {Variable::omp_teams_thread_limit, Setting::teams_thread_limit, teams_thread_limit, "a positive number"},
    {Variable::omp_cancellation, Setting::cancellation, cancellation, k_truth_allowed},
    {Variable::omp_default_device, Setting::default_device, default_device, "a number, 0 or more"},
    {Variable::omp_max_task_priority, Setting::max_task_priority, max_task_priority, "a number, 0 or more"},
    {Variable::omp_allocator, Setting::allocator, allocator, k_allocators_allowed},
    {Variable::omp_target_offload, Setting::target_offload, target_offload, "default, mandatory, disabled"},
    {Variable::omp_display_affinity, Setting::display_affinity, display_affinity, k_truth_allowed},
    {Variable::omp_affinity_format, Setting::affinity_format, affinity_format,
     "text with fields %[0][.][width]t|T|L|n|N|a|A|H|P|i or %{long_name}"},
    {Variable::omp_display_env, Setting::display_env, display_env, "true, false, verbose"},
};

}  // namespace

std::span<const Rule> environment_rules() noexcept { return k_rules; }

}  // namespace heddle::omp
