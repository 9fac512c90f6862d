# Compiler options of all Solenoid code (not of its dependencies).

add_library(solenoid_options INTERFACE)
target_include_directories(solenoid_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(solenoid_options INTERFACE -Wall -Wextra -Wshadow)
if(SOLENOID_WERROR)
  target_compile_options(solenoid_options INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # A false alarm for "text" + std::string at -O3 (GCC bug 105651).
  target_compile_options(solenoid_options INTERFACE -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 11
   AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12.2 leaves out what a function stores in an argument that it has by value and reads again,
  # by what it finds out of which memory functions change; nothing is slower without that.
  target_compile_options(solenoid_options INTERFACE -fno-ipa-modref)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT Kokkos_ENABLE_CUDA)
  # Before it has taken this much memory (kB), the compiler collects no garbage: a tenth of its time.
  target_compile_options(solenoid_options INTERFACE "SHELL:--param ggc-min-heapsize=500000")
endif()
# A product and a sum are fused where the source says fma() and nowhere else, so that every
# compiler, processor and GPU gives the same bits.
target_compile_options(solenoid_options INTERFACE -ffp-contract=off)

if(NOT SOLENOID_SINGLE_PRECISION)
  target_compile_definitions(solenoid_options INTERFACE SOLENOID_WITHOUT_SINGLE_PRECISION)
endif()

if(SOLENOID_SHARED_HOST_KERNELS)
  target_compile_definitions(solenoid_options INTERFACE SOLENOID_SHARED_HOST_KERNELS)
endif()

option(SOLENOID_SANITIZE "Compile with the address and undefined-behaviour sanitizers" OFF)
if(SOLENOID_SANITIZE)
  # The address sanitizer stops at null pointers, at what lies beside arrays and at objects that are
  # gone, too; to test each reference and each sum of a pointer as well takes long.
  target_compile_options(solenoid_options INTERFACE -fsanitize=address,undefined
                         -fno-sanitize=null,alignment,object-size,pointer-overflow,vptr
                         -fno-sanitize-recover=all
                         -fno-omit-frame-pointer)
  target_link_options(solenoid_options INTERFACE -fsanitize=address,undefined)
endif()

# The options of sources that use Kokkos: nvcc compiles them in a build for NVIDIA GPUs.
add_library(solenoid_kernel_options INTERFACE)
target_link_libraries(solenoid_kernel_options INTERFACE solenoid_options Kokkos::kokkos
                      solenoid_kokkos_kernels)
if(SOLENOID_SANITIZE)
  # In hundreds of inlined functions on small arrays, following each array's lifetime makes a kernel
  # compile several times longer.
  target_compile_options(solenoid_kernel_options INTERFACE -fno-sanitize-address-use-after-scope)
  # Instrumented code gives GCC false alarms of overflows; the other builds have all warnings on.
  target_compile_options(solenoid_kernel_options INTERFACE -w)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms in the compiler's own AVX-512 headers (GCC bug 105593).
  target_compile_options(solenoid_kernel_options INTERFACE -Wno-maybe-uninitialized -Wno-uninitialized)
endif()
option(SOLENOID_PORTABLE_KERNELS
       "Kernels call plain Kokkos also where CUDA has something of its own" OFF)
if(SOLENOID_PORTABLE_KERNELS)
  target_compile_definitions(solenoid_kernel_options INTERFACE SOLENOID_PORTABLE_KERNELS)
endif()
if(Kokkos_ENABLE_CUDA)
  target_compile_options(solenoid_kernel_options INTERFACE --fmad=false --expt-relaxed-constexpr
                         --expt-extended-lambda)
  # nvcc does not follow fmt's check of format strings at compile time; run time checks them, too.
  target_compile_definitions(solenoid_kernel_options INTERFACE FMT_CONSTEVAL=)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # For nvcc fmt makes few functions constexpr. That these call others is refused by such a GCC.
    target_compile_definitions(solenoid_kernel_options INTERFACE FMT_USE_CONSTEXPR=1)
  endif()
endif()
