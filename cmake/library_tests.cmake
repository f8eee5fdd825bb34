# Tests of libheddle.so.1 as programs see it: the examples, what it exports, what is installed. Label "examples".
# Included by tests/CMakeLists.txt.
function(heddle_example language source)
  get_filename_component(name ${source} NAME_WE)
  set(target example_${language}_${name})
  add_executable(${target} ${source})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/examples)
  target_link_libraries(${target} PRIVATE Heddle::heddle)
  add_test(NAME ${target} COMMAND ${target})
  set_tests_properties(${target} PROPERTIES LABELS examples TIMEOUT 60)
endfunction()
foreach(language c cxx ports)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/${language}/*.c*)
  foreach(source ${sources})
    heddle_example(${language} ${source})
  endforeach()
endforeach()

# The paper's programs, by each compiler there is, on its own OpenMP runtime; GCC's on Heddle, too.
set(idws_flags -O2 -std=c++17 -Wall -Wextra -fopenmp -I${PROJECT_SOURCE_DIR}/include/heddle/papers)
set(idws_libraries -L$<TARGET_FILE_DIR:libheddle> -lheddle -Wl,-rpath,$<TARGET_FILE_DIR:libheddle>)
find_program(HEDDLE_GXX g++)
find_program(HEDDLE_CLANGXX NAMES clang++-19 clang++)
file(GLOB_RECURSE idws_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/heddle/*idws.h)

# heddle_idws_example(<name> <compiler> <flag>...)
function(heddle_idws_example name compiler)
  set(program ${PROJECT_BINARY_DIR}/examples/${name})
  set(source ${PROJECT_SOURCE_DIR}/examples/idws/primes.cpp)
  add_custom_command(
    OUTPUT ${program}
    COMMAND ${compiler} ${idws_flags} ${ARGN} ${source} -o ${program} ${idws_libraries}
    DEPENDS ${source} ${idws_headers} libheddle
    VERBATIM)
  add_custom_target(${name} ALL DEPENDS ${program})
  foreach(threads 1 2 5)
    add_test(NAME ${name}_${threads} COMMAND ${program})
    set_tests_properties(${name}_${threads} PROPERTIES LABELS examples TIMEOUT 120 ENVIRONMENT OMP_NUM_THREADS=${threads})
  endforeach()
endfunction()
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/examples)
if(HEDDLE_GXX)
  foreach(kind strips signals)
    set(flag "")
    if(kind STREQUAL signals)
      set(flag -DIDWS_SIGNALS)
    endif()
    heddle_idws_example(example_idws_${kind} ${HEDDLE_GXX} ${flag})
    add_test(NAME example_idws_${kind}_on_heddle COMMAND ${PROJECT_BINARY_DIR}/examples/example_idws_${kind})
    set_tests_properties(
      example_idws_${kind}_on_heddle
      PROPERTIES LABELS examples TIMEOUT 120 ENVIRONMENT
                 "OMP_NUM_THREADS=3;LD_LIBRARY_PATH=$<TARGET_FILE_DIR:heddle-gomp>")
  endforeach()
endif()
if(HEDDLE_CLANGXX)
  execute_process(COMMAND ${HEDDLE_CLANGXX} -fopenmp -x c++ - -o ${PROJECT_BINARY_DIR}/examples/has_libomp
                  INPUT_FILE ${PROJECT_SOURCE_DIR}/cmake/has_libomp.cpp RESULT_VARIABLE no_libomp OUTPUT_QUIET ERROR_QUIET)
  if(no_libomp EQUAL 0)
    heddle_idws_example(example_idws_libomp ${HEDDLE_CLANGXX})
    heddle_idws_example(example_idws_libomp_signals ${HEDDLE_CLANGXX} -DIDWS_SIGNALS)
  endif()
endif()

add_test(NAME libheddle_exports
         COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/unit/front/c/exports.py
                 ${PROJECT_SOURCE_DIR}/src/front/c/libheddle.map $<TARGET_FILE:libheddle> ${CMAKE_NM})
set_tests_properties(libheddle_exports PROPERTIES LABELS unit TIMEOUT 60)

# The face for C++17, by a program that is compiled in both languages.
foreach(standard 17 20)
  add_executable(cxx${standard}_face ${CMAKE_CURRENT_SOURCE_DIR}/cxx17/face.cpp)
  set_target_properties(cxx${standard}_face PROPERTIES CXX_STANDARD ${standard} CXX_EXTENSIONS OFF
                                                       RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/examples)
  target_include_directories(cxx${standard}_face PRIVATE ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(cxx${standard}_face PRIVATE libheddle)
  foreach(threads 1 2)
    add_test(NAME cxx${standard}_face_${threads} COMMAND cxx${standard}_face)
    set_tests_properties(cxx${standard}_face_${threads} PROPERTIES LABELS unit TIMEOUT 60 ENVIRONMENT OMP_NUM_THREADS=${threads})
  endforeach()
endforeach()

# Files of both languages in one program.
add_library(cxx17_older OBJECT ${CMAKE_CURRENT_SOURCE_DIR}/cxx17/older.cpp)
set_target_properties(cxx17_older PROPERTIES CXX_STANDARD 17 CXX_EXTENSIONS OFF)
target_include_directories(cxx17_older PRIVATE ${PROJECT_SOURCE_DIR}/include)
add_executable(cxx17_mixed ${CMAKE_CURRENT_SOURCE_DIR}/cxx17/mixed.cpp $<TARGET_OBJECTS:cxx17_older>)
set_target_properties(cxx17_mixed PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/examples)
target_include_directories(cxx17_mixed PRIVATE ${PROJECT_SOURCE_DIR}/include)
target_link_libraries(cxx17_mixed PRIVATE libheddle)
add_test(NAME cxx17_mixed COMMAND cxx17_mixed)
set_tests_properties(cxx17_mixed PROPERTIES LABELS unit TIMEOUT 60)

# The pages' code, as printed.
file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/*.md)
foreach(page ${PROJECT_SOURCE_DIR}/README.md ${pages})
  get_filename_component(name ${page} NAME_WE)
  file(STRINGS ${page} code REGEX "^```c(pp)?$")
  if(code)
    add_test(NAME page_${name} COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/docs/pages.py ${PROJECT_BINARY_DIR}/pages/${name}
                                       ${PROJECT_SOURCE_DIR}/include $<TARGET_FILE_DIR:libheddle> ${page})
    set_tests_properties(page_${name} PROPERTIES LABELS examples TIMEOUT 240)
  endif()
endforeach()

# What programs built with ThreadSanitizer are told of the order that tasks by name have; and that a race is found.
find_program(HEDDLE_SETARCH setarch)
function(heddle_races_by_name name compiler)
  set(program ${PROJECT_BINARY_DIR}/examples/${name})
  set(source ${PROJECT_SOURCE_DIR}/tests/races/by_name.cpp)
  add_custom_command(
    OUTPUT ${program}
    COMMAND ${compiler} -std=c++20 -O1 -g -fsanitize=thread -I${PROJECT_SOURCE_DIR}/include ${source} -o ${program}
            ${idws_libraries}
    DEPENDS ${source} libheddle
    VERBATIM)
  add_custom_target(${name} ALL DEPENDS ${program})
  foreach(threads 2 4)
    add_test(NAME ${name}_${threads} COMMAND ${HEDDLE_SETARCH} -R ${program})
    set_tests_properties(${name}_${threads} PROPERTIES LABELS examples TIMEOUT 120 ENVIRONMENT
                                                       "OMP_NUM_THREADS=${threads};TSAN_OPTIONS=exitcode=66 atexit_sleep_ms=20")
  endforeach()
  foreach(race one weak)
    add_test(NAME ${name}_finds_${race} COMMAND ${HEDDLE_SETARCH} -R ${program} ${race})
    set_tests_properties(${name}_finds_${race} PROPERTIES LABELS examples TIMEOUT 60 PASS_REGULAR_EXPRESSION "data race")
  endforeach()
endfunction()
if(HEDDLE_SETARCH AND HEDDLE_GXX)
  heddle_races_by_name(races_by_name ${HEDDLE_GXX})
endif()
find_program(HEDDLE_CLANGXX_19 clang++-19)
if(HEDDLE_SETARCH AND HEDDLE_CLANGXX_19)
  heddle_races_by_name(races_by_name_clang ${HEDDLE_CLANGXX_19})
endif()
