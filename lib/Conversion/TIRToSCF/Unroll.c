//===- Unroll.c - copies of a loop ----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Tiles.h"

/// More operations than that stay a loop. LLVM copies the rounds of a loop
/// inside that has up to so many operations in all.
enum { MAX_COPIED = 1 << 14, MAX_INSIDE = 1 << 9 };

static int64_t roundsOf(const int64_t bounds[3]) {
  if (bounds[0] >= bounds[1])
    return 0;
  uint64_t last =
      ((uint64_t)bounds[1] - (uint64_t)bounds[0] - 1) / (uint64_t)bounds[2];
  return last < MAX_COPIED ? (int64_t)last + 1 : MAX_COPIED + 1;
}

/// The operations of the regions, with what LLVM will make of them; MAX_COPIED
/// + 1 for more. `*open`: a loop inside has an extent that only the run knows.
static int64_t sizeOf(MlirOperation op, bool *open) {
  int64_t size = 0;
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r)
    for (MlirBlock block = bridgeBlock(op, r); block.ptr;
         block = mlirBlockGetNextInRegion(block))
      for (MlirOperation at = {NULL};
           size <= MAX_COPIED && bridgeAdvance(block, &at);) {
        int64_t bounds[3], inside = sizeOf(at, open), rounds = 1;
        if (bridgeIsNamed(at, "scf.for") && tileBounds(at, bounds))
          rounds = roundsOf(bounds);
        else
          *open |= bridgeIsNamed(at, "scf.for");
        if (rounds > 1 && inside > 0 && rounds <= MAX_INSIDE / inside)
          inside *= rounds;
        size += 1 + inside;
      }
  return size <= MAX_COPIED ? size : MAX_COPIED + 1;
}

/// Copies of a loop that goes on and on at run time are code and nothing else:
/// no buffer becomes registers by them.
static bool isWorthwhile(MlirOperation loop, int64_t rounds) {
  bool open = false;
  int64_t size = sizeOf(loop, &open);
  return !open && size <= MAX_COPIED / rounds;
}

void tileUnroll(Tiles *t, MlirOperation loop, MlirAttribute rows) {
  int64_t bounds[3];
  bool guards = mlirAttributeIsADenseI64Array(rows);
  if (mlirOperationGetNumResults(loop) != 0)
    return;
  if (guards) {
    int64_t low = mlirDenseI64ArrayGetElement(rows, 0);
    int64_t high = mlirDenseI64ArrayGetElement(rows, 1);
    if (isWorthwhile(loop, high))
      tileGuardRows(t, loop, low, high);
    return;
  }
  if (!tileBounds(loop, bounds))
    return;
  int64_t rounds = roundsOf(bounds);
  if (rounds > MAX_COPIED || (rounds > 0 && !isWorthwhile(loop, rounds)))
    return;
  OpBuilder b = opBuilderBefore(loop);
  for (int64_t i = 0; i < rounds; ++i)
    tileCopyRound(t, &b, loop, bounds[0] + i * bounds[2]);
  mlirOperationDestroy(loop);
}
