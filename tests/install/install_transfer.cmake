# SPDX-License-Identifier: Apache-2.0
# Installs the transfer library into a temporary prefix and builds the examples outside, with find_package and with
# MPI's compilers and pkg-config. Arguments: BUILD_DIR (a finished build), WORK_DIR (emptied first), PROJECT_DIR,
# EXAMPLES, GENERATOR, VERSION, MPICC, MPIFORT (empty without Fortran), MPIEXEC.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

function(run_models program)
  run(${MPIEXEC} --oversubscribe -n 3 ${program})
  if(NOT output MATCHES "6 steps, 0 wrong values")
    message(FATAL_ERROR "${program} printed\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
set(prefix ${WORK_DIR}/prefix)
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${prefix})
set(with_fortran OFF)
if(MPIFORT)
  set(with_fortran ON)
endif()
run(${CMAKE_COMMAND} -S ${PROJECT_DIR} -B ${WORK_DIR}/build -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${prefix}
    -DWANTED_VERSION=${VERSION} -DEXAMPLES=${EXAMPLES} -DWITH_FORTRAN=${with_fortran})
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
execute_process(COMMAND ${CMAKE_COMMAND} -S ${PROJECT_DIR} -B ${WORK_DIR}/no_fortran -G ${GENERATOR}
                        -DCMAKE_PREFIX_PATH=${prefix} -DWANTED_VERSION=${VERSION} -DEXAMPLES=${EXAMPLES}
                        -DEXTRA_COMPONENT=transfer_fortran
                RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(MPIFORT AND (status EQUAL 0 OR NOT output MATCHES "needs the language Fortran"))
  message(FATAL_ERROR "a project without Fortran was not told what is missing\n${output}")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -S ${PROJECT_DIR} -B ${WORK_DIR}/only_c -G ${GENERATOR}
                        -DCMAKE_PREFIX_PATH=${prefix} -DEXAMPLES=${EXAMPLES} -DLANGUAGES=C
                RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(status EQUAL 0 OR NOT output MATCHES "needs the language CXX; name it")
  message(FATAL_ERROR "a project without C++ was not told what is missing\n${output}")
endif()
run_models(${WORK_DIR}/build/cpp)

compile_with_pkg_config(${MPICC} ${EXAMPLES}/c/two_models.c groundswell-transfer ${WORK_DIR}/c_model)
run_models(${WORK_DIR}/c_model)
if(MPIFORT)
  compile_with_pkg_config(${MPIFORT} ${EXAMPLES}/fortran/two_models.f90 groundswell-transfer-fortran ${WORK_DIR}/fortran_model)
  run_models(${WORK_DIR}/fortran_model)
endif()
