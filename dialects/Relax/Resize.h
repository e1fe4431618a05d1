//===- Resize.h - extents on another grid ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// What relax.resize says of its result where no vector of sizes does, in f32.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_RESIZE_H
#define RELAX_DIALECTS_RELAX_RESIZE_H

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Resize.gen.h"

enum { RELAX_RESIZE_MAX_AXES = 32 };

/// floor(extent * scale); `add` is 0.5 to round. False: 64 bits cannot hold it.
bool relaxResizeExtent(int64_t extent, float scale, float add, int64_t *result);
/// Of the ratios size / extent the smallest, or with `larger` the largest.
/// Extents are above 0.
float relaxResizeAspect(bool larger, intptr_t count, const int64_t *sizes,
                        const int64_t *extents);
bool relaxResizeIsLarger(MlirAttribute aspect);
/// The extents with `aspect`, and the scale. False if some extent is no literal
/// above 0, or 64 bits cannot hold a new one.
bool relaxResizeAspectExtents(MlirAttribute aspect, intptr_t count,
                              const int64_t *sizes,
                              const MlirAttribute *extents, int64_t *results,
                              float *scale);
/// The new extent under a literal scale; a symbolic one is multiplied with the
/// fraction that the scale stands for. `?` if that is not known.
MlirAttribute relaxResizeScaled(RelaxDims *dims, MlirAttribute extent,
                                float scale);

#endif // RELAX_DIALECTS_RELAX_RESIZE_H
