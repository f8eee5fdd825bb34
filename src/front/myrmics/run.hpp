// What the files of this door share of a run.
#pragma once

#include "front/myrmics/abi.hpp"

namespace heddle::myrmics {

/// The table of bodies of the run that there is; null before the first.
func_t* table() noexcept;

/// What tasks have printed without an end of line goes out (compat.cpp).
void flush_lines() noexcept;

}  // namespace heddle::myrmics
