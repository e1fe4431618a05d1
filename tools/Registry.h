//===- Registry.h - all passes and pipelines, for every tool --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_REGISTRY_H
#define RELAX_TOOLS_REGISTRY_H

#include "lib/Bridge/Tool/Tool.h"
#include "lib/Conversion/Passes.h"
#include "lib/Conversion/Pipelines.h"
#include "lib/Schedule/Passes.h"
#include "lib/Transforms/Passes.h"
#include "mlir-c/Transforms.h"

/// Once per process, before options are parsed.
static inline void relaxRegisterAll(void) {
  for (const RelaxPass *const *pass = relaxTransformsPasses; *pass; ++pass)
    bridgeRegisterPass(*pass);
  for (const RelaxPass *const *pass = relaxSchedulePasses; *pass; ++pass)
    bridgeRegisterPass(*pass);
  for (const RelaxPass *const *pass = relaxConversionPasses; *pass; ++pass)
    bridgeRegisterPass(*pass);
  for (const RelaxPipeline *const *p = relaxPipelines; *p; ++p)
    bridgeRegisterPipeline(*p);
  mlirRegisterTransformsPasses();
}

#endif // RELAX_TOOLS_REGISTRY_H
