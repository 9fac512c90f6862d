# The shared library libsolenoid (src/library/) and what others find it by: headers, a CMake package, a
# file of pkg-config and the sources of the Fortran module (the Python package: PythonModule.cmake).

# Sets the objects of the interface, which unit tests link, too.
add_library(solenoid_interface OBJECT)
file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/library/*.cpp)
target_sources(solenoid_interface PRIVATE ${sources})
target_link_libraries(solenoid_interface PRIVATE solenoid_options solenoid_libraries)
solenoid_for_library(solenoid_interface)
solenoid_unite_sources(solenoid_interface library ${sources})

if(SOLENOID_LIBRARY)
  include(CMakePackageConfigHelpers)
  add_library(solenoid_library SHARED $<TARGET_OBJECTS:solenoid_interface>)
  string(REGEX MATCH "^[0-9]+\\.[0-9]+" minor_version ${PROJECT_VERSION})
  set_target_properties(solenoid_library PROPERTIES OUTPUT_NAME solenoid EXPORT_NAME solenoid
                        VERSION ${PROJECT_VERSION} SOVERSION ${minor_version} LINKER_LANGUAGE CXX)
  foreach(library solenoid_application solenoid_physics solenoid_kernel_options)
    target_link_libraries(solenoid_library PRIVATE $<LINK_ONLY:${library}>)
  endforeach()
  solenoid_load_modules(solenoid_library)
  set(visible ${PROJECT_SOURCE_DIR}/cmake/libsolenoid.map)
  # What it calls of its own, Kokkos among it, stays its own where the caller has the same.
  target_link_options(solenoid_library PRIVATE LINKER:--version-script=${visible} LINKER:-Bsymbolic
                      LINKER:-z,defs)
  set_target_properties(solenoid_library PROPERTIES LINK_DEPENDS ${visible})
  target_include_directories(solenoid_library INTERFACE
                             $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src/library/include>
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(solenoid_library INTERFACE cxx_std_17)

  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Solenoid)
  install(TARGETS solenoid_library EXPORT Solenoid LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT Solenoid NAMESPACE Solenoid:: FILE SolenoidConfig.cmake DESTINATION ${package})
  write_basic_package_version_file(${CMAKE_BINARY_DIR}/generated/SolenoidConfigVersion.cmake
                                   COMPATIBILITY SameMinorVersion)
  install(FILES ${CMAKE_BINARY_DIR}/generated/SolenoidConfigVersion.cmake DESTINATION ${package})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/library/include/solenoid
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(FILES ${PROJECT_SOURCE_DIR}/src/library/fortran/solenoid.f90
          DESTINATION ${CMAKE_INSTALL_DATADIR}/solenoid/fortran)
  file(RELATIVE_PATH PREFIX_FROM_PKGCONFIG ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig
       ${CMAKE_INSTALL_PREFIX})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/solenoid.pc.in ${CMAKE_BINARY_DIR}/generated/solenoid.pc
                 @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/generated/solenoid.pc
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
