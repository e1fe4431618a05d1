//===- relax-opt.c - runs passes on text ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Bridge/Tool/Tool.h"
#include "lib/Transforms/Passes.h"
#include "tools/Dialects.h"

int main(int argc, char **argv) {
  for (const RelaxPass *const *pass = relaxTransformsPasses; *pass; ++pass)
    bridgeRegisterPass(*pass);
  static const BridgeOptTool tool = {
      "relax-opt", "relax-opt: runs passes on relax, tir and vm text\n",
      relaxToolDialects};
  return bridgeOptMain(argc, argv, &tool);
}
