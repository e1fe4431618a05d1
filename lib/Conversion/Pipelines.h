//===- Pipelines.h - the table of named pipelines -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_CONVERSION_PIPELINES_H
#define RELAX_CONVERSION_PIPELINES_H

#include "lib/Bridge/Core/Pass.h"

/// All pipelines, NULL-ended.
extern const RelaxPipeline *const relaxPipelines[];

#endif // RELAX_CONVERSION_PIPELINES_H
