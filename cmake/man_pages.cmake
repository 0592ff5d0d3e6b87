# SPDX-License-Identifier: Apache-2.0
# cmake -D FOLDER=... -P man_pages.cmake: makes Doxygen's man pages fit for a folder that all packages share. It names
# the page of a header scan.h.3, and writes a page for every field of a structure (name.3, flags.3) that leads to it.
# Left are pages whose names begin with tcu: tcu_scan.h.3, and tcu_segmented_scan.3, which leads there.
file(GLOB pages RELATIVE "${FOLDER}" "${FOLDER}/*.3")
foreach(page IN LISTS pages)
  if(page MATCHES "^(tcu_|TCU_)" OR page STREQUAL "tcu.h.3")
    file(STRINGS "${FOLDER}/${page}" first_line LIMIT_COUNT 1)
    if(first_line MATCHES "^\\.so man3/(.*\\.h\\.3)$")
      file(WRITE "${FOLDER}/${page}" ".so man3/tcu_${CMAKE_MATCH_1}\n")
    endif()
  elseif(page MATCHES "\\.h\\.3$")
    file(RENAME "${FOLDER}/${page}" "${FOLDER}/tcu_${page}")
  else()
    file(REMOVE "${FOLDER}/${page}")
  endif()
endforeach()
