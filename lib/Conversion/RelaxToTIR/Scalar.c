//===- Scalar.c - operations of arith and math, by name -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/RelaxToTIR/Builder.h"

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

MlirValue tirBuildConvert(TirBuilder *b, const char *op, MlirValue x,
                          MlirType type) {
  return build(b, op, 1, &x, type);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

MlirValue tirBuildAttribute(TirBuilder *b, MlirType type, MlirAttribute value) {
  MlirOperation op =
      tirOperation(b->loc, "arith.constant", 0, NULL, type, "value", value);
  return mlirOperationGetResult(tirAppend(b, op), 0);
}

MlirValue tirBuildInteger(TirBuilder *b, MlirType type, int64_t value) {
  return tirBuildAttribute(b, type, mlirIntegerAttrGet(type, value));
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
  if (!mlirTypeIsAInteger(element) || !mlirIntegerTypeIsSignless(element) ||
      mlirIntegerTypeGetWidth(element) > 64)
    return TIR_OTHER;
  return mlirIntegerTypeGetWidth(element) == 1 ? TIR_BOOL : TIR_INTEGER;
}

int64_t tirIntegerMax(MlirType type) {
  return (int64_t)(UINT64_MAX >> (65 - mlirIntegerTypeGetWidth(type)));
}

int64_t tirIntegerMin(MlirType type) { return -tirIntegerMax(type) - 1; }

MlirAttribute tirMonoidIdentity(TirMonoid monoid, MlirType type) {
  switch (tirKindOf(type)) {
  case TIR_FLOAT:
    return mlirFloatAttrDoubleGet(mlirTypeGetContext(type), type,
                                  monoid == TIR_MONOID_ADD   ? 0.0
                                  : monoid == TIR_MONOID_MAX ? -INFINITY
                                                             : INFINITY);
  case TIR_BOOL:
    return mlirIntegerAttrGet(type, monoid == TIR_MONOID_MIN);
  case TIR_INTEGER:
    return mlirIntegerAttrGet(type, monoid == TIR_MONOID_ADD ? 0
                                    : monoid == TIR_MONOID_MAX
                                        ? tirIntegerMin(type)
                                        : tirIntegerMax(type));
  case TIR_OTHER:
    break;
  }
  assert(false && "no monoid over this element type");
  return mlirAttributeGetNull();
}
