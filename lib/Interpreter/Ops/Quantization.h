//===- Quantization.h - steps of quantised operations ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_INTERPRETER_OPS_QUANTIZATION_H
#define RELAX_INTERPRETER_OPS_QUANTIZATION_H

#include "lib/Interpreter/Evaluate.h"

/// `value` as that float type has it.
double evalRound(RelaxDType dtype, double value);
/// An element of any type of at most 53 significant bits.
double evalNumber(const RelaxTensor *tensor, int64_t index);
/// Stores round(quotient) + zero, saturated; of floats quotient + zero. NaN is
/// 0 as an integer.
void evalQuantizeOne(RelaxTensor *result, int64_t index, double quotient,
                     double zero, bool saturates);

#endif // RELAX_INTERPRETER_OPS_QUANTIZATION_H
