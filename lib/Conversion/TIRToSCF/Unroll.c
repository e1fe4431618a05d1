//===- Unroll.c - copies of a loop ----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/Tiles.h"

/// More operations than that stay a loop.
enum { MAX_COPIED = 1 << 14 };

typedef struct Content {
  MlirOperation loop;
  int64_t operations;
  bool open; // a loop inside has an extent that only the run knows
} Content;

static MlirWalkResult look(MlirOperation op, void *userData) {
  Content *content = userData;
  int64_t bounds[3];
  ++content->operations;
  content->open |= tileIsOp(op, "scf.for") &&
                   !mlirOperationEqual(op, content->loop) &&
                   !tileBounds(op, bounds);
  return MlirWalkResultAdvance;
}

/// Copies of a loop that goes on and on at run time are code and nothing else:
/// no buffer becomes registers by them.
static bool isWorthwhile(MlirOperation loop, int64_t rounds) {
  Content content = {.loop = loop};
  mlirOperationWalk(loop, look, &content, MlirWalkPreOrder);
  return !content.open && content.operations <= MAX_COPIED / rounds;
}

void tileUnroll(Tiles *t, MlirOperation loop) {
  int64_t bounds[3];
  if (!tileBounds(loop, bounds) || mlirOperationGetNumResults(loop) != 0)
    return;
  int64_t rounds =
      bounds[0] < bounds[1]
          ? (int64_t)(((uint64_t)bounds[1] - (uint64_t)bounds[0] - 1) /
                      (uint64_t)bounds[2]) +
                1
          : 0;
  if (rounds > MAX_COPIED || (rounds > 0 && !isWorthwhile(loop, rounds)))
    return;
  OpBuilder b = opBuilderBefore(loop);
  for (int64_t i = 0; i < rounds; ++i) {
    MlirOperation round = i + 1 < rounds ? mlirOperationClone(loop) : loop;
    MlirBlock body = opBody(round, 0);
    mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(body, 0),
                                  tileConstant(t, bounds[0] + i * bounds[2]));
    mlirOperationDestroy(mlirBlockGetTerminator(body));
    opBuilderTakeBody(&b, body);
    if (i + 1 < rounds)
      mlirOperationDestroy(round);
  }
  mlirOperationDestroy(loop);
}
