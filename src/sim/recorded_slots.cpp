#include "sim/recorded_slots.hpp"

#include <charconv>
#include <map>
#include <optional>

namespace heddle::sim {

namespace {

constexpr std::string_view k_slot_fields[] = {"slot", "mode", "block", "bytes", "event", "from"};

void* name_of_edt(TaskIndex index) noexcept {
  return reinterpret_cast<void*>((std::uintptr_t{index} + 1) * 8);  // GUIDs are greater by far
}

Wrong wait_for(const Fields& fields, const Json& source, TaskIndex index, ProgramTask& into) {
  std::uint64_t before = 0;
  if (!Fields::whole_number(source, before) || before >= index)
    return fields.refuse(source, "EDT " + std::to_string(index) + " cannot wait for task " + source.text,
                         "expected the number of an earlier task");
  into.accesses.push_back({name_of_edt(static_cast<TaskIndex>(before)), graph::Mode::in});
  return std::nullopt;
}

// RW beside RW, CONST beside CONST, EW alone; RO waits for nobody.
Wrong take_block(const Fields& fields, const Json& slot, ProgramTask& into) {
  static const std::map<std::string_view, std::optional<graph::Mode>> k_modes = {{"RO", std::nullopt},
                                                                                 {"NULL", std::nullopt},
                                                                                 {"CONST", graph::Mode::in},
                                                                                 {"RW", graph::Mode::inoutset},
                                                                                 {"EW", graph::Mode::out}};
  std::uint64_t bytes = 0;
  if (Wrong wrong = fields.number(slot, "bytes", bytes)) return wrong;
  into.bytes += bytes;
  const Json* const mode = slot.find("mode");
  const auto known = mode == nullptr ? k_modes.end() : k_modes.find(mode->text);
  if (known == k_modes.end())
    return fields.refuse(slot, "'mode' is missing, or none", "expected NULL, CONST, RW, EW or RO");
  const Json* const block = slot.find("block");
  if (!known->second || block == nullptr || block->kind == Json::JsonKind::null) return std::nullopt;
  const char* const end = block->text.data() + block->text.size();
  std::uintptr_t guid = 0;
  if (!block->text.starts_with("0x") || std::from_chars(block->text.data() + 2, end, guid, 16).ptr != end || guid == 0)
    return fields.refuse(*block, base::quoted(block->text) + " is no block",
                         "expected \"0x\" and a hexadecimal number");
  into.accesses.push_back({reinterpret_cast<void*>(guid), *known->second});
  return std::nullopt;
}

}  // namespace

Wrong read_slots(const Fields& fields, const Json& task, TaskIndex index, ProgramTask& into) {
  const Json* const slots = task.find("slots");
  if (slots == nullptr) return std::nullopt;
  if (slots->kind != Json::JsonKind::array) return fields.refuse(task, "'slots' is no array", Fields::k_remedy);
  into.accesses.push_back({name_of_edt(index), graph::Mode::out});
  if (const Json* const by = task.find("ready_by"); by != nullptr && by->kind != Json::JsonKind::null)
    if (Wrong wrong = wait_for(fields, *by, index, into)) return wrong;
  for (const Json& slot : slots->items) {
    if (Wrong wrong = fields.known_only(slot, k_slot_fields)) return wrong;
    const Json* const from = slot.find("from");
    if (from == nullptr || from->kind != Json::JsonKind::array)
      return fields.refuse(slot, "'from' is missing or no array", Fields::k_remedy);
    for (const Json& source : from->items)
      if (Wrong wrong = wait_for(fields, source, index, into)) return wrong;
    if (Wrong wrong = take_block(fields, slot, into)) return wrong;
  }
  return std::nullopt;
}

}  // namespace heddle::sim
