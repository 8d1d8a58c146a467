# SPDX-License-Identifier: Apache-2.0
# Arguments: BUILD_DIR (a finished build), WORK_DIR (emptied first), PROJECT_DIR, CXX, GENERATOR, VERSION.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

# Configures the outside project against the package installed in `prefix`, in the build folder `folder`; sets the
# variable named by `status`, and `output`.
function(configure prefix folder status)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${PROJECT_DIR} -B ${WORK_DIR}/${folder} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX}
            -DCMAKE_PREFIX_PATH=${prefix} ${ARGN}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(${status} ${result} PARENT_SCOPE)
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix)
foreach(page man/man1/groundswell.1 bash-completion/completions/groundswell zsh/site-functions/_groundswell
             fish/vendor_completions.d/groundswell.fish)
  if(NOT EXISTS ${WORK_DIR}/prefix/share/${page})
    message(FATAL_ERROR "${page} is not installed")
  endif()
endforeach()
configure(${WORK_DIR}/prefix build status -DWANTED_VERSION=${VERSION})
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the package is not found\n${output}")
endif()
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
run(${WORK_DIR}/build/outside)
# A program that decomposes a mesh links no library that is only needed to measure a network. (MPI may link hwloc
# itself, which does not matter here.)
run(readelf -d ${WORK_DIR}/build/outside)
set(linked "${output}")
run(nm ${WORK_DIR}/build/outside)
string(APPEND linked "${output}")
if(linked MATCHES "(hwloc|dlopen)")
  message(FATAL_ERROR "the component decomp links ${CMAKE_MATCH_1}")
endif()

configure(${WORK_DIR}/prefix build_newer status -DWANTED_VERSION=99.0)
if(status EQUAL 0)
  message(FATAL_ERROR "version 99.0 was asked for and ${VERSION} accepted")
endif()

configure(${WORK_DIR}/prefix build_unknown status -DWANTED_VERSION=${VERSION} -DEXTRA_COMPONENT=telepathy)
if(status EQUAL 0 OR NOT output MATCHES "component 'telepathy' is not")
  message(FATAL_ERROR "an unknown component was not refused by name\n${output}")
endif()
