// Where a table of bodies lies, in words that another process of the same program understands.
#pragma once

#include "cluster/wire.hpp"

namespace heddle::regions {

/// As an offset in the program, if it lies there.
void write_table(cluster::Writer& message, void** table);
/// @param own  the table that this process knows, for one that lies elsewhere
void** read_table(cluster::Reader& message, void** own);

}  // namespace heddle::regions
