// An environment block for tests: Block{"OMP_NUM_THREADS=3"}.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "omp/environment.hpp"

namespace heddle::omp {

class Block {
 public:
  Block(std::initializer_list<std::string> entries) : entries_(entries) {
    for (const std::string& entry : entries_) pointers_.push_back(entry.c_str());
    pointers_.push_back(nullptr);
  }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  const char* const* get() const { return pointers_.data(); }

 private:
  std::vector<std::string> entries_;
  std::vector<const char*> pointers_;
};

/// On a machine with two processors, like libgomp's in the comparisons.
inline Environment parse(std::initializer_list<std::string> entries) {
  const Block block(entries);
  return parse_environment(block.get(), 2);
}

}  // namespace heddle::omp
