# The compiler of the stencil language. Its library holds no Kokkos and depends on nothing of the
# rest but the search for the nearest name.

set(SOLENOID_STENCILC "" CACHE FILEPATH "A stencilc of the same sources, in place of this build's own")

function(solenoid_add_stencil_compiler)
  set(grammar ${CMAKE_CURRENT_BINARY_DIR}/stencil/stencil_grammar)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/stencil)
  bison_target(stencil_grammar ${PROJECT_SOURCE_DIR}/src/stencil/grammar.yy ${grammar}.cpp
               COMPILE_FLAGS "-Wall -Werror --no-lines" DEFINES_FILE ${grammar}.hpp)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/stencil/*.cpp)
  list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/src/stencil/main.cpp)
  add_library(solenoid_stencil STATIC ${sources} ${PROJECT_SOURCE_DIR}/src/text/suggest.cpp
              ${BISON_stencil_grammar_OUTPUTS})
  # As two sources, so that two processors share them.
  set_target_properties(solenoid_stencil PROPERTIES UNITY_BUILD ${SOLENOID_UNITE_SOURCES}
                                                    UNITY_BUILD_BATCH_SIZE 11)
  set_source_files_properties(${BISON_stencil_grammar_OUTPUTS} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  # It compiles a program in milliseconds, also for tests, which feed it thousands.
  target_compile_options(solenoid_stencil PRIVATE -O1)
  target_include_directories(solenoid_stencil PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/stencil)
  target_link_libraries(solenoid_stencil PUBLIC solenoid_options fmt::fmt)
  solenoid_for_library(solenoid_stencil)
  if(SOLENOID_STENCILC)
    return()
  endif()
  add_executable(stencilc ${PROJECT_SOURCE_DIR}/src/stencil/main.cpp)
  # The command line is most of what it compiles, and none of what it runs.
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/stencil/main.cpp PROPERTIES
                              COMPILE_OPTIONS "-O0;$<$<BOOL:${SOLENOID_SANITIZE}>:-fno-sanitize=all>")
  target_link_libraries(stencilc PRIVATE solenoid_stencil CLI11::CLI11)
  install(TARGETS stencilc RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

# solenoid_add_stencil_program(TARGET NAME FILE ... [ORDER 2|4|6|8] [DECOMPOSE] [TERMS] [SOURCES SOURCE ...])
#
# Compiles FILEs (relative to the repository) as one program of the stencil language when TARGET is
# built. Sources of TARGET include it as <NAME.hpp>, which holds solenoid::programs::NAME.
function(solenoid_add_stencil_program target name)
  cmake_parse_arguments(program "DECOMPOSE;TERMS" "ORDER" "SOURCES" ${ARGN})
  if(NOT program_ORDER)
    set(program_ORDER 6)
  endif()
  set(files "")
  foreach(file IN LISTS program_UNPARSED_ARGUMENTS)
    get_filename_component(file ${file} ABSOLUTE BASE_DIR ${PROJECT_SOURCE_DIR})
    list(APPEND files ${file})
  endforeach()
  set(shipped ${PROJECT_SOURCE_DIR}/physics/equations)
  set(options --order ${program_ORDER} --name ${name} --shipped ${shipped})
  # Any of these may be included.
  file(GLOB_RECURSE included CONFIGURE_DEPENDS ${shipped}/*.stencil)
  if(program_DECOMPOSE)
    list(APPEND options --decompose)
  endif()
  if(program_TERMS)
    list(APPEND options --terms)
  endif()
  if(program_SOURCES)
    list(APPEND options --sources ${program_SOURCES})
  endif()
  set(compiler stencilc)
  if(SOLENOID_STENCILC)
    set(compiler ${SOLENOID_STENCILC})
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/stencil_programs)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(
    OUTPUT ${folder}/${name}.hpp
    # What includes it is compiled anew only where it has changed.
    COMMAND ${compiler} ${files} ${options} --output ${folder}/${name}.made
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${folder}/${name}.made ${folder}/${name}.hpp
    DEPENDS ${compiler} ${files} ${included}
    COMMENT "Compiling the stencil program ${name}" VERBATIM)
  add_custom_target(${target}_${name} DEPENDS ${folder}/${name}.hpp)
  # Sources that nvcc compiles are in a target of their own (KernelSources.cmake).
  foreach(user ${target} ${target}_kernels)
    if(TARGET ${user})
      add_dependencies(${user} ${target}_${name})
      target_include_directories(${user} PRIVATE ${folder})
    endif()
  endforeach()
endfunction()
