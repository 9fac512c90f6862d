# Everything that Solenoid is built from. Kokkos and Kokkos Kernels are found or fetched, the rest
# has to be installed; what is missing is said all at once.

set(missing_packages "")

# Notes in `missing_packages` that a library is not there and which Debian package holds it.
macro(solenoid_require found library debian_package)
  if(NOT ${found})
    list(APPEND missing_packages "${library} (Debian package ${debian_package})")
  endif()
endmacro()

find_package(Threads REQUIRED)
find_package(PkgConfig QUIET)
solenoid_require(PkgConfig_FOUND "pkg-config" pkg-config)
find_package(HDF5 1.10 QUIET COMPONENTS C)
solenoid_require(HDF5_FOUND "HDF5, C interface, 1.10 or newer" libhdf5-dev)
if(HDF5_IS_PARALLEL)  # with -DHDF5_PREFER_PARALLEL=ON, or where there is no other
  find_package(MPI QUIET COMPONENTS C)
  solenoid_require(MPI_C_FOUND "MPI, which this parallel HDF5 was built with" libopenmpi-dev)
endif()
find_package(fmt QUIET)
solenoid_require(fmt_FOUND "fmt" libfmt-dev)
find_package(CLI11 QUIET)
solenoid_require(CLI11_FOUND "CLI11" libcli11-dev)
find_package(tomlplusplus QUIET)
solenoid_require(tomlplusplus_FOUND "toml++" libtomlplusplus-dev)
find_package(muparser QUIET)
solenoid_require(muparser_FOUND "muParser" libmuparser-dev)
if(PkgConfig_FOUND)
  pkg_check_modules(CAIRO QUIET IMPORTED_TARGET cairo cairo-pdf cairo-svg)
  pkg_check_modules(DEFLATE QUIET IMPORTED_TARGET libdeflate)
endif()
solenoid_require(CAIRO_FOUND "cairo, with its PDF and SVG surfaces" libcairo2-dev)
find_package(PNG QUIET)
solenoid_require(PNG_FOUND "libpng" libpng-dev)
solenoid_require(DEFLATE_FOUND "libdeflate" libdeflate-dev)
find_package(BISON 3.8 QUIET)
solenoid_require(BISON_FOUND "GNU Bison, 3.8 or newer" bison)
if(SOLENOID_BUILD_TESTS)
  find_package(GTest QUIET)
  solenoid_require(GTest_FOUND "GoogleTest (or -DSOLENOID_BUILD_TESTS=OFF)" libgtest-dev)
endif()

if(missing_packages)
  list(JOIN missing_packages "\n  " missing_packages)
  message(FATAL_ERROR "Solenoid needs these libraries, which were not found:\n"
          "  ${missing_packages}\n"
          "On Debian and Ubuntu, `./solenoid setup` installs them all. Elsewhere install them with "
          "your package manager, and name a folder that CMake does not search with "
          "-DCMAKE_PREFIX_PATH=....")
endif()

# The libraries of plain host code.
add_library(solenoid_libraries INTERFACE)
target_link_libraries(solenoid_libraries INTERFACE hdf5::hdf5 fmt::fmt CLI11::CLI11
                      tomlplusplus::tomlplusplus muparser::muparser PkgConfig::CAIRO PNG::PNG
                      PkgConfig::DEFLATE Threads::Threads)
if(HDF5_IS_PARALLEL)
  # Its header includes that of MPI, of which the interface of C is enough.
  target_link_libraries(solenoid_libraries INTERFACE MPI::MPI_C)
  target_compile_definitions(solenoid_libraries INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
endif()

include(Obtain)
include(Kokkos)
include(KokkosKernels)
if(Kokkos_ENABLE_CUDA)
  # Of the CUDA toolkit, as nvcc is: where its headers and libraries are.
  find_package(CUDAToolkit REQUIRED)
endif()
