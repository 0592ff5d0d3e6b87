# SPDX-License-Identifier: Apache-2.0
# make install: headers, both libraries, the CMake package and tcu.pc. The two libraries are exported apart, so that a
# user of the shared one needs none of the archive's dependencies.
include(CMakePackageConfigHelpers)

set(TCU_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/tcu")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/tcu" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
foreach(library tcu_shared tcu_static)
  install(TARGETS ${library} EXPORT ${library}-targets LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
          ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(EXPORT ${library}-targets NAMESPACE tcu:: DESTINATION "${TCU_CMAKE_DIR}")
endforeach()
install(TARGETS tcu_device EXPORT tcu_device-targets)
install(EXPORT tcu_device-targets NAMESPACE tcu:: DESTINATION "${TCU_CMAKE_DIR}")
if(TCU_TOOLS)
  get_property(tools DIRECTORY "${PROJECT_SOURCE_DIR}/tools" PROPERTY BUILDSYSTEM_TARGETS)
  install(TARGETS ${tools} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()

if(TARGET tcu_emulated_device)
  set(emulated_headers "${CMAKE_INSTALL_INCLUDEDIR}/tcu_emulated_device")
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/emulation/include/" DESTINATION "${emulated_headers}")
  install(FILES "${PROJECT_SOURCE_DIR}/primitives/tile/half.h" DESTINATION "${emulated_headers}/primitives/tile")
  install(TARGETS tcu_emulated_device EXPORT tcu_emulated_device-targets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(EXPORT tcu_emulated_device-targets NAMESPACE tcu:: DESTINATION "${TCU_CMAKE_DIR}")
endif()

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/tcu-config.cmake.in"
                              "${PROJECT_BINARY_DIR}/tcu-config.cmake" INSTALL_DESTINATION "${TCU_CMAKE_DIR}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/tcu-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/tcu-config.cmake" "${PROJECT_BINARY_DIR}/tcu-config-version.cmake"
        DESTINATION "${TCU_CMAKE_DIR}")

# Relative to the .pc file, so that the prefix may be chosen, or moved, at install time.
file(RELATIVE_PATH TCU_PC_PREFIX "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
string(REGEX REPLACE "/$" "" TCU_PC_PREFIX "${TCU_PC_PREFIX}")
list(JOIN TCU_STATIC_LIBS_PC " " TCU_PC_LIBS_PRIVATE)
configure_file("${PROJECT_SOURCE_DIR}/cmake/tcu.pc.in" "${PROJECT_BINARY_DIR}/tcu.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/tcu.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
