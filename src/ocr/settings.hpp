// Settings of a session, as its door has found them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "memory/where.hpp"

namespace heddle::ocr {

struct Settings {
  std::uint32_t workers = 0;                    // 0: as many as a parallel region gets
  std::uint32_t spares = 256;                   // threads that may take the seats of workers that wait
  std::optional<memory::PlacementMode> memory;  // HEDDLE_OCR_MEMORY; nothing: by scheduler and machine
  memory::Spill spill = memory::Spill::on;
  std::vector<unsigned> fast_nodes;   // MEMKIND_HBW_NODES; none: those that the machine says
  bool verify = false;                // HEDDLE_VERIFY
  std::uint64_t patience_ms = 10000;  // how long a session that cannot go on stays; 0: for ever
};

}  // namespace heddle::ocr
