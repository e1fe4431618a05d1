//===- Quantization.c - numbers in few bits -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// From the definitions of ONNX QuantizeLinear, DequantizeLinear and
// DynamicQuantizeLinear. A quotient of f32 and narrower types that is rounded
// to double first rounds to the same number.
//
//===----------------------------------------------------------------------===//

#include "lib/Interpreter/Ops/Quantization.h"
#include "dialects/Relax/Quantization.gen.h"

#include <math.h>

double evalRound(RelaxDType dtype, double value) {
  double stored;
  relaxStoreFloat(dtype, &stored, 0, value);
  return relaxLoadFloat(dtype, &stored, 0);
}

double evalNumber(const RelaxTensor *tensor, int64_t index) {
  return relaxDTypeIsFloat(tensor->dtype)
             ? relaxLoadFloat(tensor->dtype, tensor->data, index)
             : (double)relaxLoadInt(tensor->dtype, tensor->data, index);
}

void evalQuantizeOne(RelaxTensor *result, int64_t index, double quotient,
                     double zero, bool saturates) {
  RelaxDType dtype = result->dtype;
  uint8_t *bytes = result->data;
  if (relaxDTypeIsFloat(dtype)) {
    bytes[index] = relaxNarrowFromDouble(dtype, quotient + zero, saturates);
    return;
  }
  bool isUnsigned = relaxDTypeIsUnsigned(dtype);
  double range = ldexp(1, (int)relaxDTypeBits(dtype) - !isUnsigned);
  double low = isUnsigned ? 0 : -range, high = range - 1;
  double sum = rint(quotient) + zero;
  relaxStoreInt(dtype, result->data, index,
                isnan(sum) ? 0 : (int64_t)fmin(fmax(sum, low), high));
}

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

/// Where the scale of an element is.
typedef struct Places {
  EvalWalk walk; // over the input
  const RelaxTensor *scale;
  int64_t axis, block; // -1, 0: none
  int64_t strides[RELAX_MAX_RANK];
} Places;

static bool refuseScale(EvalStep *step) {
  return relaxFail(step->error, "the shape of the scale does not fit");
}

static bool openPlaces(EvalStep *step, MlirAttribute axis, MlirAttribute block,
                       Places *places) {
  const RelaxTensor *input = step->operands[0], *scale = step->operands[1];
  *places =
      (Places){.walk = evalWalkBroadcast(input->rank, input->dims, &input, 1),
               .scale = scale,
               .axis = axis.ptr ? mlirIntegerAttrGetValueInt(axis) : -1,
               .block = block.ptr ? mlirIntegerAttrGetValueInt(block) : 0};
  evalStrides(scale->rank, scale->dims, places->strides);
  if (step->numOperands > 2 && !relaxTensorSameShape(scale, step->operands[2]))
    return refuseScale(step);
  if (places->axis < 0)
    return scale->rank == 0 || refuseScale(step);
  if (places->axis >= input->rank ||
      scale->rank != (places->block ? input->rank : 1))
    return refuseScale(step);
  for (int32_t i = 0; i < input->rank; ++i) {
    int64_t extent = input->dims[i];
    bool divided = i == places->axis && places->block;
    if (divided)
      extent = extent / places->block + (extent % places->block != 0);
    if ((places->block || i == places->axis) &&
        scale->dims[places->block ? i : 0] != extent)
      return refuseScale(step);
  }
  return true;
}

