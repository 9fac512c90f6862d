# The page that shows a run (src/view/): its server is made of cpp-httplib and libjpeg, where they are;
# a program without them says so when it is asked for a page.

option(SOLENOID_VIEW "Show runs in a browser, where cpp-httplib and libjpeg are" ON)

# Sets `result` to a target of cpp-httplib: the installed one, or else its header from the pool of
# Debian's package mirrors; to "" without either. Newer versions have other ways to be extended.
function(solenoid_find_httplib result)
  pkg_check_modules(HTTPLIB QUIET IMPORTED_TARGET cpp-httplib>=0.11 cpp-httplib<0.15)
  if(HTTPLIB_FOUND)
    set(${result} PkgConfig::HTTPLIB PARENT_SCOPE)
    return()
  endif()
  set(archive cpp-httplib_0.11.4+ds.orig.tar.xz)
  set(hash 8b1a5df569003b6a4f24c68489bbda5c64aec94697bdc9ebba5d79408b2ae7eb)
  solenoid_obtain(fetched FILE ${archive} SHA256 ${hash}
                  STEPS "pool pool/main/c/cpp-httplib/${archive} ${hash}")
  if(fetched)
    solenoid_unpack(folder ${fetched} ${CMAKE_BINARY_DIR}/cpp-httplib)
    add_library(solenoid_httplib INTERFACE)
    target_include_directories(solenoid_httplib SYSTEM INTERFACE ${folder})
    set(${result} solenoid_httplib PARENT_SCOPE)
    return()
  endif()
  set(${result} "" PARENT_SCOPE)
endfunction()

# Adds the server to a library: the page as a part of it, or that there is none.
function(solenoid_add_view_server target)
  set(httplib "")
  set(JPEG_FOUND FALSE)
  if(SOLENOID_VIEW)
    find_package(JPEG QUIET)
    solenoid_find_httplib(httplib)
  endif()
  set(web ${PROJECT_SOURCE_DIR}/src/view/web)
  if(httplib AND JPEG_FOUND)
    set(page ${PROJECT_SOURCE_DIR}/src/view/page)
    set(scripts page choice follow axes image curves transfer_function controls pointer progress
                history moments view)  # each has its line in view.html, too
    list(TRANSFORM scripts APPEND .js)
    set(page_scripts "")
    foreach(file view.html view.css ${scripts})
      file(READ ${page}/${file} ${file})
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page}/${file})
    endforeach()
    foreach(file ${scripts})
      string(APPEND page_scripts "    {\"${file}\", \"text/javascript\", R\"page(${${file}})page\"},\n")
    endforeach()
    set(generated ${PROJECT_BINARY_DIR}/generated/view_page.cpp)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/view_page.cpp.in ${generated} @ONLY)
    add_library(solenoid_view_server OBJECT ${web}/guard.cpp ${web}/jpeg.cpp ${web}/limited_http.cpp
                                            ${web}/server.cpp ${generated})
    target_link_libraries(solenoid_view_server PRIVATE solenoid_options solenoid_libraries
                                                       ${httplib} JPEG::JPEG)
    target_link_libraries(${target} PUBLIC $<LINK_ONLY:${httplib}> $<LINK_ONLY:JPEG::JPEG>)
  else()
    message(STATUS "Runs cannot be watched in a browser: cpp-httplib (0.11 to 0.14) or libjpeg is "
            "missing (Debian packages libcpp-httplib-dev, libjpeg-dev)")
    add_library(solenoid_view_server OBJECT ${web}/guard.cpp ${web}/no_server.cpp)
    target_link_libraries(solenoid_view_server PRIVATE solenoid_options solenoid_libraries)
  endif()
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:solenoid_view_server>)
endfunction()
