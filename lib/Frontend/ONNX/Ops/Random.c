//===- Random.c - ONNX random numbers -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Each node has a key of its own, so that a model gives the same numbers in
// every run: its seed, else one from the name of its output.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Random.gen.h"
#include "lib/Frontend/ONNX/Import/ComposeLayout.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <inttypes.h>
#include <string.h>

/// FNV-1a.
static uint64_t hash(const char *text) {
  uint64_t value = UINT64_C(0xCBF29CE484222325);
  for (; *text; ++text)
    value = (value ^ (uint8_t)*text) * UINT64_C(0x100000001B3);
  return value;
}

/// From the attribute `seed`, if it is there: of a float its bits.
static bool importKey(Importer *importer, bool isFloat, MlirValue *key) {
  const Onnx__AttributeProto *seed;
  if (!(isFloat ? IMPORT_ATTRIBUTE(importer, "seed", FLOAT, &seed)
                : IMPORT_ATTRIBUTE(importer, "seed", INT, &seed)))
    return false;
  uint64_t bits = hash(importer->node->output[0]);
  if (seed && isFloat) {
    uint32_t single;
    memcpy(&single, &seed->f, sizeof single);
    bits = single;
  } else if (seed) {
    bits = (uint64_t)seed->i;
  }
  MlirType word = mlirRankedTensorTypeGet(
      0, NULL, mlirIntegerTypeUnsignedGet(importer->context, 64),
      mlirAttributeGetNull());
  return importElementsConstant(
      importer, mlirDenseElementsAttrRawBufferGet(word, sizeof bits, &bits),
      "key", key);
}

/// Output 0 is the first result; nobody asks for the next key.
static bool importFirst(Importer *importer, MlirOperation op) {
  MlirValue result;
  return importInsert(importer, op, &result) &&
         importResultValue(importer, 0, result);
}

/// As the row says, with a key in front of `like` and the element type that
/// `dtype` names.
static bool importDrawn(Importer *importer, OnnxBuild *build, MlirValue like,
                        MlirType absent) {
  MlirType element;
  build->numInputs = 2;
  build->inputs[1] = like;
  if (!importTypeAttribute(importer, "dtype", absent, &element) ||
      !importKey(importer, true, &build->inputs[0]))
    return false;
  importSetAttribute(importer, build, "element", mlirTypeAttrGet(element));
  return importFirst(
      importer,
      importMakeRow(importer, build, importResultLocation(importer, 0)));
}

/// In the shape of an operand, and in its elements unless others are named.
static bool importLike(Importer *importer) {
  OnnxBuild build;
  return importReadRow(importer, &build) &&
         importDrawn(importer, &build, build.inputs[0],
                     relaxTensorInfoOf(build.inputs[0]).elementType);
}

static bool importMultinomial(Importer *importer) {
  OnnxBuild build;
  return importReadRow(importer, &build) &&
         importDrawn(importer, &build, build.inputs[0],
                     mlirIntegerTypeGet(importer->context, 32));
}

/// Attribute 'shape', as that of a constant of which only the shape matters.
static bool importShaped(Importer *importer) {
  MlirType single = mlirF32TypeGet(importer->context);
  const int64_t *shape;
  size_t rank;
  bool given;
  OnnxBuild build = importBuild(importer, 0);
  if (!importOperandCount(importer, 0, 0) ||
      !importInts(importer, "shape", &shape, &rank, &given) ||
      !importReadAttributes(importer, &build))
    return false;
  for (size_t i = 0; i < rank; ++i)
    if (shape[i] < 0)
      return importError(importer,
                         "attribute 'shape': expected at least 0, got %" PRId64,
                         shape[i]);
  if (!given)
    return importError(importer, "attribute 'shape' is missing");
  MlirType type = mlirRankedTensorTypeGet((intptr_t)rank, shape, single,
                                          mlirAttributeGetNull());
  MlirAttribute zero = mlirFloatAttrDoubleGet(importer->context, single, 0);
  MlirValue like;
  return importElementsConstant(importer,
                                mlirDenseElementsAttrSplatGet(type, zero),
                                "like", &like) &&
         importDrawn(importer, &build, like, single);
}

//===----------------------------------------------------------------------===//
// Dropout
//===----------------------------------------------------------------------===//

