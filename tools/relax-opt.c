//===- relax-opt.c - runs passes on text ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/Dialects.h"
#include "tools/Registry.h"
#include "tools/Version.h"

int main(int argc, char **argv) {
  relaxRegisterAll();
  const BridgeOptTool tool = {
      "relax-opt", toolVersion(),
      "relax-opt: runs passes on relax, tir and vm text\n", relaxToolDialects};
  return bridgeOptMain(argc, argv, &tool);
}
