// The public header without the small library's names: those are macros, and of the system's functions.
#pragma once

#define MYRMICS_NO_COMPAT_NAMES
#include "myrmics.h"
