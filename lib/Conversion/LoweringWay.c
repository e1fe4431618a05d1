//===- LoweringWay.c - how compiled mode runs a graph operation -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/LoweringWay.h"
#include "dialects/Relax/Sizes.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"
#include "lib/Conversion/RelaxToVM/Lowering.h"
#include "lib/Transforms/Decompose/Decompose.h"

RelaxWay relaxLoweringWay(StrRef operation) {
  // What the others become has gone its way already.
  if (strRefIs(operation, "relax.call_tir"))
    return RELAX_WAY_KERNEL;
  if (strRefIs(operation, "relax.call_library"))
    return RELAX_WAY_LIBRARY;
  // Their fields, by relax-flatten-tuples.
  if (strRefIs(operation, "relax.tuple") ||
      strRefIs(operation, "relax.tuple_get"))
    return RELAX_WAY_DECOMPOSED;
  // A loop, by relax-lower-scan.
  if (strRefIs(operation, "relax.scan"))
    return RELAX_WAY_DECOMPOSED;
  // By relax-lower-match, relax-lambda-lift, relax-pack-ragged.
  static const char *const gone[] = {"relax.match",
                                     "relax.lambda",
                                     "relax.ragged_to_rows",
                                     "relax.rows_to_ragged",
                                     "relax.ragged_to_padded",
                                     "relax.padded_to_ragged",
                                     "relax.ragged_positions",
                                     "relax.lengths_to_tensor"};
  for (size_t i = 0; i < sizeof gone / sizeof *gone; ++i)
    if (strRefIs(operation, gone[i]))
      return RELAX_WAY_DECOMPOSED;
  // A convolution of few places is a product, all others have a kernel.
  if (decomposeHasRule(operation) && !relaxHasKernelRule(operation))
    return RELAX_WAY_DECOMPOSED;
  if (relaxHasLibraryFunction(operation))
    return RELAX_WAY_LIBRARY;
  // A row of a weight is a view; all else is done by a program.
  if (strRefIs(operation, "relax.take"))
    return RELAX_WAY_KERNEL;
  if (vmHasLowering(operation))
    return RELAX_WAY_HOST;
  if (relaxHasKernelRule(operation))
    return RELAX_WAY_KERNEL;
  return relaxIsSized(operation) ? RELAX_WAY_DECOMPOSED : RELAX_WAY_NONE;
}

const char *relaxWayName(RelaxWay way) {
  static const char *const names[] = {[RELAX_WAY_NONE] = "none",
                                      [RELAX_WAY_DECOMPOSED] = "decomposed",
                                      [RELAX_WAY_KERNEL] = "kernel",
                                      [RELAX_WAY_LIBRARY] = "library",
                                      [RELAX_WAY_HOST] = "host"};
  return names[way];
}
