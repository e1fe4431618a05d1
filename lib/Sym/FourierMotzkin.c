//===- FourierMotzkin.c - systems of linear inequalities ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Gauss for equalities, then Fourier-Motzkin with the cheapest column first.
// Every row is divided by the common factor of its coefficients and its
// constant rounded down, which makes use of the unknowns being integers. Rows
// that leave 64 bits are dropped: fewer rows imply less, never more.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/FourierMotzkin.h"

#include <string.h>

enum { MAX_ROWS = 256 };

Row *matrixAddRow(Prover *prover, Matrix *matrix, bool equality) {
  Arena *arena = prover->builder.arena;
  if (matrix->numRows == matrix->capacity) {
    matrix->capacity = matrix->capacity ? 2 * matrix->capacity : 32;
    Row *rows = ARENA_ARRAY(arena, Row, matrix->capacity);
    if (matrix->numRows != 0)
      memcpy(rows, matrix->rows, matrix->numRows * sizeof(Row));
    matrix->rows = rows;
  }
  prover->steps += matrix->numColumns + 1;
  Row *row = &matrix->rows[matrix->numRows++];
  *row = (Row){ARENA_ARRAY(arena, int64_t, matrix->numColumns), 0, equality};
  return row;
}

static void removeRow(Matrix *matrix, size_t index) {
  matrix->rows[index] = matrix->rows[--matrix->numRows];
}

static uint64_t magnitude(int64_t value) {
  return value < 0 ? -(uint64_t)value : (uint64_t)value;
}

/// Tightens one row; returns false if it says nothing (any more).
static bool tightenRow(Matrix *matrix, Row *row) {
  uint64_t factor = 0;
  for (size_t i = 0; i < matrix->numColumns; ++i)
    factor = symCommonDivisor(factor, magnitude(row->coefficients[i]));
  if (factor == 0) {
    bool holds = row->equality ? row->constant == 0 : row->constant >= 0;
    matrix->infeasible |= !holds;
    return false;
  }
  if (factor == 1 || factor > INT64_MAX)
    return true;
  int64_t divisor = (int64_t)factor;
  if (row->equality && row->constant % divisor != 0) {
    matrix->infeasible = true;
    return false;
  }
  for (size_t i = 0; i < matrix->numColumns; ++i)
    row->coefficients[i] /= divisor;
  row->constant =
      symFloorDiv64(row->constant, divisor) - SYM_BROKEN(SYM_FAULT_ROUNDING);
  return true;
}

static uint64_t hashOf(const Matrix *matrix, const Row *row) {
  uint64_t hash = 0;
  for (size_t i = 0; i < matrix->numColumns; ++i)
    hash = (hash ^ (uint64_t)row->coefficients[i]) * 0x9E3779B97F4A7C15u;
  return hash;
}

/// Of rows with equal coefficients the strictest one stays. Hashes tell most
/// pairs apart: most of the time that a question takes is spent here.
static void dropWeaker(Prover *prover, Matrix *matrix) {
  size_t size = matrix->numColumns * sizeof(int64_t);
  uint64_t *hashes =
      ARENA_ARRAY(prover->builder.arena, uint64_t, matrix->numRows);
  for (size_t i = 0; i < matrix->numRows; ++i)
    hashes[i] = hashOf(matrix, &matrix->rows[i]);
  for (size_t i = 0; i < matrix->numRows; ++i)
    for (size_t j = i + 1; j < matrix->numRows;) {
      prover->steps += 1;
      Row *a = &matrix->rows[i], *b = &matrix->rows[j];
      if (hashes[i] != hashes[j] || a->equality || b->equality ||
          memcmp(a->coefficients, b->coefficients, size) != 0) {
        ++j;
        continue;
      }
      if (b->constant < a->constant)
        a->constant = b->constant;
      removeRow(matrix, j);
      hashes[j] = hashes[matrix->numRows];
    }
}

static void tidy(Prover *prover, Matrix *matrix) {
  for (size_t i = 0; i < matrix->numRows && !matrix->infeasible;) {
    prover->steps += matrix->numColumns;
    if (tightenRow(matrix, &matrix->rows[i]))
      ++i;
    else
      removeRow(matrix, i);
  }
  dropWeaker(prover, matrix);
}

