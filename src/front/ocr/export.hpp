// How a call of OCR is defined: extern "C" u8 HEDDLE_OCR_EXPORT(ocrDbRelease)(ocrGuid_t db) { … }
//
// The function is hidden and called heddle_<name>; libocr_x86.so exports a stub that jumps to it through a table
// (front/gomp/README.md has the way). Used by the files of front/ocr only.
#pragma once

#include "front/ocr/exports.hpp"  // made from exports.txt and signatures.txt: what is defined here is declared there

#define HEDDLE_OCR_EXPORT(name) heddle_##name [[gnu::visibility("hidden")]]
