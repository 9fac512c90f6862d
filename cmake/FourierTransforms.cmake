# What transforms fields on processors: KissFFT, whose licence is that of Solenoid, or FFTW, which is
# somewhat faster, and under the GPL, as programs with it are. (On GPUs: cuFFT of the CUDA toolkit.)

set(SOLENOID_FFT kissfft CACHE STRING "Fourier transforms on processors: kissfft or fftw")
set_property(CACHE SOLENOID_FFT PROPERTY STRINGS kissfft fftw)
if(NOT SOLENOID_FFT MATCHES "^(kissfft|fftw)$")
  message(FATAL_ERROR "SOLENOID_FFT is '${SOLENOID_FFT}', expected kissfft or fftw")
endif()

# solenoid_fft_kissfft and solenoid_fft_fftw, where they are found. KissFFT is used as a header.
find_path(SOLENOID_KISSFFT_FOLDER kissfft/kissfft.hh)
if(SOLENOID_KISSFFT_FOLDER)
  add_library(solenoid_fft_kissfft INTERFACE)
  target_include_directories(solenoid_fft_kissfft SYSTEM INTERFACE ${SOLENOID_KISSFFT_FOLDER})
endif()
if(PkgConfig_FOUND)
  pkg_check_modules(FFTW QUIET IMPORTED_TARGET fftw3 fftw3f)
endif()
if(FFTW_FOUND)
  add_library(solenoid_fft_fftw INTERFACE)
  target_link_libraries(solenoid_fft_fftw INTERFACE PkgConfig::FFTW)
  target_compile_definitions(solenoid_fft_fftw INTERFACE SOLENOID_FFTW)
endif()

# Products of complex numbers need no care for infinities here.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/numerics/fourier/fourier_kissfft.cpp PROPERTIES
                              COMPILE_OPTIONS -fcx-limited-range SKIP_PRECOMPILE_HEADERS ON)
endif()

set(SOLENOID_OTHER_FFT fftw)
if(SOLENOID_FFT STREQUAL fftw)
  set(SOLENOID_OTHER_FFT kissfft)
endif()
set(SOLENOID_OTHER_FFT_SOURCE numerics/fourier/fourier_${SOLENOID_OTHER_FFT}.cpp)

# Tests compare the library that the build does not use with the other, where both are there.
function(solenoid_test_other_fft target)
  if(NOT TARGET solenoid_fft_${SOLENOID_OTHER_FFT})
    return()
  endif()
  add_library(solenoid_other_fft OBJECT ${PROJECT_SOURCE_DIR}/${SOLENOID_OTHER_FFT_SOURCE})
  target_link_libraries(solenoid_other_fft PRIVATE solenoid_kernel_options
                                                   solenoid_fft_${SOLENOID_OTHER_FFT})
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:solenoid_other_fft>)
  target_link_libraries(${target} PRIVATE $<LINK_ONLY:solenoid_fft_${SOLENOID_OTHER_FFT}>)
  foreach(user ${target} ${target}_kernels)
    if(TARGET ${user})
      target_compile_definitions(${user} PRIVATE SOLENOID_TEST_OTHER_FFT=${SOLENOID_OTHER_FFT})
    endif()
  endforeach()
endfunction()
