# What libheddle-gomp exports, made from src/front/gomp/exports.txt at build time. Included by libgomp.cmake.
set(exports_folder ${PROJECT_SOURCE_DIR}/src/front/gomp)
set(exports_made ${PROJECT_BINARY_DIR}/exports)
set(exports_script ${exports_made}/libgomp.map)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
enable_language(ASM)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  set(exports_machine aarch64)
else()
  set(exports_machine x86_64)
endif()
file(MAKE_DIRECTORY ${exports_made})

# heddle_make_exports(<kind> <file> [<machine>]): one of the files that exports.py makes.
function(heddle_make_exports kind file)
  add_custom_command(
    OUTPUT ${file}
    COMMAND ${Python3_EXECUTABLE} ${exports_folder}/exports.py ${kind} ${exports_folder}/exports.txt ${file} ${ARGN}
    DEPENDS ${exports_folder}/exports.py ${exports_folder}/exports.txt
    VERBATIM)
endfunction()
heddle_make_exports(script ${exports_script})
heddle_make_exports(stubs ${exports_made}/stubs.S ${exports_machine})
heddle_make_exports(names ${exports_made}/names.inc)
# names.inc is for the command heddle: add_dependencies(<tool> gomp_names), include ${PROJECT_BINARY_DIR}/exports.
add_custom_target(gomp_names DEPENDS ${exports_made}/names.inc)

target_sources(heddle-gomp PRIVATE ${exports_made}/stubs.S ${exports_script})
# The table of slots is written once, by the loader: it lies in the part made read-only after relocation.
target_link_options(heddle-gomp PRIVATE -Wl,--version-script=${exports_script} -Wl,-z,relro)
set_target_properties(heddle-gomp PROPERTIES LINK_DEPENDS ${exports_script})
# Says how many functions are implemented, names the others; the test gomp_exports_complete fails while there are any.
add_custom_command(
  TARGET heddle-gomp
  POST_BUILD
  COMMAND ${Python3_EXECUTABLE} ${exports_folder}/exports.py missing ${exports_folder}/exports.txt
          $<TARGET_FILE:heddle-gomp> ${CMAKE_NM} || ${CMAKE_COMMAND} -E true
  VERBATIM)
