# SPDX-License-Identifier: Apache-2.0
# run(<command>): ends the test where it fails; what it says is in `output`.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "failed (${status}): ${ARGV}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# compile_with_pkg_config(<compiler> <source> <package> <program>), with the flags that pkg-config names; these are in
# `flags`. The prefix is that of the installed libraries.
function(compile_with_pkg_config compiler source package program)
  file(GLOB_RECURSE file ${prefix}/*/${package}.pc)
  get_filename_component(folder ${file} DIRECTORY)
  set(ENV{PKG_CONFIG_PATH} ${folder})
  run(pkg-config --cflags --libs ${package})
  string(STRIP "${output}" flags)
  set(flags "${flags}" PARENT_SCOPE)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run(${compiler} ${source} -o ${program} ${flags})
endfunction()
