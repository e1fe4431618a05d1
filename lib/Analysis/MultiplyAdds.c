//===- MultiplyAdds.c - multiply-adds of an operation, as a formula -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/MultiplyAdds.h"
#include "dialects/Relax/Attention.gen.h"
#include "dialects/Relax/Convolution.gen.h"
#include "dialects/Relax/ConvolutionKinds.gen.h"
#include "dialects/Relax/Einsum.gen.h"
#include "dialects/Relax/EinsumEquation.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Relax/QuantizedProduct.gen.h"
#include "dialects/Relax/Relax.h"

/// How often an element of the result, or of the first operand, takes part.
typedef enum ProductKind {
  PRODUCT_ROWS,   // each of the result: the last dimension of the first operand
  PRODUCT_WINDOW, // each of the result: a weight without its first dimension
  PRODUCT_SPREAD, // each of the first operand: the same
} ProductKind;

typedef struct ProductRule {
  bool (*is)(MlirOperation op);
  ProductKind kind;
  intptr_t weight; // number of the operand
} ProductRule;

static const ProductRule rules[] = {
    {relaxIsMatmul, PRODUCT_ROWS, 1},
    {relaxIsMatmulInteger, PRODUCT_ROWS, 2},
    {relaxIsQuantizedMatmul, PRODUCT_ROWS, 3},
    {relaxIsConv, PRODUCT_WINDOW, 1},
    {relaxIsConvInteger, PRODUCT_WINDOW, 2},
    {relaxIsQuantizedConv, PRODUCT_WINDOW, 3},
    {relaxIsDepthwiseConv, PRODUCT_WINDOW, 1},
    {relaxIsCausalConv, PRODUCT_WINDOW, 1},
    {relaxIsConvTranspose, PRODUCT_SPREAD, 1},
};

static SymExpr times(Arena *arena, SymExpr a, SymExpr b) {
  SymExpr product;
  return symExprMul(arena, a, b, &product) == SYM_OK ? product
                                                     : symExprUnknown(arena);
}

static SymExpr plus(Arena *arena, SymExpr a, SymExpr b) {
  SymExpr sum;
  return symExprAdd(arena, a, b, &sum) == SYM_OK ? sum : symExprUnknown(arena);
}

/// The product of the extents from a dimension on.
static SymExpr extentsFrom(Arena *arena, MlirValue value, intptr_t first) {
  RelaxTensorInfo info;
  if (!relaxTensorInfo(mlirValueGetType(value), &info) || !info.ranked ||
      info.rank < first)
    return symExprUnknown(arena);
  SymExpr product = symExprConst(arena, 1);
  for (intptr_t i = first; i < info.rank; ++i)
    product = times(arena, product, symExprOf(arena, info.dims[i]));
  return product;
}

SymExpr elementsOf(Arena *arena, MlirValue value) {
  return extentsFrom(arena, value, 0);
}

/// One extent; dimensions below 0 count from the end.
static SymExpr extentOf(Arena *arena, MlirValue value, intptr_t dim) {
  RelaxTensorInfo info;
  if (!relaxTensorInfo(mlirValueGetType(value), &info) || !info.ranked ||
      info.rank < (dim < 0 ? -dim : dim + 1))
    return symExprUnknown(arena);
  return symExprOf(arena, info.dims[dim < 0 ? info.rank + dim : dim]);
}

static SymExpr ofRule(Arena *arena, const ProductRule *rule, MlirOperation op) {
  MlirValue first = mlirOperationGetOperand(op, 0);
  MlirValue weight = mlirOperationGetOperand(op, rule->weight);
  SymExpr result = elementsOf(arena, mlirOperationGetResult(op, 0));
  if (rule->kind == PRODUCT_ROWS)
    return times(arena, result, extentOf(arena, first, -1));
  if (rule->kind == PRODUCT_SPREAD)
    result = elementsOf(arena, first);
  return times(arena, result, extentsFrom(arena, weight, 1));
}

/// Scores for each query and key, and values weighted by them.
static SymExpr ofAttention(Arena *arena, MlirOperation op) {
  SymExpr keys = extentOf(arena, relaxAttentionGetKey(op), -2);
  MlirValue past = relaxAttentionGetPastKey(op);
  if (past.ptr)
    keys = plus(arena, keys, extentOf(arena, past, -2));
  SymExpr both = plus(arena, elementsOf(arena, relaxAttentionGetQuery(op)),
                      elementsOf(arena, mlirOperationGetResult(op, 0)));
  return times(arena, both, keys);
}

/// Every combination of the labels' extents.
static SymExpr ofEinsum(Arena *arena, MlirOperation op) {
  enum { MOST_TERMS = 8 };
  intptr_t ranks[MOST_TERMS], count = mlirOperationGetNumOperands(op);
  EinsumTerm terms[MOST_TERMS], result;
  StrBuf message = {0};
  bool good = count <= MOST_TERMS;
  for (intptr_t i = 0; i < count && good; ++i) {
    RelaxTensorInfo info;
    good = relaxTensorInfo(mlirValueGetType(mlirOperationGetOperand(op, i)),
                           &info) &&
           info.ranked;
    ranks[i] = good ? info.rank : 0;
  }
  good = good && einsumParse(relaxEinsumGetEquation(op), ranks, (size_t)count,
                             terms, &result, &message);
  strBufFree(&message);
  if (!good)
    return symExprUnknown(arena);
  bool seen[EINSUM_LABELS] = {false};
  SymExpr product = symExprConst(arena, 1);
  for (intptr_t i = 0; i < count; ++i)
    for (intptr_t d = 0; d < terms[i].count; ++d) {
      int label = terms[i].labels[d];
      if (seen[label])
        continue;
      seen[label] = true;
      product = times(arena, product,
                      extentOf(arena, mlirOperationGetOperand(op, i), d));
    }
  return product;
}

SymExpr multiplyAddsOf(Arena *arena, MlirOperation op) {
  for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); ++i)
    if (rules[i].is(op))
      return ofRule(arena, &rules[i], op);
  if (relaxIsAttention(op))
    return ofAttention(arena, op);
  if (relaxIsEinsum(op))
    return ofEinsum(arena, op);
  return symExprConst(arena, 0);
}
