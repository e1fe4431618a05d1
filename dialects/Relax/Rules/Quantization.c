//===- Quantization.c - rules of quantised operations ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Quantization.h"
#include "dialects/Relax/Extents.h"
#include "dialects/Relax/Quantization.gen.h"
#include "dialects/Relax/Types/Axes.h"

bool quantRefuse(RelaxDims *dims, const char *what, const char *expected,
                 const char *got) {
  relaxDimsError(dims, "%s: expected %s, got %s", what, expected, got);
  return false;
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

/// Integers of 2 to `most` bits, and floats of at most 8 that have a sign.
static bool isQuantised(MlirType type, unsigned most) {
  if (mlirTypeIsAFloat(type))
    return mlirFloatTypeGetWidth(type) <= 8 && !mlirTypeIsAFloat8E8M0FNU(type);
  unsigned width = mlirTypeIsAInteger(type) ? mlirIntegerTypeGetWidth(type) : 0;
  return width > 1 && width <= most;
}

static bool isStored(MlirType type) { return isQuantised(type, 16); }
static bool isStoredOrSum(MlirType type) { return isQuantised(type, 32); }
static bool isWideFloat(MlirType type) {
  return mlirTypeIsAFloat(type) && mlirFloatTypeGetWidth(type) > 8;
}
static bool isScale(MlirType type) {
  return isWideFloat(type) || mlirTypeIsAFloat8E8M0FNU(type);
}
static bool isNumber(MlirType type) {
  return isWideFloat(type) ||
         (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 32);
}

const QuantElements quantStored = {
    isStored,
    "a quantised type (an integer of 2 to 16 bits, a float of at most 8)"};
const QuantElements quantStoredOrSum = {
    isStoredOrSum,
    "a quantised type (an integer of 2 to 32 bits, a float of at most 8)"};
const QuantElements quantWideFloat = {isWideFloat,
                                      "a float type of 16 bits or more"};
static const QuantElements scaleElement = {
    isScale, "a float type of 16 bits or more, or f8E8M0FNU"};
static const QuantElements number = {isNumber,
                                     "a float type of 16 bits or more, or i32"};

bool quantCheckElement(RelaxDims *dims, const char *what, MlirType type,
                       const QuantElements *rule) {
  return rule->holds(type) || quantRefuse(dims, what, rule->expected,
                                          relaxTypeText(dims->arena, type));
}

bool quantCheckSameElement(RelaxDims *dims, const char *what, MlirType type,
                           MlirType expected) {
  return mlirTypeEqual(type, expected) ||
         quantRefuse(dims, what, relaxTypeText(dims->arena, expected),
                     relaxTypeText(dims->arena, type));
}

MlirType quantElementOf(MlirValue value) {
  return relaxTensorInfoOf(value).elementType;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

bool quantShapesAgree(RelaxTensorInfo a, RelaxTensorInfo b) {
  if (!a.ranked || !b.ranked)
    return true;
  bool same = a.rank == b.rank;
  for (intptr_t i = 0; same && i < a.rank; ++i)
    same = symAttributeIsUnknown(a.dims[i]) ||
           symAttributeIsUnknown(b.dims[i]) ||
           relaxDimEqual(a.dims[i], b.dims[i]);
  return same;
}

bool quantCheckShape(RelaxDims *dims, const char *what,
                     RelaxTensorInfo expected, MlirValue value) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  return quantShapesAgree(expected, info) ||
         quantRefuse(dims, what, relaxShapeText(dims->arena, expected),
                     relaxShapeText(dims->arena, info));
}

/// What scale and zero point (which may be null) are for.
typedef struct Scaling {
  MlirValue input, scale, zero;
  MlirAttribute axis, block; // may be null
  MlirType quantised;
} Scaling;

/// The shape that the scale has to have.
static RelaxTensorInfo scaleShape(RelaxDims *dims, const Scaling *s) {
  RelaxTensorInfo input = relaxTensorInfoOf(s->input);
  if (!s->axis.ptr)
    return (RelaxTensorInfo){.ranked = true};
  int64_t axis = mlirIntegerAttrGetValueInt(s->axis);
  if (!s->block.ptr)
    return (RelaxTensorInfo){
        true, 1, &input.dims[axis], input.elementType, {NULL}, {NULL}};
  MlirAttribute *blocks = ARENA_ARRAY(dims->arena, MlirAttribute, input.rank);
  for (intptr_t i = 0; i < input.rank; ++i)
    blocks[i] = input.dims[i];
  SymExpr size = relaxDimsConst(dims, mlirIntegerAttrGetValueInt(s->block));
  blocks[axis] = relaxDimsAttribute(
      dims, relaxDimsCeilDiv(dims, relaxDimsOf(dims, input.dims[axis]), size));
  return (RelaxTensorInfo){true,   input.rank, blocks, input.elementType,
                           {NULL}, {NULL}};
}

static bool checkScaling(RelaxDims *dims, const Scaling *s) {
  RelaxTensorInfo input = relaxTensorInfoOf(s->input);
  int64_t axis = s->axis.ptr ? mlirIntegerAttrGetValueInt(s->axis) : 0;
  if (s->block.ptr &&
      (!s->axis.ptr || mlirIntegerAttrGetValueInt(s->block) < 1))
    return quantRefuse(dims, "block", "at least 1, and an axis",
                       s->axis.ptr ? "less" : "no axis");
  if (s->axis.ptr &&
      !relaxCheckAxes(dims, &axis, 1, input.ranked ? input.rank : -1))
    return false;
  if (!quantCheckElement(dims, "scale", quantElementOf(s->scale),
                         &scaleElement) ||
      (s->zero.ptr &&
       !quantCheckSameElement(dims, "zero point", quantElementOf(s->zero),
                              s->quantised)))
    return false;
  if (!input.ranked)
    return true;
  RelaxTensorInfo shape = scaleShape(dims, s);
  return relaxDimsOutcome(dims) &&
         quantCheckShape(dims, "shape of the scale", shape, s->scale) &&
         (!s->zero.ptr ||
          quantCheckShape(dims, "shape of the zero point",
                          relaxTensorInfoOf(s->scale), s->zero));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static MlirType withElement(MlirValue value, MlirType element) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  return relaxTypeWithElements(info, element);
}

bool relaxQuantizeInferTypes(RelaxDims *dims, const RelaxQuantizeArgs *args,
                             MlirType *results) {
  MlirType element = args->element;
  MlirType precision = args->precision;
  Scaling scaling = {args->input, args->scale, args->zero,
                     args->axis,  args->block, element};
  results[0] = withElement(args->input, element);
  return quantCheckElement(dims, "input", quantElementOf(args->input),
                           &number) &&
         quantCheckElement(dims, "result", element, &quantStored) &&
         quantCheckElement(dims, "precision", precision, &quantWideFloat) &&
         checkScaling(dims, &scaling);
}

bool relaxDequantizeInferTypes(RelaxDims *dims, const RelaxDequantizeArgs *args,
                               MlirType *results) {
  MlirType element = args->element;
  MlirType quantised = quantElementOf(args->input);
  Scaling scaling = {args->input, args->scale, args->zero,
                     args->axis,  args->block, quantised};
  results[0] = withElement(args->input, element);
  return quantCheckElement(dims, "input", quantised, &quantStoredOrSum) &&
         quantCheckElement(dims, "result", element, &quantWideFloat) &&
         checkScaling(dims, &scaling);
}

bool relaxDynamicQuantizeInferTypes(RelaxDims *dims,
                                    const RelaxDynamicQuantizeArgs *args,
                                    MlirType *results) {
  MlirContext context = relaxDimsContext(dims);
  MlirType single = mlirF32TypeGet(context);
  MlirType bytes = mlirIntegerTypeUnsignedGet(context, 8);
  results[0] = withElement(args->input, bytes);
  results[1] = relaxTensorTypeOf(single, 0, NULL);
  results[2] = relaxTensorTypeOf(bytes, 0, NULL);
  return quantCheckSameElement(dims, "input", quantElementOf(args->input),
                               single);
}
