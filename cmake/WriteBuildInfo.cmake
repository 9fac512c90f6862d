# Run at every build (cmake -P): writes OUTPUT from version.cpp.in if it would differ.

set(COMMIT "unknown")
execute_process(COMMAND git -C ${SOURCE_DIR} describe --always --dirty=-modified --abbrev=12
                        --exclude=*
                OUTPUT_VARIABLE described RESULT_VARIABLE code ERROR_QUIET
                OUTPUT_STRIP_TRAILING_WHITESPACE)
if(code EQUAL 0)
  set(COMMIT ${described})
endif()
string(REPLACE "\"" "\\\"" FLAGS "${FLAGS}")
configure_file(${CMAKE_CURRENT_LIST_DIR}/version.cpp.in ${OUTPUT} @ONLY)
