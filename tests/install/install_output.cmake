# SPDX-License-Identifier: Apache-2.0
# Installs the output library into a temporary prefix, and builds and runs models outside. Arguments: BUILD_DIR (a
# finished build), WORK_DIR (emptied first), PROJECT_DIR, EXAMPLES, GENERATOR, VERSION, WITH_FORTRAN, MPIEXEC.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

file(REMOVE_RECURSE ${WORK_DIR})
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix)
run(${CMAKE_COMMAND} -S ${PROJECT_DIR} -B ${WORK_DIR}/build -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix
    -DWANTED_VERSION=${VERSION} -DEXAMPLES=${EXAMPLES} -DWITH_FORTRAN=${WITH_FORTRAN})
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
run(${MPIEXEC} --oversubscribe -n 3 ${WORK_DIR}/build/cpp ${WORK_DIR})
run(${MPIEXEC} --oversubscribe -n 2 ${WORK_DIR}/build/c ${WORK_DIR})
set(files heat.nc temperature.nc)
if(WITH_FORTRAN)
  run(${MPIEXEC} --oversubscribe -n 3 ${WORK_DIR}/build/fortran ${WORK_DIR} 1)
  list(APPEND files surface.nc ocean.nc)
endif()
foreach(name ${files})
  if(NOT EXISTS ${WORK_DIR}/${name})
    message(FATAL_ERROR "${name} was not written")
  endif()
endforeach()
