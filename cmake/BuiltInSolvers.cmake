# Programs that come with Solenoid, compiled along with it, so that a deck with them needs no compiler
# (src/program/built_in_solvers.hpp). Others are compiled when a deck asks for them
# (StencilModule.cmake).

option(SOLENOID_BUILT_IN_PROGRAMS
       "Compile the programs that come with Solenoid along with it, not when a deck asks for them" ON)

# Adds a program for REAL, a device and a form of passes to solenoid_built_in_solvers, DECLARATIONS
# and ENTRIES. Each is a class of its own, since the linker joins what has one name.
macro(solenoid_add_built_in_solver name device form)
  set(PROGRAM built_in_${name}_${form}_${REAL})
  set(MAKE make_${PROGRAM})
  set(SHAPE "${shape_of_${form}}")
  set(SPACE ${space_of_${device}})
  set(source ${generated}/${PROGRAM}.cpp)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/built_in_solver.cpp.in ${source} @ONLY)
  solenoid_add_stencil_program(solenoid_built_in_solvers ${PROGRAM} ${files_of_${name}})
  target_sources(solenoid_built_in_solvers PRIVATE ${source})
  string(REGEX REPLACE "^forced_" "" equations ${name})
  set(forced false)
  if(NOT ${name} STREQUAL ${equations})
    set(forced true)
  endif()
  string(REPLACE "float" "single" precision ${REAL})
  string(APPEND DECLARATIONS "Solver* ${MAKE}(const ProgramSolverArguments& arguments);\n")
  string(APPEND ENTRIES "      {\"${equations}\", ${forced}, Precision::${precision}_precision,\n"
                        "       Device::${device}, ${SHAPE}, ${MAKE}},\n")
endmacro()

# Adds the programs to TARGET, and the list of them to the library of its generated sources, LIST.
function(solenoid_add_built_in_solvers target list)
  set(names isothermal forced_isothermal mhd)
  set(files_of_isothermal isothermal.stencil forcing/none.stencil)
  set(files_of_forced_isothermal isothermal.stencil forcing/wave.stencil)
  set(files_of_mhd mhd.stencil)
  set(space_of_cpu HostSpace)
  set(space_of_gpu DeviceSpace)
  set(DECLARATIONS "")
  set(ENTRIES "")
  set(generated ${CMAKE_BINARY_DIR}/generated)
  if(SOLENOID_BUILT_IN_PROGRAMS)
    add_library(solenoid_built_in_solvers OBJECT)
    target_link_libraries(solenoid_built_in_solvers PRIVATE solenoid_kernel_options
                                                            solenoid_libraries)
    solenoid_for_library(solenoid_built_in_solvers)
    get_target_property(precompiled solenoid_physics PRECOMPILE_HEADERS)
    if(precompiled)
      target_precompile_headers(solenoid_built_in_solvers REUSE_FROM solenoid_physics)
    endif()
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:solenoid_built_in_solvers>)
  else()
    set(names "")
  endif()
  foreach(name IN LISTS names)
    list(TRANSFORM files_of_${name} PREPEND physics/equations/)
    foreach(REAL double float)
      # As decks ask for them as long as nothing was measured (src/program/shapes.hpp).
      set(shape_of_blocks default_block_shape)
      set(shape_of_tiles "default_tile_shape(sizeof(${REAL}))")
      set(shape_of_plain plain_pass_shape)
      solenoid_add_built_in_solver(${name} cpu blocks)
      if(Kokkos_ENABLE_CUDA)
        solenoid_add_built_in_solver(${name} gpu tiles)
        solenoid_add_built_in_solver(${name} gpu plain)
      endif()
    endforeach()
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/built_in_solvers.cpp.in
                 ${generated}/built_in_solvers.cpp @ONLY)
  target_sources(${list} PRIVATE ${generated}/built_in_solvers.cpp)
endfunction()
