# Runs of several processes (src/parallel/): messages among them by MPI, where it is.

set(SOLENOID_MPI AUTO CACHE STRING "Runs of several processes by MPI: AUTO (where MPI is), ON or OFF")
set_property(CACHE SOLENOID_MPI PROPERTY STRINGS AUTO ON OFF)

# Adds the messages to a library: those of MPI, or that there are none.
function(solenoid_add_message_passing target)
  set(MPI_C_FOUND FALSE)
  if(SOLENOID_MPI STREQUAL ON)
    find_package(MPI REQUIRED COMPONENTS C)
  elseif(SOLENOID_MPI)
    find_package(MPI QUIET COMPONENTS C)
  endif()
  set(folder ${PROJECT_SOURCE_DIR}/src/parallel/transport)
  if(MPI_C_FOUND)
    add_library(solenoid_transport OBJECT ${folder}/mpi.cpp)
    # The interface of C alone.
    target_compile_definitions(solenoid_transport PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
    target_link_libraries(solenoid_transport PRIVATE MPI::MPI_C)
    target_link_libraries(${target} PUBLIC $<LINK_ONLY:MPI::MPI_C>)
  else()
    message(STATUS "Runs have one process each: MPI was not found or not asked for (Debian package "
            "libopenmpi-dev)")
    add_library(solenoid_transport OBJECT ${folder}/without_mpi.cpp)
  endif()
  target_link_libraries(solenoid_transport PRIVATE solenoid_options solenoid_libraries)
  solenoid_for_library(solenoid_transport)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:solenoid_transport>)
endfunction()
