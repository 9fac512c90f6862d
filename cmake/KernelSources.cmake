# Targets from folders of sources. In a build for NVIDIA GPUs the sources that include Kokkos,
# directly or through our headers, are compiled by nvcc (Kokkos' compiler launcher sends them
# there, by their target); the others, among them all that parse decks and write files, stay with
# the plain compiler.

# Sets `result` to whether FILE (relative to the repository) includes a Kokkos header.
function(solenoid_includes_kokkos result file)
  get_property(known GLOBAL PROPERTY solenoid_includes_kokkos_${file} SET)
  if(NOT known)
    set_property(GLOBAL PROPERTY solenoid_includes_kokkos_${file} FALSE)
    file(STRINGS ${PROJECT_SOURCE_DIR}/${file} lines REGEX "^#include [<\"]")
    set(answer FALSE)
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^#include [<\"]([^>\"]+).*" "\\1" header "${line}")
      if(header MATCHES "^Kokkos")
        set(answer TRUE)
      elseif(EXISTS ${PROJECT_SOURCE_DIR}/${header})
        solenoid_includes_kokkos(through ${header})
        if(through)
          set(answer TRUE)
        endif()
      endif()
    endforeach()
    set_property(GLOBAL PROPERTY solenoid_includes_kokkos_${file} ${answer})
  endif()
  get_property(answer GLOBAL PROPERTY solenoid_includes_kokkos_${file})
  set(${result} ${answer} PARENT_SCOPE)
endfunction()

# Compiles targets so that the shared library can hold them, too. That no other library replaces its
# functions leaves the compiler as free as in an executable.
function(solenoid_for_library)
  if(NOT SOLENOID_LIBRARY)
    return()
  endif()
  foreach(target IN LISTS ARGN)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  endforeach()
endfunction()

# Adds sources (relative to the repository) to a target, with the options that they need.
function(solenoid_add_sources target)
  set(kernels "")
  set(plain "")
  foreach(source IN LISTS ARGN)
    solenoid_includes_kokkos(includes_kokkos ${source})
    if(includes_kokkos OR NOT Kokkos_ENABLE_CUDA)
      list(APPEND kernels ${PROJECT_SOURCE_DIR}/${source})
    else()
      list(APPEND plain ${PROJECT_SOURCE_DIR}/${source})
      # It may include Kokkos tomorrow.
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${source})
    endif()
  endforeach()
  if(SOLENOID_SANITIZE)
    # Sources that are compiled as one may see what those before them alone include or define. One of
    # two builds has them the other way round, so that what only this order compiles is found.
    list(REVERSE kernels)
    list(REVERSE plain)
  endif()
  target_sources(${target} PRIVATE ${plain})
  target_link_libraries(${target} PUBLIC solenoid_libraries)
  if(NOT plain)
    target_sources(${target} PRIVATE ${kernels})
    target_link_libraries(${target} PUBLIC solenoid_kernel_options)
    return()
  endif()
  target_link_libraries(${target} PUBLIC solenoid_options)
  target_link_libraries(${target} INTERFACE $<LINK_ONLY:solenoid_kernel_options>)
  if(kernels)
    add_library(${target}_kernels OBJECT ${kernels})
    target_link_libraries(${target}_kernels PUBLIC solenoid_kernel_options solenoid_libraries)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_kernels>)
  endif()
endfunction()

