# SPDX-License-Identifier: Apache-2.0
# Writes the output of PROGRAM with ARGUMENTS to OUTPUT.
get_filename_component(folder ${OUTPUT} DIRECTORY)
file(MAKE_DIRECTORY ${folder})
execute_process(COMMAND ${PROGRAM} ${ARGUMENTS} OUTPUT_FILE ${OUTPUT} COMMAND_ERROR_IS_FATAL ANY)
