//===- Batch.h - work that waits for more of its kind ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_BATCH_H
#define RELAX_DIALECTS_RELAX_BATCH_H

/// Of `relax.defer`: the last one that can be.
enum { RELAX_MAX_PHASE = 7 };

#endif // RELAX_DIALECTS_RELAX_BATCH_H
