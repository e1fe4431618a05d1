//===- Convolution.h - what convolutions of all kinds read ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_CONVOLUTION_H
#define RELAX_FRONTEND_ONNX_CONVOLUTION_H

#include "lib/Frontend/ONNX/Importer.h"

/// auto_pad SAME on extents that are no literals: arrays of an element per
/// spatial dimension.
typedef struct ImportSame {
  bool wanted, upper;
  const int64_t *extents, *strides, *dilations;
} ImportSame;
/// Fills `pads` in, all low, then all high; on an extent that is no literal
/// they are 0 and `same->wanted`.
bool importSamePads(Importer *importer, MlirValue input, ImportSame *same,
                    int64_t *pads);
/// Gives `*value`, [batch, channels, ...], the margins, if they are wanted.
bool importPadSame(Importer *importer, const ImportSame *same, double fill,
                   MlirValue *value);
/// What no element of a maximum is below.
double importLowest(MlirType element);

/// The window of a convolution or pooling, for every spatial dimension.
typedef struct ImportWindow {
  size_t rank; // spatial dimensions
  int64_t *extents, *strides, *dilations;
  int64_t *pads;      // 2 * rank: all low, then all high
  size_t weightIndex; // the operand
  ImportSame same;
} ImportWindow;
/// Reads the attributes. `weight` is null for pooling, which must say its
/// window; a convolution's window is in its weight.
bool importWindow(Importer *importer, MlirValue input, MlirValue *weight,
                  ImportWindow *window);

/// The attributes of relax.conv.
typedef struct ImportConv {
  size_t spatial; // dimensions
  MlirAttribute strides, pads, dilations, groups;
  ImportSame same; // margins that the input needs first
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

#endif // RELAX_FRONTEND_ONNX_CONVOLUTION_H