typedef struct Dropout {
  MlirValue input, ratio;
  MlirValue training; // null: no
} Dropout;

static bool readDropout(Importer *importer, Dropout *d) {
  bool operands = importer->opset >= 12;
  int64_t test = 1, seed;
  float ratio = 0.5f;
  if (!importOperand(importer, 0, &d->input) ||
      (operands ? !importInt(importer, "seed", 0, &seed)
                : !importFloat(importer, "ratio", 0.5f, &ratio)) ||
      (importer->opset < 7 && !importInt(importer, "is_test", 0, &test)))
    return false;
  if (importHasOperand(importer, 1) && !importOperand(importer, 1, &d->ratio))
    return false;
  if (importHasOperand(importer, 2))
    return importOperand(importer, 2, &d->training);
  if (test)
    return true;
  d->ratio = graphNumberLike(importBuilder(importer), (double)ratio, d->input);
  d->training = composeEqual(importer, d->ratio, d->ratio);
  return d->training.ptr != NULL;
}

/// In training an operation of its own; else the input itself.
static bool importTraining(Importer *importer, const Dropout *d,
                           MlirValue *mask) {
  RelaxDropoutArgs args = {
      .input = d->input,
      .ratio = composeAsScalar(
          importer, d->ratio.ptr ? d->ratio
                                 : graphNumberLike(importBuilder(importer), 0.5,
                                                   d->input)),
      .training = composeAsScalar(importer, d->training)};
  if (!args.ratio.ptr || !args.training.ptr ||
      !importKey(importer, false, &args.key))
    return false;
  MlirOperation op =
      relaxDropoutCreate(importResultLocation(importer, 0), &args);
  if (!importFirst(importer, op))
    return false;
  *mask = mlirOperationGetResult(op, 1);
  return true;
}

static bool importDropout(Importer *importer) {
  GraphBuilder *g = importBuilder(importer);
  Dropout d = {.input = {NULL}};
  MlirValue mask;
  if (!readDropout(importer, &d) ||
      !(d.training.ptr ? importTraining(importer, &d, &mask)
                       : composeResult(importer, d.input)))
    return false;
  if (importer->node->n_output < 2)
    return true;
  if (!d.training.ptr) {
    // `x == x` only gives the shape: both choices are the same.
    MlirValue is = composeEqual(importer, d.input, d.input);
    MlirValue one = graphNumberLike(g, 1, is);
    mask = composeWhere(importer, is, one, one);
  }
  if (importer->opset < 10)
    mask = graphCast(g, mask, relaxTensorInfoOf(d.input).elementType);
  return mask.ptr && importResultValue(importer, 1, mask);
}

#define UNIFORM                                                                \
  ONNX_ATTRIBUTES({"low", ONNX_IS_FLOAT, .absent = 0},                         \
                  {"high", ONNX_IS_FLOAT, .absent = 1}),                       \
      .results = 2
#define NORMAL                                                                 \
  ONNX_ATTRIBUTES({"mean", ONNX_IS_FLOAT, .absent = 0},                        \
                  {"scale", ONNX_IS_FLOAT, "deviation", .absent = 1}),         \
      .results = 2

const OnnxOperator onnxRandomOperators[] = {
    {"Bernoulli", importLike, .since = 15, .types = ONNX_FLOATS, .results = 2},
    {"Dropout", importDropout, .types = ONNX_FLOATS | ONNX_FLOATS8,
     .inputs = {1, 3}, .alone = 12},
    {"Multinomial", importMultinomial, .since = 7, .types = ONNX_FLOATS,
     ONNX_ATTRIBUTES({"sample_size", ONNX_IS_INT, "samples", .absent = 1}),
     .results = 2},
    {"RandomUniformLike", importLike, .relax = "random_uniform",
     .types = ONNX_NUMBERS | ONNX_BOOL, UNIFORM},
    {"RandomNormalLike", importLike, .relax = "random_normal",
     .types = ONNX_NUMBERS | ONNX_BOOL, NORMAL},
    {"RandomUniform", importShaped, UNIFORM, .inputs = {0, SIZE_MAX}},
    {"RandomNormal", importShaped, NORMAL, .inputs = {0, SIZE_MAX}},
    {0},
};
