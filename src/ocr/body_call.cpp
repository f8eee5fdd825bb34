#include "ocr/body_call.hpp"

#include <unwind.h>

#include <cstdlib>

#include "ocr/report.hpp"
#include "ocr/worker_data.hpp"
#include "runtime/current.hpp"

// Called by the program's unwinder, with an exception on its way up. A thread that ends or is cancelled (a forced
// unwinding) passes.
extern "C" [[gnu::visibility("hidden"), gnu::used]] _Unwind_Reason_Code heddle_ocr_personality(
    int /*version*/, _Unwind_Action actions, _Unwind_Exception_Class /*kind*/, _Unwind_Exception* /*exception*/,
    _Unwind_Context* /*context*/) {
  if ((actions & _UA_FORCE_UNWIND) != 0) return _URC_CONTINUE_UNWIND;
  const auto* const frame = heddle::ocr::worker_data(heddle::runtime::current()).thread.frame;
  if (frame != nullptr) heddle::ocr::tell_exception(*frame->edt);
  std::abort();
}

// The personality's address lies in a word, as the frame's description needs one relative to itself.
asm(R"(
  .section .data.rel.local.heddle_ocr_personality, "aw"
  .p2align 3
  .type heddle_ocr_personality_at, %object
heddle_ocr_personality_at:
  .8byte heddle_ocr_personality
  .text
  .p2align 4
  .globl heddle_ocr_call_body
  .hidden heddle_ocr_call_body
  .type heddle_ocr_call_body, %function
heddle_ocr_call_body:
  .cfi_startproc
  .cfi_personality 0x9b, heddle_ocr_personality_at
)"
#if defined(__x86_64__)
    R"(
  subq $8, %rsp
  .cfi_adjust_cfa_offset 8
  call *%r8
  addq $8, %rsp
  .cfi_adjust_cfa_offset -8
  ret
)"
#elif defined(__aarch64__)
    R"(
  stp x29, x30, [sp, -16]!
  .cfi_def_cfa_offset 16
  .cfi_offset 29, -16
  .cfi_offset 30, -8
  blr x4
  ldp x29, x30, [sp], 16
  .cfi_restore 30
  .cfi_restore 29
  .cfi_def_cfa_offset 0
  ret
)"
#else
#error "how a function is called through a pointer is not known for this machine"
#endif
    R"(
  .cfi_endproc
  .size heddle_ocr_call_body, . - heddle_ocr_call_body
)");
