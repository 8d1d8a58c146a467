# SPDX-License-Identifier: Apache-2.0
# Compiler settings, and the function that declares a library of src/.

include(GNUInstallDirs)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
option(BUILD_SHARED_LIBS "Build shared libraries instead of static ones" OFF)
# Versions with the same SOVERSION are binary compatible; before 1.0 every minor version may break compatibility.
set(GROUNDSWELL_SOVERSION ${PROJECT_VERSION_MAJOR})
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(GROUNDSWELL_SOVERSION 0.${PROJECT_VERSION_MINOR})
endif()
# Installed libraries and programs find each other even if the prefix is moved, and external libraries where they were
# during the build.
if(NOT DEFINED CMAKE_INSTALL_RPATH)
  set(origin "$ORIGIN")
  if(APPLE)
    set(origin "@loader_path")
  endif()
  file(RELATIVE_PATH from_program ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set(CMAKE_INSTALL_RPATH ${origin} ${origin}/${from_program})
  set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
endif()

# The files of a library or program are compiled together, up to 20 at a time (unity build), and linked by gold if it is
# installed; this saves a quarter of the build time of `make test`. Names must therefore be unique within a library.
# -DCMAKE_UNITY_BUILD=OFF compiles each file alone.
if(NOT DEFINED CMAKE_UNITY_BUILD)
  set(CMAKE_UNITY_BUILD ON)
endif()
set(CMAKE_UNITY_BUILD_BATCH_SIZE 20)
include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=gold GROUNDSWELL_HAS_GOLD)
if(GROUNDSWELL_HAS_GOLD)
  add_link_options(-fuse-ld=gold)
endif()

add_library(groundswell_flags INTERFACE)
add_library(groundswell::flags ALIAS groundswell_flags)
target_include_directories(groundswell_flags INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
                                                       $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/groundswell>)
target_compile_features(groundswell_flags INTERFACE cxx_std_20)
# No operation is fused or reordered, so that a cell's result has the same bits whether the vectorised body of a loop or
# its scalar remainder computes it. Only sources that launch kernels (KERNELS below) may fuse
# (docs/design/floating_point.md). Checked by tools/check_floating_point.py.
target_compile_options(groundswell_flags INTERFACE
  $<BUILD_INTERFACE:-Wall;-Wextra;-Wpedantic;$<$<COMPILE_LANGUAGE:CXX>:-Wno-psabi>>
  $<BUILD_INTERFACE:-fno-math-errno;-fno-trapping-math;-ffp-contract=off>)
set(GROUNDSWELL_KERNEL_OPTIONS -ffp-contract=fast)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(GROUNDSWELL_SANITIZE)
  # Without optimisation, because inlining hides faults. Checks for null pointers, sizes and types of objects are
  # switched off to save build time: the address sanitizer finds most of these faults too.
  target_compile_options(groundswell_flags INTERFACE -fsanitize=address,undefined -fno-sanitize=null,object-size,vptr
                                                     -fno-sanitize-recover=all -g1)
  target_compile_definitions(groundswell_flags INTERFACE _GLIBCXX_ASSERTIONS)  # catches reads of an empty optional
  target_link_options(groundswell_flags INTERFACE -fsanitize=address,undefined)
  set(CMAKE_CXX_FLAGS_RELEASE "-O0")
else()
  set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
endif()

# groundswell_precompile(<target> <headers ...>)
# Precompiles common headers of the standard library and the named headers, once for all targets that name the same
# headers and are compiled alike: shared library, static library or program, with packs or without. Call it after the
# target's libraries have been set. Sources still include what they use: -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds
# without precompiled headers.
function(groundswell_precompile target)
  groundswell_has_packs(${target} has_packs)
  get_target_property(type ${target} TYPE)
  set(kind "${type} ${has_packs} ${ARGN}")
  get_property(owner GLOBAL PROPERTY "GROUNDSWELL_PRECOMPILED_${kind}")
  if(owner)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  else()
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <cmath> <cstdint> <filesystem> <fstream> <functional>
                              <iostream> <map> <memory> <optional> <span> <sstream> <string> <vector> ${ARGN})
    set_property(GLOBAL PROPERTY "GROUNDSWELL_PRECOMPILED_${kind}" ${target})
  endif()
endfunction()

