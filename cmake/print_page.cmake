# SPDX-License-Identifier: Apache-2.0
# Runs PROGRAM with ARGUMENTS and writes its standard output to the file OUTPUT.
get_filename_component(folder ${OUTPUT} DIRECTORY)
file(MAKE_DIRECTORY ${folder})
execute_process(COMMAND ${PROGRAM} ${ARGUMENTS} OUTPUT_FILE ${OUTPUT} COMMAND_ERROR_IS_FATAL ANY)
