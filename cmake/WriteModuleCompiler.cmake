# Run when compile_commands.json changed (cmake -P): writes OUTPUT with the command of the source
# of modules, less what names input and output, and with OPTIONS.

file(STRINGS ${COMMANDS} line LIMIT_COUNT 1 REGEX "\"command\": .*physics/solvers/module/stencil_module.cpp\"")
if(NOT line)
  message(FATAL_ERROR "${COMMANDS} does not say how stencil_module.cpp is compiled")
endif()
string(REGEX REPLACE "^ *\"command\": \"(.*)\",?$" "\\1" COMMAND "${line}")
string(REPLACE "\\\"" "\"" COMMAND "${COMMAND}")
string(REPLACE "\\\\" "\\" COMMAND "${COMMAND}")
string(REGEX REPLACE " -o [^ ]+ -c .*$" "" COMMAND "${COMMAND}")
if(OPTIONS)
  set(COMMAND "${COMMAND} ${OPTIONS}")
endif()
if(LAUNCHER)
  set(COMMAND "${LAUNCHER} ${COMMAND}")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/module_compiler.cpp.in ${OUTPUT} @ONLY)
