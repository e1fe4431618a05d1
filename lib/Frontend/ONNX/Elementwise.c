//===- Elementwise.c - ONNX operators on corresponding elements -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "lib/Frontend/ONNX/Operators.h"

#include <string.h>

#define UNARY(Op)                                                              \
  static bool import##Op(Importer *importer) {                                 \
    Relax##Op##Args args;                                                      \
    return importOperandCount(importer, 1, 1) &&                               \
           importOperand(importer, 0, &args.input) &&                          \
           importResult(                                                       \
               importer, 0,                                                    \
               relax##Op##Create(importResultLocation(importer, 0), &args));   \
  }

UNARY(Negative)
UNARY(Abs)
UNARY(Exp)
UNARY(Log)
UNARY(Sqrt)
UNARY(Reciprocal)
UNARY(Tanh)
UNARY(Erf)
UNARY(Sigmoid)
UNARY(Relu)

#define BINARY(Op)                                                             \
  static bool import##Op(Importer *importer) {                                 \
    Relax##Op##Args args;                                                      \
    return importOperandCount(importer, 2, 2) &&                               \
           importOldBroadcast(importer) &&                                     \
           importOperand(importer, 0, &args.lhs) &&                            \
           importOperand(importer, 1, &args.rhs) &&                            \
           importResult(                                                       \
               importer, 0,                                                    \
               relax##Op##Create(importResultLocation(importer, 0), &args));   \
  }

BINARY(Add)
BINARY(Subtract)
BINARY(Multiply)
BINARY(Divide)
BINARY(Equal)
BINARY(Less)
BINARY(Greater)

/// One or more operands, joined from the left.
#define VARIADIC(Name, Op)                                                     \
  static bool import##Name(Importer *importer) {                               \
    Relax##Op##Args args;                                                      \
    size_t count = importer->node->n_input;                                    \
    if (!importOperandCount(importer, 1, SIZE_MAX) ||                          \
        !importOperand(importer, 0, &args.lhs))                                \
      return false;                                                            \
    for (size_t i = 1; i < count; ++i) {                                       \
      MlirLocation location = i + 1 == count                                   \
                                  ? importResultLocation(importer, 0)          \
                                  : importHelperLocation(importer, "part");    \
      if (!importOperand(importer, i, &args.rhs) ||                            \
          !importInsert(importer, relax##Op##Create(location, &args),          \
                        &args.lhs))                                            \
        return false;                                                          \
    }                                                                          \
    return importResultValue(importer, 0, args.lhs);                           \
  }

VARIADIC(Max, Maximum)
VARIADIC(Min, Minimum)
VARIADIC(Sum, Add)

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// `value` with another element type, or itself.
static bool castTo(Importer *importer, MlirValue value, MlirType element,
                   MlirLocation location, MlirValue *result) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  *result = value;
  if (mlirTypeEqual(info.elementType, element))
    return true;
  RelaxCastArgs args = {
      .input = value,
      .resultType = info.ranked
                        ? relaxTensorTypeOf(element, info.rank, info.dims)
                        : relaxUnrankedTensorType(element)};
  return importInsert(importer, relaxCastCreate(location, &args), result);
}

static bool importCast(Importer *importer) {
  const Onnx__AttributeProto *to;
  int64_t saturate;
  const char *roundMode;
  MlirValue input, result;
  // `saturate` and `round_mode` concern 8-bit floats only, which
  // importElementType refuses.
  if (!importOperandCount(importer, 1, 1) ||
      !importAttribute(importer, "to",
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT, &to) ||
      !importInt(importer, "saturate", 1, &saturate) ||
      !importText(importer, "round_mode", "up", &roundMode) ||
      !importOperand(importer, 0, &input))
    return false;
  if (!to)
    return importError(importer, "attribute 'to' is missing");
  bool fits = to->i >= 0 && to->i <= INT32_MAX;
  MlirType element = importElementType(importer, fits ? (int32_t)to->i : -1);
  return element.ptr &&
         castTo(importer, input, element, importResultLocation(importer, 0),
                &result) &&
         importResultValue(importer, 0, result);
}

