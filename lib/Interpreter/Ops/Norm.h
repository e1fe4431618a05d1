//===- Norm.h - what normalisations share ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Computed in double from the definitions of the ONNX operators.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_INTERPRETER_OPS_NORM_H
#define RELAX_INTERPRETER_OPS_NORM_H

#include "lib/Interpreter/Ops/Lines.h"

/// One evaluation: the first operand as doubles, which become the result's.
typedef struct Norm {
  EvalStep *step;
  const RelaxTensor *input;
  double *x;
} Norm;

typedef struct NormRule {
  bool (*apply)(Norm *norm);
} NormRule;

/// By the table entry's rule, on operands of float elements.
bool evalNormalise(EvalStep *step);
/// x = (x - mean) / sqrt(variance + epsilon) in every group.
void normStandardise(Norm *norm, const EvalLines *lines, double epsilon);

#endif // RELAX_INTERPRETER_OPS_NORM_H