/// out = a * x + b * y; false if that leaves 64 bits.
static bool combine(const Matrix *matrix, int64_t a, const Row *x, int64_t b,
                    const Row *y, Row *out) {
  bool overflow = false;
  int64_t p, q;
  for (size_t i = 0; i <= matrix->numColumns; ++i) {
    bool last = i == matrix->numColumns;
    int64_t u = last ? x->constant : x->coefficients[i];
    int64_t v = last ? y->constant : y->coefficients[i];
    overflow |= __builtin_mul_overflow(a, u, &p);
    overflow |= __builtin_mul_overflow(b, v, &q);
    overflow |= __builtin_add_overflow(
        p, q, last ? &out->constant : &out->coefficients[i]);
  }
  return !overflow;
}

/// Multipliers (a > 0) with a * x + b * y free of the column. False if one
/// coefficient has no opposite in 64 bits.
static bool multipliers(int64_t x, int64_t y, int64_t *a, int64_t *b) {
  if (x == INT64_MIN || y == INT64_MIN)
    return false;
  int64_t factor = (int64_t)symCommonDivisor(magnitude(x), magnitude(y));
  *a = (int64_t)magnitude(y) / factor;
  *b = (y < 0 ? x : -x) / factor;
  return true;
}

/// Eliminates `column` with the help of the equality `row`.
static void substitute(Prover *prover, Matrix *matrix, size_t row,
                       size_t column) {
  Row pivot = matrix->rows[row];
  removeRow(matrix, row);
  for (size_t i = 0; i < matrix->numRows;) {
    Row *target = &matrix->rows[i];
    int64_t a, b, coefficient = target->coefficients[column];
    if (coefficient == 0) {
      ++i;
      continue;
    }
    prover->steps += matrix->numColumns;
    if (multipliers(coefficient, pivot.coefficients[column], &a, &b) &&
        combine(matrix, a, target, b, &pivot, target))
      ++i;
    else
      removeRow(matrix, i);
  }
}

static bool eliminateEquality(Prover *prover, Matrix *matrix, size_t keep) {
  for (size_t i = 0; i < matrix->numRows; ++i) {
    const Row *row = &matrix->rows[i];
    if (!row->equality)
      continue;
    size_t best = matrix->numColumns;
    for (size_t j = 0; j < matrix->numColumns; ++j)
      if (j != keep && row->coefficients[j] != 0 &&
          (best == matrix->numColumns ||
           magnitude(row->coefficients[j]) <
               magnitude(row->coefficients[best])))
        best = j;
    if (best == matrix->numColumns)
      continue; // speaks of `keep` only
    substitute(prover, matrix, i, best);
    return true;
  }
  return false;
}

/// Rows that eliminating the column would add (may be below 0), or INT64_MAX.
static int64_t growth(Prover *prover, const Matrix *matrix, size_t column) {
  int64_t positive = 0, negative = 0;
  prover->steps += matrix->numRows;
  for (size_t i = 0; i < matrix->numRows; ++i) {
    positive += matrix->rows[i].coefficients[column] > 0;
    negative += matrix->rows[i].coefficients[column] < 0;
  }
  return positive + negative == 0 ? INT64_MAX
                                  : positive * negative - positive - negative;
}

static void eliminateColumn(Prover *prover, Matrix *matrix, size_t column) {
  size_t count = matrix->numRows;
  for (size_t i = 0; i < count; ++i)
    for (size_t j = 0; j < count; ++j) {
      int64_t a, b, x = matrix->rows[i].coefficients[column];
      int64_t y = matrix->rows[j].coefficients[column];
      if (x <= 0 || y >= 0 || !multipliers(x, y, &a, &b))
        continue;
      // b > 0 because y < 0 < x, so both rows are scaled upwards.
      Row *sum = matrixAddRow(prover, matrix, false);
      if (!combine(matrix, a, &matrix->rows[i], b, &matrix->rows[j], sum))
        --matrix->numRows;
    }
  for (size_t i = matrix->numRows; i-- > 0;)
    if (matrix->rows[i].coefficients[column] != 0)
      removeRow(matrix, i);
}

void matrixEliminate(Prover *prover, Matrix *matrix, size_t keep) {
  for (;;) {
    tidy(prover, matrix);
    if (matrix->infeasible || proverExhausted(prover))
      return;
    if (eliminateEquality(prover, matrix, keep))
      continue;
    size_t best = matrix->numColumns;
    int64_t least = INT64_MAX;
    for (size_t j = 0; j < matrix->numColumns; ++j) {
      int64_t cost = j == keep ? INT64_MAX : growth(prover, matrix, j);
      if (cost < least) {
        least = cost;
        best = j;
      }
    }
    if (best == matrix->numColumns ||
        (int64_t)matrix->numRows + least > MAX_ROWS)
      return;
    eliminateColumn(prover, matrix, best);
  }
}
