# Tests of libgomp.so.1 as a file: what it exports, and how it hands over. Included by tests/CMakeLists.txt.
add_test(NAME gomp_exports_complete
         COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/exports.py missing
                 ${PROJECT_SOURCE_DIR}/src/front/gomp/exports.txt $<TARGET_FILE:libheddle> ${CMAKE_NM})
add_test(NAME gomp_handover COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/unit/front/gomp/handover.py
                                    $<TARGET_FILE:heddle-gomp>)
set_tests_properties(gomp_exports_complete gomp_handover PROPERTIES LABELS unit TIMEOUT 240)
include(kmpc_tests)
