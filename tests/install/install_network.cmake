# SPDX-License-Identifier: Apache-2.0
# Installs the network library into a temporary prefix and builds and runs a program outside that links it alone. Arguments:
# BUILD_DIR (a finished build), WORK_DIR (emptied first), PROJECT_DIR, GENERATOR, VERSION, MPIEXEC.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
file(REMOVE_RECURSE ${WORK_DIR})
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix)
run(${CMAKE_COMMAND} -S ${PROJECT_DIR} -B ${WORK_DIR}/build -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix
    -DWANTED_VERSION=${VERSION})
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
run(${MPIEXEC} --oversubscribe -n 2 ${WORK_DIR}/build/outside_network)
if(NOT output MATCHES "2 places, complete; chosen 2 and 3")
  message(FATAL_ERROR "the program printed\n${output}")
endif()
run(ldd ${WORK_DIR}/build/outside_network)
if(output MATCHES "([^\n]*(libmetis|qhull|netcdf|yaml)[^\n]*)")
  message(FATAL_ERROR "the program has more in it than the network: ${CMAKE_MATCH_1}")
endif()
