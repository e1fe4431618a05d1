//===- Linear.c - scalers and linear models of ai.onnx.ml -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Their numbers stand in attributes and become constants; results are f32.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/ML/Linear.h"
#include "dialects/Relax/Classifier.gen.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Relax/Norm.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "lib/Frontend/ONNX/Import/ComposeLayout.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/ML/Classifier.h"

#include <math.h>
#include <string.h>

bool linearFloats(Importer *importer, const char *name, LinearFloats *list) {
  const Onnx__AttributeProto *given;
  if (!IMPORT_ATTRIBUTE(importer, name, FLOATS, &given))
    return false;
  *list = given ? (LinearFloats){given->floats, given->n_floats}
                : (LinearFloats){NULL, 0};
  return true;
}

MlirValue linearConstant(Importer *importer, LinearFloats list, size_t rows) {
  int64_t dims[] = {(int64_t)(rows ? rows : list.count),
                    (int64_t)(rows ? list.count / rows : 0)};
  MlirType type = mlirRankedTensorTypeGet(rows ? 2 : 1, dims,
                                          mlirF32TypeGet(importer->context),
                                          mlirAttributeGetNull());
  RelaxConstantArgs args = {.value = mlirDenseElementsAttrFloatGet(
                                type, (intptr_t)list.count, list.values)};
  return COMPOSE(importer, "table", Constant, &args);
}

/// Operand 0 as f32, of rank at least 1; with `features` other than 0 that is
/// its last extent, which is checked when the program runs if need be.
static bool readInput(Importer *importer, int64_t features, MlirValue *x) {
  RelaxTensorInfo info;
  if (!importRankedOperand(importer, x, &info))
    return false;
  if (info.rank == 0)
    return importOperandError(importer, 0, *x, "expected rank 1 or more");
  *x =
      graphCast(importBuilder(importer), *x, mlirF32TypeGet(importer->context));
  MlirAttribute extent = symConstAttribute(importer->context, features);
  return x->ptr &&
         (!features || importEqualDim(importer, x, info.rank - 1, extent, *x));
}

bool linearInput(Importer *importer, int64_t features, MlirValue *x) {
  MlirAttribute extent = symConstAttribute(importer->context, features);
  return readInput(importer, 0, x) &&
         (relaxTensorInfoOf(*x).rank == 2 ||
          importOperandError(importer, 0, *x, "expected rank 2")) &&
         importEqualDim(importer, x, 1, extent, *x);
}

//===----------------------------------------------------------------------===//
// Scaler, Normalizer
//===----------------------------------------------------------------------===//

static bool importScaler(Importer *importer) {
  LinearFloats offset, scale;
  MlirValue x;
  if (!linearFloats(importer, "offset", &offset) ||
      !linearFloats(importer, "scale", &scale))
    return false;
  size_t features = offset.count > scale.count ? offset.count : scale.count;
  if (!offset.count || !scale.count ||
      (offset.count > 1 && offset.count != features) ||
      (scale.count > 1 && scale.count != features))
    return importError(importer,
                       "attributes 'offset' and 'scale': expected one number, "
                       "or one for each feature, got %zu and %zu",
                       offset.count, scale.count);
  if (!readInput(importer, features > 1 ? (int64_t)features : 0, &x))
    return false;
  MlirValue centred =
      composeSubtract(importer, x, linearConstant(importer, offset, 0));
  return composeResult(
      importer,
      composeMultiply(importer, centred, linearConstant(importer, scale, 0)));
}

static bool importNormalizer(Importer *importer) {
  RelaxLpNormArgs args = {0};
  const char *norm;
  if (!importText(importer, "norm", "MAX", &norm) ||
      !readInput(importer, 0, &args.input))
    return false;
  bool first = strcmp(norm, "L1") == 0;
  if (!first && strcmp(norm, "L2") != 0)
    return importError(importer,
                       "attribute 'norm': expected 'L1' or 'L2', got '%s': "
                       "divide by ReduceMax instead",
                       norm);
  int64_t rank = relaxTensorInfoOf(args.input).rank;
  args.axis = rank - 1;
  args.p = first ? 1 : 2;
  return IMPORT_RESULT(importer, LpNorm, &args);
}

//===----------------------------------------------------------------------===//
// LinearRegressor, LinearClassifier
//===----------------------------------------------------------------------===//

/// Coefficients [targets, features] as a constant [features, targets].
static MlirValue turned(Importer *importer, const float *values, size_t count,
                        size_t targets) {
  float *columns = ARENA_ARRAY(importer->arena, float, count);
  size_t features = count / targets;
  for (size_t i = 0; i < count; ++i)
    columns[i % features * targets + i / features] = values[i];
  return linearConstant(importer, (LinearFloats){columns, count}, features);
}

bool linearRefuseTransform(Importer *importer, const char *way) {
  return importError(importer,
                     "attribute 'post_transform': expected NONE, SOFTMAX, "
                     "LOGISTIC, SOFTMAX_ZERO or PROBIT, got '%s'",
                     way);
}

