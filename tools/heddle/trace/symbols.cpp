// Which of the two ways a file's symbols are found; see symbols.hpp.
#include "symbols.hpp"

#include "base/message.hpp"

namespace heddle::tools {

std::unique_ptr<Symbols> Symbols::open(const std::string& path) {
  static base::OnceGate said;
  if (auto symbols = open_by_libdw(path)) return symbols;
  base::warn_once(
      said, {"libdw.so.1 was not found: functions have names, but no source lines; to have them, install libdw1"});
  return open_by_table(path);
}

}  // namespace heddle::tools
