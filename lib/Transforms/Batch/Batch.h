//===- Batch.h - parts of relax-batch -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_BATCH_BATCH_H
#define RELAX_TRANSFORMS_BATCH_BATCH_H

#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Batch/BatchLanes.h"
#include "lib/Transforms/Functions/Outline.h"

/// A program for many calls at once, made of another one.
typedef struct LanesKernel {
  StrRef from; // its name
  BatchHow how;
  MlirOperation made;
  BatchTables tables; // in front
} LanesKernel;

/// A function that calls are deferred of, under a text that equal ones share.
typedef struct BatchUnit {
  char *key;
  MlirOperation value;
} BatchUnit;

/// Calls that wait as one, in the order of their block, and their symbols:
/// those that may differ from call to call, and the others (stb_ds arrays).
typedef struct BatchLine {
  MlirOperation *calls;
  MlirAttribute *joined, *fixed;
} BatchLine;

typedef struct Batcher {
  RelaxPassRun *run;
  MlirOperation module;
  LanesKernel **kernels; // stb_ds array
  BatchUnit *units;      // stb_ds map of texts
} Batcher;

enum { BATCH_COUNT_DEFERRED, BATCH_COUNT_UNITS, BATCH_COUNT_FORCES };

/// Puts copies of the weights and constants that a group uses into it: what it
/// has is its own.
void batchTakeShared(Outline *outline);
/// The lines of a function, found before any is changed (stb_ds array of which
/// each has one). `single`: each call is a line of its own.
BatchLine *batchFindLines(MlirOperation function, bool single, Arena *arena);
void batchFreeLine(BatchLine *line);
/// Makes a unit of the calls and a `relax.defer` of it in their place, unless
/// something else than tensors goes in or out.
MlirLogicalResult batchDefer(Batcher *batcher, MlirOperation function,
                             const BatchLine *line);

/// There can be a program for many calls.
bool batchKernelCan(MlirOperation kernel, const BatchHow *how);
/// It, made once. Null after an error.
const LanesKernel *batchKernel(Batcher *batcher, MlirOperation kernel,
                               const BatchHow *how);

/// Says of a program that does nothing but move numbers where it puts them.
void batchMarkMoves(MlirOperation program);

/// What ragged calls of a unit say: `relax.defer` has them; null: they are
/// none.
typedef struct BatchRagged {
  MlirAttribute extents, rows;
} BatchRagged;
/// Makes the function, all calls of programs, one for many calls: its arguments
/// and results get a dimension in front; where they have a symbol of `joined`,
/// an array or null, dimensions are those of all calls, and further arguments
/// are tables of them.
MlirLogicalResult batchAddLanes(Batcher *batcher, MlirOperation function,
                                MlirAttribute joined, BatchRagged *out);

/// What follows a branch is as deep after each of its arms: `ghosts` of the
/// calls in the shorter ones.
void batchWriteGhosts(MlirOperation module, Arena *arena);

/// What comes behind a recursion or loop waits until all of its calls have run:
/// `phase` of the calls.
void batchWritePhases(MlirOperation module);

/// Puts `relax.force` where a value of `relax.defer` is read. Returns how many.
uint64_t batchWriteForces(MlirOperation module);

/// Functions that may wait while other work of the instance goes on get
/// `relax.concurrent`, where nothing in the module has effects.
void batchWriteConcurrent(MlirOperation module);

#endif // RELAX_TRANSFORMS_BATCH_BATCH_H
