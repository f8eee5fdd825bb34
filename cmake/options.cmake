# How everything is compiled. A preset chooses the build type and HEDDLE_SANITIZE; nothing else differs between builds.
set(HEDDLE_SANITIZE "" CACHE STRING "Sanitizers for everything, as -fsanitize takes them: address,undefined or thread")
option(HEDDLE_WERROR "Treat warnings as errors" OFF)
option(HEDDLE_PROBES "Probe points for traces and tools; OFF only to measure what they cost (docs/tools.md)" ON)
if(NOT HEDDLE_PROBES)
  add_compile_definitions(HEDDLE_NO_PROBES)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug or Coverage" FORCE)
endif()
# No NDEBUG: a check that may be switched off is not a check. What is too dear for releases is a test.
set(CMAKE_C_FLAGS_RELEASE "-O2 -g")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g3")
set(CMAKE_CXX_FLAGS_COVERAGE "-O0 -g --coverage -fprofile-update=atomic")

add_compile_options(-Wall -Wextra -Wpedantic)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_compile_options(-Wthread-safety)
endif()
if(HEDDLE_WERROR)
  add_compile_options(-Werror)
endif()
# prefetchw asks for a line to write; what x86-64 has without it would ask for one to read (base/cache_line.hpp). Processors
# that do not know it take it for a nop (Intel's manual, volume 2, PREFETCHW).
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-mprfchw HEDDLE_HAS_PREFETCHW)
if(HEDDLE_HAS_PREFETCHW)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-mprfchw>)
endif()
# Messages and debug information name files as the repository does, wherever it was built.
add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)

if(HEDDLE_SANITIZE)
  # -O1 -g1: half the time to build, and all that a report needs.
  add_compile_options(-O1 -g1 -fsanitize=${HEDDLE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${HEDDLE_SANITIZE})
  if(HEDDLE_SANITIZE MATCHES "address" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Functions of many accesses call the checks in place of holding them: a test's long body is run once, and compiled each time.
    add_compile_options(--param=asan-instrumentation-with-call-threshold=30)
  endif()
  if(HEDDLE_SANITIZE MATCHES "address" AND HEDDLE_SANITIZE MATCHES "undefined")
    # A third of the time to build; AddressSanitizer itself stops at accesses through null and past an object's end.
    add_compile_options(-fno-sanitize=null,object-size,vptr)
  endif()
endif()

option(HEDDLE_FUZZ "Make LibFuzzer's programs of tests/fuzz (Clang only; build the target fuzz_readers)" OFF)
if(HEDDLE_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang" OR NOT HEDDLE_SANITIZE)
    message(FATAL_ERROR "HEDDLE_FUZZ needs Clang and HEDDLE_SANITIZE: see tests/fuzz/README.md")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link) # tells LibFuzzer where an input has led
endif()

find_package(Threads REQUIRED)
find_program(HEDDLE_CCACHE ccache)
if(HEDDLE_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${HEDDLE_CCACHE})
endif()

# How a released file is linked: it loads nothing but the C library. What of the static C++ library nobody calls is left out,
# and with it calls of newer C libraries (std::random_device's of arc4random, glibc 2.36). tools/check/needs.py holds the rest
# to glibc 2.34; src/platform/threads/find_object.hpp says how the unwinder does without 2.35.
set(needs_only_libc -static-libgcc -static-libstdc++ -Wl,--exclude-libs,ALL -Wl,--gc-sections -Wl,--as-needed)
