//===- Batch.h - work that waits for more of its kind ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_BATCH_H
#define RELAX_DIALECTS_RELAX_BATCH_H

#include "lib/Bridge/Core/Bridge.h"

/// Of a ragged `relax.defer`: `rows`, which are the extents where nothing says
/// more; null of another one.
MlirAttribute relaxDeferRows(MlirOperation op);

/// Of `relax.defer`: the last one that can be.
enum { RELAX_MAX_PHASE = 7 };

#endif // RELAX_DIALECTS_RELAX_BATCH_H
