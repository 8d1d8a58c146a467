# SPDX-License-Identifier: Apache-2.0
# Configures one library alone, while the packages that only others need are hidden. Arguments: LIBRARY, OTHERS (targets
# that must not exist then, separated by |), SOURCE_DIR, WORK_DIR (emptied first), GENERATOR, COMPILERS, BUILD (whether
# to build it, too).
file(REMOVE_RECURSE ${WORK_DIR})
set(hidden)
set(foreign "METIS_|QHULL_|SCOTCH|HWLOC")
if(NOT LIBRARY STREQUAL "output")
  list(APPEND hidden -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON)
  string(APPEND foreign "|NETCDF_")
endif()
foreach(package yaml-cpp fmt nlohmann_json CLI11 GTest)
  list(APPEND hidden -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${WORK_DIR} -G ${GENERATOR} ${COMPILERS} ${hidden}
                        -DGROUNDSWELL_ONLY=${LIBRARY}
                RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the library ${LIBRARY} alone cannot be configured\n${output}")
endif()
file(READ ${WORK_DIR}/CMakeCache.txt cache)
if(cache MATCHES "${foreign}")
  message(FATAL_ERROR "libraries were searched that the library ${LIBRARY} does not need")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK_DIR} --target help OUTPUT_VARIABLE targets)
foreach(target groundswell_${LIBRARY} groundswell_${LIBRARY}_c)
  if(NOT targets MATCHES "${target}")
    message(FATAL_ERROR "the target ${target} is missing\n${targets}")
  endif()
endforeach()
if(targets MATCHES "groundswell_(${OTHERS})")
  message(FATAL_ERROR "other libraries are built, too\n${targets}")
endif()

if(BUILD)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK_DIR} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "the library ${LIBRARY} alone cannot be built\n${output}")
  endif()
endif()

# An unknown folder is refused with a message that names it.
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${WORK_DIR} -DGROUNDSWELL_ONLY=telepathy
                RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(status EQUAL 0 OR NOT output MATCHES "GROUNDSWELL_ONLY names 'telepathy'")
  message(FATAL_ERROR "an unknown folder was not refused by name\n${output}")
endif()
