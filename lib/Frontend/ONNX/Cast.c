//===- Cast.c - ONNX operators that convert elements ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "lib/Frontend/ONNX/Operators.h"

bool importCastTo(Importer *importer, MlirValue value, MlirType element,
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
         importCastTo(importer, input, element,
                      importResultLocation(importer, 0), &result) &&
         importResultValue(importer, 0, result);
}

static bool importCastLike(Importer *importer) {
  MlirValue input, like, result;
  int64_t saturate;
  return importOperandCount(importer, 2, 2) &&
         importInt(importer, "saturate", 1, &saturate) &&
         importOperand(importer, 0, &input) &&
         importOperand(importer, 1, &like) &&
         importCastTo(importer, input, relaxTensorInfoOf(like).elementType,
                      importResultLocation(importer, 0), &result) &&
         importResultValue(importer, 0, result);
}

/// An integer to a floating-point power, computed in f64.
static bool importFloatPower(Importer *importer, RelaxPowerArgs args,
                             MlirType element) {
  MlirType wide = mlirF64TypeGet(importer->context);
  MlirValue power, result;
  return importCastTo(importer, args.lhs, wide,
                      importHelperLocation(importer, "base"), &args.lhs) &&
         importCastTo(importer, args.rhs, wide,
                      importHelperLocation(importer, "exponent"), &args.rhs) &&
         importInsert(
             importer,
             relaxPowerCreate(importHelperLocation(importer, "power"), &args),
             &power) &&
         importCastTo(importer, power, element,
                      importResultLocation(importer, 0), &result) &&
         importResultValue(importer, 0, result);
}

/// The exponent may have another element type than the base.
static bool importPower(Importer *importer) {
  RelaxPowerArgs args;
  if (!importOperandCount(importer, 2, 2) ||
      !importOperand(importer, 0, &args.lhs) ||
      !importOperand(importer, 1, &args.rhs) ||
      !importOldBroadcast(importer, args.lhs, &args.rhs))
    return false;
  MlirType base = relaxTensorInfoOf(args.lhs).elementType;
  MlirType exponent = relaxTensorInfoOf(args.rhs).elementType;
  if (mlirTypeIsAInteger(base) && !mlirTypeIsAInteger(exponent))
    return importFloatPower(importer, args, base);
  return importCastTo(importer, args.rhs, base,
                      importHelperLocation(importer, "exponent"), &args.rhs) &&
         importResult(
             importer, 0,
             relaxPowerCreate(importResultLocation(importer, 0), &args));
}

const OnnxOperator onnxCastOperators[] = {
    {"Cast", importCast, 0},
    {"CastLike", importCastLike, 15},
    {"Pow", importPower, 0},
    {NULL, NULL, 0},
};
