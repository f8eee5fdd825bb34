/* The main function of programs that have none: it starts OCR with their mainEdt. Part of libocr_x86.so, so weak. */
#include "ocr.h"

extern int heddleOcrMain(int argc, char** argv, ocrEdt_t first);

__attribute__((weak)) ocrGuid_t mainEdt(u32 paramc, u64* paramv, u32 depc, ocrEdtDep_t depv[]);

int main(int argc, char** argv);

__attribute__((weak)) int main(int argc, char** argv) { return heddleOcrMain(argc, argv, mainEdt); }
