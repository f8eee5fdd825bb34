# Tests of libomp.so.5 as a file: what it exports, and code of both compilers in one process. Included by
# gomp_tests.cmake.
add_test(NAME kmpc_exports_complete
         COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/exports.py missing
                 ${PROJECT_SOURCE_DIR}/src/front/kmpc/exports.txt $<TARGET_FILE:libheddle> ${CMAKE_NM})
add_test(NAME kmpc_gcc_and_clang_in_one_process
         COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/unit/front/kmpc/mixed/run.py
                 $<TARGET_FILE_DIR:heddle-gomp> $<TARGET_FILE_DIR:heddle-kmpc> ${CMAKE_CURRENT_BINARY_DIR}/mixed)
add_test(NAME kmpc_collapsed_nests
         COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/unit/front/kmpc/collapsed.py
                 $<TARGET_FILE_DIR:heddle-kmpc> ${CMAKE_CURRENT_BINARY_DIR}/collapsed)
add_test(NAME kmpc_ways_of_libomp
         COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/unit/front/kmpc/ways/run.py
                 $<TARGET_FILE_DIR:heddle-kmpc> ${CMAKE_CURRENT_BINARY_DIR}/ways)
add_test(NAME kmpc_symbols COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/abi/symbols.py
                                   --ours $<TARGET_FILE:heddle-kmpc>)
add_test(NAME kmpc_settings COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/unit/front/kmpc/settings.py
                                    $<TARGET_FILE:heddle-kmpc>)
set_tests_properties(kmpc_exports_complete kmpc_settings kmpc_gcc_and_clang_in_one_process kmpc_collapsed_nests
                     kmpc_ways_of_libomp kmpc_symbols
                     PROPERTIES LABELS unit TIMEOUT 240 SKIP_RETURN_CODE 77)
