# `cmake --install build --prefix DIR`: the tools, the headers of the C API, the libraries of share/relax, the lit
# configuration and the CMake package RelaxMLIR, for passes outside of the tree (docs/out-of-tree.md).

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS relax-opt relax-translate relax-run relax-reduce RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(PROGRAMS utils/bisect utils/update-checks DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/relax-mlir)

# What a plugin includes; its definitions are in the tool that loads it.
set(headers ${CMAKE_INSTALL_INCLUDEDIR}/relax-mlir)
foreach(room Support Sym Bridge/Core Analysis)
  install(DIRECTORY lib/${room}/ DESTINATION ${headers}/lib/${room} FILES_MATCHING PATTERN "*.h")
endforeach()
install(FILES lib/Conversion/Backends/Backend.h DESTINATION ${headers}/lib/Conversion/Backends)
install(FILES lib/Runtime/Backend.h lib/Runtime/RegionC.h DESTINATION ${headers}/lib/Runtime)
install(DIRECTORY dialects ${CMAKE_BINARY_DIR}/dialects DESTINATION ${headers} FILES_MATCHING PATTERN "*.h"
  PATTERN "CMakeFiles" EXCLUDE)
install(DIRECTORY share/relax DESTINATION ${CMAKE_INSTALL_DATADIR})
install(FILES test/relax_lit.py DESTINATION ${CMAKE_INSTALL_DATADIR}/relax-mlir)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/relax-mlir)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/RelaxMLIR)
set(include_dir ${headers})
set(bin_dir ${CMAKE_INSTALL_BINDIR})
set(share_dir ${CMAKE_INSTALL_DATADIR}/relax-mlir)
configure_package_config_file(cmake/RelaxMLIRConfig.cmake.in ${CMAKE_BINARY_DIR}/RelaxMLIRConfig.cmake
  INSTALL_DESTINATION ${package} PATH_VARS include_dir bin_dir share_dir)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/RelaxMLIRConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/RelaxMLIRConfig.cmake ${CMAKE_BINARY_DIR}/RelaxMLIRConfigVersion.cmake
  DESTINATION ${package})
