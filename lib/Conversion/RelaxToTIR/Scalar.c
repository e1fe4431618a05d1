//===- Scalar.c - operations of arith and math, by name -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Conversion/RelaxToTIR/Builder.h"
#include "lib/Conversion/RelaxToTIR/NarrowFloat.h"

#include <assert.h>
#include <math.h>

MlirOperation tirOperation(MlirLocation loc, const char *name,
                           intptr_t numOperands, const MlirValue *operands,
                           MlirType result, const char *attributeName,
                           MlirAttribute attribute) {
  MlirOperationState state =
      mlirOperationStateGet(mlirStringRefCreateFromCString(name), loc);
  mlirOperationStateAddOperands(&state, numOperands, operands);
  mlirOperationStateAddResults(&state, 1, &result);
  if (attributeName) {
    MlirNamedAttribute named = mlirNamedAttributeGet(
        mlirIdentifierGet(mlirLocationGetContext(loc),
                          mlirStringRefCreateFromCString(attributeName)),
        attribute);
    mlirOperationStateAddAttributes(&state, 1, &named);
  }
  MlirOperation op = mlirOperationCreate(&state);
  assert(op.ptr && "operation of an unknown name");
  return op;
}

MlirValue tirNamed(TirBuilder *b, const char *name, MlirValue value) {
  mlirOperationSetLocation(mlirOpResultGetOwner(value),
                           bridgeNamedLocation(strRefFromC(name), b->loc));
  return value;
}

static MlirValue build(TirBuilder *b, const char *name, intptr_t numOperands,
                       const MlirValue *operands, MlirType result) {
  return mlirOperationGetResult(
      tirAppend(b, tirOperation(b->loc, name, numOperands, operands, result,
                                NULL, mlirAttributeGetNull())),
      0);
}

MlirValue tirBuildArith1(TirBuilder *b, const char *op, MlirValue x) {
  return build(b, op, 1, &x, mlirValueGetType(x));
}

MlirValue tirBuildArith2(TirBuilder *b, const char *op, MlirValue x,
                         MlirValue y) {
  return build(b, op, 2, (MlirValue[]){x, y}, mlirValueGetType(x));
}

MlirValue tirBuildCompare(TirBuilder *b, TirCompare predicate, MlirValue x,
                          MlirValue y) {
  bool integer = predicate >= TIR_CMPI_EQ;
  int64_t number = integer ? predicate - TIR_CMPI_EQ : predicate;
  MlirOperation op = tirOperation(
      b->loc, integer ? "arith.cmpi" : "arith.cmpf", 2, (MlirValue[]){x, y},
      mlirIntegerTypeGet(b->context, 1), "predicate",
      mlirIntegerAttrGet(mlirIntegerTypeGet(b->context, 64), number));
  return mlirOperationGetResult(tirAppend(b, op), 0);
}

MlirValue tirBuildSelect(TirBuilder *b, MlirValue condition, MlirValue onTrue,
                         MlirValue onFalse) {
  return build(b, "arith.select", 3, (MlirValue[]){condition, onTrue, onFalse},
               mlirValueGetType(onTrue));
}

void tirBuildFailIf(TirBuilder *b, MlirValue bad, const char *reason) {
  MlirType type = mlirValueGetType(bad);
  MlirValue yes = tirBuildInteger(b, type, 1);
  TirCheckArgs args = {.condition = tirBuildArith2(b, "arith.xori", bad, yes),
                       .reason = strRefFromC(reason)};
  tirAppend(b, tirCheckCreate(b->loc, &args));
}

MlirValue tirBuildConvert(TirBuilder *b, const char *op, MlirValue x,
                          MlirType type) {
  return build(b, op, 1, &x, tirStoredType(type));
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

MlirValue tirBuildAttribute(TirBuilder *b, MlirType type, MlirAttribute value) {
  type = tirStoredType(type);
  MlirOperation op =
      tirOperation(b->loc, "arith.constant", 0, NULL, type, "value", value);
  return mlirOperationGetResult(tirAppend(b, op), 0);
}

MlirValue tirBuildInteger(TirBuilder *b, MlirType type, int64_t value) {
  return tirBuildAttribute(b, type,
                           mlirIntegerAttrGet(tirStoredType(type), value));
}

MlirValue tirBuildConstant(TirBuilder *b, MlirType type, double value) {
  if (tirKindOf(type) != TIR_FLOAT)
    return tirBuildInteger(b, type, (int64_t)value);
  return tirBuildAttribute(b, type,
                           mlirFloatAttrDoubleGet(b->context, type, value));
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

TirKind tirKindOf(MlirType element) {
  if (mlirTypeIsAF32(element) || mlirTypeIsAF64(element) ||
      mlirTypeIsAF16(element) || mlirTypeIsABF16(element))
    return TIR_FLOAT;
  if (!mlirTypeIsAInteger(element) || mlirIntegerTypeIsSigned(element) ||
      mlirIntegerTypeGetWidth(element) > 64 || tirIsNarrowInteger(element))
    return TIR_OTHER;
  if (mlirIntegerTypeIsUnsigned(element))
    return TIR_UNSIGNED;
  return mlirIntegerTypeGetWidth(element) == 1 ? TIR_BOOL : TIR_INTEGER;
}

int64_t tirIntegerMax(MlirType type) {
  unsigned width = mlirIntegerTypeGetWidth(type);
  return (int64_t)(UINT64_MAX >>
                   (mlirIntegerTypeIsUnsigned(type) ? 64 - width : 65 - width));
}

int64_t tirIntegerMin(MlirType type) {
  return mlirIntegerTypeIsUnsigned(type) ? 0 : -tirIntegerMax(type) - 1;
}

MlirType tirWideType(MlirType element) {
  return mlirTypeIsAF16(element) || mlirTypeIsABF16(element)
             ? mlirF32TypeGet(mlirTypeGetContext(element))
             : element;
}

MlirValue tirWiden(TirBuilder *b, MlirValue x) {
  MlirType type = mlirValueGetType(x), wide = tirWideType(type);
  return mlirTypeEqual(type, wide) ? x
                                   : tirBuildConvert(b, "arith.extf", x, wide);
}

MlirValue tirNarrow(TirBuilder *b, MlirValue x, MlirType element) {
  return mlirTypeIsAF32(mlirValueGetType(x)) &&
                 !mlirTypeEqual(tirWideType(element), element)
             ? tirBuildConvert(b, "arith.truncf", x, element)
             : x;
}

MlirAttribute tirMonoidIdentity(TirMonoid monoid, MlirType type) {
  bool adds = monoid == TIR_MONOID_ADD, max = monoid == TIR_MONOID_MAX;
  if (tirKindOf(type) == TIR_FLOAT)
    return mlirFloatAttrDoubleGet(mlirTypeGetContext(type), type,
                                  adds                       ? 0.0
                                  : monoid == TIR_MONOID_MUL ? 1.0
                                  : max                      ? -INFINITY
                                                             : INFINITY);
  assert(tirKindOf(type) != TIR_OTHER && "no monoid over this element type");
  int64_t value = adds                          ? 0
                  : monoid == TIR_MONOID_MUL    ? 1
                  : tirKindOf(type) == TIR_BOOL ? !max
                  : max                         ? tirIntegerMin(type)
                                                : tirIntegerMax(type);
  return mlirIntegerAttrGet(tirStoredType(type), value);
}

bool tirIsNarrowInteger(MlirType element) {
  unsigned width =
      mlirTypeIsAInteger(element) ? mlirIntegerTypeGetWidth(element) : 0;
  return width > 1 && width < 8;
}
