//===- Outline.h - a parallel loop on its way to a function ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_OUTLINE_H
#define RELAX_TARGET_OUTLINE_H

#include "lib/Target/Kernel.h"

/// A value from outside that the body uses.
typedef struct OutlineCapture {
  MlirValue value;
  intptr_t *fields; // of the struct; of a memref its pointer's, then extents'
} OutlineCapture;

typedef struct Outline {
  MlirOperation module, func, loop; // loop: the scf.parallel
  MlirOperation inner;              // of its rounds' rounds, or null
  Arena *arena;
  OutlineCapture *captures; // stb_ds, like the following
  MlirValue *fields;        // at the call, of LLVM types
  bool mayAlias;            // pointers of memrefs may overlap
  MlirValue lengths;        // by which rounds begin, a memref, or null
} Outline;

/// Finds what the loop captures; fails on what cannot be captured.
MlirLogicalResult outlineCollectCaptures(Outline *o);
/// Appends the fields of all captures, made at `b`.
void outlineBuildFields(Outline *o, OpBuilder *b);
/// The captures again, in order, made of the first arguments of `b`'s block.
MlirValue *outlineRebuildCaptures(Outline *o, OpBuilder *b);

/// Parallel loops of several dimensions become one of one each, in each other.
void outlineSeparateDims(MlirOperation func);
/// The parallel loop in `loop` with which it can be one range (OutlineNest.c),
/// or null. What stood between them has moved.
MlirOperation outlineFindInner(MlirOperation loop);
/// The rounds of both, in front of them.
MlirValue outlineBuildRounds(const Outline *o, OpBuilder *b);
/// The loops over a range of these rounds, in the loop's function: the inner
/// one, without a body, and `*around` it.
MlirOperation outlineBuildNest(const Outline *o, OpBuilder *b,
                               const MlirValue range[2],
                               const MlirValue *rebuilt, MlirOperation *around);

/// The operations of the loop, in front of it: an index, or null where their
/// number is `*known` (OutlineWork.c).
MlirValue outlineBuildWork(Outline *o, OpBuilder *b, int64_t *known);

#endif // RELAX_TARGET_OUTLINE_H
