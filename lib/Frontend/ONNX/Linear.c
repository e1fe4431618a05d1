//===- Linear.c - scalers and linear models of ai.onnx.ml -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Their numbers stand in attributes and become constants; results are f32.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Linear.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/MatMul.gen.h"
#include "dialects/Relax/Norm.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "lib/Frontend/ONNX/ComposeLayout.h"
#include "lib/Frontend/ONNX/Operators.h"

#include <math.h>
#include <string.h>

static const MlirValue none = {NULL};

bool linearFloats(Importer *importer, const char *name, const float **values,
                  size_t *count) {
  const Onnx__AttributeProto *given;
  if (!importAttribute(importer, name,
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__FLOATS, &given))
    return false;
  *values = given ? given->floats : NULL;
  *count = given ? given->n_floats : 0;
  return true;
}

MlirValue linearConstant(Importer *importer, const float *values, size_t count,
                         size_t rows) {
  int64_t dims[] = {(int64_t)count, 0};
  if (rows) {
    dims[0] = (int64_t)rows;
    dims[1] = (int64_t)(count / rows);
  }
  MlirType type = mlirRankedTensorTypeGet(rows ? 2 : 1, dims,
                                          mlirF32TypeGet(importer->context),
                                          mlirAttributeGetNull());
  RelaxConstantArgs args = {
      .value = mlirDenseElementsAttrFloatGet(type, (intptr_t)count, values)};
  MlirValue value;
  return importInsert(importer,
                      relaxConstantCreate(
                          importHelperLocation(importer, "table"), &args),
                      &value)
             ? value
             : none;
}

/// Operand 0 as f32, of rank at least 1; with `features` other than 0 that is
/// its last extent, which is checked when the program runs if need be.
static bool readInput(Importer *importer, int64_t features, MlirValue *x) {
  RelaxTensorInfo info;
  if (!importOperandCount(importer, 1, 1) ||
      !importRankedOperand(importer, x, &info))
    return false;
  if (info.rank == 0)
    return importOperandError(importer, 0, *x, "expected rank 1 or more");
  *x =
      graphCast(importBuilder(importer), *x, mlirF32TypeGet(importer->context));
  MlirAttribute extent = symConstAttribute(importer->context, features);
  return x->ptr &&
         (!features || importEqualDim(importer, x, info.rank - 1, extent, *x));
}

//===----------------------------------------------------------------------===//
// Scaler, Normalizer
//===----------------------------------------------------------------------===//

static bool importScaler(Importer *importer) {
  const float *offset, *scale;
  size_t numOffset, numScale;
  MlirValue x;
  if (!linearFloats(importer, "offset", &offset, &numOffset) ||
      !linearFloats(importer, "scale", &scale, &numScale))
    return false;
  size_t features = numOffset > numScale ? numOffset : numScale;
  if (!numOffset || !numScale || (numOffset > 1 && numOffset != features) ||
      (numScale > 1 && numScale != features))
    return importError(importer,
                       "attributes 'offset' and 'scale': expected one number, "
                       "or one for each feature, got %zu and %zu",
                       numOffset, numScale);
  if (!readInput(importer, features > 1 ? (int64_t)features : 0, &x))
    return false;
  MlirValue centred = composeSubtract(
      importer, x, linearConstant(importer, offset, numOffset, 0));
  return composeResult(
      importer, composeMultiply(importer, centred,
                                linearConstant(importer, scale, numScale, 0)));
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
  args.axis =
      mlirIntegerAttrGet(mlirIntegerTypeGet(importer->context, 64), rank - 1);
  args.p = mlirIntegerAttrGet(mlirIntegerTypeGet(importer->context, 64),
                              first ? 1 : 2);
  return importResult(
      importer, 0, relaxLpNormCreate(importResultLocation(importer, 0), &args));
}

//===----------------------------------------------------------------------===//
// LinearRegressor
//===----------------------------------------------------------------------===//

