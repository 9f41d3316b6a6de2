# One object library and one static library a folder of src/, found by their files, so that a folder's tests build
# nothing above it; and the one library that is installed, made of them all.

# Here and not in a function: gtest_discover_tests() needs the module's variables wherever it is called.
include(GoogleTest)

set(DOTWIRE_WARNINGS -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
    -Wold-style-cast -Woverloaded-virtual -Wimplicit-fallthrough $<IF:$<CXX_COMPILER_ID:GNU>,-Wshadow=local,-Wshadow>)
# g++ 12 sees overlapping copies in "text" + std::string, which is its own defect (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  list(APPEND DOTWIRE_WARNINGS -Wno-restrict)
endif()

function(dotwire_options target)
  target_compile_options(${target} PRIVATE ${DOTWIRE_WARNINGS} $<$<BOOL:${DOTWIRE_WERROR}>:-Werror>)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
endfunction()

function(dotwire_folder path)
  cmake_parse_arguments(ARG "" "" "USES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${path}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  if(NOT sources)
    return()
  endif()
  string(REPLACE "/" "_" name ${path})
  add_library(dotwire_objects_${name} OBJECT ${sources})
  dotwire_options(dotwire_objects_${name})
  target_link_libraries(dotwire_objects_${name} PRIVATE PkgConfig::libxxhash)
  set_target_properties(dotwire_objects_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  add_library(dotwire_folder_${name} STATIC $<TARGET_OBJECTS:dotwire_objects_${name}>)
  foreach(use ${ARG_USES})
    string(REPLACE "/" "_" use_name ${use})
    if(TARGET dotwire_folder_${use_name})
      target_link_libraries(dotwire_folder_${name} PUBLIC dotwire_folder_${use_name})
    endif()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY DOTWIRE_FOLDERS ${path})
endfunction()

# One ctest test for each test of a program: "wire/nrbf.NrbfClassInfo.RejectsMore...".
function(dotwire_discover_tests target prefix)
  gtest_discover_tests(${target} TEST_PREFIX "${prefix}." NO_PRETTY_VALUES DISCOVERY_TIMEOUT 120)
endfunction()

# Each src folder with *_test.cpp gets a test program of its own: test_wire_nrbf and so on. It sees tests/, so that
# "support/golden.h" is found.
function(dotwire_folder_tests)
  find_package(GTest REQUIRED)
  get_property(folders GLOBAL PROPERTY DOTWIRE_FOLDERS)
  foreach(path ${folders})
    file(GLOB tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${path}/*_test.cpp)
    if(tests)
      string(REPLACE "/" "_" name ${path})
      add_executable(test_${name} ${tests})
      dotwire_options(test_${name})
      target_link_libraries(test_${name} PRIVATE dotwire_folder_${name} dotwire_test_support GTest::gmock_main)
      dotwire_discover_tests(test_${name} ${path})
    endif()
  endforeach()
endfunction()

# Libraries that ours calls, by their pkg-config names and by the Debian packages that hold their headers.
set(DOTWIRE_PKG_CONFIG_MODULES libxxhash libdeflate libzstd liblz4 zlib)
set(DOTWIRE_DEBIAN_PACKAGES libxxhash-dev libdeflate-dev libzstd-dev liblz4-dev zlib1g-dev)

function(dotwire_library)
  get_property(folders GLOBAL PROPERTY DOTWIRE_FOLDERS)
  set(objects)
  foreach(path ${folders})
    string(REPLACE "/" "_" name ${path})
    list(APPEND objects $<TARGET_OBJECTS:dotwire_objects_${name}>)
  endforeach()
  add_library(dotwire STATIC ${objects})
  add_library(dotwire::dotwire ALIAS dotwire)
  target_compile_features(dotwire PUBLIC cxx_std_20)
  target_include_directories(dotwire PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                            $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  foreach(module ${DOTWIRE_PKG_CONFIG_MODULES})
    target_link_libraries(dotwire PRIVATE PkgConfig::${module})
  endforeach()
  dotwire_install()
endfunction()

# What find_package(dotwire) finds.
function(dotwire_install)
  include(CMakePackageConfigHelpers)
  set(folder ${CMAKE_INSTALL_LIBDIR}/cmake/dotwire)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/dotwireConfig.cmake.in
                                ${PROJECT_BINARY_DIR}/dotwireConfig.cmake INSTALL_DESTINATION ${folder})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/dotwireConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(TARGETS dotwire EXPORT dotwireTargets)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/dotwire DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT dotwireTargets NAMESPACE dotwire:: DESTINATION ${folder})
  install(FILES ${PROJECT_BINARY_DIR}/dotwireConfig.cmake ${PROJECT_BINARY_DIR}/dotwireConfigVersion.cmake
          DESTINATION ${folder})

  # For those who do not use CMake. The prefix is found from where the file lies, so that the tree may be moved.
  set(pkg_config_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  file(RELATIVE_PATH DOTWIRE_PREFIX /${pkg_config_folder} /)
  list(JOIN DOTWIRE_PKG_CONFIG_MODULES ", " DOTWIRE_REQUIRES)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/dotwire.pc.in ${PROJECT_BINARY_DIR}/dotwire.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/dotwire.pc DESTINATION ${pkg_config_folder})

  install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/SECURITY.md ${PROJECT_SOURCE_DIR}/LICENSE
                ${PROJECT_SOURCE_DIR}/cmake/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
          PATTERN doxygen* EXCLUDE PATTERN Doxyfile EXCLUDE)
endfunction()
