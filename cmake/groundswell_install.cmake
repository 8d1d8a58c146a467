# SPDX-License-Identifier: Apache-2.0
# `make install`: libraries, headers and find_package(groundswell). Each folder of src/ is an install component with
# its library, headers and export file, so that another model can take, for example, only decomp and its dependencies:
# find_package(groundswell 0.1 COMPONENTS decomp). The program is the component `program` (apps/).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/groundswell)
set(groundswell_include_dir ${CMAKE_INSTALL_INCLUDEDIR}/groundswell)

# Sorts the link libraries of a folder: groundswell:: targets, without that prefix, into `below`, others into `outside`.
function(groundswell_links name below outside)
  get_target_property(links groundswell_${name} INTERFACE_LINK_LIBRARIES)
  set(own)
  set(foreign)
  foreach(link ${links})
    string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" link "${link}")
    if(link STREQUAL "groundswell::flags" OR IS_ABSOLUTE "${link}")
      continue()
    elseif(link MATCHES "^groundswell::(.*)$")
      list(APPEND own ${CMAKE_MATCH_1})
    elseif(link)
      list(APPEND foreign ${link})
    endif()
  endforeach()
  set(${below} "${own}" PARENT_SCOPE)
  set(${outside} "${foreign}" PARENT_SCOPE)
endfunction()

# Puts the code by which the installed package finds the target of an outside library into `code`.
function(groundswell_find_code target code)
  if(target STREQUAL "MPI::MPI_C")
    set(text "find_dependency(MPI COMPONENTS C)")
  elseif(target STREQUAL "OpenMP::OpenMP_CXX")
    set(text "find_dependency(OpenMP COMPONENTS CXX)")
  elseif(target MATCHES "^yaml-cpp(::yaml-cpp)?$")
    set(text "find_dependency(yaml-cpp)")
  elseif(target MATCHES "^PkgConfig::(.*)$")
    string(TOLOWER ${CMAKE_MATCH_1} module)
    set(text "find_dependency(PkgConfig)\n  pkg_check_modules(${CMAKE_MATCH_1} REQUIRED QUIET IMPORTED_TARGET ${module})")
  elseif(target MATCHES "^([^:]+)::")
    set(text "find_dependency(${CMAKE_MATCH_1})")
  else()  # a bare name, which the linker finds
    set(text "")
  endif()
  set(${code} "${text}" PARENT_SCOPE)
endfunction()

install(TARGETS groundswell_flags EXPORT groundswell_flags)
set_target_properties(groundswell_flags PROPERTIES EXPORT_NAME flags)
install(EXPORT groundswell_flags NAMESPACE groundswell:: DESTINATION ${package_dir} COMPONENT base)

get_property(libraries GLOBAL PROPERTY GROUNDSWELL_LIBRARIES)
set(groundswell_component_table "")
foreach(name ${libraries})
  install(TARGETS groundswell_${name} EXPORT groundswell_${name}
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${name})
  install(EXPORT groundswell_${name} NAMESPACE groundswell:: DESTINATION ${package_dir} COMPONENT ${name})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/${name}/ DESTINATION ${groundswell_include_dir}/${name}
          COMPONENT ${name} FILES_MATCHING PATTERN "*.hpp")
  groundswell_links(${name} below outside)
  string(APPEND groundswell_component_table "set(_groundswell_below_${name} ${below})\n")
  string(APPEND groundswell_component_table "macro(_groundswell_find_${name})\n")
  foreach(target ${outside})
    groundswell_find_code(${target} code)
    string(APPEND groundswell_component_table "  ${code}\n")
  endforeach()
  string(APPEND groundswell_component_table "endmacro()\n")
endforeach()
set(groundswell_components "${libraries}")

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/groundswell-config.cmake.in
  ${PROJECT_BINARY_DIR}/groundswell-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/groundswell-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/groundswell-config.cmake ${PROJECT_BINARY_DIR}/groundswell-config-version.cmake
        DESTINATION ${package_dir} COMPONENT base)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT base)
