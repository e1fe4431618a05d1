//===- FourierMotzkin.h - systems of linear inequalities (internal) -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_SYM_FOURIERMOTZKIN_H
#define RELAX_SYM_FOURIERMOTZKIN_H

#include "lib/Sym/System.h"

/// sum of coefficients[i] * x[i] + constant, >= 0 or == 0.
typedef struct Row {
  int64_t *coefficients;
  int64_t constant;
  bool equality;
} Row;

typedef struct Matrix {
  Row *rows;
  size_t numRows, capacity, numColumns;
  bool infeasible; // no integers satisfy the rows
} Matrix;

Row *matrixAddRow(Prover *prover, Matrix *matrix, bool equality);
/// Eliminates every column but `keep` (numColumns: all). What remains are rows
/// over `keep`; sets `infeasible` when a contradiction comes up.
void matrixEliminate(Prover *prover, Matrix *matrix, size_t keep);

#endif // RELAX_SYM_FOURIERMOTZKIN_H
