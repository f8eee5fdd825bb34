// __kmpc_threadprivate*: a copy of a variable for each thread, for compilers that do not use thread-local storage.
//
// The thread that the program started with has the variable itself. The others' copies are made on first use: by the
// constructor that was registered, or as the bytes that the variable had when anybody first asked for it.
#include <cstring>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/check.hpp"
#include "front/kmpc/abi.hpp"
#include "front/kmpc/export.hpp"
#include "platform/threads/threads.hpp"
#include "process/thread_data.hpp"
#include "sync/mutex.hpp"

using heddle::kmpc::Construct;
using heddle::kmpc::ConstructFrom;
using heddle::kmpc::ConstructMany;
using heddle::kmpc::ConstructManyFrom;
using heddle::kmpc::Ident;
using heddle::kmpc::ThreadNumber;

namespace {

/// How the copies of one variable come about.
struct Variable {
  Construct construct = nullptr;
  ConstructFrom construct_from = nullptr;
  ConstructMany construct_many = nullptr;  // of arrays of so many
  ConstructManyFrom construct_many_from = nullptr;
  std::size_t count = 0;
  std::unique_ptr<char[]> first_bytes;
  std::vector<void*> copies;  // by thread number

  void make(void* copy, void* original, std::size_t bytes) noexcept {
    if (construct != nullptr) {
      construct(copy);
    } else if (construct_from != nullptr) {
      construct_from(copy, original);
    } else if (construct_many != nullptr) {
      construct_many(copy, count);
    } else if (construct_many_from != nullptr) {
      construct_many_from(copy, original, count);
    } else {
      std::memcpy(copy, first_bytes.get(), bytes);
    }
  }
};

class Table {
 public:
  heddle::sync::Mutex<heddle::platform::Threads> lock;

  Variable& of(void* variable) HEDDLE_REQUIRES(lock) { return variables_[variable]; }

  void* copy_for(ThreadNumber thread, void* original, std::size_t bytes) HEDDLE_REQUIRES(lock) {
    Variable& variable = of(original);
    if (variable.first_bytes == nullptr) {
      variable.first_bytes = std::make_unique<char[]>(bytes);
      std::memcpy(variable.first_bytes.get(), original, bytes);
    }
    if (thread == 0) return original;
    const auto index = static_cast<std::size_t>(thread);
    if (variable.copies.size() <= index) variable.copies.resize(index + 1);
    void*& copy = variable.copies[index];
    if (copy == nullptr) {
      constexpr std::size_t k_line = 64;
      copy = std::aligned_alloc(k_line, (bytes + k_line - 1) / k_line * k_line);
      HEDDLE_CHECK(copy != nullptr, "no memory left for a threadprivate variable");
      variable.make(copy, original, bytes);
    }
    return copy;
  }

 private:
  std::unordered_map<void*, Variable> variables_ HEDDLE_GUARDED_BY(lock);
};

// Never destroyed: threads may outlive every destructor.
Table& table() noexcept {
  static Table* const only = new Table;
  return *only;
}

void* copy_of(void* variable, std::size_t bytes) noexcept {
  heddle::process::threads_have_data();
  const ThreadNumber thread = heddle::kmpc::number_of(heddle::runtime::current());
  const heddle::sync::Guard guard(table().lock);
  return table().copy_for(thread, variable, bytes);
}

}  // namespace

extern "C" {

void HEDDLE_KMPC_EXPORT(__kmpc_threadprivate_register)(Ident*, void* variable, Construct construct,
                                                       ConstructFrom construct_from, void (* /*destroy*/)(void*)) {
  const heddle::sync::Guard guard(table().lock);
  table().of(variable).construct = construct;
  table().of(variable).construct_from = construct_from;
}
void HEDDLE_KMPC_EXPORT(__kmpc_threadprivate_register_vec)(Ident*, void* variable, ConstructMany construct,
                                                           ConstructManyFrom construct_from,
                                                           void (* /*destroy*/)(void*, std::size_t),
                                                           std::size_t count) {
  const heddle::sync::Guard guard(table().lock);
  table().of(variable).construct_many = construct;
  table().of(variable).construct_many_from = construct_from;
  table().of(variable).count = count;
}
void* HEDDLE_KMPC_EXPORT(__kmpc_threadprivate)(Ident*, ThreadNumber, void* variable, std::size_t bytes) {
  return copy_of(variable, bytes);
}
void* HEDDLE_KMPC_EXPORT(__kmpc_threadprivate_cached)(Ident*, ThreadNumber, void* variable, std::size_t bytes,
                                                      void*** /*cache*/) {
  return copy_of(variable, bytes);
}

}  // extern "C"
