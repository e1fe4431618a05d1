//===- QuantizedProduct.c - rules of products of quantised operands -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Broadcast.h"
#include "dialects/Relax/Convolution.h"
#include "dialects/Relax/Quantization.h"
#include "dialects/Relax/QuantizedProduct.gen.h"
#include "dialects/Relax/Rules/MatMul.h"

static const RelaxTensorInfo scalar = {.ranked = true};

/// An operand and its zero point.
static bool checkOperand(RelaxDims *dims, const char *what, MlirValue operand,
                         MlirValue zero) {
  return quantCheckElement(dims, what, quantElementOf(operand), &quantStored) &&
         quantCheckSameElement(dims, "zero point", quantElementOf(zero),
                               quantElementOf(operand));
}

static bool checkIntegers(RelaxDims *dims, MlirValue a, MlirValue b) {
  MlirType first = quantElementOf(a), second = quantElementOf(b);
  bool isFirst = !mlirTypeIsAInteger(first);
  return (!isFirst && mlirTypeIsAInteger(second)) ||
         quantRefuse(dims, "operands", "integer types",
                     relaxTypeText(dims->arena, isFirst ? first : second));
}

static MlirType sumType(const RelaxDims *dims) {
  return mlirIntegerTypeGet(relaxDimsContext(dims), 32);
}

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

/// `factor` broadcasts to the shape of `operand` and is 1 in its dimension
/// `inner`, counted from the end, over which products are summed.
static bool checkBeside(RelaxDims *dims, const char *what, MlirValue operand,
                        MlirValue factor, intptr_t inner) {
  RelaxTensorInfo a = relaxTensorInfoOf(operand), whole;
  RelaxTensorInfo b = relaxTensorInfoOf(factor);
  RelaxTensorInfo infos[] = {a, b};
  MlirType joined;
  if (!relaxInferBroadcast(dims, infos, 2, a.elementType, &joined))
    return false;
  relaxTensorInfo(joined, &whole);
  int64_t extent;
  bool fits = !a.ranked || !b.ranked || quantShapesAgree(a, whole);
  if (fits && b.ranked && b.rank >= inner)
    fits = symAttributeIsConst(b.dims[b.rank - inner], &extent) && extent == 1;
  if (fits)
    return true;
  StrBuf text = {0};
  strBufAppendFormat(&text,
                     "a shape that broadcasts to %s and is 1 in dimension %ld "
                     "from the end",
                     relaxShapeText(dims->arena, a), (long)inner);
  quantRefuse(dims, what, strBufText(&text), relaxShapeText(dims->arena, b));
  strBufFree(&text);
  return false;
}

static bool inferMatmul(RelaxDims *dims, MlirValue lhs, MlirValue rhs,
                        MlirType element, MlirType *result) {
  return relaxInferMatmul(dims, relaxTensorInfoOf(lhs), relaxTensorInfoOf(rhs),
                          element, result);
}

bool relaxMatmulIntegerInferTypes(RelaxDims *dims,
                                  const RelaxMatmulIntegerArgs *args,
                                  MlirType *results) {
  return checkOperand(dims, "left operand", args->lhs, args->lhs_zero) &&
         checkOperand(dims, "right operand", args->rhs, args->rhs_zero) &&
         checkIntegers(dims, args->lhs, args->rhs) &&
         checkBeside(dims, "left zero point", args->lhs, args->lhs_zero, 1) &&
         checkBeside(dims, "right zero point", args->rhs, args->rhs_zero, 2) &&
         inferMatmul(dims, args->lhs, args->rhs, sumType(dims), results);
}

/// The scale and zero point that the result is quantised with.
static bool checkTarget(RelaxDims *dims, MlirValue scale, MlirValue zero) {
  return quantCheckElement(dims, "scale", quantElementOf(scale),
                           &quantWideFloat) &&
         quantCheckElement(dims, "zero point", quantElementOf(zero),
                           &quantStored) &&
         quantCheckShape(dims, "shape of the scale", scalar, scale) &&
         quantCheckShape(dims, "shape of the zero point", scalar, zero);
}

