cmake_minimum_required(VERSION 3.25)

# cmake -DSOURCE=... -DVERSION=... -DLLVM=... -DOUT=FILE -P Version.cmake: what `--version` of the tools says.
# Writes the file only if it changes: nothing is linked again without need.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty=+changes --abbrev=12 --exclude=*
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  set(commit "unknown") # sources without their history
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT "#define RELAX_VERSION \"@VERSION@ (commit @commit@), LLVM @LLVM@\"\n")
