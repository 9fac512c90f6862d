# The compiler of the stencil language. Its library holds no Kokkos and depends on nothing of the
# rest but the search for the nearest name.

function(solenoid_add_stencil_compiler)
  set(grammar ${CMAKE_CURRENT_BINARY_DIR}/stencil/stencil_grammar)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/stencil)
  bison_target(stencil_grammar ${PROJECT_SOURCE_DIR}/src/stencil/grammar.yy ${grammar}.cpp
               COMPILE_FLAGS "-Wall -Werror --no-lines" DEFINES_FILE ${grammar}.hpp)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/stencil/*.cpp)
  list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/src/stencil/main.cpp)
  add_library(solenoid_stencil STATIC ${sources} ${PROJECT_SOURCE_DIR}/src/deck/suggest.cpp
              ${BISON_stencil_grammar_OUTPUTS})
  target_include_directories(solenoid_stencil PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/stencil)
  target_link_libraries(solenoid_stencil PUBLIC solenoid_options fmt::fmt)
endfunction()
