/* ocr-options_x86.h: what ocr.h includes under -DOCR_TYPE_H=x86.h. XSOCR writes here how its library was built.
 * Heddle's library is the same whatever a program defines, so nothing is needed; the file is there for makefiles that
 * name it. */
#ifndef HEDDLE_OCR_OPTIONS_X86_H
#define HEDDLE_OCR_OPTIONS_X86_H
#endif
