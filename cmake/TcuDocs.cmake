# SPDX-License-Identifier: Apache-2.0
# TCU_DOCS: the HTML reference and the man pages of the public headers, by Doxygen; both are installed.
find_package(Doxygen 1.9.4 REQUIRED)

set(TCU_DOCS_DIR "${PROJECT_BINARY_DIR}/docs")
configure_file("${PROJECT_SOURCE_DIR}/docs/Doxyfile.in" "${PROJECT_BINARY_DIR}/Doxyfile" @ONLY)
file(GLOB tcu_documented CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/tcu/*.h")
add_custom_command(
  OUTPUT "${TCU_DOCS_DIR}/done"
  COMMAND "${CMAKE_COMMAND}" -E rm -rf "${TCU_DOCS_DIR}"
  COMMAND "${CMAKE_COMMAND}" -E make_directory "${TCU_DOCS_DIR}"
  COMMAND Doxygen::doxygen "${PROJECT_BINARY_DIR}/Doxyfile"
  COMMAND "${CMAKE_COMMAND}" -D "FOLDER=${TCU_DOCS_DIR}/man/man3" -P "${PROJECT_SOURCE_DIR}/cmake/man_pages.cmake"
  COMMAND "${CMAKE_COMMAND}" -E touch "${TCU_DOCS_DIR}/done"
  DEPENDS ${tcu_documented} "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_BINARY_DIR}/Doxyfile"
          "${PROJECT_SOURCE_DIR}/cmake/man_pages.cmake" "${PROJECT_SOURCE_DIR}/docs/doxygen_markdown.sed"
  COMMENT "Reference and man pages in ${TCU_DOCS_DIR}"
  VERBATIM)
add_custom_target(docs ALL DEPENDS "${TCU_DOCS_DIR}/done")

if(TCU_INSTALL)
  install(DIRECTORY "${TCU_DOCS_DIR}/html" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
  install(DIRECTORY "${TCU_DOCS_DIR}/man/man3" DESTINATION "${CMAKE_INSTALL_MANDIR}")
endif()
