//===- Specialize.c - code of its own for some values of an expression ----===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `tir.specialize (e) in 1 to 6` becomes a branch per value, one after the
// other, and one for all other values; a single value without others needs no
// branch. In the copy for 3, bounds and indices that are `e` plus a constant
// become constants, so that loops below can be unrolled and small buffers kept
// in registers. (Not scf.index_switch: MLIR 22's parser corrupts memory on one
// that is broken.)
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Schedule.gen.h"
#include "lib/Conversion/TIRToSCF/Lowering.h"

#include <stb/stb_ds.h>

static void buildBranch(OpBuilder *b, MlirValue condition, MlirOperation from) {
  MlirOperation branch = buildIf(b, condition, NULL, 0);
  OpBuilder inside =
      opBuilderAtEnd(bridgeBody(branch), mlirOperationGetLocation(from));
  opBuilderTakeBody(&inside, bridgeBody(from));
  buildYield(&inside, NULL, 0);
}

/// Moves the local buffers that only the body uses into it.
static void sinkAllocs(TirLowering *l, MlirOperation op) {
  MlirOperation *allocs = NULL;
  bridgeCollect(l->func, tirIsAlloc, &allocs);
  for (ptrdiff_t i = 0; i < arrlen(allocs); ++i) {
    StrRef space = tirAllocGetSpace(allocs[i]);
    bool own = !strRefIs(space, "workspace") && !bridgeIsInside(allocs[i], op);
    MlirOpOperand use =
        mlirValueGetFirstUse(mlirOperationGetResult(allocs[i], 0));
    for (; own && !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
      own = bridgeIsInside(mlirOpOperandGetOwner(use), op);
    if (!own)
      continue;
    mlirOperationRemoveFromParent(allocs[i]);
    mlirBlockInsertOwnedOperation(bridgeBody(op), 0, allocs[i]);
  }
  arrfree(allocs);
}

/// The body in place of `op`.
static MlirLogicalResult inlineBody(MlirOperation op) {
  OpBuilder b = opBuilderBefore(op);
  opBuilderTakeBody(&b, bridgeBody(op));
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}

/// Variants inside each other multiply. The largest kernels of models have a
/// tenth of that, for which the code generator takes a minute.
static bool mayCopy(TirLowering *l, MlirOperation op, int64_t copies) {
  enum { MAX_COPIED = 1 << 16 };
  l->copied += bridgeCount(op) * copies;
  if (l->copied <= MAX_COPIED)
    return true;
  (void)bridgeEmitOpError(op,
                          "variants inside each other make more than %d "
                          "operations of this function: expected fewer",
                          MAX_COPIED);
  return false;
}

/// Values next to each other that share an arm: from one to before another.
typedef struct Shared {
  intptr_t from, to;
} Shared;

static Shared sharedValues(TirLowering *l, MlirOperation op,
                           const int64_t *values, intptr_t count) {
  intptr_t from = values[0] == 1; // one row has its own
  if (count - from < 2 || !tirSpecializeGetOnly(op))
    return (Shared){count, count};
  int64_t most = tirMostGuardedRows(l, op);
  intptr_t to = from;
  while (to < count && values[to] <= most &&
         (to == from || values[to] == values[to - 1] + 1))
    ++to;
  enum { FEW = 3 }; // less is not worth the questions, or there is nothing else
  return to - from < FEW && !(to - from > 1 && to - from == count)
             ? (Shared){count, count}
             : (Shared){from, to};
}

/// A branch for value `i`, or for those that share one, which then is the last
/// of them; returns its number.
static intptr_t buildArm(TirLowering *l, OpBuilder *b, MlirOperation op,
                         const int64_t *values, intptr_t i, Shared shared,
                         MlirValue value) {
  MlirOperation copy = mlirOperationClone(op);
  MlirValue condition =
      buildCompare(b, CMPI_EQ, value, buildIndex(b, values[i]));
  if (i == shared.from) {
    i = shared.to - 1;
    tirGuardRows(l, copy, values[shared.from], values[i]);
    condition = buildBinary(
        b, "arith.andi",
        buildCompare(b, CMPI_SGE, value, buildIndex(b, values[shared.from])),
        buildCompare(b, CMPI_SLE, value, buildIndex(b, values[i])));
  } else {
    tirPutIn(l, op, copy, values[i]);
  }
  buildBranch(b, condition, copy);
  mlirOperationDestroy(copy);
  return i;
}

MlirLogicalResult tirLowerSpecialize(TirLowering *l, MlirOperation op) {
  if (tirShareTail(l, op))
    return mlirLogicalResultSuccess(); // lowered with what is left
  sinkAllocs(l, op);
  MlirAttribute expr = tirSpecializeGetExpr(op);
  MlirAttribute list = tirSpecializeGetValues(op);
  intptr_t count = mlirDenseArrayGetNumElements(list);
  bool only = tirSpecializeGetOnly(op);
  int64_t known;
  if (symAttributeIsConst(expr, &known))
    return inlineBody(op);
  int64_t *values = ARENA_ARRAY(l->arena, int64_t, count);
  for (intptr_t i = 0; i < count; ++i)
    values[i] = mlirDenseI64ArrayGetElement(list, i);
  if (only && count == 1) {
    tirPutIn(l, op, op, values[0]);
    return inlineBody(op);
  }
  if (!mayCopy(l, op, count))
    return mlirLogicalResultFailure();
  Shared shared = sharedValues(l, op, values, count);
  if (shared.from == 0 && shared.to == count) {
    tirGuardRows(l, op, values[0], values[count - 1]);
    return inlineBody(op);
  }
  OpBuilder b = opBuilderBefore(op);
  intptr_t numOperands;
  MlirValue *operands = tirIndexOperands(l, op, &numOperands);
  MlirValue value = tirBuildExpr(l, &b, expr, operands);
  if (!value.ptr)
    return mlirLogicalResultFailure();
  MlirValue others = {NULL};
  for (intptr_t i = 0; i < count; ++i) {
    i = buildArm(l, &b, op, values, i, shared, value);
    if (only)
      continue;
    MlirValue differs =
        buildCompare(&b, CMPI_NE, value, buildIndex(&b, values[i]));
    others =
        others.ptr ? buildBinary(&b, "arith.andi", others, differs) : differs;
  }
  if (!only)
    buildBranch(&b, others, op);
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}
