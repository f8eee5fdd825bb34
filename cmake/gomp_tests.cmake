# Tests of libheddle-gomp as a file: what it exports, and how it hands over. Included by tests/CMakeLists.txt.
set(exports_folder ${PROJECT_SOURCE_DIR}/src/front/gomp)
add_test(NAME gomp_exports_complete
         COMMAND ${Python3_EXECUTABLE} ${exports_folder}/exports.py missing ${exports_folder}/exports.txt
                 $<TARGET_FILE:heddle-gomp> ${CMAKE_NM})
add_test(NAME gomp_handover COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/unit/gomp/handover.py
                                    $<TARGET_FILE:heddle-gomp>)
set_tests_properties(gomp_exports_complete gomp_handover PROPERTIES LABELS unit TIMEOUT 60)
