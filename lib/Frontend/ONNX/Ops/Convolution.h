//===- Convolution.h - what convolutions of all kinds read ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_OPS_CONVOLUTION_H
#define RELAX_FRONTEND_ONNX_OPS_CONVOLUTION_H

#include "lib/Frontend/ONNX/Import/Importer.h"

/// The window of a convolution or pooling, for every spatial dimension.
typedef struct ImportWindow {
  size_t rank; // spatial dimensions
  int64_t *extents, *strides, *dilations;
  int64_t *pads;      // 2 * rank: all low, then all high
  MlirAttribute same; // "upper" or "lower" instead of pads, or null
  size_t weightIndex; // the operand
} ImportWindow;
/// Fills pads or `same` in, by a word of that attribute.
bool importSamePads(Importer *importer, MlirValue input, MlirValue *weight,
                    const char *word, ImportWindow *window);
/// Reads the attributes. `weight` is null for pooling, which must say its
/// window; a convolution's window is in its weight.
bool importWindow(Importer *importer, MlirValue input, MlirValue *weight,
                  ImportWindow *window);

/// The attributes of relax.conv.
typedef struct ImportConv {
  size_t spatial; // dimensions
  MlirAttribute strides, pads, dilations;
  int64_t groups;
  MlirAttribute same; // or null
} ImportConv;

/// An attribute of `count` integers, each at least `low`; absent: `absent`.
bool importWindowInts(Importer *importer, const char *name, size_t count,
                      int64_t low, int64_t absent, int64_t **out);

/// Reads the attributes of a convolution, and has the channels of `*input` and
/// `*weight`, which is operand `weightIndex`, checked when the program runs
/// where types do not say that they fit.
bool importConvolution(Importer *importer, MlirValue *input, MlirValue *weight,
                       size_t weightIndex, ImportConv *conv);

/// `y`, [n, channels, ...] with that many further dimensions, and operand
/// `index`, which has an element per channel.
bool importAddBias(Importer *importer, MlirValue y, size_t index,
                   size_t spatial, MlirValue *result);

#endif // RELAX_FRONTEND_ONNX_OPS_CONVOLUTION_H