bool relaxQuantizedMatmulInferTypes(RelaxDims *dims,
                                    const RelaxQuantizedMatmulArgs *args,
                                    MlirType *results) {
  return checkOperand(dims, "left operand", args->lhs, args->lhs_zero) &&
         checkOperand(dims, "right operand", args->rhs, args->rhs_zero) &&
         quantCheckElement(dims, "left scale", quantElementOf(args->lhs_scale),
                           &quantWideFloat) &&
         quantCheckElement(dims, "right scale", quantElementOf(args->rhs_scale),
                           &quantWideFloat) &&
         checkTarget(dims, args->scale, args->zero) &&
         checkBeside(dims, "left zero point", args->lhs, args->lhs_zero, 1) &&
         checkBeside(dims, "left scale", args->lhs, args->lhs_scale, 1) &&
         checkBeside(dims, "right zero point", args->rhs, args->rhs_zero, 2) &&
         checkBeside(dims, "right scale", args->rhs, args->rhs_scale, 2) &&
         inferMatmul(dims, args->lhs, args->rhs, quantElementOf(args->zero),
                     results);
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// A scalar, or one number per output channel of the weight.
static bool checkPerOutput(RelaxDims *dims, const char *what, MlirValue weight,
                           MlirValue value) {
  RelaxTensorInfo info = relaxTensorInfoOf(weight);
  if (!info.ranked || info.rank == 0 || relaxTensorInfoOf(value).rank == 0)
    return true;
  RelaxTensorInfo outputs = {true,   1,     info.dims, info.elementType,
                             {NULL}, {NULL}};
  return quantCheckShape(dims, what, outputs, value);
}

static bool inferConv(RelaxDims *dims, MlirValue input, MlirValue weight,
                      const RelaxWindow *window, MlirType element,
                      MlirType *result) {
  return relaxInferConv(dims, input, weight, window, element, result);
}

bool relaxConvIntegerInferTypes(RelaxDims *dims,
                                const RelaxConvIntegerArgs *args,
                                MlirType *results) {
  return checkOperand(dims, "input", args->input, args->input_zero) &&
         checkOperand(dims, "weight", args->weight, args->weight_zero) &&
         checkIntegers(dims, args->input, args->weight) &&
         quantCheckShape(dims, "shape of the input's zero point", scalar,
                         args->input_zero) &&
         checkPerOutput(dims, "shape of the weight's zero point", args->weight,
                        args->weight_zero) &&
         inferConv(dims, args->input, args->weight, &args->window,
                   sumType(dims), results);
}

static bool checkBias(RelaxDims *dims, MlirValue weight, MlirValue bias) {
  return !bias.ptr || (quantCheckSameElement(dims, "bias", quantElementOf(bias),
                                             sumType(dims)) &&
                       checkPerOutput(dims, "shape of the bias", weight, bias));
}

bool relaxQuantizedConvInferTypes(RelaxDims *dims,
                                  const RelaxQuantizedConvArgs *args,
                                  MlirType *results) {
  return checkOperand(dims, "input", args->input, args->input_zero) &&
         checkOperand(dims, "weight", args->weight, args->weight_zero) &&
         checkIntegers(dims, args->input, args->weight) &&
         quantCheckElement(dims, "input's scale",
                           quantElementOf(args->input_scale),
                           &quantWideFloat) &&
         quantCheckElement(dims, "weight's scale",
                           quantElementOf(args->weight_scale),
                           &quantWideFloat) &&
         checkTarget(dims, args->scale, args->zero) &&
         quantCheckShape(dims, "shape of the input's scale", scalar,
                         args->input_scale) &&
         quantCheckShape(dims, "shape of the input's zero point", scalar,
                         args->input_zero) &&
         checkPerOutput(dims, "shape of the weight's scale", args->weight,
                        args->weight_scale) &&
         checkPerOutput(dims, "shape of the weight's zero point", args->weight,
                        args->weight_zero) &&
         checkBias(dims, args->weight, args->bias) &&
         inferConv(dims, args->input, args->weight, &args->window,
                   quantElementOf(args->zero), results);
}
