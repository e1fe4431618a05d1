//===- Tool.h - tool mains and registration -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// For tools only: makes passes and pipelines of the descriptors known to MLIR
// and runs MLIR's own mains.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_BRIDGE_TOOL_TOOL_H
#define RELAX_BRIDGE_TOOL_TOOL_H

#include "lib/Bridge/Core/Pass.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Before options are parsed, once per process. The descriptor lives on.
void bridgeRegisterPass(const RelaxPass *pass);
void bridgeRegisterPipeline(const RelaxPipeline *pipeline);

/// What a relax-opt like tool consists of.
typedef struct BridgeOptTool {
  const char *name, *overview;
  MlirDialectHandle (*const *dialects)(void); // NULL-ended
} BridgeOptTool;
/// The main of relax-opt: everything of MlirOptMain, plus `--relax-pipeline`,
/// `--to` and `--counters`. Returns the exit status.
int bridgeOptMain(int argc, char **argv, const BridgeOptTool *tool);

/// Parses and runs pipeline text on a module; false after reported errors.
bool bridgeRunPipeline(MlirOperation module, StrRef pipeline);

#ifdef __cplusplus
}
#endif
#endif // RELAX_BRIDGE_TOOL_TOOL_H
