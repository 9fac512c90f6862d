# Kokkos Kernels 5, of which Solenoid uses the vector reductions. They are headers, so nothing is
# built: a package's or a source tree's headers are taken with a configuration of our own in which
# no BLAS library and no precompiled instantiation is promised.

set(SOLENOID_KOKKOS_KERNELS_SOURCE "" CACHE STRING
    "Source folder or archive of Kokkos Kernels 5, or Debian's package of its headers")

set(kokkos_kernels_version 5.0.2)
set(kokkos_kernels_package libtrilinos-kokkos-kernels-dev_17.0.0+dfsg-5_amd64.deb)
set(kokkos_kernels_package_sha256 11a645e2b3468aafc62e021dd5e06559841f2a6ef6725265dbfa6bb1fd7fbb9b)

# Makes solenoid_kokkos_kernels from the headers in FOLDER: a source tree (blas/src/KokkosBlas.hpp)
# or headers installed in one folder, directly or under (usr/)include(/trilinos).
function(solenoid_use_kokkos_kernels folder)
  set(headers ${CMAKE_BINARY_DIR}/kokkos-kernels-headers)
  set(inside "")
  foreach(candidate blas/src usr/include/trilinos usr/include include/trilinos include .)
    if(NOT inside AND EXISTS ${folder}/${candidate}/KokkosBlas.hpp)
      set(inside ${candidate})
    endif()
  endforeach()
  if(NOT inside)
    message(FATAL_ERROR "No Kokkos Kernels in ${folder}: KokkosBlas.hpp is not there.")
  endif()
  if(inside STREQUAL "blas/src")
    file(GLOB_RECURSE sources ${folder}/blas/*.hpp ${folder}/common/*.hpp ${folder}/batched/*.hpp)
    list(FILTER sources EXCLUDE REGEX "/unit_test/")
    file(GLOB specializations ${folder}/*/eti/generated_specializations_hpp/*.hpp.in)
    set(version_file ${folder}/CMakeLists.txt)
  else()
    file(GLOB sources ${folder}/${inside}/*.hpp)
    file(GLOB specializations ${folder}/${inside}/generated_specializations_hpp/*.hpp)
    set(version_file ${folder}/${inside}/KokkosKernels_config.h)
  endif()
  foreach(part MAJOR MINOR PATCH)
    set(KOKKOS_KERNELS_${part} "")
    file(STRINGS ${version_file} line LIMIT_COUNT 1 REGEX "(KERNELS|Kernels)_VERSION_${part} +[0-9]+")
    if(line MATCHES "_VERSION_${part} +([0-9]+)")
      set(KOKKOS_KERNELS_${part} ${CMAKE_MATCH_1})
    endif()
  endforeach()
  if(NOT KOKKOS_KERNELS_MAJOR GREATER_EQUAL 5)
    message(FATAL_ERROR "The Kokkos Kernels in ${folder} is version ${KOKKOS_KERNELS_MAJOR}."
            "${KOKKOS_KERNELS_MINOR}; Solenoid needs version 5.")
  endif()
  # Nothing here gets a new time stamp unless it changed, so that configuring again compiles
  # nothing again.
  set(earlier "")
  if(EXISTS ${headers}.from)
    file(READ ${headers}.from earlier)
  endif()
  if(NOT earlier STREQUAL folder)
    file(REMOVE_RECURSE ${headers})
    file(WRITE ${headers}.from ${folder})
  endif()
  file(COPY ${sources} DESTINATION ${headers})
  # A promise of a precompiled instantiation would become a missing symbol: make none.
  foreach(specialization IN LISTS specializations)
    get_filename_component(name ${specialization} NAME)
    string(REGEX REPLACE "\\.in$" "" name ${name})
    file(CONFIGURE OUTPUT ${headers}/generated_specializations_hpp/${name} CONTENT "")
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/KokkosKernels_config.h.in
                 ${headers}/KokkosKernels_config.h @ONLY)
  add_library(solenoid_kokkos_kernels INTERFACE)
  target_include_directories(solenoid_kokkos_kernels SYSTEM INTERFACE ${headers})
  target_link_libraries(solenoid_kokkos_kernels INTERFACE Kokkos::kokkos)
endfunction()

if(SOLENOID_KOKKOS_KERNELS_SOURCE)
  solenoid_named_source(folder SOLENOID_KOKKOS_KERNELS_SOURCE
                        ${CMAKE_BINARY_DIR}/kokkos-kernels-source)
  message(STATUS "Kokkos Kernels: headers of ${folder}")
  solenoid_use_kokkos_kernels(${folder})
  return()
endif()

# An installed one was built on an installed Kokkos, and fits no other.
if(installed_kokkos_use)
  find_package(KokkosKernels 5 QUIET CONFIG)
endif()
if(KokkosKernels_FOUND)
  message(STATUS "Kokkos Kernels: installed, version ${KokkosKernels_VERSION} in "
          "${KokkosKernels_DIR}")
  add_library(solenoid_kokkos_kernels INTERFACE)
  target_link_libraries(solenoid_kokkos_kernels INTERFACE Kokkos::kokkoskernels)
  return()
endif()

message(STATUS "Kokkos Kernels: not installed for this Kokkos; taking the headers of version "
        "${kokkos_kernels_version}")
# Debian's package comes first, since no published hash of the release is known here.
solenoid_obtain(
  archive FILE ${kokkos_kernels_package} SHA256 ${kokkos_kernels_package_sha256}
  STEPS
  "pool pool/main/t/trilinos/${kokkos_kernels_package} ${kokkos_kernels_package_sha256}"
  "url https://github.com/kokkos/kokkos-kernels/releases/download/${kokkos_kernels_version}/kokkos-kernels-${kokkos_kernels_version}.tar.gz none")
if(NOT archive)
  message(FATAL_ERROR "Kokkos Kernels ${kokkos_kernels_version} is not installed and could not be "
          "fetched (see above). Get kokkos-kernels-${kokkos_kernels_version}.tar.gz from "
          "https://github.com/kokkos/kokkos-kernels/releases and name it with "
          "-DSOLENOID_KOKKOS_KERNELS_SOURCE=<file or folder>.")
endif()
solenoid_unpack(folder ${archive} ${CMAKE_BINARY_DIR}/kokkos-kernels-source)
solenoid_use_kokkos_kernels(${folder})
