//===- Cast.c - ONNX operators that convert elements ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Extents.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <string.h>

static bool isNarrowFloat(MlirType element) {
  return mlirTypeIsAFloat(element) && mlirFloatTypeGetWidth(element) <= 8;
}

bool importCastTo(Importer *importer, MlirValue value, MlirType element,
                  MlirLocation location, MlirValue *result) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  *result = value;
  if (mlirTypeEqual(info.elementType, element))
    return true;
  RelaxCastArgs args = {.input = value,
                        .resultType = relaxTypeWithElements(info, element)};
  return importInsert(importer, relaxCastCreate(location, &args), result);
}

bool importJoinTypes(Importer *importer, MlirValue *const *values,
                     size_t count) {
  MlirType first = relaxTensorInfoOf(*values[0]).elementType;
  MlirType wide = mlirF32TypeGet(importer->context);
  bool differ = false;
  for (size_t i = 0; i < count; ++i) {
    MlirType element = relaxTensorInfoOf(*values[i]).elementType;
    differ |= !mlirTypeEqual(element, first);
    if (mlirTypeIsAF64(element))
      wide = element;
  }
  bool good = true;
  for (size_t i = 0; differ && good && i < count; ++i)
    good = importCastTo(importer, *values[i], wide,
                        importHelperLocation(importer, "wide"), values[i]);
  return good;
}

bool importResultAs(Importer *importer, size_t index, MlirValue value,
                    MlirType element) {
  return (mlirTypeEqual(relaxTensorInfoOf(value).elementType, element) ||
          importCastTo(importer, value, element,
                       importResultLocation(importer, index), &value)) &&
         importResultValue(importer, index, value);
}

/// A cast with the attributes that concern floats of at most 8 bits.
static bool importRoundedCast(Importer *importer, MlirValue value,
                              MlirType element) {
  int64_t saturate;
  const char *mode;
  MlirValue result;
  if (!importInt(importer, "saturate", 1, &saturate) ||
      !importText(importer, "round_mode", "up", &mode) ||
      !importCastTo(importer, value, element, importResultLocation(importer, 0),
                    &result))
    return false;
  if (strcmp(mode, "up") != 0 && strcmp(mode, "down") != 0 &&
      strcmp(mode, "nearest") != 0)
    return importError(importer,
                       "attribute 'round_mode': expected 'up', 'down' or "
                       "'nearest', got '%s'",
                       mode);
  bool isNew = result.ptr != value.ptr;
  if (isNew && !saturate && isNarrowFloat(element))
    relaxCastSetNoSaturate(mlirOpResultGetOwner(result), true);
  if (isNew && mlirTypeIsAFloat8E8M0FNU(element) && strcmp(mode, "up") != 0)
    relaxCastSetRoundMode(
        mlirOpResultGetOwner(result),
        mlirStringAttrGet(importer->context,
                          mlirStringRefCreateFromCString(mode)));
  return importResultValue(importer, 0, result);
}

/// The type that attribute 'to' names; null after an error.
static MlirType importTarget(Importer *importer) {
  const Onnx__AttributeProto *to;
  MlirType none = {NULL};
  if (!importAttribute(importer, "to",
                       ONNX__ATTRIBUTE_PROTO__ATTRIBUTE_TYPE__INT, &to))
    return none;
  if (!to) {
    importError(importer, "attribute 'to' is missing");
    return none;
  }
  bool fits = to->i >= 0 && to->i <= INT32_MAX;
  return importElementType(importer, fits ? (int32_t)to->i : -1);
}

static bool importCast(Importer *importer) {
  MlirValue input;
  if (!importOperand(importer, 0, &input))
    return false;
  MlirType element = importTarget(importer);
  return element.ptr && importRoundedCast(importer, input, element);
}

static bool importBitCast(Importer *importer) {
  RelaxBitcastArgs args = {0};
  if (!importOperand(importer, 0, &args.input))
    return false;
  MlirType element = importTarget(importer);
  if (!element.ptr)
    return false;
  args.element = element;
  return IMPORT_RESULT(importer, Bitcast, &args);
}

static bool importCastLike(Importer *importer) {
  MlirValue input, like;
  return importOperand(importer, 0, &input) &&
         importOperand(importer, 1, &like) &&
         importRoundedCast(importer, input,
                           relaxTensorInfoOf(like).elementType);
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
         IMPORT_HELPER(importer, "power", Power, &args, &power) &&
         importCastTo(importer, power, element,
                      importResultLocation(importer, 0), &result) &&
         importResultValue(importer, 0, result);
}

/// The exponent may have another element type than the base.
static bool importPower(Importer *importer) {
  RelaxPowerArgs args = {0};
  if (!importOperand(importer, 0, &args.lhs) ||
      !importOperand(importer, 1, &args.rhs) ||
      !importOldBroadcast(importer, args.lhs, &args.rhs) ||
      !importAlign(importer, &args.lhs, &args.rhs))
    return false;
  MlirType base = relaxTensorInfoOf(args.lhs).elementType;
  MlirType exponent = relaxTensorInfoOf(args.rhs).elementType;
  if (mlirTypeIsAInteger(base) && !mlirTypeIsAInteger(exponent))
    return importFloatPower(importer, args, base);
  return importCastTo(importer, args.rhs, base,
                      importHelperLocation(importer, "exponent"), &args.rhs) &&
         IMPORT_RESULT(importer, Power, &args);
}

const OnnxOperator onnxCastOperators[] = {
    {"Cast", importCast, 0, NULL, ONNX_EVERY, 1, 1},
    {"CastLike", importCastLike, 15, "cast", ONNX_EVERY, 2, 2},
    {"BitCast", importBitCast, 26, "bitcast",
     ONNX_NUMBERS | ONNX_BOOL | ONNX_FLOATS8 | ONNX_F8E8M0, 1, 1},
    {"Pow", importPower, 0, "power", ONNX_FLOATS | ONNX_I32 | ONNX_I64, 2, 2},
    {0},
};
