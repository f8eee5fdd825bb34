# What a program in OCR finds: lib/heddle/ocr, laid out as the makefiles of such programs expect their OCR_INSTALL. Included
# by src/CMakeLists.txt.
set(front_subfolder lib)
heddle_front_library(ocr libocr_x86.so)
unset(front_subfolder)
target_sources(heddle-ocr PRIVATE ${PROJECT_SOURCE_DIR}/src/front/ocr/main.c)
target_include_directories(heddle-ocr PRIVATE ${PROJECT_SOURCE_DIR}/include/ocr)
set(ocr_tree ${PROJECT_BINARY_DIR}/lib/heddle/ocr)
add_custom_command(
  TARGET heddle-ocr
  POST_BUILD
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${PROJECT_SOURCE_DIR}/include/ocr ${ocr_tree}/include
  VERBATIM)
# ocrrun, under both names that OCR's users know.
foreach(name ocrrun ocrrun_x86)
  configure_file(${PROJECT_SOURCE_DIR}/packaging/ocrrun ${ocr_tree}/bin/${name} COPYONLY)
endforeach()
install(PROGRAMS ${ocr_tree}/bin/ocrrun ${ocr_tree}/bin/ocrrun_x86 DESTINATION lib/heddle/ocr/bin)
# pkg-config heddle-ocr; Heddle::ocr is in heddle-config.cmake.
configure_file(${PROJECT_SOURCE_DIR}/cmake/heddle-ocr.pc.in ${PROJECT_BINARY_DIR}/heddle-ocr.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/heddle-ocr.pc DESTINATION lib/pkgconfig)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ocr/ DESTINATION lib/heddle/ocr/include FILES_MATCHING PATTERN "*.h")
