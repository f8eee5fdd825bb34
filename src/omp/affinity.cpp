// Where threads go, and the lines that say so; see affinity.hpp.
#include "omp/affinity.hpp"

#include <unistd.h>

#include <charconv>

#include "base/scanner.hpp"

namespace heddle::omp {

namespace {

/// Cuts `total` into `parts` runs whose lengths differ by at most one, longer ones first.
struct Partitioning {
  unsigned total;
  unsigned parts;

  unsigned short_length() const noexcept { return total / parts; }
  unsigned long_parts() const noexcept { return total % parts; }

  unsigned begin(unsigned part) const noexcept {
    return part * short_length() + (part < long_parts() ? part : long_parts());
  }
  unsigned length(unsigned part) const noexcept { return short_length() + (part < long_parts() ? 1 : 0); }

  /// The part that holds `element`.
  unsigned part_of(unsigned element) const noexcept {
    const unsigned in_long = long_parts() * (short_length() + 1);
    if (element < in_long) return element / (short_length() + 1);
    return long_parts() + (element - in_long) / short_length();
  }
};

/// `steps` places after `place`, around the end of the partition.
unsigned advance(const PlacePartition& partition, unsigned place, unsigned steps) noexcept {
  return partition.first + (place - partition.first + steps) % partition.length;
}

/// How many places after the parent's a thread sits, when consecutive threads share places evenly.
unsigned places_ahead(const TeamPlacement& team, unsigned thread) noexcept {
  if (team.threads <= team.partition.length) return thread;
  return Partitioning{team.threads, team.partition.length}.part_of(thread);
}

/// Each thread gets a part of the partition of its own, the first thread the one its parent is in.
ThreadPlacement spread_thinly(const TeamPlacement& team, unsigned thread) noexcept {
  const Partitioning cut{team.partition.length, team.threads};
  const unsigned part = (cut.part_of(team.parent_place - team.partition.first) + thread) % team.threads;
  const PlacePartition own{team.partition.first + cut.begin(part), cut.length(part)};
  return {thread == 0 ? team.parent_place : own.first, own};
}

}  // namespace

ThreadPlacement place_thread(const TeamPlacement& team, unsigned thread) noexcept {
  if (team.policy == Bind::primary) return {team.parent_place, team.partition};
  if (team.policy == Bind::spread && team.threads <= team.partition.length) return spread_thinly(team, thread);
  const unsigned place = advance(team.partition, team.parent_place, places_ahead(team, thread));
  if (team.policy == Bind::spread) return {place, {place, 1}};
  return {place, team.partition};
}

// -- Lines about threads: the fields of an affinity format.

namespace {

enum class Field : char {
  team_num = 't',
  num_teams = 'T',
  nesting_level = 'L',
  thread_num = 'n',
  num_threads = 'N',
  ancestor = 'a',
  affinity = 'A',
  host = 'H',
  process = 'P',
  native_thread = 'i',
};

struct FieldName {
  Field field;
  std::string_view long_name;
};

constexpr FieldName k_fields[] = {
    {Field::team_num, "team_num"},           {Field::num_teams, "num_teams"},
    {Field::nesting_level, "nesting_level"}, {Field::thread_num, "thread_num"},
    {Field::num_threads, "num_threads"},     {Field::ancestor, "ancestor_tnum"},
    {Field::affinity, "thread_affinity"},    {Field::host, "host"},
    {Field::process, "process_id"},          {Field::native_thread, "native_thread_id"},
};

enum class Padding : std::uint8_t { blanks_right, blanks_left, zeros_left };

struct Item {
  Field field;
  Padding padding = Padding::blanks_right;
  std::size_t width = 0;
};

constexpr std::size_t k_widest = 1024;  // a slip of the pen beyond that

std::optional<Field> take_field(std::string_view& rest) {
  if (rest.empty()) return std::nullopt;
  if (rest.front() != '{') {
    for (const FieldName& known : k_fields) {
      if (static_cast<char>(known.field) != rest.front()) continue;
      rest.remove_prefix(1);
      return known.field;
    }
    return std::nullopt;
  }
  const std::size_t end = rest.find('}');
  if (end == std::string_view::npos) return std::nullopt;
  for (const FieldName& known : k_fields) {
    if (known.long_name != rest.substr(1, end - 1)) continue;
    rest.remove_prefix(end + 1);
    return known.field;
  }
  return std::nullopt;
}

bool take(std::string_view& rest, char expected) {
  if (rest.empty() || rest.front() != expected) return false;
  rest.remove_prefix(1);
  return true;
}

/// [0].width or width, then the field; `rest` begins behind the percent sign and is left alone on a mistake.
std::optional<Item> take_item(std::string_view& rest, Dialect dialect) {
  std::string_view ahead = rest;
  Item item{};
  const bool zeros = take(ahead, '0');
  const bool right = take(ahead, '.');
  if (zeros && !right && dialect == Dialect::gnu) return std::nullopt;
  if (right) item.padding = zeros ? Padding::zeros_left : Padding::blanks_left;
  if (!ahead.empty() && ahead.front() == '0') return std::nullopt;
  while (!ahead.empty() && base::is_digit(ahead.front()) && item.width <= k_widest) {
    item.width = item.width * 10 + static_cast<std::size_t>(ahead.front() - '0');
    ahead.remove_prefix(1);
  }
  if ((right && item.width == 0) || item.width > k_widest) return std::nullopt;
  const auto field = take_field(ahead);
  if (!field) return std::nullopt;
  item.field = *field;
  rest = ahead;
  return item;
}

/// What libomp takes for one field that it does not know: up to the brace, or one letter.
void skip_item(std::string_view& rest) {
  while (!rest.empty() && (rest.front() == '.' || base::is_digit(rest.front()))) rest.remove_prefix(1);
  if (rest.empty()) return;
  const std::size_t end = rest.front() == '{' ? rest.find('}') : 0;
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
}

std::string hexadecimal(std::uintptr_t number) {
  char digits[2 * sizeof number];
  char* end = std::to_chars(digits, digits + sizeof digits, number, 16).ptr;
  return std::string("0x").append(digits, end);
}

std::string value_of(Field field, const ThreadFacts& facts, Dialect dialect) {
  switch (field) {
    case Field::team_num:
      return std::to_string(facts.team_num);
    case Field::num_teams:
      return std::to_string(facts.num_teams);
    case Field::nesting_level:
      return std::to_string(facts.nesting_level);
    case Field::thread_num:
      return std::to_string(facts.thread_num);
    case Field::num_threads:
      return std::to_string(facts.num_threads);
    case Field::ancestor:
      return std::to_string(facts.ancestor_thread_num);
    case Field::process:
      return std::to_string(facts.process_id);
    case Field::native_thread:
      return dialect == Dialect::llvm ? std::to_string(facts.native_thread) : hexadecimal(facts.native_thread);
    case Field::host:
      return std::string(facts.host);
    case Field::affinity:
      return facts.cpus == nullptr ? std::string() : cpu_list(*facts.cpus, dialect);
  }
  return {};
}

bool is_text(Field field) { return field == Field::host || field == Field::affinity; }

/// Zeros go between a number's sign or 0x and its digits; text is padded with blanks only.
std::string padded(std::string value, const Item& item) {
  if (value.size() >= item.width) return value;
  const std::size_t missing = item.width - value.size();
  if (item.padding == Padding::blanks_right) return value.append(missing, ' ');
  if (item.padding == Padding::blanks_left || is_text(item.field)) return value.insert(0, missing, ' ');
  std::size_t sign = value.starts_with('-') ? 1 : 0;
  if (value.starts_with("0x")) sign = 2;
  return value.insert(sign, missing, '0');
}

}  // namespace

std::string format_affinity(std::string_view format, const ThreadFacts& facts, Dialect dialect) {
  std::string line;
  while (!format.empty()) {
    const char c = format.front();
    format.remove_prefix(1);
    if (c != '%') {
      line.push_back(c);
    } else if (take(format, '%')) {
      line.push_back('%');
    } else if (const auto item = take_item(format, dialect)) {
      line.append(padded(value_of(item->field, facts, dialect), *item));
    } else if (dialect == Dialect::llvm) {
      skip_item(format);
      line.append("undefined");
    } else {
      line.push_back('%');
    }
  }
  return line;
}

std::optional<std::string> affinity_format_mistake(std::string_view format) {
  while (!format.empty()) {
    const char c = format.front();
    format.remove_prefix(1);
    if (c != '%' || take(format, '%') || take_item(format, Dialect::gnu)) continue;
    return std::string("no field is written %").append(format.substr(0, 20));
  }
  return std::nullopt;
}

std::string cpu_list(const platform::topology::CpuSet& cpus, Dialect dialect) {
  std::string list;
  for (std::size_t first = cpus.first(); first < cpus.end();) {
    std::size_t last = first;
    while (cpus.contains(last + 1)) ++last;
    list.append(list.empty() ? "" : ",").append(std::to_string(first));
    const bool pair = dialect == Dialect::llvm && last == first + 1;
    if (last > first) list.append(pair ? "," : "-").append(std::to_string(last));
    first = cpus.next(last + 1);
  }
  return list;
}

std::string host_name() {
  char name[256] = {};  // HOST_NAME_MAX is 64 on Linux
  if (::gethostname(name, sizeof name - 1) != 0) return "node";
  return name;
}

}  // namespace heddle::omp
