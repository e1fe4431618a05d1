//===- Shape.c - ONNX operators on shapes and constants -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Frontend/ONNX/Import/ComposeLayout.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Import/ShapeTensors.h"

/// Elements `begin` to `end` (as in ONNX: negative from the end, clamped).
static bool importShape(Importer *importer) {
  int64_t begin, end;
  MlirValue input, extents;
  if (!importInt(importer, "start", 0, &begin) ||
      !importInt(importer, "end", INT64_MAX, &end) ||
      !importOperand(importer, 0, &input))
    return false;
  bool whole = begin == 0 && end == INT64_MAX;
  return importShapeTensor(importer, input,
                           whole ? importResultLocation(importer, 0)
                                 : importHelperLocation(importer, "extents"),
                           &extents) &&
         (whole ||
          importShapeSlice(importer, extents, begin, end,
                           importResultLocation(importer, 0), &extents)) &&
         importResultValue(importer, 0, extents);
}

//===----------------------------------------------------------------------===//
// Constant
//===----------------------------------------------------------------------===//

/// The attributes that a value may stand in.
enum {
  VALUE,
  VALUE_INT,
  VALUE_INTS,
  VALUE_FLOAT,
  VALUE_FLOATS,
  VALUE_STRING,
  VALUE_STRINGS,
  NUM_VALUES
};

static const struct {
  const char *name;
  Onnx__AttributeProto__AttributeType type;
} valueAttributes[NUM_VALUES] = {
    {"value", ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__TENSOR},
    {"value_int", ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT},
    {"value_ints", ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INTS},
    {"value_float", ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT},
    {"value_floats", ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOATS},
    {"value_string", ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRING},
    {"value_strings", ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRINGS},
};

/// The one attribute that is given, and which it is.
static const Onnx__AttributeProto *givenValue(Importer *importer, int *which) {
  const Onnx__AttributeProto *found = NULL;
  int given = 0;
  for (int i = 0; i < NUM_VALUES; ++i) {
    const Onnx__AttributeProto *one;
    if (!importAttribute(importer, valueAttributes[i].name,
                         valueAttributes[i].type, &one))
      return NULL;
    if (!one || (i == VALUE && !one->t))
      continue;
    found = one;
    *which = i;
    ++given;
  }
  if (given == 1)
    return found;
  importError(importer,
              "expected one of the attributes 'value', 'value_int', "
              "'value_ints', 'value_float', 'value_floats', 'value_string', "
              "'value_strings', got %d",
              given);
  return NULL;
}

/// A tensor stays in the model until it is used.
static bool importConstant(Importer *importer) {
  int which;
  const Onnx__AttributeProto *a;
  if (!importOperandCount(importer, 0, 0) ||
      !(a = givenValue(importer, &which)))
    return false;
  ImportedValue value = {.tensor = which == VALUE ? a->t : NULL};
  MlirAttribute *elements = &value.inlineElements;
  RelaxConstantArgs text = {{NULL}};
  if (which == VALUE_INT)
    *elements = importIntElements(importer, -1, &a->i);
  else if (which == VALUE_INTS)
    *elements = importIntElements(importer, (intptr_t)a->n_ints, a->ints);
  else if (which == VALUE_FLOAT)
    *elements = importFloatElements(importer, -1, &a->f);
  else if (which == VALUE_FLOATS)
    *elements = importFloatElements(importer, (intptr_t)a->n_floats, a->floats);
  else if (which == VALUE_STRING)
    text.value = importTextElements(importer, -1, &a->s);
  else if (which == VALUE_STRINGS)
    text.value =
        importTextElements(importer, (intptr_t)a->n_strings, a->strings);
  if (text.value.ptr)
    return IMPORT_RESULT(importer, Constant, &text);
  return importDefine(importer, 0, value);
}

//===----------------------------------------------------------------------===//
// Size, Range, ConstantOfShape
//===----------------------------------------------------------------------===//

/// The product of the extents as a scalar.
static bool importSize(Importer *importer) {
  RelaxProdArgs args = {0};
  MlirValue input;
  return importOperand(importer, 0, &input) &&
         importShapeTensor(importer, input,
                           importHelperLocation(importer, "extents"),
                           &args.input) &&
         IMPORT_RESULT(importer, Prod, &args);
}

static bool importRange(Importer *importer) {
  RelaxArangeArgs args = {0};
  if (!importOperand(importer, 0, &args.start) ||
      !importOperand(importer, 1, &args.limit) ||
      !importOperand(importer, 2, &args.step))
    return false;
  MlirValue *const scalars[] = {&args.start, &args.limit, &args.step};
  for (size_t i = 0; i < 3; ++i) {
    *scalars[i] = composeAsScalar(importer, *scalars[i]);
    if (!scalars[i]->ptr)
      return false;
  }
  MlirAttribute extent = symUnknownAttribute(importer->context);
  args.resultType =
      relaxTensorTypeOf(relaxTensorInfoOf(args.start).elementType, 1, &extent);
  return IMPORT_RESULT(importer, Arange, &args);
}

/// One element repeated; without a value an f32 of 0.
static bool importConstantOfShape(Importer *importer) {
  const Onnx__AttributeProto *given;
  RelaxBroadcastToArgs args = {0};
  int64_t length;
  const int64_t *elements;
  if (!IMPORT_ATTRIBUTE(importer, "value", TENSOR, &given) ||
      !importReadTarget(importer, 0, &args.target, &length, &elements) ||
      !importTargetRank(importer, &args.target, &length))
    return false;
  ImportedValue element = {.tensor = given ? given->t : NULL};
  if (given ? !importTensor(importer, "", &element)
            : !importFloatScalar(importer, mlirF32TypeGet(importer->context), 0,
                                 "value", &element.value))
    return false;
  args.input = element.value;
  RelaxTensorInfo info = relaxTensorInfoOf(args.input);
  int64_t extent = 1;
  if (info.rank > 1 ||
      (info.rank == 1 && !symAttributeIsConst(info.dims[0], &extent)) ||
      extent != 1)
    return importError(
        importer, "attribute 'value': expected one element, got %s",
        relaxTypeText(importer->arena, mlirValueGetType(args.input)));
  RelaxReshapeArgs scalar = {.input = args.input,
                             .resultType =
                                 relaxTensorTypeOf(info.elementType, 0, NULL)};
  if (info.rank == 1 &&
      !IMPORT_HELPER(importer, "scalar", Reshape, &scalar, &args.input))
    return false;
  args.resultType = importExpandType(importer, relaxTensorInfoOf(args.input),
                                     length, elements);
  return IMPORT_RESULT(importer, BroadcastTo, &args);
}

const OnnxOperator onnxShapeOperators[] = {
    {"Constant", importConstant, .inputs = {0, SIZE_MAX}},
    {"ConstantOfShape", importConstantOfShape, .since = 9,
     .relax = "broadcast_to", .types = ONNX_I64},
    {"Range", importRange, .since = 11, .relax = "arange",
     .types = ONNX_FLOATS | ONNX_I16 | ONNX_I32 | ONNX_I64, .inputs = {3, 3}},
    {"Shape", importShape, .relax = "shape_of, shape_to_tensor",
     .types = ONNX_EVERY},
    {"Size", importSize, .relax = "shape_of, prod", .types = ONNX_EVERY},
    {0},
};
