//===- Cast.c - ONNX operators that convert elements ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Extents.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

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
  static const char *const modes[] = {"up", "down", "nearest"};
  bool saturate;
  size_t mode;
  MlirValue result;
  if (!importBool(importer, "saturate", true, &saturate) ||
      !importWord(importer, "round_mode", "up, down, nearest", &mode) ||
      !importCastTo(importer, value, element, importResultLocation(importer, 0),
                    &result))
    return false;
  bool isNew = result.ptr != value.ptr;
  if (isNew && !saturate && isNarrowFloat(element))
    relaxCastSetNoSaturate(mlirOpResultGetOwner(result), true);
  if (isNew && mlirTypeIsAFloat8E8M0FNU(element) && mode)
    relaxCastSetRoundMode(mlirOpResultGetOwner(result),
                          importTextAttribute(importer, modes[mode]));
  return importResultValue(importer, 0, result);
}

static bool importCast(Importer *importer) {
  MlirValue input;
  MlirType element;
  const Onnx__AttributeProto *to;
  if (!importOperand(importer, 0, &input) ||
      !IMPORT_ATTRIBUTE(importer, "to", INT, &to))
    return false;
  if (!to)
    return importError(importer, "attribute 'to' is missing");
  element = importNumberedType(importer, to->i);
  return element.ptr && importRoundedCast(importer, input, element);
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
    {"Cast", importCast, .types = ONNX_EVERY},
    {"CastLike", importCastLike, .since = 15, .relax = "cast",
     .types = ONNX_EVERY, .inputs = {2, 2}},
    {"BitCast", .since = 26, .relax = "bitcast",
     .types = ONNX_NUMBERS | ONNX_BOOL | ONNX_FLOATS8 | ONNX_F8E8M0,
     ONNX_ATTRIBUTES({"to", ONNX_IS_TYPE, "element", .when = ONNX_MUST_BE})},
    {"Pow", importPower, .relax = "power",
     .types = ONNX_FLOATS | ONNX_I32 | ONNX_I64, .inputs = {2, 2}},
    {0},
};
