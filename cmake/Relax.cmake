# How the house is built: rooms (C), C++ rooms, dialects (ODS + C rules), tools.

find_package(Python3 REQUIRED COMPONENTS Interpreter)

# --- flags -------------------------------------------------------------------

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

set(CMAKE_C_FLAGS "${CMAKE_C_FLAGS} -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror -ffunction-sections -fdata-sections")
set(CMAKE_C_FLAGS_RELEASE "-O2 -g0")
set(CMAKE_C_FLAGS_DEBUG "-O0 -g")
# Not `function`: it reads in front of a function, and compiled kernels have nothing there.
set(RELAX_SANITIZE "-fsanitize=address,undefined -fno-sanitize=function -fno-sanitize-recover=undefined -fno-omit-frame-pointer")
set(CMAKE_C_FLAGS_SANITIZE "-O1 -g ${RELAX_SANITIZE}")
set(CMAKE_C_FLAGS_FUZZ "-O1 -g ${RELAX_SANITIZE} -fsanitize=fuzzer-no-link")
# The packages are built with NDEBUG and without RTTI checks of ours: class
# layouts differ otherwise, in every build type (c-first-dialects.md, finding 2).
set(CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS} -DNDEBUG -fno-rtti -fno-exceptions -ffunction-sections -fdata-sections -Wall -Wno-unused-parameter -Wno-return-type-c-linkage")
set(CMAKE_CXX_FLAGS_RELEASE "-O1 -g0")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g")
set(CMAKE_CXX_FLAGS_SANITIZE "-O1 -g1")
set(CMAKE_CXX_FLAGS_FUZZ "-O1 -g1")
set(CMAKE_EXE_LINKER_FLAGS "${CMAKE_EXE_LINKER_FLAGS} -fuse-ld=lld -Wl,--gc-sections -Wl,--build-id=sha1")
set(CMAKE_EXE_LINKER_FLAGS_SANITIZE "${RELAX_SANITIZE}")
set(CMAKE_EXE_LINKER_FLAGS_FUZZ "${RELAX_SANITIZE}")
set(CMAKE_EXE_LINKER_FLAGS_RELEASE "-Wl,--strip-debug")

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

