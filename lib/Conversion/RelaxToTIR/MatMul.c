//===- MatMul.c - kernels of matrix products ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One compute over (batch..., row, column, reduce k). An operand of rank 1 has
// no row or column; its dimension is k.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/RelaxToTIR/Legalize.h"

#include <stdio.h>

typedef struct Product {
  intptr_t rank[2];            // of the operands
  intptr_t numBatch;           // batch dimensions of the result
  intptr_t row, column, inner; // iterators; -1: there is none
} Product;

static const char *batchName(TirBuilder *b, intptr_t position, intptr_t count) {
  if (count == 1)
    return "b";
  return arenaFormat(b->dims.arena, "b%ld", (long)position).data;
}

static Product openCompute(TirBuilder *b) {
  const MlirAttribute *dims;
  Product p = {.row = -1, .column = -1};
  p.rank[0] = tirBufferDims(b, 0, &dims);
  p.rank[1] = tirBufferDims(b, 1, &dims);
  intptr_t rank = tirBufferDims(b, 2, &dims), count = 0;
  p.numBatch = rank - (p.rank[0] > 1) - (p.rank[1] > 1);
  TirIterator *iterators = ARENA_ARRAY(b->dims.arena, TirIterator, rank + 1);
  for (; count < p.numBatch; ++count)
    iterators[count] = (TirIterator){batchName(b, count, p.numBatch), false,
                                     tirBufferDim(b, 2, count)};
  if (p.rank[0] > 1) {
    p.row = count;
    iterators[count] = (TirIterator){"i", false, tirBufferDim(b, 2, count)};
    ++count;
  }
  if (p.rank[1] > 1) {
    p.column = count;
    iterators[count] = (TirIterator){"j", false, tirBufferDim(b, 2, count)};
    ++count;
  }
  p.inner = count;
  iterators[count++] =
      (TirIterator){"k", true, tirBufferDim(b, 0, p.rank[0] - 1)};
  tirBuildCompute(b, "matmul", count, iterators);
  return p;
}

/// Batch dimensions align at the end; a literal 1 is repeated.
static void batchIndices(TirBuilder *b, const Product *p, intptr_t operand,
                         SymExpr *exprs) {
  intptr_t own = p->rank[operand] > 2 ? p->rank[operand] - 2 : 0;
  intptr_t missing = p->numBatch - own;
  for (intptr_t i = 0; i < own; ++i) {
    int64_t extent, whole;
    bool repeated = symExprIsConst(tirBufferDim(b, operand, i), &extent) &&
                    extent == 1 &&
                    !(symExprIsConst(tirBufferDim(b, 2, missing + i), &whole) &&
                      whole == 1);
    exprs[i] =
        repeated ? relaxDimsConst(&b->dims, 0) : tirIterator(b, missing + i);
  }
}

static MlirValue loadOperand(TirBuilder *b, const Product *p,
                             intptr_t operand) {
  intptr_t rank = p->rank[operand];
  SymExpr *exprs = ARENA_ARRAY(b->dims.arena, SymExpr, rank);
  batchIndices(b, p, operand, exprs);
  if (operand == 0) {
    exprs[rank - 1] = tirIterator(b, p->inner);
    if (rank > 1)
      exprs[rank - 2] = tirIterator(b, p->row);
  } else if (rank > 1) {
    exprs[rank - 2] = tirIterator(b, p->inner);
    exprs[rank - 1] = tirIterator(b, p->column);
  } else {
    exprs[0] = tirIterator(b, p->inner);
  }
  return tirBuildLoad(b, operand, exprs, (MlirValue){NULL});
}

MlirLogicalResult relaxBuildMatmul(TirBuilder *b, MlirOperation op) {
  MlirType element = tirBufferElement(b, 0);
  TirKind kind = tirKindOf(element);
  if (kind == TIR_BOOL || kind == TIR_OTHER)
    return relaxRefuseElement(op, "a float or integer type", element);
  Product p = openCompute(b);
  MlirValue x = tirWiden(b, loadOperand(b, &p, 0));
  MlirValue y = tirWiden(b, loadOperand(b, &p, 1));
  MlirValue product =
      tirBuildArith2(b, kind == TIR_FLOAT ? "arith.mulf" : "arith.muli", x, y);
  SymExpr *target = tirIterators(b, 0, p.inner);
  tirBuildReduce(b, TIR_MONOID_ADD, tirNamed(b, "p", product), 2, target);
  return tirEndCompute(b);
}
