//===- Lines.h - elements that are combined along axes --------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A shape falls into groups: elements whose indices differ along some axes
// only. What normalisations need of a group is gathered by its number.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_INTERPRETER_OPS_LINES_H
#define RELAX_INTERPRETER_OPS_LINES_H

#include "lib/Interpreter/Evaluate.h"

typedef struct EvalLines {
  int32_t rank;
  int64_t dims[RELAX_MAX_RANK];
  bool along[RELAX_MAX_RANK]; // the axes
  int64_t total, count, size; // elements, groups, elements of each group
} EvalLines;

/// The axes `from` to rank - 1 are `along`.
EvalLines evalLinesFrom(const RelaxTensor *tensor, int64_t from);
/// After `along` was changed.
void evalLinesCount(EvalLines *lines);
/// The group of every element in row-major order.
const int64_t *evalLinesGroups(Arena *arena, const EvalLines *lines);

/// Elements along one axis of operand 0: `count` of them, `stride` apart. Lines
/// are numbered in row-major order of the other dimensions.
typedef struct EvalAxis {
  int64_t number, count, stride;
} EvalAxis;
bool evalAxisLines(EvalStep *step, int64_t axis, EvalAxis *lines);
/// The number of the first element of a line.
int64_t evalAxisFirst(const EvalAxis *lines, int64_t line);

/// Mean and (population) variance of each group.
typedef struct EvalMoments {
  const int64_t *groups;
  double *mean, *variance;
} EvalMoments;
EvalMoments evalLinesMoments(Arena *arena, const EvalLines *lines,
                             const double *values);

/// The largest element of each group; a NaN is it.
double *evalLargest(Arena *arena, const EvalLines *lines, const int64_t *groups,
                    const double *values);
/// x - max - log(sum of e^(x - max)) in each group.
void evalLogSoftmax(Arena *arena, const EvalLines *lines, double *values);

/// The elements of a float tensor.
double *evalDoubles(Arena *arena, const RelaxTensor *tensor);
/// The elements of the operand `value`, which has to have those extents; NULL
/// where it is not given.
bool evalShapedOperand(EvalStep *step, const char *name, MlirValue value,
                       int32_t rank, const int64_t *expected,
                       const double **out);
/// "bias: expected [1, 4], got [2, 4]"; always false.
bool evalRefuseShape(EvalStep *step, const char *name, int32_t rank,
                     const int64_t *expected, const RelaxTensor *got);
/// Result `index`: these numbers, rounded once.
bool evalStoreDoubles(EvalStep *step, intptr_t index, RelaxDType dtype,
                      int32_t rank, const int64_t *dims, const double *values);
/// An attribute of the operation.
double evalFloatAttribute(const EvalStep *step, const char *name);
int64_t evalIntAttribute(const EvalStep *step, const char *name);

#endif // RELAX_INTERPRETER_OPS_LINES_H