/// Coefficients [targets, features] as a constant [features, targets].
static MlirValue turned(Importer *importer, const float *values, size_t count,
                        size_t targets) {
  float *columns = ARENA_ARRAY(importer->arena, float, count);
  size_t features = count / targets;
  for (size_t i = 0; i < count; ++i)
    columns[i % features * targets + i / features] = values[i];
  return linearConstant(importer, columns, count, features);
}

bool linearPostTransform(Importer *importer, MlirValue *scores) {
  const char *way;
  if (!scores->ptr || !importText(importer, "post_transform", "NONE", &way))
    return false;
  MlirLocation loc = importHelperLocation(importer, "transformed");
  RelaxSoftmaxArgs soft = {
      *scores,
      mlirIntegerAttrGet(mlirIntegerTypeGet(importer->context, 64), 1)};
  RelaxSigmoidArgs logistic = {*scores};
  if (strcmp(way, "NONE") == 0)
    return true;
  if (strcmp(way, "SOFTMAX") == 0)
    return importInsert(importer, relaxSoftmaxCreate(loc, &soft), scores);
  if (strcmp(way, "LOGISTIC") == 0)
    return importInsert(importer, relaxSigmoidCreate(loc, &logistic), scores);
  return importError(importer,
                     "attribute 'post_transform': expected NONE, SOFTMAX or "
                     "LOGISTIC, got '%s': apply it behind the node",
                     way);
}

static bool importLinearRegressor(Importer *importer) {
  const float *weights, *intercepts;
  size_t numWeights, numIntercepts;
  int64_t targets;
  RelaxMatmulArgs args = {0};
  MlirValue y;
  if (!linearFloats(importer, "coefficients", &weights, &numWeights) ||
      !linearFloats(importer, "intercepts", &intercepts, &numIntercepts) ||
      !importInt(importer, "targets", 1, &targets))
    return false;
  if (targets < 1 || !numWeights || numWeights % (size_t)targets ||
      (numIntercepts && numIntercepts != (size_t)targets))
    return importError(importer,
                       "expected coefficients and intercepts for %lld targets, "
                       "got %zu and %zu",
                       (long long)targets, numWeights, numIntercepts);
  if (!readInput(importer, (int64_t)(numWeights / (size_t)targets), &args.lhs))
    return false;
  if (relaxTensorInfoOf(args.lhs).rank != 2)
    return importOperandError(importer, 0, args.lhs, "expected rank 2");
  args.rhs = turned(importer, weights, numWeights, (size_t)targets);
  if (!args.rhs.ptr ||
      !importInsert(
          importer,
          relaxMatmulCreate(importHelperLocation(importer, "product"), &args),
          &y))
    return false;
  if (numIntercepts)
    y = composeAdd(importer, y,
                   linearConstant(importer, intercepts, numIntercepts, 0));
  return linearPostTransform(importer, &y) && composeResult(importer, y);
}

//===----------------------------------------------------------------------===//
// Imputer
//===----------------------------------------------------------------------===//

/// Floats; a NaN that is to be replaced is equal to nothing.
static bool importImputer(Importer *importer) {
  const float *values;
  size_t count;
  float replaced;
  MlirValue x;
  if (!linearFloats(importer, "imputed_value_floats", &values, &count) ||
      !importFloat(importer, "replaced_value_float", 0, &replaced))
    return false;
  if (!count)
    return importError(importer, "attribute 'imputed_value_floats' is missing");
  if (!readInput(importer, count > 1 ? (int64_t)count : 0, &x))
    return false;
  MlirValue other = linearConstant(importer, values, count, 0);
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
    {"Imputer", importImputer, 1, "equal, where"},
    {"LinearRegressor", importLinearRegressor, 1, "matmul, add"},
    {"Normalizer", importNormalizer, 1, "lp_norm"},
    {"Scaler", importScaler, 1, "subtract, multiply"},
    {NULL, NULL, 0, NULL},
};
