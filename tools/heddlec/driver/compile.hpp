// A call of heddlec from begin to end.
#pragma once

#include <string>
#include <vector>

#include "tools/heddlec/front/frontend.hpp"

namespace heddlec {

/// How a file is read: read_unit(), given from outside so that the driver's tests need no Clang.
using ReadUnit = bool (*)(const FrontOptions& options, Unit& unit);

/// @returns the exit status
int compile(const std::vector<std::string>& words, ReadUnit read);

}  // namespace heddlec
