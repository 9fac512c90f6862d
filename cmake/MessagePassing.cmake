# Runs of several processes (src/parallel/): messages among them by MPI, and from GPU to GPU by NCCL,
# where these are.

set(SOLENOID_MPI AUTO CACHE STRING "Runs of several processes by MPI: AUTO (where MPI is), ON or OFF")
set(SOLENOID_NCCL AUTO CACHE STRING "Values from GPU to GPU by NCCL: AUTO (where NCCL is), ON or OFF")
set_property(CACHE SOLENOID_MPI SOLENOID_NCCL PROPERTY STRINGS AUTO ON OFF)

# Adds the messages to a library: those of MPI, or that there are none; and the links of GPUs.
function(solenoid_add_message_passing target)
  set(MPI_C_FOUND FALSE)
  if(SOLENOID_MPI STREQUAL ON)
    find_package(MPI REQUIRED COMPONENTS C)
  elseif(SOLENOID_MPI)
    find_package(MPI QUIET COMPONENTS C)
  endif()
  set(folder ${PROJECT_SOURCE_DIR}/src/parallel/transport)
  if(MPI_C_FOUND)
    add_library(solenoid_transport OBJECT ${folder}/mpi.cpp ${folder}/mpi_file.cpp)
    # The interface of C alone.
    target_compile_definitions(solenoid_transport PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
    target_link_libraries(solenoid_transport PRIVATE MPI::MPI_C)
    target_link_libraries(${target} PUBLIC $<LINK_ONLY:MPI::MPI_C>)
  else()
    message(STATUS "Runs have one process each: MPI was not found or not asked for (Debian package "
            "libopenmpi-dev)")
    add_library(solenoid_transport OBJECT ${folder}/without_mpi.cpp)
  endif()
  solenoid_find_nccl(${MPI_C_FOUND})
  if(TARGET solenoid_nccl)
    target_sources(solenoid_transport PRIVATE ${folder}/nccl.cpp)
    target_link_libraries(solenoid_transport PRIVATE solenoid_nccl)
    target_link_libraries(${target} PUBLIC $<LINK_ONLY:solenoid_nccl>)
  else()
    target_sources(solenoid_transport PRIVATE ${folder}/without_nccl.cpp)
  endif()
  target_link_libraries(solenoid_transport PRIVATE solenoid_options solenoid_libraries)
  solenoid_for_library(solenoid_transport)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:solenoid_transport>)
endfunction()

# Makes the target solenoid_nccl where NCCL is and of use: for several processes with GPUs.
function(solenoid_find_nccl several)
  if(NOT SOLENOID_NCCL OR NOT several OR NOT Kokkos_ENABLE_CUDA)
    if(SOLENOID_NCCL STREQUAL ON)
      message(FATAL_ERROR "SOLENOID_NCCL=ON: NCCL is for GPUs of several processes; it needs "
              "Kokkos_ENABLE_CUDA=ON and MPI")
    endif()
    return()
  endif()
  find_path(SOLENOID_NCCL_HEADERS nccl.h HINTS ${CUDAToolkit_INCLUDE_DIRS})
  find_library(SOLENOID_NCCL_LIBRARY nccl HINTS ${CUDAToolkit_LIBRARY_DIR})
  mark_as_advanced(SOLENOID_NCCL_HEADERS SOLENOID_NCCL_LIBRARY)
  if(SOLENOID_NCCL_HEADERS AND SOLENOID_NCCL_LIBRARY)
    add_library(solenoid_nccl INTERFACE)
    target_include_directories(solenoid_nccl SYSTEM INTERFACE ${SOLENOID_NCCL_HEADERS})
    target_link_libraries(solenoid_nccl INTERFACE ${SOLENOID_NCCL_LIBRARY} CUDA::cudart)
  elseif(SOLENOID_NCCL STREQUAL ON)
    message(FATAL_ERROR "SOLENOID_NCCL=ON: nccl.h or the library nccl was not found (Debian and Ubuntu: "
            "NVIDIA's package libnccl-dev); name their folders with -DCMAKE_PREFIX_PATH=...")
  else()
    message(STATUS "GPUs of several processes talk through MPI: NCCL was not found (NVIDIA's package "
            "libnccl-dev)")
  endif()
endfunction()
