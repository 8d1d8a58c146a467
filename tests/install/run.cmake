# SPDX-License-Identifier: Apache-2.0
# run(<command>): runs a command and sets `output`; if the command fails, so does the test.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "failed (${status}): ${ARGV}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# build_outside(<folder> <prefix> <languages> <components> [settings ...]): configures and builds outside_libraries.
function(build_outside folder prefix languages components)
  run(${CMAKE_COMMAND} -S ${PROJECT_DIR} -B ${folder} -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${prefix} -DEXAMPLES=${EXAMPLES}
      -DWANTED_VERSION=${VERSION} "-DLANGUAGES=${languages}" "-DCOMPONENTS=${components}" ${ARGN})
  run(${CMAKE_COMMAND} --build ${folder})
endfunction()

# refused_outside(<words> <prefix> <languages> <components>): configuring outside_libraries must fail with a message
# that matches <words>.
function(refused_outside words prefix languages components)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${PROJECT_DIR} -B ${WORK_DIR}/refused -G ${GENERATOR}
                          -DCMAKE_PREFIX_PATH=${prefix} -DEXAMPLES=${EXAMPLES} "-DLANGUAGES=${languages}"
                          "-DCOMPONENTS=${components}"
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  if(status EQUAL 0 OR NOT output MATCHES "${words}")
    message(FATAL_ERROR "a project in ${languages} that takes ${components} was not told '${words}'\n${output}")
  endif()
  file(REMOVE_RECURSE ${WORK_DIR}/refused)
endfunction()

# compile_with_pkg_config(<prefix> <compiler> <source> <package> <program> [flags ...]): compiles with pkg-config's
# flags, which it leaves in `flags`.
function(compile_with_pkg_config prefix compiler source package program)
  file(GLOB_RECURSE file "${prefix}/${package}.pc")
  get_filename_component(folder "${file}" DIRECTORY)
  set(ENV{PKG_CONFIG_PATH} "${folder}")
  run(pkg-config --cflags --libs ${package})
  string(STRIP "${output}" flags)
  set(flags "${flags}" PARENT_SCOPE)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  run(${compiler} ${source} -o ${program} ${flags} ${ARGN})
endfunction()

# run_example(<component> <program> [arguments ...]): runs the example of a component and checks what it prints or which
# files it writes to WORK_DIR.
function(run_example component program)
  if(component MATCHES "output")
    run(${MPIEXEC} --oversubscribe -n 2 ${program} ${WORK_DIR})
    foreach(name ${files_${component}})
      if(NOT EXISTS ${WORK_DIR}/${name})
        message(FATAL_ERROR "${program} has not written ${name}")
      endif()
      file(REMOVE ${WORK_DIR}/${name})
    endforeach()
    return()
  endif()
  string(REGEX REPLACE "_(c|fortran)$" "" library ${component})
  run(${MPIEXEC} --oversubscribe -n ${ranks_${library}} ${program} ${ARGN})
  if(NOT output MATCHES "${words_${library}}")
    message(FATAL_ERROR "${program} printed\n${output}")
  endif()
endfunction()
set(files_array_output heat.nc)
set(files_output_c temperature.nc)
set(files_output_fortran surface.nc ocean.nc)
set(ranks_halo 2)
set(words_halo "20 steps .*, 0 wrong values")
set(ranks_transfer 3)
set(words_transfer "6 steps, 0 wrong values")
set(ranks_network 2)
set(words_network "a ring of 2 ranks, .* 0 wrong tokens")
set(ranks_placement 2)
set(words_placement "2 places, complete; chosen 2 and 3")
set(ranks_wave_model 2)
set(words_wave_model "10800 s: waves up to 3\\.[0-9]+ m")
