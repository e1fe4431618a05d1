//===- Walk.h - walks over the elements of shapes -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_INTERPRETER_WALK_H
#define RELAX_INTERPRETER_WALK_H

#include "lib/Runtime/Tensor.h"

/// Runs over the elements of a shape in row-major order with the offsets of up
/// to 3 operands, each with its own strides (in elements).
enum { EVAL_WALK_OPERANDS = 3 };
typedef struct EvalWalk {
  int32_t rank;
  int64_t dims[RELAX_MAX_RANK], index[RELAX_MAX_RANK];
  int numOperands;
  int64_t strides[EVAL_WALK_OPERANDS][RELAX_MAX_RANK];
  int64_t offset[EVAL_WALK_OPERANDS];
} EvalWalk;
/// A walk over `dims` whose operands broadcast: missing leading dimensions and
/// extents of 1 have stride 0.
EvalWalk evalWalkBroadcast(int32_t rank, const int64_t *dims,
                           const RelaxTensor *const *operands, int count);
/// One over `dims` whose only operand has these strides; NULL: no operand.
EvalWalk evalWalkOver(int32_t rank, const int64_t *dims,
                      const int64_t *strides);
void evalWalkNext(EvalWalk *walk);
/// Row-major strides of a shape.
void evalStrides(int32_t rank, const int64_t *dims, int64_t *strides);
/// Element number `at` of `from` becomes element `place` of `to`, of its type.
void evalCopyElement(const RelaxTensor *from, int64_t at, const RelaxTensor *to,
                     int64_t place);
/// The elements of `part` lie in `whole` from `first` on, `strides` apart along
/// each axis: from there, or with `put` there.
void evalCopyPart(const RelaxTensor *part, const RelaxTensor *whole,
                  int64_t first, const int64_t *strides, bool put);

#endif // RELAX_INTERPRETER_WALK_H
