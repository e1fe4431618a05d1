//===- QuantizedProduct.c - ONNX products of quantised operands -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/QuantizedProduct.gen.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Ops/Convolution.h"
#include "lib/Frontend/ONNX/Ops/Quantization.h"

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

/// Of a left operand the rows count, of a right one the columns.
typedef struct Side {
  MlirValue matrix;
  bool left;
} Side;

/// [m] as [m, 1] beside the rows of the left matrix.
static MlirValue asColumn(Importer *importer, MlirValue value) {
  return relaxTensorInfoOf(value).rank
             ? graphChannels(importBuilder(importer), value, 1)
             : value;
}

/// Operand `index`, a scale or zero point of a matrix: a scalar, one number per
/// row or column, or those with leading dimensions.
static bool readFactor(Importer *importer, size_t index, Side side,
                       MlirValue *value) {
  RelaxTensorInfo matrix = relaxTensorInfoOf(side.matrix);
  if (!importOperand(importer, index, value))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(*value);
  if (!matrix.ranked || !info.ranked)
    return importOperandError(importer, index, *value, "expected a known rank");
  intptr_t kept = side.left ? matrix.rank - 2 : matrix.rank - 1;
  if (matrix.rank < 2 || info.rank == 0)
    return importScalar(importer, index, value);
  if (info.rank == 1) {
    if (!importPerElement(importer, index, matrix.dims[kept], side.matrix,
                          value))
      return false;
    if (side.left)
      *value = asColumn(importer, *value);
    return value->ptr != NULL;
  }
  if (info.rank != matrix.rank)
    return importOperandError(importer, index, *value,
                              "expected rank 0, 1 or %ld", (long)matrix.rank);
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = matrix.dims[i];
  dims[side.left ? info.rank - 1 : info.rank - 2] =
      symConstAttribute(importer->context, 1);
  return importWiden(importer, info.rank, dims, side.matrix, value);
}

/// The zero point of a matrix, 0 if the operand is not given.
static bool readZero(Importer *importer, size_t index, Side side,
                     MlirValue *zero) {
  if (importHasOperand(importer, index))
    return readFactor(importer, index, side, zero);
  *zero = graphNumberLike(importBuilder(importer), 0, side.matrix);
  return zero->ptr != NULL;
}

static bool importMatMulInteger(Importer *importer) {
  RelaxMatmulIntegerArgs args = {0};
  return importOperand(importer, 0, &args.lhs) &&
         importOperand(importer, 1, &args.rhs) &&
         importAlignMatrices(importer, &args.lhs, &args.rhs) &&
         readZero(importer, 2, (Side){args.lhs, true}, &args.lhs_zero) &&
         readZero(importer, 3, (Side){args.rhs, false}, &args.rhs_zero) &&
         IMPORT_RESULT(importer, MatmulInteger, &args);
}

static bool importQLinearMatMul(Importer *importer) {
  RelaxQuantizedMatmulArgs args = {0};
  if (!importOperand(importer, 0, &args.lhs) ||
      !importOperand(importer, 3, &args.rhs) ||
      !importAlignMatrices(importer, &args.lhs, &args.rhs))
    return false;
  Side left = {args.lhs, true}, right = {args.rhs, false};
  return readFactor(importer, 1, left, &args.lhs_scale) &&
         readFactor(importer, 2, left, &args.lhs_zero) &&
         readFactor(importer, 4, right, &args.rhs_scale) &&
         readFactor(importer, 5, right, &args.rhs_zero) &&
         importScalar(importer, 6, &args.scale) &&
         importScalar(importer, 7, &args.zero) &&
         IMPORT_RESULT(importer, QuantizedMatmul, &args);
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

static bool importConvInteger(Importer *importer) {
  GraphBuilder *g = importBuilder(importer);
  RelaxConvIntegerArgs args = {0};
  if (!importOperand(importer, 0, &args.input) ||
      !importOperand(importer, 1, &args.weight) ||
      !importConvolution(importer, &args.input, &args.weight, 1, &args.window))
    return false;
  MlirAttribute outputs = relaxTensorInfoOf(args.weight).dims[0];
  if (!importHasOperand(importer, 2))
    args.input_zero = graphNumberLike(g, 0, args.input);
  else if (!importScalar(importer, 2, &args.input_zero))
    return false;
  if (!importHasOperand(importer, 3))
    args.weight_zero = graphNumberLike(g, 0, args.weight);
  else if (!importPerElement(importer, 3, outputs, args.weight,
                             &args.weight_zero))
    return false;
  return args.input_zero.ptr && args.weight_zero.ptr &&
         IMPORT_RESULT(importer, ConvInteger, &args);
}

/// Its operands are input, scale, zero point; weight, scale, zero point; scale,
/// zero point; bias.
static bool importQLinearConv(Importer *importer) {
  RelaxQuantizedConvArgs args = {0};
  if (!importOperand(importer, 0, &args.input) ||
      !importOperand(importer, 3, &args.weight) ||
      !importConvolution(importer, &args.input, &args.weight, 3, &args.window))
    return false;
  MlirAttribute outputs = relaxTensorInfoOf(args.weight).dims[0];
  return importScalar(importer, 1, &args.input_scale) &&
         importScalar(importer, 2, &args.input_zero) &&
         importPerElement(importer, 4, outputs, args.weight,
                          &args.weight_scale) &&
         importPerElement(importer, 5, outputs, args.weight,
                          &args.weight_zero) &&
         importScalar(importer, 6, &args.scale) &&
         importScalar(importer, 7, &args.zero) &&
         (!importHasOperand(importer, 8) ||
          importPerElement(importer, 8, outputs, args.weight, &args.bias)) &&
         IMPORT_RESULT(importer, QuantizedConv, &args);
}

const OnnxOperator onnxQuantizedProductOperators[] = {
    {"MatMulInteger", importMatMulInteger, .since = 10,
     .relax = "matmul_integer", .types = ONNX_I8 | ONNX_U8, .inputs = {2, 4}},
    {"QLinearMatMul", importQLinearMatMul, .since = 10,
     .relax = "quantized_matmul", .types = ONNX_I8 | ONNX_U8 | ONNX_FLOATS8,
     .inputs = {8, 8}},
    {"ConvInteger", importConvInteger, .since = 10, .types = ONNX_I8 | ONNX_U8,
     .inputs = {2, 4}},
    {"QLinearConv", importQLinearConv, .since = 10, .relax = "quantized_conv",
     .types = ONNX_I8 | ONNX_U8, .inputs = {8, 9}},
    {0},
};
