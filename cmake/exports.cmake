# Fronts for binary interfaces: what src/front/<front>/exports.txt lists becomes a table of slots in libheddle, and a
# library of stubs under the name that programs load. Included by src/CMakeLists.txt.
set(exports_made ${PROJECT_BINARY_DIR}/exports)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
enable_language(ASM)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  set(exports_machine aarch64)
else()
  set(exports_machine x86_64)
endif()
file(MAKE_DIRECTORY ${exports_made})

# heddle_make_exports(<front> <kind> <file> [<machine>]): one of the files that exports.py makes, in exports_made.
function(heddle_make_exports front kind file)
  set(script ${PROJECT_SOURCE_DIR}/cmake/exports.py)
  set(listing ${PROJECT_SOURCE_DIR}/src/front/${front}/exports.txt)
  add_custom_command(
    OUTPUT ${exports_made}/${file}
    COMMAND ${Python3_EXECUTABLE} ${script} ${kind} ${listing} ${exports_made}/${file} ${ARGN}
    DEPENDS ${script} ${listing} ${PROJECT_SOURCE_DIR}/src/front/${front}/signatures.txt
    VERBATIM)
endfunction()

# heddle_front_header(<front>): the front's room gets front/<front>/exports.hpp, which declares every function that it
# implements. A function that is defined without being declared there is an error.
function(heddle_front_header front)
  set(header front/${front}/exports.hpp)
  file(MAKE_DIRECTORY ${exports_made}/front/${front})
  heddle_make_exports(${front} header ${header})
  target_sources(room_front_${front} PRIVATE ${exports_made}/${header})
  target_include_directories(room_front_${front} PRIVATE ${exports_made})
  # The one word is GCC's, the other is Clang's.
  target_compile_options(
    room_front_${front} PRIVATE $<IF:$<CXX_COMPILER_ID:GNU>,-Werror=missing-declarations,-Werror=missing-prototypes>)
endfunction()

# heddle_front_slots(<front>): libheddle gets the front's table. The table is written once, by the loader: it lies in
# the part that is read-only after relocation.
function(heddle_front_slots front)
  heddle_make_exports(${front} slots ${front}_slots.S ${exports_machine})
  heddle_make_exports(${front} node ${front}.node)
  target_sources(libheddle PRIVATE ${exports_made}/${front}_slots.S)
  set_property(TARGET libheddle APPEND PROPERTY HEDDLE_NODES ${exports_made}/${front}.node)
  # Says how many functions are implemented, names the others; the test <front>_exports_complete fails while there are any.
  add_custom_command(
    TARGET libheddle
    POST_BUILD
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/exports.py missing
            ${PROJECT_SOURCE_DIR}/src/front/${front}/exports.txt $<TARGET_FILE:libheddle> ${CMAKE_NM} || ${CMAKE_COMMAND} -E true
    VERBATIM)
endfunction()

# heddle_front_library(<front> <soname> [<other name>...]): the target heddle-<front>, built as
# lib/heddle/<front>/<soname>: a folder of its own, so that putting it on the library path brings in nothing else. It
# finds libheddle two folders up. The other names are links: to the loader, all are one library. Where the caller has set
# front_subfolder, the library lies in that folder of lib/heddle/<front>.
function(heddle_front_library front soname)
  set(target heddle-${front})
  heddle_make_exports(${front} stubs ${front}_stubs.S ${exports_machine})
  heddle_make_exports(${front} script ${front}.map)
  set(script ${exports_made}/${front}.map)
  add_library(${target} SHARED ${exports_made}/${front}_stubs.S ${script})
  set_target_properties(
    ${target}
    PROPERTIES OUTPUT_NAME ${soname}
               PREFIX ""
               SUFFIX ""
               NO_SONAME ON
               LINKER_LANGUAGE C
               LINK_DEPENDS ${script}
               BUILD_WITH_INSTALL_RPATH ON
               INSTALL_RPATH "$ORIGIN/../..$<$<BOOL:${front_subfolder}>:/..>"
               LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/heddle/${front}/${front_subfolder})
  target_link_libraries(${target} PRIVATE libheddle)
  target_link_options(${target} PRIVATE -Wl,-soname,${soname} -Wl,-z,nodelete -Wl,--enable-new-dtags
                      -Wl,--version-script=${script})
  install(TARGETS ${target} LIBRARY DESTINATION lib/heddle/${front}/${front_subfolder})
  foreach(name ${ARGN})
    set(link ${PROJECT_BINARY_DIR}/lib/heddle/${front}/${name})
    add_custom_command(TARGET ${target} POST_BUILD COMMAND ${CMAKE_COMMAND} -E create_symlink ${soname} ${link} VERBATIM)
    install(FILES ${link} DESTINATION lib/heddle/${front})
  endforeach()
endfunction()
