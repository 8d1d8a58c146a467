# SPDX-License-Identifier: Apache-2.0
# Builds the libraries halo and transfer, transports and servers with MPICH, and runs their tests with it. Arguments: PROJECT_DIR, WORK_DIR
# (emptied first), GENERATOR, CXX. MPICH is installed beside Open MPI under different names; if it is missing, the test
# is skipped.
include(${CMAKE_CURRENT_LIST_DIR}/../install/run.cmake)
foreach(program mpicc mpicxx mpifort mpiexec)
  find_program(${program} ${program}.mpich)
  if(NOT ${program})
    message("MPICH is not installed: there is no ${program}.mpich")
    return()
  endif()
endforeach()
file(REMOVE_RECURSE ${WORK_DIR})
run(${CMAKE_COMMAND} -S ${PROJECT_DIR} -B ${WORK_DIR} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX} -DMPI_C_COMPILER=${mpicc}
    -DMPI_CXX_COMPILER=${mpicxx} -DMPI_Fortran_COMPILER=${mpifort} -DMPIEXEC_EXECUTABLE=${mpiexec})
run(${CMAKE_COMMAND} --build ${WORK_DIR} -j 2)
run(${CMAKE_CTEST_COMMAND} --test-dir ${WORK_DIR} --output-on-failure --no-tests=error)
