//===- relax-opt.c - runs passes on text ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/Dialects.h"
#include "tools/Registry.h"

int main(int argc, char **argv) {
  relaxRegisterAll();
  static const BridgeOptTool tool = {
      "relax-opt", "relax-opt: runs passes on relax, tir and vm text\n",
      relaxToolDialects};
  return bridgeOptMain(argc, argv, &tool);
}
