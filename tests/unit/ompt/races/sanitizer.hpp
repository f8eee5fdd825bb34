// A ThreadSanitizer in the test's own process. It has the functions of the real one that Heddle looks for, and keeps
// clocks as that does: a release hands a thread's clock to a token, an acquire takes it over, a new context begins with
// its creator's. It looks at no memory; a test asks it itself what is in order with what. sanitizer_test.cpp holds it.
//
// It is stricter than the real one: that a thread was made is no order to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::ompt::test {

/// A moment of a thread, or of a task that has a context of its own.
struct Moment {
  std::uint32_t context = 0;
  std::uint64_t time = 0;  // 0: never
};
Moment now();

/// Whether all that was done until that moment is visible here and now.
bool seen(const Moment& moment);

/// The context that the calling thread is, and what it is called.
std::uint32_t this_context();
std::string name_of_this_context();

/// Contexts that have been made, and of those the ones that have not been given back.
std::size_t contexts_made();
std::size_t contexts_alive();
/// The most that were alive at once since the last call.
std::size_t most_contexts_alive();

/// Memory that became new to it, in its order.
struct Renewed {
  std::uintptr_t begin;
  std::size_t bytes;
  bool given_back;  // behind that
};
std::vector<Renewed> renewed();
void forget_renewed();

/// How often the calling thread has asked it to look away, without looking again since.
int looks_away();
/// Tokens that something has been released to, and that have not been forgotten.
bool is_token(const void* address);

}  // namespace heddle::ompt::test
