# What `solenoid info` and every output file say about this build (src/machine/version.hpp). The source is
# rewritten only when something in it changed, so that a new commit recompiles one small file.

function(solenoid_add_build_info target)
  set(generated ${CMAKE_BINARY_DIR}/generated/version.cpp)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
  set(flags ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}})
  get_target_property(options solenoid_options INTERFACE_COMPILE_OPTIONS)
  list(APPEND flags ${options})
  if(Kokkos_ENABLE_CUDA)
    get_target_property(options solenoid_kernel_options INTERFACE_COMPILE_OPTIONS)
    list(APPEND flags ${options})
  endif()
  # Kokkos wraps its options, -march=native for one, into generator expressions.
  get_target_property(options Kokkos::kokkoscore INTERFACE_COMPILE_OPTIONS)
  string(REGEX MATCHALL "-[fm][a-z0-9-]+(=[A-Za-z0-9_.+-]+)?" options "${options}")
  list(APPEND flags ${options})
  list(JOIN flags " " flags)
  string(STRIP "${flags}" flags)
  add_custom_target(
    solenoid_build_info
    COMMAND
      ${CMAKE_COMMAND} -D "SOURCE_DIR=${PROJECT_SOURCE_DIR}" -D "OUTPUT=${generated}"
      -D "VERSION=${PROJECT_VERSION}" -D "BUILD_TYPE=${CMAKE_BUILD_TYPE}"
      -D "COMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}" -D "FLAGS=${flags}"
      -P ${PROJECT_SOURCE_DIR}/cmake/WriteBuildInfo.cmake
    BYPRODUCTS ${generated}
    COMMENT "Noting version and commit"
    VERBATIM)
  add_library(solenoid_version OBJECT ${generated})
  target_link_libraries(solenoid_version PRIVATE solenoid_options)
  solenoid_for_library(solenoid_version)
  add_dependencies(solenoid_version solenoid_build_info)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:solenoid_version>)
endfunction()
