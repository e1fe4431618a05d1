//===- Records.c - ONNX operators that records of operations list ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Rows of `onnx` (dialects/Relax/RelaxBase.td). NUMBERS_x are the attributes of
// an operation with the fields x: a new list of fields is a macro here.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#define NUMBERS_input() .attributes = NULL
#define NUMBERS_lhs_rhs() .attributes = NULL
#define NUMBERS_input_alpha(name, number)                                      \
  ONNX_ATTRIBUTES({name, ONNX_IS_FLOAT, "alpha", .absent = number})
#define NUMBERS_input_alpha_beta(name, number, second, secondNumber)           \
  ONNX_ATTRIBUTES({name, ONNX_IS_FLOAT, "alpha", .absent = number},            \
                  {second, ONNX_IS_FLOAT, "beta", .absent = secondNumber})

#define ROW(Name, operation, first, set, count, fields, numbers)               \
  {#Name,         .since = first,           .relax = operation,                \
   .types = set,  .inputs = {count, count}, NUMBERS_##fields numbers},
const OnnxOperator onnxRecordOperators[] = {RELAX_ELEMENTWISE_ONNX(ROW){0}};
