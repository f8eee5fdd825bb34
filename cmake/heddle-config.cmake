# find_package(Heddle): Heddle::heddle, Heddle::ocr for programs in OCR, Heddle::openmp for those whose libraries use OpenMP. The
# libraries are two folders up; the headers beside them, or one folder further where Debian puts an architecture's name between.
get_filename_component(heddle_here "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
get_filename_component(heddle_libraries "${heddle_here}/../.." ABSOLUTE)
get_filename_component(heddle_prefix "${heddle_libraries}/.." ABSOLUTE)
if(NOT EXISTS "${heddle_prefix}/include/heddle")
  get_filename_component(heddle_prefix "${heddle_prefix}/.." ABSOLUTE)
endif()
if(NOT TARGET Heddle::heddle)
  add_library(Heddle::heddle SHARED IMPORTED)
  set_target_properties(
    Heddle::heddle
    PROPERTIES IMPORTED_LOCATION "${heddle_libraries}/libheddle.so.1"
               IMPORTED_SONAME libheddle.so.1
               INTERFACE_COMPILE_FEATURES cxx_std_20
               INTERFACE_INCLUDE_DIRECTORIES "${heddle_prefix}/include")
endif()
if(NOT TARGET Heddle::ocr AND EXISTS "${heddle_libraries}/heddle/ocr/lib/libocr_x86.so")
  add_library(Heddle::ocr SHARED IMPORTED)
  set_target_properties(
    Heddle::ocr
    PROPERTIES IMPORTED_LOCATION "${heddle_libraries}/heddle/ocr/lib/libocr_x86.so"
               IMPORTED_SONAME libocr_x86.so
               INTERFACE_INCLUDE_DIRECTORIES "${heddle_libraries}/heddle/ocr/include;${heddle_prefix}/include")
endif()
# For programs whose libraries use OpenMP: these get Heddle's, because the program itself needs it first.
set(heddle_gomp "${heddle_libraries}/heddle/gomp")
if(NOT TARGET Heddle::openmp AND EXISTS "${heddle_gomp}/libgomp.so.1")
  add_library(Heddle::openmp INTERFACE IMPORTED)
  target_link_libraries(Heddle::openmp INTERFACE Heddle::heddle)
  target_link_options(Heddle::openmp INTERFACE "LINKER:--no-as-needed" "${heddle_gomp}/libgomp.so.1" "LINKER:-rpath,${heddle_gomp}")
endif()
foreach(name heddle_here heddle_libraries heddle_prefix heddle_gomp)
  unset(${name})
endforeach()
