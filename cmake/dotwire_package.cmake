# The .deb and the .tar.gz that `./run package` makes of a release build: program, library, headers and their files.
set(DOTWIRE_MAINTAINER "the dotwire maintainers" CACHE STRING "Name and address of who made the package")

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME dotwire)
set(CPACK_PACKAGE_CONTACT ${DOTWIRE_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "reads, writes and converts what .NET's serializers wrote")
set(CPACK_PACKAGE_DESCRIPTION
    "Program and C++ library for the serialization formats of .NET: BinaryFormatter\n\
payloads, DataTables and DataSets, without .NET on the machine. Input is never\n\
trusted.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_SYSTEM_NAME ${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What linking the library takes; the program does without.
list(JOIN DOTWIRE_DEBIAN_PACKAGES ", " CPACK_DEBIAN_PACKAGE_SUGGESTS)

include(CPack)