include_directories(${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
include_directories(SYSTEM ${MLIR_INCLUDE_DIRS})

# All packaged archives in one group: the linker takes only what is needed.
file(GLOB RELAX_MLIR_ARCHIVES ${LLVM_LIBRARY_DIR}/libMLIR*.a)
file(GLOB RELAX_LLVM_ARCHIVES ${LLVM_LIBRARY_DIR}/libLLVM*.a)
set(RELAX_ARCHIVES -Wl,--start-group ${RELAX_MLIR_ARCHIVES} ${RELAX_LLVM_ARCHIVES} -Wl,--end-group z zstd tinfo)

# --- rooms -------------------------------------------------------------------

add_custom_target(relax-generated)

# A room is one static library of all C files in its folder and two levels below.
function(relax_room name folder)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.c ${CMAKE_SOURCE_DIR}/${folder}/*/*.c
       ${CMAKE_SOURCE_DIR}/${folder}/*/*/*.c)
  if(NOT sources)
    add_library(Relax${name} INTERFACE)
  else()
    add_library(Relax${name} STATIC ${sources})
    add_dependencies(Relax${name} relax-generated)
  endif()
endfunction()

# Clang finds the precompiled header beside the one that is named; ccache knows paths behind `-include`, and makes them
# relative, but not CMake's own `-Xclang -include-pch`.
set(CMAKE_CXX_COMPILE_OPTIONS_USE_PCH -include <PCH_HEADER>)

# A static library of C and C++. MLIR's headers are half of what a C++ file costs to compile: the first library precompiles
# them for all. The objects of C++ are apart since CMake shares a precompiled header only between libraries of one language.
function(relax_cxx_library name)
  set(cpp ${ARGN})
  list(FILTER cpp INCLUDE REGEX "[.]cpp$")
  set(c ${ARGN})
  list(FILTER c EXCLUDE REGEX "[.]cpp$")
  add_library(${name}Cxx OBJECT ${cpp})
  add_library(${name} STATIC ${c} $<TARGET_OBJECTS:${name}Cxx>)
  add_dependencies(${name} relax-generated)
  add_dependencies(${name}Cxx relax-generated)
  get_property(owner GLOBAL PROPERTY RELAX_PRECOMPILED)
  if(owner)
    target_precompile_headers(${name}Cxx REUSE_FROM ${owner})
    return()
  endif()
  set_property(GLOBAL PROPERTY RELAX_PRECOMPILED ${name}Cxx)
  set(list ${CMAKE_SOURCE_DIR}/lib/Bridge/Core/Precompiled.hpp)
  target_precompile_headers(${name}Cxx PRIVATE ${list})
  # What ccache knows the precompiled header by.
  file(SHA256 ${list} hash)
  file(WRITE ${CMAKE_BINARY_DIR}/CMakeFiles/${name}Cxx.dir/cmake_pch.hxx.pch.sum "${LLVM_PACKAGE_VERSION} ${hash}")
endfunction()

function(relax_cxx_room name folder)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cpp ${CMAKE_SOURCE_DIR}/${folder}/*.c)
  relax_cxx_library(Relax${name} ${sources})
endfunction()

# --- dialects ----------------------------------------------------------------

# relax_tablegen(<td> <out> <flags...>) inside relax_dialect.
macro(relax_tablegen td out)
  add_custom_command(OUTPUT ${out}
    COMMAND ${LLVM_TOOLS_BINARY_DIR}/mlir-tblgen ${ARGN} -I ${CMAKE_SOURCE_DIR} -I ${MLIR_INCLUDE_DIRS}
            ${td} -o ${out} -d ${out}.d
    DEPFILE ${out}.d DEPENDS ${td})
  list(APPEND generated ${out})
endmacro()

# Every <Family>.td beside the base file is an op family: its own ODS output,
# accessors and trampolines, and its rules in <Family>.c (of Relax: Rules/<Family>.c).
function(relax_dialect folder name)
  cmake_parse_arguments(ARG "" "BASE" "" ${ARGN})
  set(source ${CMAKE_SOURCE_DIR}/dialects/${folder})
  set(build ${CMAKE_BINARY_DIR}/dialects/${folder})
  file(MAKE_DIRECTORY ${build})
  file(GLOB tds CONFIGURE_DEPENDS ${source}/*.td)
  list(FILTER tds EXCLUDE REGEX "/Constraints\\.td$") # for other dialects to include
  if(NOT tds)
    return()
  endif()
  set(families "")
  foreach(td ${tds})
    get_filename_component(stem ${td} NAME_WE)
    if(NOT stem STREQUAL ARG_BASE)
      list(APPEND families ${stem})
    endif()
  endforeach()
  file(GLOB generator CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/utils/dialect-gen.py
       ${CMAKE_SOURCE_DIR}/utils/dialect_gen/*.py)
  set(generated "")
  set(objects "")
  foreach(td ${tds})
    get_filename_component(stem ${td} NAME_WE)
    set(own_families "")
    if(stem STREQUAL ARG_BASE)
      set(own_families ${families})
      relax_tablegen(${td} ${build}/${stem}Dialect.h.inc -gen-dialect-decls -dialect=${name})
      relax_tablegen(${td} ${build}/${stem}Dialect.cpp.inc -gen-dialect-defs -dialect=${name})
      relax_tablegen(${td} ${build}/${stem}Types.h.inc -gen-typedef-decls -typedefs-dialect=${name})
      relax_tablegen(${td} ${build}/${stem}Types.cpp.inc -gen-typedef-defs -typedefs-dialect=${name})
      relax_tablegen(${td} ${build}/${stem}Attrs.h.inc -gen-attrdef-decls -attrdefs-dialect=${name})
      relax_tablegen(${td} ${build}/${stem}Attrs.cpp.inc -gen-attrdef-defs -attrdefs-dialect=${name})
    else()
      relax_tablegen(${td} ${build}/${stem}.h.inc -gen-op-decls)
      relax_tablegen(${td} ${build}/${stem}.cpp.inc -gen-op-defs)
    endif()
    add_custom_command(OUTPUT ${build}/${stem}.json
      COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-tblgen --dump-json -I ${CMAKE_SOURCE_DIR} -I ${MLIR_INCLUDE_DIRS}
              ${td} -o ${build}/${stem}.json -d ${build}/${stem}.json.d
      DEPFILE ${build}/${stem}.json.d DEPENDS ${td})
    add_custom_command(OUTPUT ${build}/${stem}.gen.h ${build}/${stem}.gen.cpp
      COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/utils/dialect-gen.py ${build}/${stem}.json ${stem}
              ${build}/${stem}.gen.h ${build}/${stem}.gen.cpp ${own_families}
      DEPENDS ${build}/${stem}.json ${generator})
    list(APPEND generated ${build}/${stem}.gen.h)
    list(APPEND objects ${build}/${stem}.gen.cpp)
  endforeach()
  add_custom_target(relax-generated-${name} DEPENDS ${generated} ${objects})
  add_dependencies(relax-generated relax-generated-${name})
  file(GLOB rules CONFIGURE_DEPENDS ${source}/*.c ${source}/*/*.c ${source}/*.cpp)
  relax_cxx_library(RelaxDialect${folder} ${objects} ${rules})
endfunction()

# --- tools -------------------------------------------------------------------

# The rooms of a tool, floors from above to below, in one group.
function(relax_tool name)
  cmake_parse_arguments(ARG "" "" "ROOMS;SOURCES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  add_dependencies(${name} relax-generated)
  set(rooms "")
  foreach(room ${ARG_ROOMS})
    if(TARGET Relax${room})
      get_target_property(type Relax${room} TYPE)
      if(NOT type STREQUAL INTERFACE_LIBRARY)
        list(APPEND rooms Relax${room})
      endif()
    endif()
  endforeach()
  target_link_libraries(${name} PRIVATE -Wl,--start-group ${rooms} ${RELAX_MLIR_ARCHIVES} ${RELAX_LLVM_ARCHIVES} -Wl,--end-group z zstd tinfo crypto cjson protobuf-c m)
  # Value names: our wrapper sees every text that MLIR parses (lib/Bridge/Core/Names.cpp).
  target_link_options(${name} PRIVATE -Wl,--wrap=${RELAX_PARSE_SYMBOL})
  # lib/Bridge/Core/LocationWalk.cpp.
  target_link_options(${name} PRIVATE -Wl,--wrap=${RELAX_WALK_SYMBOL})
endfunction()

# The whole C API of MLIR and ours stays in the tool and is visible to plugins.
function(relax_export_api name)
  # As an option it stands before the groups: each member is taken once.
  target_link_options(${name} PRIVATE
    -Wl,--whole-archive,${LLVM_LIBRARY_DIR}/libMLIRCAPIIR.a,--no-whole-archive)
  foreach(prefix mlir relax sym tir vm bridge arena str)
    target_link_options(${name} PRIVATE "-Wl,--export-dynamic-symbol=${prefix}*")
  endforeach()
endfunction()

set(RELAX_WALK_SYMBOL _ZN4mlir12LocationAttr4walkEN4llvm12function_refIFNS_10WalkResultENS_8LocationEEEE)
set(RELAX_PARSE_SYMBOL
  _ZN4mlir18parseAsmSourceFileERKN4llvm9SourceMgrEPNS_5BlockERKNS_12ParserConfigEPNS_14AsmParserStateEPNS_28AsmParserCodeCompleteContextE)
