# How programs find an installed Heddle: find_package(Heddle) and pkg-config. Included by libheddle.cmake. Both work from their own
# place, so an installation can be moved.
include(CMakePackageConfigHelpers)
set(package_folder lib/cmake/heddle)
install(TARGETS libheddle LIBRARY DESTINATION lib)
configure_file(${PROJECT_SOURCE_DIR}/cmake/heddle-config.cmake ${PROJECT_BINARY_DIR}/heddle-config.cmake COPYONLY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/heddle-config-version.cmake COMPATIBILITY SameMinorVersion)
configure_file(${PROJECT_SOURCE_DIR}/cmake/heddle.pc.in ${PROJECT_BINARY_DIR}/heddle.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/heddle-config.cmake ${PROJECT_BINARY_DIR}/heddle-config-version.cmake DESTINATION ${package_folder})
install(FILES ${PROJECT_BINARY_DIR}/heddle.pc DESTINATION lib/pkgconfig)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/heddle DESTINATION include)
install(FILES ${PROJECT_SOURCE_DIR}/include/myrmics.h DESTINATION include)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/heddle RENAME copyright)

# What there is to read, and to build: pages, examples.
set(documents share/doc/heddle)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${documents}/docs
        FILES_MATCHING PATTERN "*.md" PATTERN "*.svg" PATTERN "*.png" PATTERN "man" EXCLUDE PATTERN "decisions" EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md DESTINATION ${documents})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples/ DESTINATION ${documents}/examples)
