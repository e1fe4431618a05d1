//===- Quantization.c - products of quantised operands written out --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Operands become i32 (floats of 8 bits f32) and lose their zero points, in one
// loop each; what padding adds is then 0.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.gen.h"
#include "dialects/Relax/Quantization.gen.h"
#include "dialects/Relax/QuantizedProduct.gen.h"
#include "lib/Transforms/Decompose/Decompose.h"

static MlirType single(GraphBuilder *g) { return mlirF32TypeGet(g->context); }

static MlirType elementOf(MlirValue value) {
  return relaxTensorInfoOf(value).elementType;
}

static MlirValue difference(GraphBuilder *g, MlirValue operand, MlirValue zero,
                            MlirType type) {
  return graphSubtract(g, graphCast(g, operand, type),
                       graphCast(g, zero, type));
}

/// What products of `a` and `b` are summed in.
static MlirType productType(GraphBuilder *g, MlirValue a, MlirValue b) {
  return mlirTypeIsAFloat(elementOf(a)) || mlirTypeIsAFloat(elementOf(b))
             ? single(g)
             : mlirIntegerTypeGet(g->context, 32);
}

/// round(x / scale) + zero in the type of the zero point.
static MlirValue quantize(GraphBuilder *g, MlirValue x, MlirValue scale,
                          MlirValue zero, MlirType element) {
  RelaxQuantizeArgs args = {.input = x,
                            .scale = scale,
                            .zero = zero,
                            .element = element,
                            .precision = single(g)};
  return x.ptr && scale.ptr
             ? graphInsert(
                   g, relaxQuantizeCreate(graphPlace(g, "quantized"), &args))
             : (MlirValue){NULL};
}

/// Sums times a * b / scale, quantised.
static MlirValue requantize(GraphBuilder *g, MlirValue sums, MlirValue a,
                            MlirValue b, MlirValue scale, MlirValue zero) {
  MlirValue both =
      graphMultiply(g, graphCast(g, a, single(g)), graphCast(g, b, single(g)));
  MlirValue factor = graphDivide(g, both, graphCast(g, scale, single(g)));
  MlirValue product = graphMultiply(g, graphCast(g, sums, single(g)), factor);
  return quantize(g, product, graphNumber(g, 1, single(g)), zero,
                  elementOf(zero));
}

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

static MlirValue product(GraphBuilder *g, MlirValue a, MlirValue zeroOfA,
                         MlirValue b, MlirValue zeroOfB) {
  MlirType type = productType(g, a, b);
  return graphMatmul(g, difference(g, a, zeroOfA, type),
                     difference(g, b, zeroOfB, type));
}

static void matmulInteger(GraphBuilder *g, MlirOperation op,
                          MlirValue *results) {
  results[0] =
      product(g, relaxMatmulIntegerGetLhs(op), relaxMatmulIntegerGetLhsZero(op),
              relaxMatmulIntegerGetRhs(op), relaxMatmulIntegerGetRhsZero(op));
}

static void quantizedMatmul(GraphBuilder *g, MlirOperation op,
                            MlirValue *results) {
  MlirValue sums = product(
      g, relaxQuantizedMatmulGetLhs(op), relaxQuantizedMatmulGetLhsZero(op),
      relaxQuantizedMatmulGetRhs(op), relaxQuantizedMatmulGetRhsZero(op));
  results[0] = requantize(g, sums, relaxQuantizedMatmulGetLhsScale(op),
                          relaxQuantizedMatmulGetRhsScale(op),
                          relaxQuantizedMatmulGetScale(op),
                          relaxQuantizedMatmulGetZero(op));
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// One number per output channel as [out, 1, ...]; a scalar as it is.
static MlirValue perOutput(GraphBuilder *g, MlirValue value,
                           intptr_t trailing) {
  return relaxTensorInfoOf(value).rank ? graphChannels(g, value, trailing)
                                       : value;
}

static MlirValue convolve(GraphBuilder *g, RelaxConvArgs args, MlirValue zero,
                          MlirValue weightZero) {
  intptr_t rank = relaxTensorInfoOf(args.weight).rank;
  MlirType type = productType(g, args.input, args.weight);
  args.input = difference(g, args.input, zero, type);
  args.weight =
      difference(g, args.weight, perOutput(g, weightZero, rank - 1), type);
  return args.input.ptr && args.weight.ptr
             ? graphInsert(g, relaxConvCreate(graphPlace(g, "sums"), &args))
             : (MlirValue){NULL};
}

static void convInteger(GraphBuilder *g, MlirOperation op, MlirValue *results) {
  RelaxConvArgs args = {relaxConvIntegerGetInput(op),
                        relaxConvIntegerGetWeight(op), relaxWindowOf(op)};
  results[0] = convolve(g, args, relaxConvIntegerGetInputZero(op),
                        relaxConvIntegerGetWeightZero(op));
}

static void quantizedConv(GraphBuilder *g, MlirOperation op,
                          MlirValue *results) {
  RelaxConvArgs args = {relaxQuantizedConvGetInput(op),
                        relaxQuantizedConvGetWeight(op), relaxWindowOf(op)};
  intptr_t spatial = relaxTensorInfoOf(args.weight).rank - 2;
  MlirValue sums = convolve(g, args, relaxQuantizedConvGetInputZero(op),
                            relaxQuantizedConvGetWeightZero(op));
  MlirValue bias = relaxQuantizedConvGetBias(op);
  if (bias.ptr)
    sums = graphAdd(g, sums, perOutput(g, bias, spatial));
  results[0] =
      requantize(g, sums, relaxQuantizedConvGetInputScale(op),
                 perOutput(g, relaxQuantizedConvGetWeightScale(op), spatial),
                 relaxQuantizedConvGetScale(op), relaxQuantizedConvGetZero(op));
}

//===----------------------------------------------------------------------===//
// dynamic_quantize
//===----------------------------------------------------------------------===//

static void dynamicQuantize(GraphBuilder *g, MlirOperation op,
                            MlirValue *results) {
  static const MlirAttribute all = {NULL};
  MlirValue x = relaxDynamicQuantizeGetInput(op);
  MlirValue none = graphNumberLike(g, 0, x), one = graphNumberLike(g, 1, x);
  MlirValue high = graphMaximum(g, graphMax(g, x, all), none);
  // The largest of -x is -low.
  MlirValue below =
      graphMaximum(g, graphMax(g, graphNegative(g, x), all), none);
  MlirValue range = graphAdd(g, high, below);
  range = graphWhere(g, graphEqual(g, range, none), one, range);
  MlirType bytes = mlirIntegerTypeUnsignedGet(g->context, 8);
  results[1] = graphDivide(g, range, graphNumberLike(g, 255, x));
  results[2] = quantize(g, below, results[1], (MlirValue){NULL}, bytes);
  if (results[2].ptr)
    results[0] = quantize(g, x, results[1], results[2], bytes);
}

const DecomposeRule decomposeQuantization[] = {
    {"relax.dynamic_quantize", dynamicQuantize},
    {"relax.matmul_integer", matmulInteger},
    {"relax.quantized_matmul", quantizedMatmul},
    {"relax.conv_integer", convInteger},
    {"relax.quantized_conv", quantizedConv},
    {NULL, NULL},
};
