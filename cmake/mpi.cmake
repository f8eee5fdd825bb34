# The transports for MPI: lib/heddle/<openmpi|mpich>/libheddle_mpi.so, one for each MPI whose compiler is found. libheddle
# loads the one that the launcher belongs to (src/transport/load.cpp) and links none. Included by src/CMakeLists.txt.
add_custom_target(mpi_transports) # builds those that there are
foreach(mpi openmpi mpich)
  find_program(HEDDLE_MPICXX_${mpi} mpicxx.${mpi} DOC "The compiler of ${mpi}: empty leaves its transport out")
  if(HEDDLE_SANITIZE OR NOT HEDDLE_MPICXX_${mpi})
    continue()
  endif()
  execute_process(COMMAND ${HEDDLE_MPICXX_${mpi}} -show OUTPUT_VARIABLE words OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  separate_arguments(words UNIX_COMMAND "${words}")
  list(FILTER words INCLUDE REGEX "^-[ILl]")
  list(FILTER words EXCLUDE REGEX "^-l(mpi_cxx|mpichcxx)$") # the C++ bindings, which are not used
  set(includes ${words})
  list(FILTER includes INCLUDE REGEX "^-I")
  list(TRANSFORM includes REPLACE "^-I" "SHELL:-isystem ")
  list(FILTER words EXCLUDE REGEX "^-I")
  set(target heddle_mpi_${mpi})
  add_library(${target} MODULE transport/mpi/plugin.cpp)
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_compile_definitions(${target} PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  target_compile_options(${target} PRIVATE ${includes} -Wno-cast-function-type)
  target_link_options(${target} PRIVATE ${needs_only_libc})
  target_link_libraries(${target} PRIVATE ${words})
  add_dependencies(mpi_transports ${target})
  set(folder lib/heddle/${mpi})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME heddle_mpi PREFIX lib
                                             LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${folder})
  install(TARGETS ${target} LIBRARY DESTINATION ${folder})
endforeach()
