# SPDX-License-Identifier: Apache-2.0
# TCU_DOCS: the HTML reference and the man pages of the public headers, by Doxygen; both are installed.
find_package(Doxygen 1.9.4 REQUIRED)
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)

set(TCU_DOCS_DIR "${PROJECT_BINARY_DIR}/docs")
file(GLOB_RECURSE tcu_documented CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/tcu/*.h"
     "${PROJECT_SOURCE_DIR}/include/tcu/*.hpp" "${PROJECT_SOURCE_DIR}/include/tcu/*.cuh" "${PROJECT_SOURCE_DIR}/docs/*.md")

# A page for every program's source, and the list of them.
file(GLOB_RECURSE tcu_example_sources CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/examples"
     "${PROJECT_SOURCE_DIR}/examples/*.c" "${PROJECT_SOURCE_DIR}/examples/*.cpp"
     "${PROJECT_SOURCE_DIR}/examples/*.cu")
list(FILTER tcu_example_sources EXCLUDE REGEX "^data/")
set(TCU_DOCS_EXAMPLES "${PROJECT_BINARY_DIR}/examples.dox")
set(tcu_example_pages "")
foreach(source IN LISTS tcu_example_sources)
  string(APPEND tcu_example_pages "/** @example ${source} */\n")
endforeach()
file(CONFIGURE OUTPUT "${TCU_DOCS_EXAMPLES}" CONTENT "${tcu_example_pages}" @ONLY)

configure_file("${PROJECT_SOURCE_DIR}/docs/Doxyfile.in" "${PROJECT_BINARY_DIR}/Doxyfile" @ONLY)
add_custom_command(
  OUTPUT "${TCU_DOCS_DIR}/done"
  COMMAND "${CMAKE_COMMAND}" -E rm -rf "${TCU_DOCS_DIR}"
  COMMAND "${CMAKE_COMMAND}" -E make_directory "${TCU_DOCS_DIR}"
  COMMAND Doxygen::doxygen "${PROJECT_BINARY_DIR}/Doxyfile"
  COMMAND Python3::Interpreter "${PROJECT_SOURCE_DIR}/scripts/check_links.py" "${TCU_DOCS_DIR}/html"
  COMMAND "${CMAKE_COMMAND}" -D "FOLDER=${TCU_DOCS_DIR}/man/man3" -P "${PROJECT_SOURCE_DIR}/cmake/man_pages.cmake"
  COMMAND "${CMAKE_COMMAND}" -E touch "${TCU_DOCS_DIR}/done"
  DEPENDS ${tcu_documented} "${PROJECT_BINARY_DIR}/Doxyfile" "${TCU_DOCS_EXAMPLES}"
          "${PROJECT_SOURCE_DIR}/cmake/man_pages.cmake" "${PROJECT_SOURCE_DIR}/docs/doxygen_markdown.py"
          "${PROJECT_SOURCE_DIR}/scripts/check_links.py"
  COMMENT "Reference and man pages in ${TCU_DOCS_DIR}"
  VERBATIM)
add_custom_target(docs ALL DEPENDS "${TCU_DOCS_DIR}/done")

if(TCU_INSTALL)
  install(DIRECTORY "${TCU_DOCS_DIR}/html" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
  install(DIRECTORY "${TCU_DOCS_DIR}/man/man3" DESTINATION "${CMAKE_INSTALL_MANDIR}")
endif()
