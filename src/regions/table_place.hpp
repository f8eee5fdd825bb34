// Where a table of bodies lies, in words that another process of the same program understands.
#pragma once

#include <string>

#include "cluster/wire.hpp"

namespace heddle::regions {

/// Whether it lies in the program or a library, where other ranks have it, too.
bool is_everywhere(void** table);
/// As an offset in the program or a library, if it lies in one.
void write_table(cluster::Writer& message, void** table);
/// @param own  the table that this process knows, for one that lies elsewhere
/// @param library  where it lies
/// @returns null: that library is not loaded here
void** read_table(cluster::Reader& message, void** own, std::string& library);

}  // namespace heddle::regions
