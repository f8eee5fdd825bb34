# Headers of the standard library and GoogleTest's, parsed once a build and not once a file: a small test compiles in two
# thirds of the time. The rooms get theirs under sanitizers and from Clang: in GCC's other builds a file that forgets an
# #include fails.
option(HEDDLE_PRECOMPILE "Precompile the standard headers of tests" ON)

# heddle_precompile(<name> <library type> <header>...): makes the target <name>, whose headers others reuse; it must be built
# as they are, so it is an OBJECT library or an executable like them.
function(heddle_precompile name type)
  set(source ${PROJECT_BINARY_DIR}/${name}.cpp)
  if(type STREQUAL "EXECUTABLE")
    file(CONFIGURE OUTPUT ${source} CONTENT "int main() {}\n")
    add_executable(${name} ${source})
  else()
    file(CONFIGURE OUTPUT ${source} CONTENT "// The headers of ${name}, and nothing else.\n")
    add_library(${name} ${type} ${source})
  endif()
  target_precompile_headers(${name} PRIVATE ${ARGN})
endfunction()

# heddle_reuse_precompiled(<target> <name>): <target> takes the headers of <name>, if there are any.
function(heddle_reuse_precompiled target name)
  if(NOT TARGET ${name})
    return()
  endif()
  target_precompile_headers(${target} REUSE_FROM ${name})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 warns of std::string's operator+ (bug 105329), from precompiled headers also where it else keeps silent.
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow)
  endif()
endfunction()
