# The Python package with its module solenoid._native, made with pybind11, which calls libsolenoid. In the
# build folder, python/solenoid holds links to the sources of the package, and the module.

# The interpreter that the module is for and that runs the tests: Debian's, which has their packages, or
# another one. `./solenoid python` chooses by the Python that it starts.
find_program(SOLENOID_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH
             DOC "The Python that the module is for and that runs the tests")
find_program(SOLENOID_PYTHON NAMES python3)

# Sets `reason` to why the module cannot be built, or to nothing. A macro, for what it finds.
macro(solenoid_find_pybind11 reason)
  set(${reason} "")
  # CMake keeps what it has found of another interpreter.
  get_cmake_property(kept CACHE_VARIABLES)
  list(FILTER kept INCLUDE REGEX "^_Python_")
  foreach(variable IN LISTS kept)
    unset(${variable} CACHE)
  endforeach()
  set(Python_EXECUTABLE ${SOLENOID_PYTHON})
  find_package(Python 3.8 QUIET COMPONENTS Interpreter Development.Module)
  if(Python_FOUND)
    # That of this Python (pip's) before another one; from an environment of pip that is gone with it.
    execute_process(COMMAND ${Python_EXECUTABLE} -m pybind11 --cmakedir OUTPUT_VARIABLE own_pybind11
                    ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    unset(pybind11_DIR CACHE)
    find_package(pybind11 2.10 QUIET CONFIG HINTS ${own_pybind11})
    if(NOT pybind11_FOUND)
      set(${reason} "pybind11 is missing (Debian package pybind11-dev, or 'pip install pybind11')")
    elseif(Python_VERSION VERSION_GREATER_EQUAL 3.12 AND pybind11_VERSION VERSION_LESS 2.11)
      set(${reason} "pybind11 ${pybind11_VERSION} is older than Python ${Python_VERSION} ('pip install pybind11')")
    endif()
  else()
    set(${reason} "'${SOLENOID_PYTHON}' is no Python 3.8 or newer with headers (Debian package python3-dev)")
  endif()
endmacro()

# Links to the sources of the package, without those to what is gone, and without modules of other
# Pythons than this one, which nobody would keep up to date.
function(solenoid_link_python_package folder suffix)
  file(MAKE_DIRECTORY ${folder})
  file(GLOB present ${folder}/*)
  foreach(file IN LISTS present)
    if(IS_SYMLINK ${file} OR (file MATCHES "/_native\\..*\\.so$" AND NOT file STREQUAL "${folder}/_native${suffix}"))
      file(REMOVE ${file})
    endif()
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/python/solenoid/*.py
       ${PROJECT_SOURCE_DIR}/src/python/solenoid/py.typed)
  foreach(source IN LISTS sources)
    get_filename_component(name ${source} NAME)
    file(CREATE_LINK ${source} ${folder}/${name} SYMBOLIC)
  endforeach()
endfunction()

function(solenoid_add_python_module)
  set(package ${CMAKE_BINARY_DIR}/python/solenoid)
  solenoid_find_pybind11(reason)
  if(reason)
    solenoid_link_python_package(${package} "")
    message(STATUS "No Python module: ${reason}")
    add_custom_target(solenoid_python COMMAND ${CMAKE_COMMAND} -E echo "No Python module: ${reason}"
                      COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
    set(SOLENOID_PYTHON_MODULE "" CACHE INTERNAL "")
    return()
  endif()
  message(STATUS "Python module: for ${Python_EXECUTABLE}, ${Python_VERSION}; pybind11 ${pybind11_VERSION}")

  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/python/native/*.cpp)
  pybind11_add_module(solenoid_python MODULE NO_EXTRAS ${sources})
  target_link_libraries(solenoid_python PRIVATE solenoid_options solenoid_library)
  # The whole is smaller than what pybind11's headers take to compile.
  set_target_properties(solenoid_python PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  get_target_property(suffix solenoid_python SUFFIX)
  solenoid_link_python_package(${package} "${suffix}")
  # For `./solenoid python`.
  set(SOLENOID_PYTHON_MODULE "${suffix}" CACHE INTERNAL "")

  set(installed ${CMAKE_INSTALL_DATADIR}/solenoid/python/solenoid)
  file(RELATIVE_PATH to_library ${CMAKE_INSTALL_PREFIX}/${installed} ${CMAKE_INSTALL_FULL_LIBDIR})
  # Where it is installed, and in a wheel, whose package holds an installed Solenoid
  # (src/python/build_backend.py).
  set_target_properties(solenoid_python PROPERTIES OUTPUT_NAME _native
                        LIBRARY_OUTPUT_DIRECTORY ${package}
                        BUILD_RPATH_USE_ORIGIN ON
                        INSTALL_RPATH "$ORIGIN/${to_library};$ORIGIN/prefix/${CMAKE_INSTALL_LIBDIR}"
                        INSTALL_RPATH_USE_LINK_PATH OFF)
  install(TARGETS solenoid_python LIBRARY DESTINATION ${installed} OPTIONAL)
endfunction()

if(SOLENOID_LIBRARY)
  solenoid_add_python_module()
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/python/solenoid
          DESTINATION ${CMAKE_INSTALL_DATADIR}/solenoid/python
          FILES_MATCHING PATTERN "*.py" PATTERN "py.typed")
endif()
