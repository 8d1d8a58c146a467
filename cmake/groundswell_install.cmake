# SPDX-License-Identifier: Apache-2.0
# `make install`: libraries, headers and find_package(groundswell). Each folder of src/ is an install component with
# its library, headers and export file, so that another model can take, for example, only decomp and its dependencies:
# find_package(groundswell 0.1 COMPONENTS decomp). The program is the component `program` (apps/).
include(CMakePackageConfigHelpers)
include(groundswell_links)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/groundswell)

# Sets `code` to the CMake code with which the installed package finds the target of an external library. MPI is
# searched for in the first of C, C++ and Fortran that the user's project has enabled, OpenMP in the first of C++, C and
# Fortran (groundswell-config.cmake.in).
function(groundswell_find_code target code)
  if(target STREQUAL "MPI::MPI_C")
    set(text "find_dependency(MPI COMPONENTS \${_groundswell_mpi})")
  elseif(target STREQUAL "MPI::MPI_Fortran")
    set(text "find_dependency(MPI COMPONENTS Fortran)")
  elseif(target STREQUAL "Threads::Threads")  # CMake's module FindThreads needs C or C++
    set(text "if(CMAKE_C_COMPILER_LOADED OR CMAKE_CXX_COMPILER_LOADED)\n    find_dependency(Threads)\n  endif()")
  elseif(target STREQUAL "OpenMP::OpenMP_CXX")
    set(text "find_dependency(OpenMP COMPONENTS \${_groundswell_openmp})")
  elseif(target MATCHES "^yaml-cpp(::yaml-cpp)?$")
    set(text "find_dependency(yaml-cpp)")
  elseif(target MATCHES "^PkgConfig::(.*)$")
    string(TOLOWER ${CMAKE_MATCH_1} module)
    set(text "find_dependency(PkgConfig)\n  pkg_check_modules(${CMAKE_MATCH_1} REQUIRED QUIET IMPORTED_TARGET ${module})")
  elseif(target MATCHES "^([^:]+)::")
    set(text "find_dependency(${CMAKE_MATCH_1})")
  else()  # a file, or a bare name, which the linker finds
    set(text "")
  endif()
  set(${code} "${text}" PARENT_SCOPE)
endfunction()

install(TARGETS groundswell_flags EXPORT groundswell_flags)
set_target_properties(groundswell_flags PROPERTIES EXPORT_NAME flags)
install(EXPORT groundswell_flags NAMESPACE groundswell:: DESTINATION ${package_dir} COMPONENT base)

get_property(libraries GLOBAL PROPERTY GROUNDSWELL_LIBRARIES)
get_property(public_headers GLOBAL PROPERTY GROUNDSWELL_PUBLIC_HEADERS)
set(groundswell_component_table "")
foreach(name ${libraries})
  install(TARGETS groundswell_${name} EXPORT groundswell_${name}
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${name}
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${name})
  install(EXPORT groundswell_${name} NAMESPACE groundswell:: DESTINATION ${package_dir} COMPONENT ${name})
  if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/src/${name})
    set(include_dir ${CMAKE_INSTALL_INCLUDEDIR}/groundswell)
    if(NOT IS_ABSOLUTE ${include_dir})
      set(include_dir "\${CMAKE_INSTALL_PREFIX}/${include_dir}")
    endif()
    install(CODE "set(FOLDER ${name})\nset(SOURCE_DIR \"${PROJECT_SOURCE_DIR}/src\")\nset(DESTINATION \"${include_dir}\")
set(PUBLIC_HEADERS \"${public_headers}\")\ninclude(\"${PROJECT_SOURCE_DIR}/cmake/install_headers.cmake\")"
            COMPONENT ${name})
  endif()
  groundswell_links(${name} below outside all)
  string(APPEND groundswell_component_table "set(_groundswell_below_${name} ${below})\n")
  string(APPEND groundswell_component_table "macro(_groundswell_find_${name})\n")
  foreach(target ${outside})
    groundswell_find_code(${target} code)
    string(APPEND groundswell_component_table "  ${code}\n")
  endforeach()
  string(APPEND groundswell_component_table "endmacro()\n")
endforeach()
set(groundswell_components "${libraries}")
include(groundswell_pkg_config)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/groundswell-config.cmake.in
  ${PROJECT_BINARY_DIR}/groundswell-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/groundswell-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/groundswell-config.cmake ${PROJECT_BINARY_DIR}/groundswell-config-version.cmake
        DESTINATION ${package_dir} COMPONENT base)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT base)
