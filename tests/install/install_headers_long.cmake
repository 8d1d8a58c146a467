# SPDX-License-Identifier: Apache-2.0
# Each installed header compiles on its own. Arguments, as for install_libraries.cmake: BUILD_DIR, WORK_DIR,
# PROJECT_DIR, EXAMPLES, GENERATOR, VERSION.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)
file(REMOVE_RECURSE ${WORK_DIR})
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix)
file(GLOB_RECURSE headers RELATIVE ${WORK_DIR}/prefix/include/groundswell ${WORK_DIR}/prefix/include/groundswell/*.hpp)
list(JOIN headers | headers)
build_outside(${WORK_DIR}/headers ${WORK_DIR}/prefix C|CXX "" "-DHEADERS=${headers}")