/// The place of the current element's scale; goes on to the next element.
static int64_t nextPlace(Places *places) {
  const int64_t *index = places->walk.index;
  int64_t place = 0;
  if (places->block)
    for (int32_t i = 0; i < places->walk.rank; ++i)
      place += places->strides[i] *
               (i == places->axis ? index[i] / places->block : index[i]);
  else if (places->axis >= 0)
    place = index[places->axis];
  evalWalkNext(&places->walk);
  return place;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static bool createAs(EvalStep *step, MlirType type) {
  const RelaxTensor *input = step->operands[0];
  RelaxDType dtype;
  if (!relaxElementDType(type, &dtype))
    return evalRefuseType(type, step->error);
  return evalCreate(step, dtype, input->rank, input->dims);
}

static bool quantize(EvalStep *step) {
  const RelaxTensor *input = step->operands[0], *scale = step->operands[1];
  const RelaxTensor *zero = step->numOperands > 2 ? step->operands[2] : NULL;
  MlirOperation op = step->op;
  Places places;
  RelaxDType precision;
  if (!relaxElementDType(relaxQuantizeGetPrecision(op), &precision) ||
      !openPlaces(step, relaxQuantizeGetAxis(op), relaxQuantizeGetBlock(op),
                  &places) ||
      !createAs(step, relaxQuantizeGetElement(op)))
    return false;
  bool saturates = !relaxQuantizeGetNoSaturate(op);
  for (int64_t i = 0, e = relaxTensorCount(input); i < e; ++i) {
    int64_t place = nextPlace(&places);
    double x = evalRound(precision, evalNumber(input, i));
    double by = evalRound(precision, evalNumber(scale, place));
    evalQuantizeOne(&step->results[0], i, evalRound(precision, x / by),
                    zero ? evalNumber(zero, place) : 0, saturates);
  }
  return true;
}

static bool dequantize(EvalStep *step) {
  const RelaxTensor *input = step->operands[0], *scale = step->operands[1];
  const RelaxTensor *zero = step->numOperands > 2 ? step->operands[2] : NULL;
  MlirOperation op = step->op;
  Places places;
  if (!openPlaces(step, relaxDequantizeGetAxis(op), relaxDequantizeGetBlock(op),
                  &places) ||
      !createAs(step, relaxDequantizeGetElement(op)))
    return false;
  RelaxTensor *result = &step->results[0];
  bool wide = result->dtype == RELAX_F64;
  for (int64_t i = 0, e = relaxTensorCount(input); i < e; ++i) {
    int64_t place = nextPlace(&places);
    double x = evalNumber(input, i) - (zero ? evalNumber(zero, place) : 0);
    if (!relaxDTypeIsFloat(input->dtype))
      x = (int32_t)(uint32_t)(int64_t)x; // wraps
    double product = wide
                         ? x * evalNumber(scale, place)
                         : (float)((double)(float)x * evalNumber(scale, place));
    relaxStoreFloat(result->dtype, result->data, i, product);
  }
  return true;
}

static bool dynamicQuantize(EvalStep *step) {
  const RelaxTensor *input = step->operands[0];
  if (input->dtype != RELAX_F32)
    return evalRefuseElements(step, input->dtype);
  if (!evalCreate(step, RELAX_U8, input->rank, input->dims) ||
      !evalCreateResult(step, 1, RELAX_F32, 0, NULL) ||
      !evalCreateResult(step, 2, RELAX_U8, 0, NULL))
    return false;
  const float *x = input->data;
  int64_t count = relaxTensorCount(input);
  float low = 0, high = 0;
  for (int64_t i = 0; i < count; ++i) {
    low = isnan(x[i]) || x[i] < low ? x[i] : low;
    high = isnan(x[i]) || x[i] > high ? x[i] : high;
  }
  float range = high - low, scale = (range == 0 ? 1 : range) / 255;
  *(float *)step->results[1].data = scale;
  evalQuantizeOne(&step->results[2], 0, (double)(-low / scale), 0, true);
  double zero = evalNumber(&step->results[2], 0);
  for (int64_t i = 0; i < count; ++i)
    evalQuantizeOne(&step->results[0], i, (double)(x[i] / scale), zero, true);
  return true;
}

const EvalEntry evalQuantization[] = {
    {"relax.quantize", quantize, NULL},
    {"relax.dequantize", dequantize, NULL},
    {"relax.dynamic_quantize", dynamicQuantize, NULL},
    {NULL, NULL, NULL}};
