# The shared library libheddle.so.1: the engine and all fronts. A process has it once, whichever doors it comes in by: a
# program in C or C++ links it, the libraries that replace others (cmake/exports.cmake) need it. Included by
# src/CMakeLists.txt.
heddle_room_objects(installed_objects ${installed_rooms})
add_library(libheddle SHARED ${installed_objects})
add_library(Heddle::heddle ALIAS libheddle)
set_target_properties(
  libheddle
  PROPERTIES OUTPUT_NAME heddle
             EXPORT_NAME heddle
             VERSION 1
             SOVERSION 1
             LINKER_LANGUAGE CXX
             LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
target_link_libraries(libheddle PRIVATE Threads::Threads ${CMAKE_DL_LIBS} ${HEDDLE_FFI})
target_include_directories(libheddle INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
target_compile_features(libheddle INTERFACE cxx_std_20) # of the C++ headers; programs in C have nothing to do with it
set_target_properties(libheddle PROPERTIES PREFIX lib)
# Programs in C load it: nothing of C++ may be needed at load time, nor leak out of it.
target_link_options(
  libheddle
  PRIVATE
  -Wl,-z,nodelete # pool threads run its code for as long as the process lives
  -Wl,-z,relro
  ${needs_only_libc}) # cmake/options.cmake
if(NOT HEDDLE_SANITIZE) # a sanitizer's own symbols come from the program
  target_link_options(libheddle PRIVATE -Wl,-z,defs -Wl,--no-undefined)
endif()

# What it exports: the functions of heddle.h, and for each front the node that its stubs look for.
foreach(front ${fronts})
  heddle_front_slots(${front})
endforeach()
get_target_property(nodes libheddle HEDDLE_NODES)
set(libheddle_map ${exports_made}/libheddle.map)
set(libheddle_own_map ${PROJECT_SOURCE_DIR}/src/front/c/libheddle.map)
add_custom_command(
  OUTPUT ${libheddle_map}
  COMMAND ${CMAKE_COMMAND} -E cat ${libheddle_own_map} ${nodes} > ${libheddle_map}
  DEPENDS ${libheddle_own_map} ${nodes}
  VERBATIM)
target_sources(libheddle PRIVATE ${libheddle_map})
target_link_options(libheddle PRIVATE -Wl,--version-script=${libheddle_map})
set_target_properties(libheddle PROPERTIES LINK_DEPENDS ${libheddle_map})

include(package)
