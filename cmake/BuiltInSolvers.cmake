# Programs that come with Solenoid, compiled along with it for processors, so that a deck with them
# needs no compiler (src/program/built_in_solvers.hpp). Others are compiled when a deck asks for them
# (StencilModule.cmake).

option(SOLENOID_BUILT_IN_PROGRAMS
       "Compile the programs that come with Solenoid along with it, not when a deck asks for them" ON)

# Adds the programs to TARGET, and the list of them to the library of its generated sources, LIST.
function(solenoid_add_built_in_solvers target list)
  set(names isothermal forced_isothermal mhd)
  set(files_isothermal isothermal.stencil forcing/none.stencil)
  set(files_forced_isothermal isothermal.stencil forcing/wave.stencil)
  set(files_mhd mhd.stencil)
  set(DECLARATIONS "")
  set(ENTRIES "")
  set(generated ${CMAKE_BINARY_DIR}/generated)
  if(SOLENOID_BUILT_IN_PROGRAMS)
    add_library(solenoid_built_in_solvers OBJECT)
    target_link_libraries(solenoid_built_in_solvers PRIVATE solenoid_kernel_options
                                                            solenoid_libraries)
    get_target_property(precompiled solenoid_physics PRECOMPILE_HEADERS)
    if(precompiled)
      target_precompile_headers(solenoid_built_in_solvers REUSE_FROM solenoid_physics)
    endif()
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:solenoid_built_in_solvers>)
  else()
    set(names "")
  endif()
  foreach(name IN LISTS names)
    list(TRANSFORM files_${name} PREPEND physics/equations/)
    set(PROGRAM built_in_${name})
    solenoid_add_stencil_program(solenoid_built_in_solvers ${PROGRAM} ${files_${name}})
    set(forced false)
    if(name MATCHES "^forced_")
      set(forced true)
    endif()
    string(REGEX REPLACE "^forced_" "" equations ${name})
    foreach(REAL double float)
      set(MAKE make_${name}_${REAL})
      set(source ${generated}/${PROGRAM}_${REAL}.cpp)
      configure_file(${PROJECT_SOURCE_DIR}/cmake/built_in_solver.cpp.in ${source} @ONLY)
      target_sources(solenoid_built_in_solvers PRIVATE ${source})
      string(REPLACE "float" "single" precision ${REAL})
      string(APPEND DECLARATIONS "Solver* ${MAKE}(const ProgramSolverArguments& arguments);\n")
      string(APPEND ENTRIES
             "      {\"${equations}\", ${forced}, Precision::${precision}_precision, ${MAKE}},\n")
    endforeach()
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/built_in_solvers.cpp.in
                 ${generated}/built_in_solvers.cpp @ONLY)
  target_sources(${list} PRIVATE ${generated}/built_in_solvers.cpp)
endfunction()