# Reads headers that most sources of a target include once for all of them. That pays only where
# they are large and used by all: loading them takes seconds, too. Not in a build for GPUs, where
# nvcc knows no such headers and two compilers share targets; nor with ccache, which finds nothing
# again that was compiled with the precompiled headers of another build folder.
function(solenoid_precompile_headers target)
  if(TARGET ${target} AND NOT Kokkos_ENABLE_CUDA
     AND NOT CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache")
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# Whether several sources are compiled as one, since most of what they compile is headers and
# templates that they share: names in their anonymous namespaces have to differ. Not in a build for
# GPUs, where two compilers share a folder; nor with ccache, which finds single files again.
set(SOLENOID_UNITE_SOURCES ON)
if(Kokkos_ENABLE_CUDA OR CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache")
  set(SOLENOID_UNITE_SOURCES OFF)
endif()

# Compiles sources of a target (relative to its folder) as one.
function(solenoid_unite_sources target group)
  if(SOLENOID_UNITE_SOURCES)
    set_source_files_properties(${ARGN} PROPERTIES UNITY_GROUP ${group})
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  endif()
endfunction()

# Compiles the sources of each of the folders of `base` as one.
function(solenoid_unite_folders target base)
  foreach(folder IN LISTS ARGN)
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${base}/${folder}/*.cpp)
    string(REPLACE "/" "_" group ${folder})
    solenoid_unite_sources(${target} ${group} ${sources})
  endforeach()
endfunction()

# Compiles the sources of folders of `base` with the option OPTIMISATION instead of that of the build
# type: what spends its time in libraries or nowhere compiles in half the time with -O1.
function(solenoid_optimise_folders target base optimisation)
  foreach(folder IN LISTS ARGN)
    file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${base}/${folder}/*.cpp)
    if(SOLENOID_UNITE_SOURCES)
      # Sources with options of their own would not be united.
      set(sources ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/Unity/unity_${folder}_cxx.cxx)
    endif()
    set_property(SOURCE ${sources} APPEND PROPERTY COMPILE_OPTIONS ${optimisation})
  endforeach()
endfunction()

# Compiles the kernels of all Riemann solvers for a set of equations in a precision as one, with each
# kind of reconstruction: a fifth of what they compile they share.
function(solenoid_unite_riemann_solvers target)
  foreach(equations IN LISTS ARGN)
    foreach(precision double single)
      file(GLOB sources CONFIGURE_DEPENDS
           ${PROJECT_SOURCE_DIR}/physics/solvers/kernels/${equations}_*_${precision}.cpp)
      list(FILTER sources EXCLUDE REGEX "_(solver|relaxing_tvd.*)_${precision}\\.cpp$")
      set(slopes ${sources})
      list(FILTER sources INCLUDE REGEX "_weno_z_${precision}\\.cpp$")
      list(REMOVE_ITEM slopes ${sources})
      solenoid_unite_sources(${target} ${equations}_weno_z_${precision} ${sources})
      solenoid_unite_sources(${target} ${equations}_slopes_${precision} ${slopes})
    endforeach()
  endforeach()
endfunction()

# Compiles the solvers of a scheme for sets of equations, each in both precisions as one: what they
# share is all that is around their kernels. Where there is one precision only, those of all of them.
function(solenoid_unite_solvers target scheme)
  foreach(equations IN LISTS ARGN)
    set(group ${scheme})
    if(SOLENOID_SINGLE_PRECISION)
      set(group ${equations}_${scheme})
    endif()
    set(base ${PROJECT_SOURCE_DIR}/physics/solvers/kernels/${equations}_${scheme})
    solenoid_unite_sources(${target} ${group} ${base}_double.cpp ${base}_single.cpp)
  endforeach()
endfunction()

# Leaves those of the sources in a list (relative to the repository) that include a header of the
# folder.
function(solenoid_keep_including list folder)
  set(kept "")
  foreach(source IN LISTS ${list})
    file(STRINGS ${PROJECT_SOURCE_DIR}/${source} includes REGEX "^#include <${folder}")
    if(includes)
      list(APPEND kept ${source})
    endif()
  endforeach()
  set(${list} ${kept} PARENT_SCOPE)
endfunction()

# solenoid_add_library(TARGET pattern ... [EXCEPT source ...])
# A static library of all sources that match the patterns, in their folders and below, but not of
# those excepted, of src/main.cpp, of kernels in a precision that is not used, nor of what the stencil compiler (StencilProgram.cmake) and compiled programs
# (StencilModule.cmake) are made of. There is no target while there is no source.
function(solenoid_add_library target)
  cmake_parse_arguments(library "" "" "EXCEPT" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
       ${library_UNPARSED_ARGUMENTS})
  list(REMOVE_ITEM sources ${library_EXCEPT} src/main.cpp src/text/suggest.cpp)
  list(FILTER sources EXCLUDE REGEX "^(src/stencil|physics/solvers/module)/")
  if(NOT SOLENOID_SINGLE_PRECISION)
    list(FILTER sources EXCLUDE REGEX "^physics/solvers/kernels/.*_single\\.cpp$")
  endif()
  if(sources)
    add_library(${target} STATIC)
    solenoid_add_sources(${target} ${sources})
    solenoid_for_library(${target})
    if(TARGET ${target}_kernels)
      solenoid_for_library(${target}_kernels)
    endif()
  endif()
endfunction()

# An executable of the sources, linked with the whole of Solenoid.
function(solenoid_add_executable target)
  add_executable(${target})
  solenoid_add_sources(${target} ${ARGN})
  foreach(library solenoid_application solenoid_physics)
    if(TARGET ${library})
      target_link_libraries(${target} PRIVATE $<LINK_ONLY:${library}>)
    endif()
  endforeach()
  target_link_libraries(${target} PRIVATE $<LINK_ONLY:solenoid_kernel_options>)
  solenoid_load_modules(${target})
endfunction()
