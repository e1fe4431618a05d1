//===- Build.h - from operations to integers and counts -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Target/Work.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_WORK_BUILD_H
#define RELAX_TARGET_WORK_BUILD_H

#include "lib/Target/Work/WorkState.h"

/// A value and what it is among `RelaxWork::ints`.
typedef struct WorkValue {
  const void *key;
  uint32_t value;
} WorkValue;

typedef struct WorkBuild {
  RelaxWork *work;
  StrRef *symbols; // as the kernel gets them
  size_t numSymbols;
  WorkValue *ints;  // stb_ds map: integers
  WorkValue *lanes; // stb_ds map: lanes of vectors that are on
  uint32_t unknown, one;
  uint32_t depth;                   // of open loops
  uint64_t decides[WORK_MAX_DEPTH]; // of open loops: whose iterators decide
                                    // what runs in them
} WorkBuild;

uint32_t workAddInt(WorkBuild *b, WorkInt integer);
/// The integer that a value of the program is (Integers.c).
uint32_t workInt(WorkBuild *b, MlirValue value);
void workBindIter(WorkBuild *b, MlirValue iterator, uint32_t depth);

/// The argument behind a memref (Integers.c); -1: local memory.
intptr_t workArgumentOf(MlirValue memref);
/// What an operation without regions adds to which counter; false: nothing
/// (Operations.c).
bool workOfOperation(WorkBuild *b, MlirOperation op, uint32_t *place,
                     uint32_t *lanes);

#endif // RELAX_TARGET_WORK_BUILD_H
