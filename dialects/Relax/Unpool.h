//===- Unpool.h - the image that a pooling saw ----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_UNPOOL_H
#define RELAX_DIALECTS_RELAX_UNPOOL_H

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Unpool.gen.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The extents of the image, as many as `input` has, whose rank is known.
void relaxUnpooledDims(RelaxDims *dims, MlirValue input,
                       const RelaxWindow *window, MlirAttribute *out);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_UNPOOL_H
