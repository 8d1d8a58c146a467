# SPDX-License-Identifier: Apache-2.0
# Run at every build: writes version.cpp with the version and the commit, touching it only where they changed.
execute_process(COMMAND git describe --always --dirty --abbrev=8 WORKING_DIRECTORY ${SOURCE_DIR}
                OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT COMMIT)
  set(COMMIT "unknown")
endif()
configure_file(${SOURCE_DIR}/cmake/version.cpp.in ${OUTPUT} @ONLY)
