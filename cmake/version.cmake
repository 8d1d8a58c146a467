# SPDX-License-Identifier: Apache-2.0
# Runs in every build: writes version and commit to version.cpp if they have changed.
execute_process(COMMAND git describe --always --dirty --abbrev=8 WORKING_DIRECTORY ${SOURCE_DIR}
                OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT COMMIT)
  set(COMMIT "unknown")
endif()
configure_file(${SOURCE_DIR}/cmake/version.cpp.in ${OUTPUT} @ONLY)
