# The shared library libheddle-gomp, built as lib/heddle/gomp/libgomp.so.1: a folder of its own, so that putting it on
# the library path brings in nothing else. Included by src/CMakeLists.txt once front/gomp has sources.
heddle_room_objects(installed_objects ${installed_rooms})
add_library(heddle-gomp SHARED ${installed_objects})
set_target_properties(
  heddle-gomp
  PROPERTIES OUTPUT_NAME gomp
             SUFFIX ".so.1"
             NO_SONAME ON
             LINKER_LANGUAGE CXX
             LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/heddle/gomp)
target_link_libraries(heddle-gomp PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
# Programs in C load it: nothing of C++ may be needed at load time, nor leak out of it.
target_link_options(
  heddle-gomp
  PRIVATE
  -Wl,-soname,libgomp.so.1
  -Wl,-z,nodelete # pool threads run its code for as long as the process lives
  -static-libgcc
  -static-libstdc++
  -Wl,--exclude-libs,ALL
  -Wl,--as-needed)
if(NOT HEDDLE_SANITIZE) # a sanitizer's own symbols come from the program
  target_link_options(heddle-gomp PRIVATE -Wl,-z,defs -Wl,--no-undefined)
endif()

include(gomp_exports)

install(TARGETS heddle-gomp LIBRARY DESTINATION lib/heddle/gomp)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/heddle DESTINATION include)
