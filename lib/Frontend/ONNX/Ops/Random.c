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

static const Onnx__AttributeProto__AttributeType seedType =
    ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT;

/// FNV-1a.
static uint64_t hash(const char *text) {
  uint64_t value = UINT64_C(0xCBF29CE484222325);
  for (; *text; ++text)
    value = (value ^ (uint8_t)*text) * UINT64_C(0x100000001B3);
  return value;
}

/// The attribute `seed` has that type.
static bool importKey(Importer *importer,
                      Onnx__AttributeProto__AttributeType type,
                      MlirValue *key) {
  const Onnx__AttributeProto *seed;
  if (!importAttribute(importer, "seed", type, &seed))
    return false;
  uint64_t bits = hash(importer->node->output[0]);
  if (seed && type == ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOAT) {
    uint32_t single;
    memcpy(&single, &seed->f, sizeof single);
    bits = single;
  } else if (seed) {
    bits = (uint64_t)seed->i;
  }
  MlirType word = mlirRankedTensorTypeGet(
      0, NULL, mlirIntegerTypeUnsignedGet(importer->context, 64),
      mlirAttributeGetNull());
  RelaxConstantArgs args = {
      .value = mlirDenseElementsAttrRawBufferGet(word, sizeof bits, &bits)};
  return IMPORT_HELPER(importer, "key", Constant, &args, key);
}

static MlirOperation uniform(MlirLocation loc, MlirValue key, MlirValue like,
                             float low, float high, MlirType element) {
  RelaxRandomUniformArgs args = {key, like, low, high, element};
  return relaxRandomUniformCreate(loc, &args);
}

/// Output 0 is the first result; nobody asks for the next key.
static bool importFirst(Importer *importer, MlirOperation op) {
  MlirValue result;
  return importInsert(importer, op, &result) &&
         importResultValue(importer, 0, result);
}

/// The numbers, from the attributes of the node, in the shape of `like`.
static bool importNumbers(Importer *importer, MlirValue like, bool isNormal,
                          MlirType element) {
  MlirLocation loc = importResultLocation(importer, 0);
  MlirValue key;
  float a, b;
  if (!importFloat(importer, isNormal ? "mean" : "low", 0, &a) ||
      !importFloat(importer, isNormal ? "scale" : "high", 1, &b) ||
      !importKey(importer, seedType, &key))
    return false;
  RelaxRandomNormalArgs args = {key, like, a, b, element};
  MlirOperation op = isNormal ? relaxRandomNormalCreate(loc, &args)
                              : uniform(loc, key, like, a, b, element);
  return importFirst(importer, op);
}

static bool importLike(Importer *importer, bool isNormal) {
  MlirValue like;
  MlirType element;
  return importOperandCount(importer, 1, 1) &&
         importOperand(importer, 0, &like) &&
         importTypeAttribute(importer, "dtype",
                             relaxTensorInfoOf(like).elementType, &element) &&
         importNumbers(importer, like, isNormal, element);
}

/// Attribute 'shape', as that of a constant of which only the shape matters.
static bool importShaped(Importer *importer, bool isNormal) {
  MlirType single = mlirF32TypeGet(importer->context), element;
  const int64_t *shape;
  size_t rank;
  bool given;
  if (!importOperandCount(importer, 0, 0) ||
      !importInts(importer, "shape", &shape, &rank, &given) ||
      !importTypeAttribute(importer, "dtype", single, &element))
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
  RelaxConstantArgs args = {.value = mlirDenseElementsAttrSplatGet(type, zero)};
  MlirValue like;
  return IMPORT_HELPER(importer, "like", Constant, &args, &like) &&
         importNumbers(importer, like, isNormal, element);
}

static bool importRandomUniformLike(Importer *importer) {
  return importLike(importer, false);
}
static bool importRandomNormalLike(Importer *importer) {
  return importLike(importer, true);
}
static bool importRandomUniform(Importer *importer) {
  return importShaped(importer, false);
}
static bool importRandomNormal(Importer *importer) {
  return importShaped(importer, true);
}

/// (The function body in the specification has 1 and 0 the other way round, its
/// text says this.)
static bool importBernoulli(Importer *importer) {
  RelaxBernoulliArgs args = {0};
  MlirType element;
  if (!importOperand(importer, 0, &args.input) ||
      !importTypeAttribute(importer, "dtype",
                           relaxTensorInfoOf(args.input).elementType,
                           &element) ||
      !importKey(importer, seedType, &args.key))
    return false;
  args.element = element;
  return importFirst(
      importer, relaxBernoulliCreate(importResultLocation(importer, 0), &args));
}

static bool importMultinomial(Importer *importer) {
  RelaxMultinomialArgs args = {0};
  MlirType element;
  if (!importOperand(importer, 0, &args.input) ||
      !importInt(importer, "sample_size", 1, &args.samples) ||
      !importTypeAttribute(importer, "dtype",
                           mlirIntegerTypeGet(importer->context, 32),
                           &element) ||
      !importKey(importer, seedType, &args.key))
    return false;
  args.element = element;
  return importFirst(importer, relaxMultinomialCreate(
                                   importResultLocation(importer, 0), &args));
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
  if (!importOperandCount(importer, 1, operands ? 3 : 1) ||
      !importOperand(importer, 0, &d->input) ||
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
      !importKey(importer, ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT,
                 &args.key))
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

const OnnxOperator onnxRandomOperators[] = {
    {"Bernoulli", importBernoulli, 15, NULL, ONNX_FLOATS, 1, 1},
    {"Dropout", importDropout, 0, NULL, ONNX_FLOATS | ONNX_FLOATS8, 0, 0},
    {"Multinomial", importMultinomial, 7, NULL, ONNX_FLOATS, 1, 1},
    {"RandomUniformLike", importRandomUniformLike, 0, "random_uniform",
     ONNX_NUMBERS | ONNX_BOOL, 0, 0},
    {"RandomNormalLike", importRandomNormalLike, 0, "random_normal",
     ONNX_NUMBERS | ONNX_BOOL, 0, 0},
    {"RandomUniform", importRandomUniform, 0, NULL, 0, 0, 0},
    {"RandomNormal", importRandomNormal, 0, NULL, 0, 0, 0},
    {0},
};
