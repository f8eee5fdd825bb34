# Tests of what gets installed and packed, and of what programs were promised. Included by tests/CMakeLists.txt.
set(packaging ${PROJECT_SOURCE_DIR}/tests/packaging)
add_test(NAME installed_package COMMAND ${packaging}/installed_package ${CMAKE_COMMAND} ${PROJECT_BINARY_DIR}
                                        ${PROJECT_SOURCE_DIR}/examples)
set_tests_properties(installed_package PROPERTIES LABELS examples TIMEOUT 240)

find_program(HEDDLE_DPKG_SHLIBDEPS dpkg-shlibdeps)
if(HEDDLE_DPKG_SHLIBDEPS AND TARGET heddle AND NOT CMAKE_CROSSCOMPILING)
  add_test(NAME packages COMMAND ${packaging}/packages ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR})
  set_tests_properties(packages PROPERTIES LABELS examples TIMEOUT 240)
endif()

# The Python module, as the wheel holds it. 77: no interpreter has the packages, which the test has said.
foreach(name tasks wrong_calls process ufunc joblib numba page)
  add_test(NAME python_${name} COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/python/run.py ${PROJECT_BINARY_DIR} ${name})
  set_tests_properties(python_${name} PROPERTIES LABELS examples TIMEOUT 240 SKIP_RETURN_CODE 77)
endforeach()

# What is released needs a C library, not too new, and nothing else.
set(released $<TARGET_FILE:libheddle> $<TARGET_FILE:heddle-gomp> $<TARGET_FILE:heddle-kmpc> $<TARGET_FILE:heddle-ocr>)
if(TARGET heddle)
  list(APPEND released $<TARGET_FILE:heddle>)
endif()
add_test(NAME released_files_need_little COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check/needs.py ${released})
set_tests_properties(released_files_need_little PROPERTIES LABELS check TIMEOUT 120)

find_program(HEDDLE_ABIDIFF abidiff)
if(HEDDLE_ABIDIFF)
  add_test(NAME c_interface_keeps_its_promises COMMAND ${PROJECT_SOURCE_DIR}/packaging/abi/check)
  set_tests_properties(c_interface_keeps_its_promises PROPERTIES LABELS check TIMEOUT 120)
endif()

# Each public name has its comment.
find_program(HEDDLE_DOXYGEN doxygen)
if(HEDDLE_DOXYGEN)
  add_test(NAME reference_is_complete COMMAND ${HEDDLE_DOXYGEN} docs/Doxyfile WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(reference_is_complete PROPERTIES LABELS check TIMEOUT 120)
endif()
