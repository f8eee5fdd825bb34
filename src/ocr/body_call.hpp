// Calling a program's code so that an exception that leaves it is met before it reaches frames of ours.
//
// The library has an unwinder of its own, linked statically, and the program has another: frames of ours must not be
// unwound by the program's. So the frame in between has a personality of its own, which only asks for the last words.
#pragma once

#include "ocr/edt.hpp"

extern "C" {

/// Calls body(parameter_count, parameters, slot_count, slots).
heddle::ocr::Guid heddle_ocr_call_body(std::uint32_t parameter_count, std::uint64_t* parameters,
                                       std::uint32_t slot_count, void* slots, heddle::ocr::Body body);
}
