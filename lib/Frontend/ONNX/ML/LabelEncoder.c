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

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/String.gen.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <string.h>

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
      *elements = importTextElements(importer, (intptr_t)given->n_strings,
                                     given->strings);
    else if (i == 1)
      *elements =
          importIntElements(importer, (intptr_t)given->n_ints, given->ints);
    else if (i == 2)
      *elements = importFloatElements(importer, (intptr_t)given->n_floats,
                                      given->floats);
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
      !IMPORT_ATTRIBUTE(importer, "default_tensor", TENSOR, &given))
    return false;
  if (given)
    return tensor(importer, given->t, out);
  ProtobufCBinaryData bytes = {strlen(text), (uint8_t *)text};
  if (relaxIsStringType(element))
    *out = importTextElements(importer, -1, &bytes);
  else if (mlirTypeIsAInteger(element) &&
           mlirIntegerTypeGetWidth(element) == 64)
    *out = importIntElements(importer, -1, &integer);
  else if (mlirTypeIsAF32(element))
    *out = importFloatElements(importer, -1, &number);
  else
    return importError(importer, "attribute 'default_tensor' is missing");
  return true;
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
         importElementsConstant(importer, keys, "keys", &args.keys) &&
         importElementsConstant(importer, values, "values", &args.values) &&
         importElementsConstant(importer, otherwise, "default",
                                &args.otherwise) &&
         IMPORT_RESULT(importer, Lookup, &args);
}

const OnnxOperator onnxLabelEncoderOperators[] = {
    {"LabelEncoder", importLabelEncoder, .since = 2, .relax = "lookup",
     .types = ONNX_STRING | ONNX_F32 | ONNX_F64 | ONNX_SIGNED},
    {0},
};