bool linearPostTransform(Importer *importer, MlirValue *scores) {
  const char *way;
  if (!scores->ptr || !importText(importer, "post_transform", "NONE", &way))
    return false;
  RelaxSoftmaxArgs soft = {*scores, 1};
  RelaxSigmoidArgs logistic = {*scores};
  RelaxSoftmaxZeroArgs softZero = {*scores};
  RelaxProbitArgs probit = {*scores};
  if (strcmp(way, "SOFTMAX") == 0)
    *scores = COMPOSE(importer, "transformed", Softmax, &soft);
  else if (strcmp(way, "LOGISTIC") == 0)
    *scores = COMPOSE(importer, "transformed", Sigmoid, &logistic);
  else if (strcmp(way, "SOFTMAX_ZERO") == 0)
    *scores = COMPOSE(importer, "transformed", SoftmaxZero, &softZero);
  else if (strcmp(way, "PROBIT") == 0)
    *scores = COMPOSE(importer, "transformed", Probit, &probit);
  else if (strcmp(way, "NONE") != 0)
    return linearRefuseTransform(importer, way);
  return scores->ptr;
}

/// x times the coefficients, plus the intercepts: [samples, targets]. Without
/// `targets` (0) there is one for each intercept, or `most` without these.
static bool linearScores(Importer *importer, int64_t targets, int64_t most,
                         MlirValue *y) {
  LinearFloats weights, intercepts;
  RelaxMatmulArgs args = {0};
  if (!linearFloats(importer, "coefficients", &weights) ||
      !linearFloats(importer, "intercepts", &intercepts))
    return false;
  if (!targets)
    targets = intercepts.count ? (int64_t)intercepts.count : most;
  if (targets < 1 || !weights.count || weights.count % (size_t)targets ||
      (intercepts.count && intercepts.count != (size_t)targets))
    return importError(importer,
                       "expected coefficients and intercepts for %lld targets, "
                       "got %zu and %zu",
                       (long long)targets, weights.count, intercepts.count);
  if (!linearInput(importer, (int64_t)(weights.count / (size_t)targets),
                   &args.lhs))
    return false;
  args.rhs = turned(importer, weights.values, weights.count, (size_t)targets);
  if (!args.rhs.ptr || !IMPORT_HELPER(importer, "product", Matmul, &args, y))
    return false;
  if (intercepts.count)
    *y = composeAdd(importer, *y, linearConstant(importer, intercepts, 0));
  return y->ptr != NULL;
}

static bool importLinearRegressor(Importer *importer) {
  int64_t targets;
  MlirValue y;
  if (!importInt(importer, "targets", 1, &targets))
    return false;
  return linearScores(importer, targets ? targets : -1, 0, &y) &&
         linearPostTransform(importer, &y) && composeResult(importer, y);
}

/// One score stands for two classes, the second one where it is above 0.
static bool importLinearClassifier(Importer *importer) {
  ClassLabels labels;
  int64_t multinomial, count;
  MlirValue y;
  // How the model was trained changes nothing here.
  if (!importInt(importer, "multi_class", 0, &multinomial) ||
      !classifierLabels(importer, "classlabels_strings", "classlabels_ints",
                        &labels) ||
      !linearScores(importer, 0, labels.count, &y))
    return false;
  symAttributeIsConst(relaxTensorInfoOf(y).dims[1], &count);
  if (count > labels.count || (count == 1 && labels.count != 2))
    return importError(importer,
                       "expected a label for each of %lld scores, got %lld",
                       (long long)count, (long long)labels.count);
  if (count == 1)
    return classifierChoose(importer, &labels,
                            classifierAbove(importer, y, 0)) &&
           classifierPairOf(importer, y, true);
  return classifierChoose(importer, &labels, classifierBest(importer, y)) &&
         classifierScores(importer, y);
}

//===----------------------------------------------------------------------===//
// Imputer
//===----------------------------------------------------------------------===//

/// Floats; a NaN that is to be replaced is equal to nothing.
static bool importImputer(Importer *importer) {
  LinearFloats list;
  float replaced;
  MlirValue x;
  if (!linearFloats(importer, "imputed_value_floats", &list) ||
      !importFloat(importer, "replaced_value_float", 0, &replaced))
    return false;
  if (!list.count)
    return importError(importer, "attribute 'imputed_value_floats' is missing");
  if (!readInput(importer, list.count > 1 ? (int64_t)list.count : 0, &x))
    return false;
  MlirValue other = linearConstant(importer, list, 0);
  bool missing = isnan(replaced);
  MlirValue same = composeEqual(
      importer, x,
      missing ? x
              : graphNumberLike(importBuilder(importer), (double)replaced, x));
  return composeResult(
      importer,
      composeWhere(importer, same, missing ? x : other, missing ? other : x));
}

const OnnxOperator onnxLinearOperators[] = {
    {"Imputer", importImputer, .since = 1, .relax = "equal, where",
     .types = ONNX_F32},
    {"LinearClassifier", importLinearClassifier, .since = 1,
     .relax = "matmul, add, arg_max, take", .types = ONNX_FEATURES},
    {"LinearRegressor", importLinearRegressor, .since = 1,
     .relax = "matmul, add", .types = ONNX_FEATURES},
    {"Normalizer", importNormalizer, .since = 1, .relax = "lp_norm",
     .types = ONNX_FEATURES},
    {"Scaler", importScaler, .since = 1, .relax = "subtract, multiply",
     .types = ONNX_FEATURES},
    {0},
};
