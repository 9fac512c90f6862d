# Kokkos 5: what the user names, what is installed, or the release that is fetched and built here.

set(SOLENOID_KOKKOS_SOURCE "" CACHE STRING "Source folder or archive of Kokkos 5.0.2 or newer")

set(kokkos_version 5.0.2)
# The release's archive and Debian's original source of it are one file.
set(kokkos_sha256 188817bb452ca805ee8701f1c5adbbb4fb83dc8d1c50624566a18a719ba0fa5e)

# The Kokkos option of the GPU that is here, by nvidia-smi; Hopper's where there is none.
function(solenoid_gpu_architecture result)
  set(${result} Kokkos_ARCH_HOPPER90 PARENT_SCOPE)
  execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
                  OUTPUT_VARIABLE capability RESULT_VARIABLE code ERROR_QUIET)
  if(NOT code EQUAL 0)
    message(STATUS "No GPU here: compiling for Hopper (choose another with -DKokkos_ARCH_...=ON)")
    return()
  endif()
  string(REGEX MATCH "[0-9]+\\.[0-9]+" capability "${capability}")
  foreach(pair 7.0/VOLTA70 7.2/VOLTA72 7.5/TURING75 8.0/AMPERE80 8.6/AMPERE86 8.7/AMPERE87
               8.9/ADA89 9.0/HOPPER90 10.0/BLACKWELL100 12.0/BLACKWELL120)
    string(REPLACE "/" ";" pair ${pair})
    list(GET pair 0 known)
    if(capability STREQUAL known)
      list(GET pair 1 name)
      message(STATUS "GPU of compute capability ${capability}: Kokkos_ARCH_${name}")
      set(${result} Kokkos_ARCH_${name} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "No Kokkos architecture is known here for a GPU of compute capability "
          "${capability}: choose one with -DKokkos_ARCH_...=ON.")
endfunction()

# Turns on the backends and architectures that the user left open.
macro(solenoid_kokkos_defaults)
  set(Kokkos_ENABLE_SERIAL ON CACHE BOOL "Kokkos' serial backend")
  set(Kokkos_ENABLE_OPENMP ON CACHE BOOL "Kokkos' OpenMP backend")
  set(Kokkos_ENABLE_CUDA OFF CACHE BOOL "Kokkos' CUDA backend")
  set(gpu_chosen FALSE)
  set(processor_chosen FALSE)
  get_cmake_property(variables CACHE_VARIABLES)
  list(FILTER variables INCLUDE REGEX "^Kokkos_ARCH_")
  foreach(variable IN LISTS variables)
    if(${variable})
      if(variable MATCHES "VOLTA|TURING|AMPERE|ADA|HOPPER|BLACKWELL")
        set(gpu_chosen TRUE)
      else()
        set(processor_chosen TRUE)
      endif()
    endif()
  endforeach()
  if(SOLENOID_NATIVE AND NOT processor_chosen)
    set(Kokkos_ARCH_NATIVE ON CACHE BOOL "Compile for the processor of this machine")
  endif()
  if(Kokkos_ENABLE_CUDA AND NOT gpu_chosen)
    solenoid_gpu_architecture(architecture)
    set(${architecture} ON CACHE BOOL "Compile for this GPU")
  endif()
endmacro()

# Builds Kokkos from a source folder, as part of this build.
macro(solenoid_build_kokkos folder)
  if(NOT EXISTS ${folder}/core/src/Kokkos_Core.hpp)
    message(FATAL_ERROR "No Kokkos source in ${folder}: core/src/Kokkos_Core.hpp is not there.")
  endif()
  solenoid_kokkos_defaults()
  add_subdirectory(${folder} ${CMAKE_BINARY_DIR}/kokkos EXCLUDE_FROM_ALL SYSTEM)
  if(SOLENOID_LIBRARY)
    set_target_properties(kokkoscore PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
  if(NOT Kokkos_ENABLE_CUDA)
    # Most of what its sources compile are its headers.
    set_target_properties(kokkoscore PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 10)
  endif()
endmacro()

set(installed_kokkos_use FALSE)
if(SOLENOID_KOKKOS_SOURCE)
  solenoid_named_source(folder SOLENOID_KOKKOS_SOURCE ${CMAKE_BINARY_DIR}/kokkos-source)
  message(STATUS "Kokkos: building ${folder}")
  solenoid_build_kokkos(${folder})
else()
  # Tried out in a folder of its own, so that an unfit one leaves no targets behind.
  add_subdirectory(${CMAKE_CURRENT_LIST_DIR}/installed_kokkos)
  if(installed_kokkos_use)
    find_package(Kokkos ${kokkos_version} REQUIRED CONFIG)
    message(STATUS "Kokkos: installed, version ${Kokkos_VERSION} in ${Kokkos_DIR}")
  else()
    message(STATUS "Kokkos: ${installed_kokkos_reason}; building release ${kokkos_version}")
    unset(Kokkos_DIR CACHE)
    solenoid_obtain(
      archive FILE kokkos_${kokkos_version}.orig.tar.gz SHA256 ${kokkos_sha256}
      STEPS
      "url https://github.com/kokkos/kokkos/releases/download/${kokkos_version}/kokkos-${kokkos_version}.tar.gz ${kokkos_sha256}"
      "pool pool/main/k/kokkos/kokkos_${kokkos_version}.orig.tar.gz ${kokkos_sha256}")
    if(NOT archive)
      message(FATAL_ERROR "Kokkos ${kokkos_version} is not installed and could not be fetched (see "
              "above). Get kokkos-${kokkos_version}.tar.gz from "
              "https://github.com/kokkos/kokkos/releases and name it with "
              "-DSOLENOID_KOKKOS_SOURCE=<file or folder>.")
    endif()
    solenoid_unpack(folder ${archive} ${CMAKE_BINARY_DIR}/kokkos-source)
    solenoid_build_kokkos(${folder})
  endif()
endif()
