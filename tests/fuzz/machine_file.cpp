// The reader of machines (sim/machine_file.hpp): what it accepts is a machine that can be simulated: cores, a clock,
// percentages that are some, threads that share cores each at a speed.
#include "sim/machine_file.hpp"

#include "claims.hpp"

namespace {

using namespace heddle;

void check(const sim::MachineFile& file) {
  const platform::sim::Machine& machine = file.machine;
  fuzz::claim(machine.cores >= 1 && machine.cores <= 65536, "a machine has cores");
  fuzz::claim(machine.mhz >= 1, "a machine has a clock");
  fuzz::claim(machine.to_ns(machine.to_cycles(1'000'000)) <= 1'000'000, "times are converted to cycles and back");
  fuzz::claim(machine.line.hold_percent <= 100 && machine.line.chain_percent <= 100, "percentages are at most 100");
  fuzz::claim(machine.line.store_buffer >= 1 && machine.line.overlap >= 1, "a core has something under way");
  const std::size_t threads = machine.shared.speeds.size();
  fuzz::claim(threads == 0 || threads == 2 || threads == 4, "a core runs one, two or four threads");
  for (const double speed : machine.shared.speeds) fuzz::claim(speed >= 1 && speed <= 4, "threads have a speed");
  for (std::uint32_t thread = 0; thread < machine.most_threads(); thread += 1 + thread / 4)
    fuzz::claim(machine.core_of(thread) < machine.cores, "a thread sits on a core");
  for (const std::string& field : file.guesses) fuzz::claim(!field.empty(), "a guess has a name");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  const auto read = sim::parse_machine(text, "file");
  if (!read) {
    fuzz::refused_in(text, read.error());
    return 0;
  }
  fuzz::accepted();
  check(read.value());
  return 0;
}
