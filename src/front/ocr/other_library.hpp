// Another OCR library in this process: XSOCR's, OCR-Vx's, or a second copy of ours.
#pragma once

namespace heddle::ocr::door {

/// Ends the process with both paths if there is one. Libraries can come later by dlopen, so it is asked at each start.
void refuse_another_library() noexcept;

}  // namespace heddle::ocr::door
