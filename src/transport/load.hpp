// Which launcher has started the process, and the transport that reaches the other ranks.
#pragma once

#include <string>

#include "transport/transport.hpp"

namespace heddle::transport {

/// What a launcher's variables say.
struct RankLaunch {
  unsigned ranks = 1;
  unsigned rank = 0;
  const char* kind = nullptr;  // "openmpi", "mpich": whose launcher it is, or whose HEDDLE_MPI says
};

/// One rank where no launcher is known, or HEDDLE_MPI=off.
RankLaunch read_launch() noexcept;
/// The ranks have met: programs that this process starts are none of them, though they inherit its environment. MPI has
/// read its own by then, and changes the environment itself. The rank's number stays.
void forget_launch() noexcept;

/// Opens the transport of that kind. All ranks. @returns null, and why: "<what>, <remedy>"
Transport* load(const char* kind, std::string& why);

}  // namespace heddle::transport
