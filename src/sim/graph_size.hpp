// How many tasks the dependence manager had in its graph at once, by the trace that the engine writes: of which only
// the order counts, since its times are those of the host.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "probe/recording.hpp"

namespace heddle::sim {

class GraphSize {
 public:
  /// Records into a temporary file.
  static base::Result<std::unique_ptr<GraphSize>> start();
  ~GraphSize();
  GraphSize(const GraphSize&) = delete;
  GraphSize& operator=(const GraphSize&) = delete;

  probe::Recording* recording() noexcept { return recording_.get(); }

  /// Ends the recording. @returns how many tasks were in the graph when so many had left it: an entry for each
  std::vector<std::uint32_t> course();
  /// The same in one number: the most that were there at once.
  std::uint32_t most();

 private:
  explicit GraphSize(std::string path) : path_(std::move(path)) {}

  const std::string path_;
  std::unique_ptr<probe::Recording> recording_;
};

}  // namespace heddle::sim
