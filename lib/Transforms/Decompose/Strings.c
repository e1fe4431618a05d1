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

#include "dialects/Relax/Diagonals.gen.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Selection.gen.h"
#include "lib/Transforms/Decompose/Decompose.h"

static bool isTexts(MlirValue value) {
  RelaxTensorInfo info;
  return relaxTensorInfo(mlirValueGetType(value), &info) &&
         relaxIsStringType(info.elementType);
}

/// The product of the extents of `x`; null after an error.
static MlirAttribute countOf(GraphBuilder *g, MlirValue x) {
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  RelaxDims dims = relaxDimsMake(g->loc, "count", g->arena);
  SymExpr count = relaxDimsConst(&dims, 1);
  for (intptr_t i = 0; i < info.rank; ++i)
    count = relaxDimsMul(&dims, count, relaxDimsOf(&dims, info.dims[i]));
  return graphDimsGood(g, &dims) ? relaxDimsAttribute(&dims, count)
                                 : (MlirAttribute){NULL};
}

/// The elements of all operands, flat, and how many they are.
typedef struct Pool {
  MlirValue texts, count; // null: none yet
} Pool;

/// Puts the elements of `x` behind those of `pool`. Returns their numbers in
/// it, in the shape of `x`.
static MlirValue numberAll(GraphBuilder *g, MlirValue x, Pool *pool) {
  MlirAttribute count = countOf(g, x);
  if (!count.ptr)
    return (MlirValue){NULL};
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  MlirType word = mlirIntegerTypeGet(g->context, 64);
  MlirValue numbers = graphIota(g, count, word, x);
  MlirValue flat = graphReshape(g, x, 1, &count);
  MlirValue own = graphExtent(g, count, x);
  if (pool->texts.ptr) {
    numbers = graphAdd(g, numbers, pool->count);
    pool->texts = graphConcat(g, pool->texts, flat, 0);
    pool->count = graphAdd(g, pool->count, own);
  } else {
    *pool = (Pool){flat, own};
  }
  return graphReshape(g, numbers, info.rank, info.dims);
}

/// The op library repeats strings itself where the shape is a tensor.
static bool hasFunction(MlirOperation op) {
  return relaxIsBroadcastTo(op) && relaxBroadcastToGetTarget(op).ptr;
}

static void move(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  if (!isTexts(mlirOperationGetResult(op, 0)) || hasFunction(op))
    return;
  MlirOperation moved = mlirOperationClone(op);
  Pool pool = {{NULL}, {NULL}};
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue operand = mlirOperationGetOperand(op, i);
    if (!isTexts(operand))
      continue;
    MlirValue numbers = numberAll(g, operand, &pool);
    if (!numbers.ptr) {
      mlirOperationDestroy(moved);
      return;
    }
    mlirOperationSetOperand(moved, i, numbers);
  }
  MlirType word = mlirIntegerTypeGet(g->context, 64);
  intptr_t count = mlirOperationGetNumResults(op);
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue result = mlirOperationGetResult(moved, i);
    RelaxTensorInfo info = relaxTensorInfoOf(result);
    mlirValueSetType(result, relaxTensorTypeOf(word, info.rank, info.dims));
  }
  graphInsert(g, moved);
  for (intptr_t i = 0; i < count; ++i)
    results[i] = graphTake(g, pool.texts, mlirOperationGetResult(moved, i), 0);
}

//===----------------------------------------------------------------------===//
// Empty strings
//===----------------------------------------------------------------------===//

/// The empty string, as a scalar or as a vector of one element.
static MlirValue emptyText(GraphBuilder *g, intptr_t rank) {
  const int64_t one = 1;
  MlirStringRef empty = mlirStringRefCreate("", 0);
  RelaxConstantArgs args = {
      .value = mlirDenseElementsAttrStringGet(
          mlirRankedTensorTypeGet(rank, &one, relaxStringTypeGet(g->context),
                                  mlirAttributeGetNull()),
          1, &empty)};
  return graphInsert(g, relaxConstantCreate(graphPlace(g, "empty"), &args));
}

/// Numbers from 1 on of the elements, 0 of what is empty.
static void triangle(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  if (!isTexts(mlirOperationGetResult(op, 0)))
    return;
  Pool pool = {emptyText(g, 1),
               graphExtent(g, graphLiteral(g, 1), emptyText(g, 1))};
  MlirValue numbers = numberAll(g, mlirOperationGetOperand(op, 0), &pool);
  if (!numbers.ptr)
    return;
  MlirValue k = mlirOperationGetOperand(op, 1);
  MlirLocation place = graphPlace(g, "numbers");
  RelaxTrilArgs lower = {numbers, k};
  RelaxTriuArgs upper = {numbers, k};
  MlirValue kept =
      graphInsert(g, relaxIsTril(op) ? relaxTrilCreate(place, &lower)
                                     : relaxTriuCreate(place, &upper));
  results[0] = graphTake(g, pool.texts, kept, 0);
}

/// Of strings those that are not empty.
static void nonzero(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  MlirValue input = relaxNonzeroGetInput(op);
  if (!isTexts(input))
    return;
  RelaxNotEqualArgs differs = {.lhs = input, .rhs = emptyText(g, 0)};
  RelaxNonzeroArgs args = {
      .input = graphInsert(
          g, relaxNotEqualCreate(graphPlace(g, "filled"), &differs)),
      .binds = relaxNonzeroGetBinds(op),
      .facts = relaxNonzeroGetFacts(op),
      .resultType = mlirValueGetType(mlirOperationGetResult(op, 0))};
  if (args.input.ptr)
    results[0] = graphInsert(g, relaxNonzeroCreate(g->loc, &args));
}

const DecomposeRule decomposeStrings[] = {
    {"relax.tril", triangle},
    {"relax.triu", triangle},
    {"relax.nonzero", nonzero},
    {"relax.permute_dims", move},
    {"relax.strided_slice", move},
    {"relax.slice", move},
    {"relax.dynamic_slice", move},
    {"relax.split", move},
    {"relax.pad", move},
    {"relax.dynamic_pad", move},
    {"relax.gather_elements", move},
    {"relax.gather_nd", move},
    {"relax.scatter_elements", move},
    {"relax.scatter_nd", move},
    {"relax.broadcast_to", move},
    {"relax.squeeze", move},
    {"relax.unsqueeze", move},
    {NULL, NULL},
};
