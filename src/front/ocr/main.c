/* The main function of programs that have none: it starts OCR with their mainEdt. Part of libocr_x86.so, so weak. */
#include "ocr.h"

extern int heddleOcrMain(int argc, char** argv, ocrEdt_t first);

extern void heddle_ocr_loaded(const void* here);

// Two OCR libraries in one process would each have half of the program.
static void loaded(void) __attribute__((constructor));
static void loaded(void) { heddle_ocr_loaded((const void*)loaded); }

__attribute__((weak)) ocrGuid_t mainEdt(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]);

int main(int argc, char** argv);

__attribute__((weak)) int main(int argc, char** argv) { return heddleOcrMain(argc, argv, mainEdt); }
