# Rooms: the folders of src/ that floors.toml lists, one object library each.

# heddle_list_rooms(<out>): every room of floors.toml that has a folder, lowest floor first; "schedule/*" is expanded.
function(heddle_list_rooms out)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/floors.toml)
  file(STRINGS ${PROJECT_SOURCE_DIR}/floors.toml lines REGEX "^  \"[^\"]+\",")
  set(rooms "")
  foreach(line ${lines})
    string(REGEX REPLACE "^  \"([^\"]+)\".*" "\\1" pattern "${line}")
    file(GLOB folders CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/src/${pattern})
    foreach(folder ${folders})
      if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/src/${folder})
        list(APPEND rooms ${folder})
      endif()
    endforeach()
  endforeach()
  list(REMOVE_ITEM rooms transport/mpi) # no part of the library: a plug-in for each MPI (mpi.cmake)
  set(${out} ${rooms} PARENT_SCOPE)
endfunction()

# heddle_room(<folder>): makes the target room_<folder> ("/" becomes "_") from the sources in src/<folder>:
# OBJECT when there are any, INTERFACE when the room has only headers or is still empty.
function(heddle_room folder)
  string(REPLACE "/" "_" target room_${folder})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp)
  if(NOT sources)
    add_library(${target} INTERFACE)
    return()
  endif()
  add_library(${target} OBJECT ${sources})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  if(NOT HEDDLE_SANITIZE)
    # The library is there before the program starts, like libgomp: its thread-locals may live in the static block.
    target_compile_options(${target} PRIVATE -ftls-model=initial-exec)
  elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Among the sanitizers' calls GCC 12 loses sight of what an empty std::optional leaves alone.
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
  endif()
  heddle_reuse_precompiled(${target} precompiled_rooms)
endfunction()

# heddle_room_objects(<out> <folder>...): the object files of these rooms, for use as sources of a library.
function(heddle_room_objects out)
  set(objects "")
  foreach(folder ${ARGN})
    string(REPLACE "/" "_" target room_${folder})
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "OBJECT_LIBRARY")
      list(APPEND objects $<TARGET_OBJECTS:${target}>)
    endif()
  endforeach()
  set(${out} ${objects} PARENT_SCOPE)
endfunction()
