//===- Elementwise.c - kernels of elementwise operations ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/RelaxToTIR/Legalize.h"

static bool isOne(MlirAttribute dim) {
  int64_t value;
  return symAttributeIsConst(dim, &value) && value == 1;
}

MlirValue tirBuildBroadcastLoad(TirBuilder *b, intptr_t buffer) {
  const MlirAttribute *dims, *resultDims;
  intptr_t rank = tirBufferDims(b, buffer, &dims);
  intptr_t missing = tirBufferDims(b, b->numBuffers - 1, &resultDims) - rank;
  SymExpr *exprs = ARENA_ARRAY(b->dims.arena, SymExpr, rank);
  for (intptr_t i = 0; i < rank; ++i)
    exprs[i] = isOne(dims[i]) && !isOne(resultDims[missing + i])
                   ? relaxDimsConst(&b->dims, 0)
                   : tirIterator(b, missing + i);
  return tirBuildLoad(b, buffer, exprs, (MlirValue){NULL});
}

void tirBuildStoreResult(TirBuilder *b, MlirValue value) {
  intptr_t result = b->numBuffers - 1;
  SymExpr *exprs = ARENA_ARRAY(b->dims.arena, SymExpr, b->numIterators);
  for (intptr_t i = 0; i < b->numIterators; ++i)
    exprs[i] = tirIterator(b, i);
  tirBuildStore(b, value, result, exprs);
}

MlirLogicalResult relaxRefuseElement(MlirOperation op, const char *expected,
                                     MlirType got) {
  StrBuf text = {0};
  bridgePrintType(got, &text);
  MlirLogicalResult failed = bridgeEmitOpError(
      op, "element type: expected %s, got '%s'", expected, strBufText(&text));
  strBufFree(&text);
  return failed;
}

/// "add" of "relax.add".
static StrRef shortName(MlirOperation op) {
  enum { PREFIX = sizeof("relax.") - 1 };
  StrRef name = bridgeOpName(op);
  return (StrRef){name.data + PREFIX, name.length - PREFIX};
}

