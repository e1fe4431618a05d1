//===- Convolution.h - what convolutions of all kinds read ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_OPS_CONVOLUTION_H
#define RELAX_FRONTEND_ONNX_OPS_CONVOLUTION_H

#include "dialects/Relax/Window.h"
#include "lib/Frontend/ONNX/Import/Importer.h"

/// The numbers of the words of `auto_pad`.
enum { PADS_GIVEN, PADS_UPPER, PADS_LOWER, PADS_NONE };
bool importAutoPad(Importer *importer, size_t *mode);
/// An attribute of `count` integers, each at least `low`; absent: `absent`.
bool importWindowInts(Importer *importer, const char *name, size_t count,
                      int64_t low, int64_t absent, int64_t **out);
/// Fills pads or `same` in, by a word of that attribute.
bool importSamePads(Importer *importer, MlirValue input, MlirValue *weight,
                    const char *word, RelaxWindow *window);
/// Reads the attributes but the groups. `weight`, operand `weightIndex`, is
/// null for pooling, which must say its window; a convolution's is in its
/// weight.
bool importWindow(Importer *importer, MlirValue input, MlirValue *weight,
                  size_t weightIndex, RelaxWindow *window);
/// Reads the attributes of a convolution, and has the channels of `*input` and
/// `*weight` checked when the program runs where types do not say that they
/// fit.
bool importConvolution(Importer *importer, MlirValue *input, MlirValue *weight,
                       size_t weightIndex, RelaxWindow *window);

/// `y`, [n, channels, ...] with that many further dimensions, and operand
/// `index`, which has an element per channel.
bool importAddBias(Importer *importer, MlirValue y, size_t index,
                   size_t spatial, MlirValue *result);

#endif // RELAX_FRONTEND_ONNX_OPS_CONVOLUTION_H
