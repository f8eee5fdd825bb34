// See names.hpp.
#include "names.hpp"

#include <cxxabi.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "base/quoted.hpp"

namespace heddle::tools {

namespace {

constexpr std::string_view k_library = "/libheddle.so.1";

std::string demangled(const std::string& name) {
  int status = 0;
  char* const text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  if (status != 0 || text == nullptr) return name;
  std::string result = text;
  std::free(text);
  return result;
}

// A program may put anything into a name, and so may whoever has made its file: line breaks would break the formats
// that have a line for each, and all are looked at in terminals.
SourceLine shown(SourceLine place) {
  place.function = base::visible(place.function);
  place.file = base::visible(place.file);
  return place;
}

// A trace may name anything. To open a FIFO is to wait for its writer, to read a device may do something; files that
// are there without bytes are the kernel's.
bool may_have_symbols(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size != 0;
}

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

int line_number(std::string_view text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);  // 0 where there is none, or one beyond all lines
  return number;
}

}  // namespace

const SourceLine& Names::of(const TaskHistory& task) {
  if (task.implicit()) return implicit_;
  const Key key{task.process, task.body, task.where, task.name, task.is_part};
  const auto known = places_.find(key);
  if (known != places_.end()) return known->second;
  SourceLine place = shown(find_origin(task));
  if (task.is_part) place.function += ": weak access";
  return places_.emplace(key, std::move(place)).first->second;
}

// What the program says itself comes before what its debug information says of the body.
SourceLine Names::find_origin(const TaskHistory& task) {
  const auto& texts = trace_.processes[task.process].texts;
  const auto name = texts.find(task.name);
  const auto where = texts.find(task.where);
  SourceLine place;
  if (where != texts.end()) {
    const std::string line = where->second.substr(0, where->second.find('\n'));
    if (line.size() < where->second.size()) place.function = where->second.substr(line.size() + 1);
    const std::size_t colon = line.rfind(':');
    place.file = line.substr(0, colon);
    if (colon != line.npos) place.line = line_number(std::string_view(line).substr(colon + 1));
  }
  if (name != texts.end()) place.function = name->second;
  if (!place.function.empty() && !place.file.empty()) return place;
  SourceLine body = find(task.process, task.body);
  if (place.function.empty()) place.function = std::move(body.function);
  if (!place.file.empty()) return place;
  body.function = std::move(place.function);
  return body;
}

SourceLine Names::find(std::size_t process, std::uint64_t address) {
  // From the end: what was loaded last is what the address meant at the end of the program.
  const auto& mappings = trace_.processes[process].mappings;
  for (auto mapping = mappings.rbegin(); mapping != mappings.rend(); ++mapping) {
    if (address < mapping->begin || address >= mapping->end) continue;
    // The only body of ours: the one of a task that stands for a wait.
    if (mapping->file.ends_with(k_library)) return {"taskwait depend", {}, 0};
    const std::uint64_t offset = address - mapping->begin + mapping->offset;
    SourceLine place = find_in(mapping->file, offset);
    place.function =
        place.function.empty() ? fmt::format("{}+0x{:x}", base_name(mapping->file), offset) : demangled(place.function);
    return place;
  }
  return {fmt::format("0x{:x}", address), {}, 0};
}

SourceLine Names::find_in(const std::string& file, std::uint64_t offset) {
  const auto [known, is_new] = files_.try_emplace(file);
  if (is_new && may_have_symbols(file)) known->second = Symbols::open(file);
  return known->second == nullptr ? SourceLine{} : known->second->at(offset);
}

std::string Names::program(std::size_t process) const {
  const auto& mappings = trace_.processes[process].mappings;
  return mappings.empty() ? fmt::format("process {}", trace_.processes[process].pid)
                          : base::visible(base_name(mappings.front().file));
}

}  // namespace heddle::tools
