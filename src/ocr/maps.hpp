// Maps: ranges of labels under GUIDs of their own, some with a function that computes labels from tuples.
#pragma once

#include <cstdint>

#include "ocr/engine.hpp"
#include "process/types.hpp"

namespace heddle::ocr {

class Maps {
 public:
  using P = process::P;
  using Function = Guid (*)(Guid start, std::uint64_t skip, std::int64_t* parameters, std::int64_t* tuple);
  struct Request {
    std::uint64_t count = 0;
    Function function = nullptr;  // null: a range
    std::uint32_t parameter_count = 0;
    const std::int64_t* parameters = nullptr;
  };

  int create(Engine<P>& engine, Thread<P>& thread, const Request& what, Guid& made) noexcept;
  int destroy(Engine<P>& engine, Thread<P>& thread, Guid map) noexcept;
  int at(Engine<P>& engine, Guid map, std::uint64_t index, Guid& label) noexcept;
  /// @param map  k_null: the default one
  int label(Engine<P>& engine, Guid map, std::int64_t* tuple, Guid& label) noexcept;
  void make_default(Guid map) noexcept {
    // order: release — pairs with label().
    default_.store(map, std::memory_order_release);
  }

 private:
  P::atomic<Guid> default_{k_null};
};

/// What the GUID of a map names.
template <class P>
struct Map : Object<P> {
  Guid first;  // label
  std::uint64_t count;
  Maps::Function function;
  std::int64_t* parameters;  // from malloc
};

}  // namespace heddle::ocr
