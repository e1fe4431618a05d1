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

#include "dialects/TIR/Indexed.h"
#include "dialects/TIR/Schedule.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Conversion/TIRToSCF/Lowering.h"
#include "lib/Sym/Operand.h"

#include <stb/stb_ds.h>

/// What has a constant value in a copy.
typedef struct Known {
  TirLowering *l;
  SymExpr expr; // "%k" is operands[k]
  MlirValue *operands;
  intptr_t numOperands;
  int64_t value;
} Known;

/// The known expression in the operand numbers of `op`; false if it has not all
/// of the operands.
static bool renumber(Known *known, MlirOperation op, SymExpr *out) {
  Arena *arena = known->l->arena;
  intptr_t count;
  MlirValue *own = tirIndexOperands(known->l, op, &count);
  StrRef *names = ARENA_ARRAY(arena, StrRef, known->numOperands);
  SymExpr *values = ARENA_ARRAY(arena, SymExpr, known->numOperands);
  for (intptr_t k = 0; k < known->numOperands; ++k) {
    intptr_t i = 0;
    while (i < count && !mlirValueEqual(own[i], known->operands[k]))
      ++i;
    if (i == count)
      return false;
    names[k] = symOperandName(arena, k);
    values[k] = symOperandExpr(arena, i);
  }
  return symExprSubstitute(arena, known->expr, names, values,
                           (size_t)known->numOperands, out) == SYM_OK;
}

/// Where the value is put in: `expr` is the known one by its operands there.
typedef struct Place {
  const Known *known;
  SymExpr expr;
} Place;

static MlirAttribute replace(MlirAttribute in, void *userData) {
  const Place *place = userData;
  const Known *known = place->known;
  int64_t difference, sum;
  SymExpr rest;
  if (symExprSub(known->l->arena, symExprOf(known->l->arena, in), place->expr,
                 &rest) != SYM_OK ||
      !symExprIsConst(rest, &difference) ||
      __builtin_add_overflow(known->value, difference, &sum))
    return in;
  return symConstAttribute(known->l->context, sum);
}

static MlirWalkResult visit(MlirOperation op, void *userData) {
  Place place = {.known = userData};
  if (renumber(userData, op, &place.expr))
    tirMapExprs(op, place.known->l->arena, replace, &place);
  return MlirWalkResultAdvance;
}

static void buildBranch(OpBuilder *b, MlirValue condition, MlirOperation from) {
  MlirOperation branch = buildIf(b, condition, NULL, 0);
  OpBuilder inside =
      opBuilderAtEnd(opBody(branch, 0), mlirOperationGetLocation(from));
  opBuilderTakeBody(&inside, opBody(from, 0));
  buildYield(&inside, NULL, 0);
}

/// Moves the local buffers that only the body uses into it.
static void sinkAllocs(TirLowering *l, MlirOperation op) {
  MlirOperation *allocs = NULL;
  bridgeCollect(l->func, tirIsAlloc, &allocs);
  for (ptrdiff_t i = 0; i < arrlen(allocs); ++i) {
    StrRef space = tirAllocGetSpace(allocs[i]);
    bool own = !strRefEqual(space, strRefFromC("workspace")) &&
               !bridgeIsInside(allocs[i], op);
    MlirOpOperand use =
        mlirValueGetFirstUse(mlirOperationGetResult(allocs[i], 0));
    for (; own && !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
      own = bridgeIsInside(mlirOpOperandGetOwner(use), op);
    if (!own)
      continue;
    mlirOperationRemoveFromParent(allocs[i]);
    mlirBlockInsertOwnedOperation(opBody(op, 0), 0, allocs[i]);
  }
  arrfree(allocs);
}

/// The body in place of `op`.
static MlirLogicalResult inlineBody(MlirOperation op) {
  OpBuilder b = opBuilderBefore(op);
  opBuilderTakeBody(&b, opBody(op, 0));
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}

/// Bounds of a loop, or of a choice inside, as they are where the expression of
/// `op` is 1.
static bool putInBounds(TirLowering *l, MlirOperation op, MlirOperation inner,
                        MlirAttribute bounds[2]) {
  Known known = {.l = l,
                 .expr = symExprOf(l->arena, tirSpecializeGetExpr(op)),
                 .value = 1};
  known.operands = tirIndexOperands(l, op, &known.numOperands);
  Place place = {.known = &known};
  bool changed = false;
  if (!tirIsFor(inner) && !tirIsSpecialize(inner))
    return false;
  bounds[0] =
      tirIsFor(inner) ? tirForGetLower(inner) : tirSpecializeGetExpr(inner);
  bounds[1] = tirIsFor(inner) ? tirForGetUpper(inner) : bounds[0];
  if (!renumber(&known, inner, &place.expr))
    return false;
  for (int i = 0; i < 2; ++i) {
    MlirAttribute now = tirMapExprsIn(bounds[i], l->arena, replace, &place);
    changed |= !mlirAttributeEqual(now, bounds[i]);
    bounds[i] = now;
  }
  return changed;
}

bool tirChoosesBounds(TirLowering *l, MlirOperation op, MlirOperation inner) {
  MlirAttribute bounds[2];
  return putInBounds(l, op, inner, bounds);
}

bool tirIsItsExtent(TirLowering *l, MlirOperation op, MlirOperation loop) {
  MlirAttribute bounds[2];
  int64_t low, high;
  return putInBounds(l, op, loop, bounds) &&
         symAttributeIsConst(mlirArrayAttrGetElement(bounds[0], 0), &low) &&
         symAttributeIsConst(mlirArrayAttrGetElement(bounds[1], 0), &high) &&
         low == 0 && high == 1 &&
         mlirAttributeEqual(bounds[0], tirForGetLower(loop));
}

static void putIn(Known *known, MlirOperation op, int64_t value) {
  known->value = value;
  mlirOperationWalk(op, visit, known, MlirWalkPreOrder);
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
static intptr_t buildArm(Known *known, OpBuilder *b, MlirOperation op,
                         const int64_t *values, intptr_t i, Shared shared,
                         MlirValue value) {
  MlirOperation copy = mlirOperationClone(op);
  MlirValue condition =
      buildCompare(b, CMPI_EQ, value, buildIndex(b, values[i]));
  if (i == shared.from) {
    i = shared.to - 1;
    tirGuardRows(known->l, copy, values[shared.from], values[i]);
    condition = buildBinary(
        b, "arith.andi",
        buildCompare(b, CMPI_SGE, value, buildIndex(b, values[shared.from])),
        buildCompare(b, CMPI_SLE, value, buildIndex(b, values[i])));
  } else {
    putIn(known, copy, values[i]);
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
  Known known = {.l = l, .expr = symExprOf(l->arena, expr)};
  known.operands = tirIndexOperands(l, op, &known.numOperands);
  if (symAttributeIsConst(expr, &known.value))
    return inlineBody(op);
  int64_t *values = ARENA_ARRAY(l->arena, int64_t, count);
  for (intptr_t i = 0; i < count; ++i)
    values[i] = mlirDenseI64ArrayGetElement(list, i);
  if (only && count == 1) {
    putIn(&known, op, values[0]);
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
  MlirValue value = tirBuildExpr(l, &b, expr, known.operands);
  if (!value.ptr)
    return mlirLogicalResultFailure();
  MlirValue others = {NULL};
  for (intptr_t i = 0; i < count; ++i) {
    i = buildArm(&known, &b, op, values, i, shared, value);
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
