//===- QuantizedProduct.c - products of quantised operands ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the definitions of ONNX MatMulInteger, QLinearMatMul, ConvInteger and
// QLinearConv: operands less their zero points, the product of relax.matmul or
// relax.conv, and the quantisation of QuantizeLinear.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/QuantizedProduct.gen.h"
#include "lib/Interpreter/Ops/Product.h"
#include "lib/Interpreter/Ops/Quantization.h"

/// `operand` less `zero`, which broadcasts to it: i32, or f32 where `floats`
/// are multiplied.
static bool difference(EvalStep *step, const RelaxTensor *operand,
                       const RelaxTensor *zero, bool floats, RelaxTensor *out) {
  const RelaxTensor *both[] = {operand, zero};
  int32_t rank;
  int64_t dims[RELAX_MAX_RANK];
  if (!evalBroadcastDims(step, both, 2, &rank, dims) ||
      !relaxTensorCreate(floats ? RELAX_F32 : RELAX_I32, rank, dims, out,
                         step->error))
    return false;
  EvalWalk walk = evalWalkBroadcast(rank, dims, both, 2);
  for (int64_t i = 0, e = relaxTensorCount(out); i < e; ++i) {
    double value =
        evalNumber(operand, walk.offset[0]) - evalNumber(zero, walk.offset[1]);
    if (floats)
      relaxStoreFloat(RELAX_F32, out->data, i, value);
    else
      relaxStoreInt(RELAX_I32, out->data, i, (int64_t)value);
    evalWalkNext(&walk);
  }
  return true;
}

/// A vector as [n, 1, ...] of that rank; shares the elements.
static bool perOutput(EvalStep *step, const RelaxTensor *vector, int32_t rank,
                      RelaxTensor *out) {
  int64_t dims[RELAX_MAX_RANK];
  if (vector->rank == 0) {
    *out = relaxTensorShare(vector);
    return true;
  }
  for (int32_t i = 0; i < rank; ++i)
    dims[i] = i == 0 ? vector->dims[0] : 1;
  return relaxTensorReshape(vector, rank, dims, out, step->error);
}

/// Operands less their zero points, and the product of them in `out`.
static bool multiply(EvalStep *step, const RelaxTensor *const *operands,
                     bool (*product)(EvalStep *step), RelaxTensor *out) {
  RelaxTensor a = {0}, b = {0}, sums = {0};
  const RelaxTensor *differences[] = {&a, &b};
  EvalStep inner = *step;
  inner.operands = differences;
  inner.numOperands = 2;
  inner.results = &sums;
  inner.numResults = 1;
  bool floats = relaxDTypeIsFloat(operands[0]->dtype) ||
                relaxDTypeIsFloat(operands[2]->dtype);
  bool good = difference(step, operands[0], operands[1], floats, &a) &&
              difference(step, operands[2], operands[3], floats, &b) &&
              product(&inner);
  relaxTensorRelease(&a);
  relaxTensorRelease(&b);
  *out = sums;
  return good;
}

/// The sums, plus a bias that may be null, times a * b / scale, quantised. All
/// broadcast to the sums.
static bool requantize(EvalStep *step, const RelaxTensor *sums,
                       const RelaxTensor *a, const RelaxTensor *b,
                       const RelaxTensor *bias, const RelaxTensor *scale,
                       const RelaxTensor *zero) {
  const RelaxTensor *operands[] = {a, b, bias};
  if (!evalCreate(step, zero->dtype, sums->rank, sums->dims))
    return false;
  EvalWalk walk =
      evalWalkBroadcast(sums->rank, sums->dims, operands, bias ? 3 : 2);
  for (int64_t i = 0, e = relaxTensorCount(sums); i < e; ++i) {
    double sum = evalNumber(sums, i);
    if (bias)
      sum = (int32_t)(uint32_t)((int64_t)sum +
                                (int64_t)evalNumber(bias, walk.offset[2]));
    float both =
        (float)(evalNumber(a, walk.offset[0]) * evalNumber(b, walk.offset[1]));
    float factor = both / (float)evalNumber(scale, 0);
    float quotient = (float)sum * factor;
    evalQuantizeOne(&step->results[0], i, (double)quotient, evalNumber(zero, 0),
                    true);
    evalWalkNext(&walk);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static bool matmulInteger(EvalStep *step) {
  RelaxTensor sums;
  bool good = multiply(step, step->operands, evalMatmul, &sums);
  step->results[0] = sums;
  return good;
}

static bool quantizedMatmul(EvalStep *step) {
  const RelaxTensor *const *given = step->operands;
  const RelaxTensor *operands[] = {given[0], given[2], given[3], given[5]};
  RelaxTensor sums;
  bool good =
      multiply(step, operands, evalMatmul, &sums) &&
      requantize(step, &sums, given[1], given[4], NULL, given[6], given[7]);
  relaxTensorRelease(&sums);
  return good;
}

static bool convInteger(EvalStep *step) {
  const RelaxTensor *operands[4];
  RelaxTensor zero = {0}, sums = {0};
  for (int i = 0; i < 4; ++i)
    operands[i] = step->operands[i];
  bool good = perOutput(step, operands[3], operands[2]->rank, &zero);
  operands[3] = &zero;
  good = good && multiply(step, operands, evalConvolve, &sums);
  relaxTensorRelease(&zero);
  step->results[0] = sums;
  return good;
}

static bool quantizedConv(EvalStep *step) {
  const RelaxTensor *const *given = step->operands;
  const RelaxTensor *bias = step->numOperands > 8 ? given[8] : NULL;
  int32_t rank = given[3]->rank;
  RelaxTensor sums = {0}, zero = {0}, scale = {0}, shaped = {0};
  bool good = rank > 0 ? perOutput(step, given[5], rank, &zero) &&
                             perOutput(step, given[4], rank - 1, &scale) &&
                             (!bias || perOutput(step, bias, rank - 1, &shaped))
                       : relaxFail(step->error, "expected a weight with rank");
  const RelaxTensor *operands[] = {given[0], given[2], given[3], &zero};
  good = good && multiply(step, operands, evalConvolve, &sums) &&
         requantize(step, &sums, given[1], &scale, bias ? &shaped : NULL,
                    given[6], given[7]);
  relaxTensorRelease(&sums);
  relaxTensorRelease(&zero);
  relaxTensorRelease(&scale);
  relaxTensorRelease(&shaped);
  return good;
}

const EvalEntry evalQuantizedProduct[] = {
    {"relax.matmul_integer", matmulInteger, NULL},
    {"relax.quantized_matmul", quantizedMatmul, NULL},
    {"relax.conv_integer", convInteger, NULL},
    {"relax.quantized_conv", quantizedConv, NULL},
    {NULL, NULL, NULL}};
