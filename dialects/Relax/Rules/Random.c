//===- Random.c - rules of random numbers ---------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Extents.h"
#include "dialects/Relax/Quantization.h"
#include "dialects/Relax/Random.gen.h"

static MlirType wordType(const RelaxDims *dims) {
  return mlirIntegerTypeUnsignedGet(relaxDimsContext(dims), 64);
}

static bool checkKey(RelaxDims *dims, MlirValue key) {
  return quantCheckSameElement(dims, "key", quantElementOf(key),
                               wordType(dims)) &&
         quantCheckShape(dims, "shape of the key",
                         (RelaxTensorInfo){.ranked = true}, key);
}

/// In the shape of `like`, and a key.
static bool finish(RelaxDims *dims, bool good, MlirValue like, MlirType element,
                   MlirType *results) {
  RelaxTensorInfo info = relaxTensorInfoOf(like);
  results[0] = relaxTypeWithElements(info, element);
  results[1] = relaxTensorTypeOf(wordType(dims), 0, NULL);
  return good;
}

static bool infer(RelaxDims *dims, MlirValue key, MlirValue like,
                  MlirType element, MlirType *results) {
  bool good = checkKey(dims, key) &&
              quantCheckElement(dims, "result", element, &quantWideFloat);
  return finish(dims, good, like, element, results);
}

bool relaxRandomUniformInferTypes(RelaxDims *dims,
                                  const RelaxRandomUniformArgs *args,
                                  MlirType *results) {
  return infer(dims, args->key, args->like, args->element, results);
}

bool relaxRandomNormalInferTypes(RelaxDims *dims,
                                 const RelaxRandomNormalArgs *args,
                                 MlirType *results) {
  return infer(dims, args->key, args->like, args->element, results);
}

static bool isNumber(MlirType type) {
  return mlirTypeIsAFloat(type) || mlirTypeIsAInteger(type);
}
static const QuantElements numberElement = {isNumber, "integers or floats"};

static bool isClass(MlirType type) {
  return mlirTypeIsAInteger(type) && (mlirIntegerTypeGetWidth(type) == 32 ||
                                      mlirIntegerTypeGetWidth(type) == 64);
}
static const QuantElements classElement = {isClass, "i32 or i64"};

bool relaxBernoulliInferTypes(RelaxDims *dims, const RelaxBernoulliArgs *args,
                              MlirType *results) {
  MlirType element = args->element;
  bool good = checkKey(dims, args->key) &&
              quantCheckElement(dims, "input", quantElementOf(args->input),
                                &quantWideFloat) &&
              quantCheckElement(dims, "result", element, &numberElement);
  return finish(dims, good, args->input, element, results);
}

bool relaxDropoutInferTypes(RelaxDims *dims, const RelaxDropoutArgs *args,
                            MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  RelaxTensorInfo scalar = {.ranked = true};
  MlirType truth = mlirIntegerTypeGet(relaxDimsContext(dims), 1);
  bool good =
      checkKey(dims, args->key) &&
      quantCheckElement(dims, "input", input.elementType, &quantWideFloat) &&
      quantCheckElement(dims, "ratio", quantElementOf(args->ratio),
                        &quantWideFloat) &&
      quantCheckShape(dims, "shape of the ratio", scalar, args->ratio) &&
      quantCheckSameElement(dims, "training", quantElementOf(args->training),
                            truth) &&
      quantCheckShape(dims, "shape of training", scalar, args->training);
  bool outcome = finish(dims, good, args->input, input.elementType, results);
  results[2] = results[1];
  results[1] = relaxTypeWithElements(input, truth);
  return outcome;
}

bool relaxMultinomialInferTypes(RelaxDims *dims,
                                const RelaxMultinomialArgs *args,
                                MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  MlirType element = args->element;
  int64_t samples = args->samples;
  bool good =
      checkKey(dims, args->key) &&
      quantCheckElement(dims, "input", input.elementType, &quantWideFloat) &&
      quantCheckElement(dims, "result", element, &classElement) &&
      (!input.ranked || input.rank == 2 ||
       quantRefuse(dims, "shape of the input", "rank 2",
                   relaxShapeText(dims->arena, input))) &&
      (samples >= 0 || quantRefuse(dims, "samples", "at least 0", "less"));
  bool outcome = finish(dims, good, args->input, element, results);
  MlirAttribute count =
      symConstAttribute(relaxDimsContext(dims), samples < 0 ? 0 : samples);
  MlirAttribute out[] = {input.ranked && input.rank
                             ? input.dims[0]
                             : symUnknownAttribute(relaxDimsContext(dims)),
                         count};
  results[0] = relaxTensorTypeOf(element, 2, out);
  return outcome;
}
