# Under AddressSanitizer the files of a room are compiled some at a time: they share their headers, and what templates make of
# them. In the other builds each stands for itself: there a file that forgets an #include fails. Not under ThreadSanitizer: so
# compiled, tests overran its stack of calls. Tests stay alone everywhere.
option(HEDDLE_TOGETHER "Compile the files of a room together in builds with AddressSanitizer" ON)
set(files_together 8) # for one compiler: with more, one of two cores waits for the last

# Files whose helpers have a name that another file beside them uses, too ("redefinition of ..." names the next one), and those
# that a program must be able to leave out: load.cpp.
set(files_alone
    src/front/c/loop_run
    src/front/c/parallel_scan
    src/front/gomp/load
    src/front/gomp/watched
    src/front/gomp/watched_loops
    src/front/kmpc/doacross
    src/front/kmpc/load
    src/front/kmpc/routines
    src/front/kmpc/task_block
    src/front/kmpc/watched
    src/front/kmpc/worksharing
    src/omp/display_llvm
    src/omp/environment
    src/omp/environment_rules
    src/omp/reduction
    src/omp/reduction_functions
    src/omp/teams
    src/ompt/threads
    src/ompt/watcher
    src/platform/topology/machine
    src/process/own_spelling
    src/process/thread_data
    src/process/verify_report
    src/tasks/early_task
    src/tasks/header
    src/tasks/scope)
list(TRANSFORM files_alone REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/\\1.cpp")

# heddle_compile_together(<target>): for the target of a room.
function(heddle_compile_together target)
  if(HEDDLE_SANITIZE MATCHES "address" AND HEDDLE_TOGETHER)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${files_together})
    set_source_files_properties(${files_alone} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()