# Sets `result` to whether a library that the target links directly has the property GROUNDSWELL_HAS_PACKS (src/simd).
function(groundswell_has_packs target result)
  get_target_property(kind ${target} TYPE)
  set(property LINK_LIBRARIES)
  if(kind STREQUAL "INTERFACE_LIBRARY")
    set(property INTERFACE_LINK_LIBRARIES)
  endif()
  get_target_property(links ${target} ${property})
  set(${result} FALSE PARENT_SCOPE)
  foreach(link ${links})
    if(TARGET ${link})
      get_target_property(has_packs ${link} GROUNDSWELL_HAS_PACKS)
      if(has_packs)
        set(${result} TRUE PARENT_SCOPE)
      endif()
    endif()
  endforeach()
endfunction()

# Marks a library as one with packs if a library that it links directly has packs.
function(groundswell_inherit_packs target)
  groundswell_has_packs(${target} has_packs)
  set_target_properties(${target} PROPERTIES GROUNDSWELL_HAS_PACKS ${has_packs})
endfunction()

# Sets `below` to the named folders of src/ and all folders that they may include, according to layers.toml.
function(groundswell_folders_below below)
  file(STRINGS ${PROJECT_SOURCE_DIR}/layers.toml lines REGEX "^[a-z_]+ *= *\\[")
  set(found)
  set(open ${ARGN})
  while(open)
    list(POP_FRONT open folder)
    if(folder IN_LIST found)
      continue()
    endif()
    list(APPEND found ${folder})
    foreach(line ${lines})
      if(line MATCHES "^${folder} *=")
        string(REGEX MATCHALL "\"[a-z_]+\"" quoted "${line}")
        string(REPLACE "\"" "" names "${quoted}")
        list(APPEND open ${names})
      endif()
    endforeach()
  endwhile()
  set(${below} ${found} PARENT_SCOPE)
endfunction()

# groundswell_component(<name>): the target groundswell_<name> is installed and found as groundswell::<name>.
function(groundswell_component name)
  add_library(groundswell::${name} ALIAS groundswell_${name})
  set_target_properties(groundswell_${name} PROPERTIES EXPORT_NAME ${name})
  get_target_property(type groundswell_${name} TYPE)
  if(NOT type STREQUAL "INTERFACE_LIBRARY")
    # No DEFINE_SYMBOL: precompiled headers are compiled without it, so they would not match.
    set_target_properties(groundswell_${name} PROPERTIES
      VERSION ${PROJECT_VERSION} SOVERSION ${GROUNDSWELL_SOVERSION} DEFINE_SYMBOL "")
  endif()
  set_property(GLOBAL APPEND PROPERTY GROUNDSWELL_LIBRARIES ${name})
endfunction()

# groundswell_library(<folder> [SOURCES a.cpp ...] [KERNELS b.cpp ...] [DEPENDS other folders ...]
#                     [LINK private libraries ...] [LINK_PUBLIC public libraries ...] [PUBLIC_HEADERS a.hpp ...])
# declares src/<folder> as groundswell::<folder>, header-only if there are no sources. KERNELS are sources that launch
# kernels and contain no other arithmetic on cells; layers.toml lists them too. PUBLIC_HEADERS are the headers that
# users include: by default all headers of the folder, or none if NONE is given; they are installed with all headers
# that they include.
function(groundswell_library name)
  cmake_parse_arguments(A "" "" "SOURCES;KERNELS;DEPENDS;LINK;LINK_PUBLIC;PUBLIC_HEADERS" ${ARGN})
  set(scope INTERFACE)
  if(A_SOURCES)
    set(scope PUBLIC)
    add_library(groundswell_${name} ${A_SOURCES} ${A_KERNELS})
    set_source_files_properties(${A_KERNELS} PROPERTIES COMPILE_OPTIONS "${GROUNDSWELL_KERNEL_OPTIONS}"
                                                        SKIP_PRECOMPILE_HEADERS ON)
    target_link_libraries(groundswell_${name} PRIVATE ${A_LINK})
  else()
    add_library(groundswell_${name} INTERFACE)
  endif()
  list(TRANSFORM A_DEPENDS PREPEND groundswell::)
  target_link_libraries(groundswell_${name} ${scope} groundswell::flags ${A_DEPENDS} ${A_LINK_PUBLIC})
  groundswell_component(${name})
  groundswell_inherit_packs(groundswell_${name})
  if(A_SOURCES)
    groundswell_precompile(groundswell_${name})
  endif()
  if(NOT A_PUBLIC_HEADERS)
    set(A_PUBLIC_HEADERS *.hpp)
  endif()
  list(REMOVE_ITEM A_PUBLIC_HEADERS NONE)
  list(TRANSFORM A_PUBLIC_HEADERS PREPEND ${name}/)
  set_property(GLOBAL APPEND PROPERTY GROUNDSWELL_PUBLIC_HEADERS ${A_PUBLIC_HEADERS})
endfunction()
