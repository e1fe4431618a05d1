//===- LabelEncoder.c - the operator LabelEncoder of ai.onnx.ml -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Keys, values and the default stand in attributes whose names end in their
// element type; they become constants.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/ML/LabelEncoder.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/String.gen.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <string.h>

/// A shaped type of `count` elements; a scalar if `count` is negative.
static MlirType shaped(intptr_t count, MlirType element) {
  int64_t extent = count;
  return mlirRankedTensorTypeGet(count < 0 ? 0 : 1, &extent, element,
                                 mlirAttributeGetNull());
}

MlirAttribute labelTexts(Importer *importer, intptr_t count,
                         const ProtobufCBinaryData *values) {
  intptr_t elements = count < 0 ? 1 : count;
  MlirStringRef *refs = ARENA_ARRAY(importer->arena, MlirStringRef, elements);
  for (intptr_t i = 0; i < elements; ++i)
    refs[i] = mlirStringRefCreate((const char *)values[i].data, values[i].len);
  return mlirDenseElementsAttrStringGet(
      shaped(count, relaxStringTypeGet(importer->context)), elements, refs);
}

MlirAttribute labelIntegers(Importer *importer, intptr_t count,
                            const int64_t *values) {
  return mlirDenseElementsAttrInt64Get(
      shaped(count, mlirIntegerTypeGet(importer->context, 64)),
      count < 0 ? 1 : count, values);
}

static MlirAttribute floats(Importer *importer, intptr_t count,
                            const float *values) {
  return mlirDenseElementsAttrFloatGet(
      shaped(count, mlirF32TypeGet(importer->context)), count < 0 ? 1 : count,
      values);
}

static bool tensor(Importer *importer, const Onnx__TensorProto *proto,
                   MlirAttribute *out) {
  OnnxTensor values;
  StrBuf message = {0};
  if (!onnxTensorGet(importer->model, proto, &values, &message)) {
    importError(importer, "%s", strBufText(&message));
    strBufFree(&message);
    return false;
  }
  *out = importElements(importer, &values);
  onnxTensorFree(&values);
  return out->ptr != NULL;
}

/// The one list `PREFIX_strings`, `PREFIX_int64s`, `PREFIX_floats` or
/// `PREFIX_tensor`.
static bool listOf(Importer *importer, const char *prefix,
                   MlirAttribute *elements) {
  static const struct {
    const char *suffix;
    Onnx__AttributeProto__AttributeType type;
  } kinds[] = {{"strings", ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__STRINGS},
               {"int64s", ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INTS},
               {"floats", ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOATS},
               {"tensor", ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__TENSOR}};
  int found = 0;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
    StrBuf name = {0};
    const Onnx__AttributeProto *given;
    strBufAppendFormat(&name, "%s_%s", prefix, kinds[i].suffix);
    bool good =
        importAttribute(importer, strBufText(&name), kinds[i].type, &given);
    strBufFree(&name);
    if (!good)
      return false;
    if (!given)
      continue;
    ++found;
    if (given->t && !tensor(importer, given->t, elements))
      return false;
    if (i == 0)
      *elements =
          labelTexts(importer, (intptr_t)given->n_strings, given->strings);
    else if (i == 1)
      *elements = labelIntegers(importer, (intptr_t)given->n_ints, given->ints);
    else if (i == 2)
      *elements = floats(importer, (intptr_t)given->n_floats, given->floats);
  }
  return found == 1 || importError(importer, "expected one list of %s, got %d",
                                   prefix, found);
}

/// What stands for an element without a key, of the type of the values.
static bool defaultOf(Importer *importer, MlirType element,
                      MlirAttribute *out) {
  const Onnx__AttributeProto *given;
  const char *text;
  int64_t integer;
  float number;
  if (!importText(importer, "default_string", "_Unused", &text) ||
      !importInt(importer, "default_int64", -1, &integer) ||
      !importFloat(importer, "default_float", -0.0f, &number) ||
      !importAttribute(importer, "default_tensor",
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__TENSOR, &given))
    return false;
  if (given)
    return tensor(importer, given->t, out);
  ProtobufCBinaryData bytes = {strlen(text), (uint8_t *)text};
  if (relaxIsStringType(element))
    *out = labelTexts(importer, -1, &bytes);
  else if (mlirTypeIsAInteger(element) &&
           mlirIntegerTypeGetWidth(element) == 64)
    *out = labelIntegers(importer, -1, &integer);
  else if (mlirTypeIsAF32(element))
    *out = floats(importer, -1, &number);
  else
    return importError(importer, "attribute 'default_tensor' is missing");
  return true;
}

bool labelConstant(Importer *importer, const char *suffix,
                   MlirAttribute elements, MlirValue *value) {
  RelaxConstantArgs args = {.value = elements};
  return importInsert(
      importer,
      relaxConstantCreate(importHelperLocation(importer, suffix), &args),
      value);
}

static bool importLabelEncoder(Importer *importer) {
  RelaxLookupArgs args = {0};
  MlirAttribute keys = {NULL}, values = {NULL}, otherwise = {NULL};
  return importOperand(importer, 0, &args.input) &&
         listOf(importer, "keys", &keys) &&
         listOf(importer, "values", &values) &&
         defaultOf(importer,
                   mlirShapedTypeGetElementType(mlirAttributeGetType(values)),
                   &otherwise) &&
         labelConstant(importer, "keys", keys, &args.keys) &&
         labelConstant(importer, "values", values, &args.values) &&
         labelConstant(importer, "default", otherwise, &args.otherwise) &&
         IMPORT_RESULT(importer, Lookup, &args);
}

const OnnxOperator onnxLabelEncoderOperators[] = {
    {"LabelEncoder", importLabelEncoder, 2, "lookup",
     ONNX_STRING | ONNX_F32 | ONNX_F64 | ONNX_SIGNED, 1, 1},
    {0},
};
