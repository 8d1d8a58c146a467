# SPDX-License-Identifier: Apache-2.0
# Determines which libraries the installed ones link to, for find_package and for pkg-config.

# Sorts the libraries to which groundswell_<name> links: `below` gets the groundswell:: targets, without that prefix;
# `outside` gets the external targets that users of the library must also find (of a shared library, only those in its
# interface); `all` gets all external targets.
function(groundswell_links name below outside all)
  get_target_property(interface groundswell_${name} INTERFACE_LINK_LIBRARIES)
  get_target_property(type groundswell_${name} TYPE)
  set(links ${interface})
  if(NOT type STREQUAL "INTERFACE_LIBRARY")
    get_target_property(links groundswell_${name} LINK_LIBRARIES)
  endif()
  string(REGEX REPLACE "\\$<LINK_ONLY:([^>]*)>" "\\1" interface "${interface}")
  set(own)
  set(needed)
  set(linked)
  foreach(link ${links})
    if(link MATCHES "^groundswell::(.*)$")
      list(APPEND own ${CMAKE_MATCH_1})
    elseif(link AND NOT link MATCHES "BUILD_INTERFACE")
      list(APPEND linked ${link})
      if(link IN_LIST interface)
        list(APPEND needed ${link})
      endif()
    endif()
  endforeach()
  list(REMOVE_ITEM own flags)
  set(${below} "${own}" PARENT_SCOPE)
  set(${outside} "${needed}" PARENT_SCOPE)
  set(${all} "${linked}" PARENT_SCOPE)
endfunction()

# Sets `order` to the library and all libraries below it, each before those that it needs, and `others` to the external
# libraries to which they link.
function(groundswell_link_order name order others)
  set(found)
  set(foreign)
  set(open ${name})
  while(open)
    list(POP_FRONT open next)
    list(REMOVE_ITEM found ${next})  # it must come after the last library that needs it
    list(APPEND found ${next})
    groundswell_links(${next} below outside all)
    list(APPEND open ${below})
    list(APPEND foreign ${all})
  endwhile()
  foreach(next ${found})
    get_target_property(type groundswell_${next} TYPE)
    if(type STREQUAL "INTERFACE_LIBRARY")
      list(REMOVE_ITEM found ${next})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES foreign)
  set(${order} "${found}" PARENT_SCOPE)
  set(${others} "${foreign}" PARENT_SCOPE)
endfunction()

# The C++ runtime libraries, to be named if the linker is called by a compiler of another language.
set(GROUNDSWELL_CXX_RUNTIME ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
list(FILTER GROUNDSWELL_CXX_RUNTIME INCLUDE REGEX "^(stdc\\+\\+|c\\+\\+|c\\+\\+abi|m)$")
list(REMOVE_DUPLICATES GROUNDSWELL_CXX_RUNTIME)
