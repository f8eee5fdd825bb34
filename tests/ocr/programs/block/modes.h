// Who may hold one block together: the table of docs/ocr.md.
#pragma once

#include "check.h"

static const ocrDbAccessMode_t k_modes[] = {DB_MODE_RO, DB_MODE_CONST, DB_MODE_RW, DB_MODE_EW};
static const char* const k_mode_names[] = {"RO", "CONST", "RW", "EW"};
static const int k_together[4][4] = {{1, 1, 1, 1}, {1, 1, 0, 0}, {1, 0, 1, 0}, {1, 0, 0, 0}};
