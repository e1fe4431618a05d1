//===- Strings.c - moves of strings ---------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Operators that put elements elsewhere and never look at them (a scatter of
// strings combines none). Kernels have no strings, so the numbers of the
// elements are moved in their place, and the runtime's op library takes what
// they name: strings are in
//
//     take(concat(flat operands), move(numbers of operand 0, 1, ...))
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Relax.h"
#include "lib/Transforms/Decompose/Decompose.h"

static bool isTexts(MlirValue value) {
  RelaxTensorInfo info;
  return relaxTensorInfo(mlirValueGetType(value), &info) &&
         relaxIsStringType(info.elementType);
}

/// The product of the extents of `x`; null after an error.
static MlirAttribute countOf(GraphBuilder *g, MlirValue x) {
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  RelaxDims dims = {g->loc, "count", g->arena, SYM_OK};
  SymExpr count = relaxDimsConst(&dims, 1);
  for (intptr_t i = 0; i < info.rank; ++i)
    count = relaxDimsMul(&dims, count, relaxDimsOf(&dims, info.dims[i]));
  return graphDimsGood(g, &dims) ? relaxDimsAttribute(&dims, count)
                                 : (MlirAttribute){NULL};
}

/// A tensor of numbers with the extents of `x`, for symbols: kernels have no
/// strings. Its elements say nothing.
static MlirValue carrier(GraphBuilder *g, MlirValue x) {
  return graphEqual(g, x, x);
}

/// Puts the elements of `x` behind those of `pool`, which may be null. Returns
/// their numbers in it, in the shape of `x`.
static MlirValue numberAll(GraphBuilder *g, MlirValue x, MlirValue *pool) {
  MlirAttribute count = countOf(g, x);
  if (!count.ptr)
    return (MlirValue){NULL};
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  MlirType word = mlirIntegerTypeGet(g->context, 64);
  MlirValue numbers = graphIota(g, count, word, carrier(g, x));
  MlirValue flat = graphReshape(g, x, 1, &count);
  if (pool->ptr) {
    MlirAttribute before = relaxTensorInfoOf(*pool).dims[0];
    MlirValue given = carrier(g, *pool);
    numbers = graphAdd(g, numbers, graphExtent(g, before, given));
    *pool = graphConcat(g, *pool, flat, 0);
  } else {
    *pool = flat;
  }
  return graphReshape(g, numbers, info.rank, info.dims);
}

/// The operation on numbers in the place of strings: of the elements of what is
/// moved, which `pool` gets; of anything (`pool` null) where strings only give
/// symbols. Null after an error.
static MlirOperation withNumbers(GraphBuilder *g, MlirOperation op,
                                 MlirValue *pool) {
  MlirOperation moved = mlirOperationClone(op);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (!isTexts(operand))
      continue;
    MlirValue numbers =
        pool ? numberAll(g, operand, pool) : carrier(g, operand);
    if (!numbers.ptr) {
      mlirOperationDestroy(moved);
      return (MlirOperation){NULL};
    }
    mlirOperationSetOperand(moved, i, numbers);
  }
  return moved;
}

static bool readsTexts(MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    if (isTexts(mlirOperationGetOperand(op, i)))
      return true;
  return false;
}

/// The op library repeats strings itself where the shape is a tensor.
static bool hasFunction(MlirOperation op) {
  return relaxIsBroadcastTo(op) && relaxBroadcastToGetTarget(op).ptr;
}

static void move(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  bool texts = isTexts(mlirOperationGetResult(op, 0));
  MlirValue pool = {NULL};
  if (!readsTexts(op) || hasFunction(op))
    return;
  MlirOperation moved = withNumbers(g, op, texts ? &pool : NULL);
  if (!moved.ptr)
    return;
  MlirType word = mlirIntegerTypeGet(g->context, 64);
  intptr_t count = mlirOperationGetNumResults(op);
  for (intptr_t i = 0; texts && i < count; ++i) {
    MlirValue result = mlirOperationGetResult(moved, i);
    RelaxTensorInfo info = relaxTensorInfoOf(result);
    mlirValueSetType(result, relaxTensorTypeOf(word, info.rank, info.dims));
  }
  graphInsert(g, moved);
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue result = mlirOperationGetResult(moved, i);
    results[i] = texts ? graphTake(g, pool, result, 0) : result;
  }
}

const DecomposeRule decomposeStrings[] = {
    {"relax.permute_dims", move}, {"relax.strided_slice", move},
    {"relax.slice", move},        {"relax.dynamic_slice", move},
    {"relax.split", move},        {"relax.pad", move},
    {"relax.dynamic_pad", move},  {"relax.gather_elements", move},
    {"relax.gather_nd", move},    {"relax.scatter_elements", move},
    {"relax.scatter_nd", move},   {"relax.broadcast_to", move},
    {"relax.iota", move},         {"relax.squeeze", move},
    {"relax.unsqueeze", move},    {NULL, NULL},
};
