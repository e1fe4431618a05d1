//===- Work.h - what a call of a kernel has to do -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Read off the loops of a lowered program once, and evaluated with the extents
// of a call, and with the tables of lengths that it reads. Counted are
//   multiply-adds: a multiplication of elements with the addition of its
//     product is one; so is an addition of something else, a division, and a
//     call of a function such as `exp`. Of masked vectors, lanes that are on;
//   bytes: what is read and written of each argument, every byte once. What is
//     kept in local memory between is not moved.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TARGET_WORK_WORK_H
#define RELAX_TARGET_WORK_WORK_H

#include "lib/Bridge/Core/Bridge.h"

typedef struct RelaxWork RelaxWork;

typedef struct RelaxWorkCount {
  uint64_t multiplyAdds;
  uint64_t bytes;
} RelaxWorkCount;

/// Of a `tir.func` as the stage vm has it. The program is not needed any more
/// afterwards.
RelaxWork *relaxWorkCreate(MlirOperation kernel);
void relaxWorkDestroy(RelaxWork *work);
/// A vector of i64 that a kernel gets; no entries: of another kind.
typedef struct RelaxWorkTable {
  const int64_t *entries;
  int64_t count;
} RelaxWorkTable;
/// What runs depends on elements of such vectors: tables of lengths.
bool relaxWorkReadsTables(const RelaxWork *work);
/// It reads elements of this argument.
bool relaxWorkReads(const RelaxWork *work, size_t argument);
/// It writes some.
bool relaxWorkWrites(const RelaxWork *work, size_t argument);
/// `symbols` as the kernel gets them (lib/Runtime/KernelABI.h), and its buffers
/// where it reads tables, in the same order (else NULL). False where
/// that does not tell: loops or branches that depend on elements, or so many
/// unlike rounds that counting would take long.
bool relaxWorkCount(const RelaxWork *work, const int64_t *symbols,
                    const RelaxWorkTable *tables, size_t numTables,
                    RelaxWorkCount *out);

#endif // RELAX_TARGET_WORK_WORK_H
