# Stencil programs are compiled when a deck asks for one, into shared objects that the program
# loads (src/program/module.hpp). How: as this build compiles physics/solvers/module/stencil_module.cpp.

# Reads Kokkos' headers once for all modules, when TARGET is built: a fifth of what each compiles.
# GCC passes over what does not fit; other compilers would stop.
function(solenoid_precompile_module_headers target)
  if(SOLENOID_SANITIZE OR NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    return()
  endif()
  set(source ${CMAKE_BINARY_DIR}/generated/module_headers.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// Holds nothing: its precompiled headers are wanted.\n")
  add_library(solenoid_module_headers OBJECT ${source})
  target_link_libraries(solenoid_module_headers PRIVATE solenoid_kernel_options)
  solenoid_precompile_headers(solenoid_module_headers <Kokkos_Core.hpp> <Kokkos_SIMD.hpp>)
  get_target_property(precompiled solenoid_module_headers PRECOMPILE_HEADERS)
  if(precompiled)
    # As modules are compiled.
    set_target_properties(solenoid_module_headers solenoid_stencil_module
                          PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_precompile_headers(solenoid_stencil_module REUSE_FROM solenoid_module_headers)
    add_dependencies(${target} solenoid_module_headers)
  endif()
endfunction()

# Lets TARGET know the command, and the texts of the programs that come with Solenoid.
function(solenoid_add_stencil_modules target)
  # Never built: it is here for its entry in compile_commands.json.
  add_library(solenoid_stencil_module OBJECT EXCLUDE_FROM_ALL
              ${PROJECT_SOURCE_DIR}/physics/solvers/module/stencil_module.cpp)
  target_link_libraries(solenoid_stencil_module PRIVATE solenoid_kernel_options)
  solenoid_precompile_module_headers(${target})
  # In a build for GPUs Kokkos sends its users' sources to nvcc by this property.
  get_property(launcher GLOBAL PROPERTY RULE_LAUNCH_COMPILE)
  # nvcc's default is a CUDA runtime of the module's own, which does not know its host's streams.
  set(options "")
  if(Kokkos_ENABLE_CUDA)
    set(options "-cudart shared")
  endif()
  set(generated ${CMAKE_BINARY_DIR}/generated)
  set(headers ${CMAKE_INSTALL_DATADIR}/solenoid/modules)
  set(installed_headers ${CMAKE_INSTALL_FULL_DATADIR}/solenoid/modules)
  file(RELATIVE_PATH headers_from_program ${CMAKE_INSTALL_FULL_BINDIR} ${installed_headers})
  file(RELATIVE_PATH headers_from_library ${CMAKE_INSTALL_FULL_LIBDIR} ${installed_headers})
  # What an installed program shall not need: Kokkos' folder, too, where its source was named.
  set(roots ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR} ${Kokkos_SOURCE_DIR})
  set(templates module_compiler.cpp.in install_module_compiler.cmake.in)
  list(TRANSFORM templates PREPEND ${PROJECT_SOURCE_DIR}/cmake/)
  file(GLOB_RECURSE recorded CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/numerics/*.hpp
       ${PROJECT_SOURCE_DIR}/physics/*.hpp)
  add_custom_command(
    OUTPUT ${generated}/module_compiler.cpp
    BYPRODUCTS ${generated}/install_module_compiler.cmake
    COMMAND
      ${CMAKE_COMMAND} -D "SOURCE_DIR=${PROJECT_SOURCE_DIR}" -D "LAUNCHER=${launcher}"
      -D "COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}" -D "OPTIONS=${options}"
      -D "ROOTS=${roots}" -D "INSTALLED_HEADERS=${headers}"
      -D "HEADERS_FROM_PROGRAM=${headers_from_program}"
      -D "HEADERS_FROM_LIBRARY=${headers_from_library}"
      -D "COMMANDS=${CMAKE_BINARY_DIR}/compile_commands.json"
      -D "OUTPUT=${generated}/module_compiler.cpp"
      -D "INSTALLER=${generated}/install_module_compiler.cmake"
      -P ${PROJECT_SOURCE_DIR}/cmake/WriteModuleCompiler.cmake
    DEPENDS ${CMAKE_BINARY_DIR}/compile_commands.json
            ${PROJECT_SOURCE_DIR}/cmake/WriteModuleCompiler.cmake ${templates} ${recorded}
    COMMENT "Noting how stencil programs are compiled" VERBATIM)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/numerics ${PROJECT_SOURCE_DIR}/physics
          DESTINATION ${headers}
          FILES_MATCHING PATTERN "*.hpp" PATTERN "stencil_module.cpp")
  install(SCRIPT ${generated}/install_module_compiler.cmake)
  file(GLOB programs CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/physics/equations
       ${PROJECT_SOURCE_DIR}/physics/equations/*.stencil
       ${PROJECT_SOURCE_DIR}/physics/equations/*/*.stencil)
  set(PROGRAMS "")
  foreach(program IN LISTS programs)
    file(READ ${PROJECT_SOURCE_DIR}/physics/equations/${program} text)
    string(APPEND PROGRAMS "    {\"${program}\", R\"stencil(${text})stencil\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
                 ${PROJECT_SOURCE_DIR}/physics/equations/${program})
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/built_in_programs.cpp.in
                 ${generated}/built_in_programs.cpp @ONLY)
  add_library(solenoid_programs OBJECT ${generated}/built_in_programs.cpp
              ${generated}/module_compiler.cpp)
  target_link_libraries(solenoid_programs PRIVATE solenoid_options)
  solenoid_for_library(solenoid_programs)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:solenoid_programs>)
  solenoid_add_built_in_solvers(${target} solenoid_programs)
  target_link_libraries(${target} PUBLIC ${CMAKE_DL_LIBS})
endfunction()

# Lets modules that an executable loads find Kokkos in it: all of it, also what the executable itself
# does not use. (One object of the whole library, since nvcc puts options for the linker behind the
# libraries, and with them a --whole-archive.)
function(solenoid_load_modules target)
  set_target_properties(${target} PROPERTIES ENABLE_EXPORTS ON)
  get_target_property(type Kokkos::kokkoscore TYPE)
  if(NOT type STREQUAL "STATIC_LIBRARY")
    return()
  endif()
  set(whole ${PROJECT_BINARY_DIR}/kokkos_whole.o)
  if(NOT TARGET solenoid_kokkos_whole)
    add_custom_command(
      OUTPUT ${whole}
      COMMAND ${CMAKE_LINKER} -r -o ${whole} --whole-archive $<TARGET_FILE:Kokkos::kokkoscore>
      DEPENDS Kokkos::kokkoscore
      COMMENT "Making one object of Kokkos" VERBATIM)
    add_custom_target(solenoid_kokkos_whole DEPENDS ${whole})
  endif()
  target_sources(${target} PRIVATE ${whole})
  set_source_files_properties(${whole} TARGET_DIRECTORY ${target} PROPERTIES GENERATED ON
                                                                             EXTERNAL_OBJECT ON)
  add_dependencies(${target} solenoid_kokkos_whole)
endfunction()
