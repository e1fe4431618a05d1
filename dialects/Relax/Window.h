//===- Window.h - what slides over an input -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_WINDOW_H
#define RELAX_DIALECTS_RELAX_WINDOW_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Those of an attribute live in the context.
typedef struct RelaxIntegers {
  intptr_t count;
  const int64_t *values;
} RelaxIntegers;

/// The attributes of a record with the trait Relax_Window; others are zero.
typedef struct RelaxWindow {
  RelaxIntegers extents; // of poolings; a convolution has them in its weight
  RelaxIntegers strides; // one value per spatial dimension, as in `dilations`
  RelaxIntegers pads;    // all low pads, then all high pads
  RelaxIntegers dilations;
  RelaxIntegers extra; // of a transposed convolution: its output padding
  int64_t groups;
  MlirAttribute same; // "upper" or "lower" in the place of pads, or null
  bool ceil_mode;
} RelaxWindow;

/// There are `count` of them, from `least` to `most`.
bool relaxIntegersWithin(RelaxIntegers list, intptr_t count, int64_t least,
                         int64_t most);
/// Some index may be outside of the input.
bool relaxWindowIsPadded(const RelaxWindow *window);
/// All of it is zero where the operation has none.
RelaxWindow relaxWindowOf(MlirOperation op);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_WINDOW_H
