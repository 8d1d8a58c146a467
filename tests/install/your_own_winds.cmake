# SPDX-License-Identifier: Apache-2.0
# Extracts the project from a page of the guide, builds it against the installed package, and compares its output with
# that on the page. Arguments: BUILD_DIR (a finished build), WORK_DIR (emptied first), PAGE, CXX, GENERATOR,
# MPIEXEC.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
file(REMOVE_RECURSE ${WORK_DIR})
file(READ ${PAGE} page)

# Writes the indented lines of the page to a file, from `head` to the next line that is not indented.
function(take_file head name)
  string(FIND "${page}" "    ${head}" begin)
  if(begin EQUAL -1)
    message(FATAL_ERROR "${PAGE} has no ${head}")
  endif()
  string(SUBSTRING "${page}" ${begin} -1 rest)
  string(REGEX MATCH "\n[^ \n]" after "${rest}")
  string(FIND "${rest}" "${after}" length)
  string(SUBSTRING "${rest}" 0 ${length} text)
  string(REPLACE "\n    " "\n" text "\n${text}")
  file(WRITE ${WORK_DIR}/${name} "${text}\n")
endfunction()
take_file("# CMakeLists.txt" CMakeLists.txt)
take_file("// winds.cpp" winds.cpp)
string(REGEX MATCH "    \\$ mpirun -n 2 build/winds\n    ([^\n]*)\n" told "${page}")
set(told "${CMAKE_MATCH_1}")

run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix)
run(${CMAKE_COMMAND} -S ${WORK_DIR} -B ${WORK_DIR}/build -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX}
    -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix)
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
foreach(ranks 1 2)
  run(${MPIEXEC} --oversubscribe -n ${ranks} ${WORK_DIR}/build/winds)
  if(NOT output STREQUAL "${told}\n")
    message(FATAL_ERROR "on ${ranks} ranks the program of ${PAGE} printed '${output}', not '${told}'")
  endif()
endforeach()