static bool importCastLike(Importer *importer) {
  MlirValue input, like, result;
  int64_t saturate;
  return importOperandCount(importer, 2, 2) &&
         importInt(importer, "saturate", 1, &saturate) &&
         importOperand(importer, 0, &input) &&
         importOperand(importer, 1, &like) &&
         castTo(importer, input, relaxTensorInfoOf(like).elementType,
                importResultLocation(importer, 0), &result) &&
         importResultValue(importer, 0, result);
}

/// The exponent may have another element type than the base.
static bool importPower(Importer *importer) {
  RelaxPowerArgs args;
  if (!importOperandCount(importer, 2, 2) || !importOldBroadcast(importer) ||
      !importOperand(importer, 0, &args.lhs) ||
      !importOperand(importer, 1, &args.rhs))
    return false;
  MlirType base = relaxTensorInfoOf(args.lhs).elementType;
  MlirType exponent = relaxTensorInfoOf(args.rhs).elementType;
  if (mlirTypeIsAInteger(base) && !mlirTypeIsAInteger(exponent))
    return importOperandError(importer, 1, args.rhs,
                              "expected integers, as the base is of integers");
  return castTo(importer, args.rhs, base,
                importHelperLocation(importer, "exponent"), &args.rhs) &&
         importResult(
             importer, 0,
             relaxPowerCreate(importResultLocation(importer, 0), &args));
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

static bool importWhere(Importer *importer) {
  RelaxWhereArgs args;
  return importOperandCount(importer, 3, 3) &&
         importOperand(importer, 0, &args.condition) &&
         importOperand(importer, 1, &args.onTrue) &&
         importOperand(importer, 2, &args.onFalse) &&
         importResult(
             importer, 0,
             relaxWhereCreate(importResultLocation(importer, 0), &args));
}

static bool importGelu(Importer *importer) {
  RelaxGeluArgs args;
  const char *approximate;
  if (!importOperandCount(importer, 1, 1) ||
      !importText(importer, "approximate", "none", &approximate))
    return false;
  if (strcmp(approximate, "none") != 0)
    return importError(importer,
                       "attribute 'approximate': expected 'none', got '%s'",
                       approximate);
  return importOperand(importer, 0, &args.input) &&
         importResult(
             importer, 0,
             relaxGeluCreate(importResultLocation(importer, 0), &args));
}

static bool importIdentity(Importer *importer) {
  MlirValue value;
  return importOperandCount(importer, 1, 1) &&
         importOperand(importer, 0, &value) &&
         importResultValue(importer, 0, value);
}

const OnnxOperator onnxElementwiseOperators[] = {
    {"Abs", importAbs, 0},
    {"Add", importAdd, 0},
    {"Cast", importCast, 0},
    {"CastLike", importCastLike, 15},
    {"Div", importDivide, 0},
    {"Equal", importEqual, 0},
    {"Erf", importErf, 9},
    {"Exp", importExp, 0},
    {"Gelu", importGelu, 20},
    {"Greater", importGreater, 0},
    {"Identity", importIdentity, 0},
    {"Less", importLess, 0},
    {"Log", importLog, 0},
    {"Max", importMax, 0},
    {"Min", importMin, 0},
    {"Mul", importMultiply, 0},
    {"Neg", importNegative, 0},
    {"Pow", importPower, 0},
    {"Reciprocal", importReciprocal, 0},
    {"Relu", importRelu, 0},
    {"Sigmoid", importSigmoid, 0},
    {"Sqrt", importSqrt, 0},
    {"Sub", importSubtract, 0},
    {"Sum", importSum, 0},
    {"Tanh", importTanh, 0},
    {"Where", importWhere, 9},
    {NULL, NULL, 0},
};
