//===- Signal.h - extents of Fourier transforms ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_SIGNAL_H
#define RELAX_DIALECTS_RELAX_SIGNAL_H

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Signal.gen.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct RelaxDftSizes {
  SymExpr points;    // of the transform
  SymExpr result;    // extent of the result along the axis
  int64_t parts;     // of an element of the result: 2, or 1 if it is real
  int64_t low, high; // how many parts an element of the input may have
} RelaxDftSizes;

/// Of an input with a rank that has the axis.
RelaxDftSizes relaxDftSizes(RelaxDims *dims, const RelaxDftArgs *args);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_SIGNAL_H
