//===- Batch.h - parts of relax-batch -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_BATCH_BATCH_H
#define RELAX_TRANSFORMS_BATCH_BATCH_H

#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Functions/Outline.h"

/// A program for many calls at once, made of another one.
typedef struct LanesKernel {
  MlirAttribute from; // a reference to it
  const bool *shared; // by buffer
  intptr_t numBuffers;
  MlirOperation made;
} LanesKernel;

/// A function that calls are deferred of, under a text that equal ones share.
typedef struct BatchUnit {
  char *key;
  MlirOperation value;
} BatchUnit;

typedef struct Batcher {
  RelaxPassRun *run;
  MlirOperation module;
  LanesKernel *kernels; // stb_ds array
  BatchUnit *units;     // stb_ds map of texts
} Batcher;

enum {
  BATCH_COUNT_DEFERRED,
  BATCH_COUNT_UNITS,
  BATCH_COUNT_FORCES,
  BATCH_NUM_COUNTERS
};

/// A weight or a constant: all calls have the same.
bool batchIsShared(MlirValue value);
/// Puts copies of the weights and constants that a group uses into it: what it
/// has is its own.
void batchTakeShared(Outline *outline);
/// A tensor of numbers of a known rank: those of many calls can be one.
bool batchTakes(MlirType type);
/// Makes a unit of the calls of programs (stb_ds array, in the order of their
/// block) and a `relax.defer` of it in their place, unless something else than
/// tensors goes in or out.
MlirLogicalResult batchDefer(Batcher *batcher, MlirOperation function,
                             MlirOperation *calls);

/// A program of computes, whose accesses all stand in one: it can be for many
/// calls.
bool batchKernelCan(MlirOperation kernel);
/// The program for many calls: buffers get a dimension in front, but those that
/// all calls share. Null after an error.
MlirOperation batchKernel(Batcher *batcher, MlirOperation kernel,
                          const bool *shared);

/// Gives the function, all calls of programs, a dimension in front of its
/// arguments and results.
MlirLogicalResult batchAddLanes(Batcher *batcher, MlirOperation function);

/// Puts `relax.force` where a value of `relax.defer` is read. Returns how many.
uint64_t batchWriteForces(MlirOperation module);

#endif // RELAX_TRANSFORMS_BATCH_BATCH_H