static const char *computeName(TirBuilder *b, MlirOperation op) {
  return arenaCopyString(b->dims.arena, shortName(op)).data;
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

/// Integers: 0 for a divisor 0, and the smallest value divided by -1 wraps, so
/// that no input makes a kernel trap.
MlirValue relaxBuildQuotient(TirBuilder *b, MlirValue x, MlirValue y) {
  MlirType type = mlirValueGetType(x);
  if (tirKindOf(type) == TIR_FLOAT)
    return tirBuildArith2(b, "arith.divf", x, y);
  MlirValue zero = tirNamed(b, "zero", tirBuildInteger(b, type, 0));
  MlirValue one = tirNamed(b, "one", tirBuildInteger(b, type, 1));
  MlirValue minusOne = tirNamed(b, "minus_one", tirBuildInteger(b, type, -1));
  MlirValue isZero = tirBuildCompare(b, TIR_CMPI_EQ, y, zero);
  MlirValue isMinusOne = tirBuildCompare(b, TIR_CMPI_EQ, y, minusOne);
  MlirValue special = tirBuildArith2(b, "arith.ori", isZero, isMinusOne);
  MlirValue safe = tirBuildSelect(b, special, one, y);
  MlirValue quotient = tirBuildArith2(b, "arith.divsi", x, safe);
  MlirValue negated = tirBuildArith2(b, "arith.subi", zero, x);
  MlirValue finite = tirBuildSelect(b, isMinusOne, negated, quotient);
  return tirBuildSelect(b, isZero, zero, finite);
}

/// A negative exponent divides 1 by the power: where the base is 0, that is 0
/// as well, not the trap of `math.ipowi`; 2 in place of the base gives it.
static MlirValue integerPower(TirBuilder *b, MlirValue x, MlirValue y) {
  MlirType type = mlirValueGetType(x);
  MlirValue zero = tirNamed(b, "zero", tirBuildInteger(b, type, 0));
  MlirValue two = tirNamed(b, "two", tirBuildInteger(b, type, 2));
  MlirValue isZero = tirBuildCompare(b, TIR_CMPI_EQ, x, zero);
  MlirValue divides = tirBuildCompare(b, TIR_CMPI_SLT, y, zero);
  MlirValue traps = tirBuildArith2(b, "arith.andi", isZero, divides);
  MlirValue safe = tirBuildSelect(b, traps, two, x);
  return tirBuildArith2(b, "math.ipowi", safe, y);
}

typedef struct Binary {
  const char *name;
  const char *ops[3]; // by TirKind; NULL: not defined
} Binary;

static const Binary binaries[] = {
    {"add", {"arith.addf", "arith.addi", "arith.ori"}},
    {"subtract", {"arith.subf", "arith.subi", NULL}},
    {"multiply", {"arith.mulf", "arith.muli", "arith.andi"}},
    {"maximum", {"arith.maximumf", "arith.maxsi", "arith.ori"}},
    {"minimum", {"arith.minimumf", "arith.minsi", "arith.andi"}},
    {"power", {"math.powf", NULL, NULL}},
};

static MlirValue binary(TirBuilder *b, StrRef name, TirKind kind, MlirValue x,
                        MlirValue y) {
  if (strRefEqual(name, strRefFromC("divide")))
    return kind == TIR_BOOL ? (MlirValue){NULL} : relaxBuildQuotient(b, x, y);
  if (kind == TIR_INTEGER && strRefEqual(name, strRefFromC("power")))
    return integerPower(b, x, y);
  for (size_t i = 0; i < sizeof(binaries) / sizeof(*binaries); ++i)
    if (strRefEqual(name, strRefFromC(binaries[i].name)))
      return binaries[i].ops[kind]
                 ? tirBuildArith2(b, binaries[i].ops[kind], x, y)
                 : (MlirValue){NULL};
  return (MlirValue){NULL};
}

static const char anyNumber[] = "a float, signless integer or i1 type";

MlirLogicalResult relaxBuildBinary(TirBuilder *b, MlirOperation op) {
  MlirType element = tirBufferElement(b, 0);
  TirKind kind = tirKindOf(element);
  if (kind == TIR_OTHER)
    return relaxRefuseElement(op, anyNumber, element);
  tirBuildComputeOver(b, computeName(b, op), 2);
  MlirValue x = tirBuildBroadcastLoad(b, 0);
  MlirValue y = tirBuildBroadcastLoad(b, 1);
  MlirValue result = binary(b, shortName(op), kind, x, y);
  if (!result.ptr)
    return relaxRefuseElement(op, "a float or signless integer type", element);
  tirBuildStoreResult(b, result);
  tirEndCompute(b);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxBuildCompare(TirBuilder *b, MlirOperation op) {
  // By TirKind: equal, less, greater. NaN compares false; false < true.
  static const TirCompare predicates[3][3] = {
      {TIR_CMPF_OEQ, TIR_CMPF_OLT, TIR_CMPF_OGT},
      {TIR_CMPI_EQ, TIR_CMPI_SLT, TIR_CMPI_SGT},
      {TIR_CMPI_EQ, TIR_CMPI_ULT, TIR_CMPI_UGT}};
  MlirType element = tirBufferElement(b, 0);
  TirKind kind = tirKindOf(element);
  if (kind == TIR_OTHER)
    return relaxRefuseElement(op, anyNumber, element);
  StrRef name = shortName(op);
  int which = strRefEqual(name, strRefFromC("equal"))  ? 0
              : strRefEqual(name, strRefFromC("less")) ? 1
                                                       : 2;
  tirBuildComputeOver(b, computeName(b, op), 2);
  MlirValue x = tirBuildBroadcastLoad(b, 0);
  MlirValue y = tirBuildBroadcastLoad(b, 1);
  tirBuildStoreResult(b, tirBuildCompare(b, predicates[kind][which], x, y));
  tirEndCompute(b);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxBuildWhere(TirBuilder *b, MlirOperation op) {
  tirBuildComputeOver(b, computeName(b, op), 3);
  MlirValue condition = tirBuildBroadcastLoad(b, 0);
  MlirValue onTrue = tirBuildBroadcastLoad(b, 1);
  MlirValue onFalse = tirBuildBroadcastLoad(b, 2);
  tirBuildStoreResult(b, tirBuildSelect(b, condition, onTrue, onFalse));
  tirEndCompute(b);
  return mlirLogicalResultSuccess();
}
