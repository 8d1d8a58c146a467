# SPDX-License-Identifier: Apache-2.0
# Installs the halo library into a temporary prefix and builds the examples outside, with find_package and with MPI's
# compilers and pkg-config. Whoever links it gets nothing else. Arguments: BUILD_DIR (a finished build), WORK_DIR (emptied
# first), PROJECT_DIR, EXAMPLES, GENERATOR, VERSION, MPICC, MPIFORT (empty without Fortran), MPIEXEC.
include(${CMAKE_CURRENT_LIST_DIR}/run.cmake)

# Runs a program, and looks at which shared libraries it needs and what was linked into it.
function(check program)
  run(${MPIEXEC} --oversubscribe -n 2 ${program})
  if(NOT output MATCHES "20 steps .*, 0 wrong values")
    message(FATAL_ERROR "${program} printed\n${output}")
  endif()
  run(ldd ${program})
  string(APPEND all "${output}")
  run(nm -C ${program})
  string(APPEND all "${output}")
  if(all MATCHES "([^\n]*(METIS_|libmetis|qhull|netcdf|yaml|Voronoi|LocalMesh)[^\n]*)")
    message(FATAL_ERROR "${program} has more in it than halo exchanges: ${CMAKE_MATCH_1}")
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
check(${WORK_DIR}/build/cpp)
check(${WORK_DIR}/build/c)

function(check_with_pkg_config compiler source package program)
  compile_with_pkg_config(${compiler} ${source} ${package} ${program})
  string(REGEX MATCHALL "-lgroundswell_[a-z_]+" libraries "${flags}")
  list(FILTER libraries EXCLUDE REGEX "_(halo|halo_c|halo_fortran|shared_fortran|tuner|comm|base)$")
  if(libraries)
    message(FATAL_ERROR "${package} links more than halo exchanges need: ${libraries}")
  endif()
  check(${program})
endfunction()
check_with_pkg_config(${MPICC} ${EXAMPLES}/c/lat_lon_halo.c groundswell-halo ${WORK_DIR}/c_grid)
if(MPIFORT)
  check_with_pkg_config(${MPIFORT} ${EXAMPLES}/fortran/lat_lon_halo.f90 groundswell-halo-fortran ${WORK_DIR}/fortran_grid)
endif()
