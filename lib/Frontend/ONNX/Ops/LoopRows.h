//===- LoopRows.h - rows that a loop gathers ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_OPS_LOOPROWS_H
#define RELAX_FRONTEND_ONNX_OPS_LOOPROWS_H

#include "lib/Frontend/ONNX/Ops/Loop.h"

/// Adds a state for every kind of rows of a built round: a tensor that begins
/// empty, before the loop, and gets a row in `body`.
bool loopRows(Importer *importer, Loop *loop, MlirBlock body);

#endif // RELAX_FRONTEND_ONNX_OPS_LOOPROWS_H
