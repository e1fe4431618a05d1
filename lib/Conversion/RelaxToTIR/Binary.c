//===- Binary.c - kernels of operations on two elements -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/RelaxToTIR/Legalize.h"

/// What a body is built for: the values, and how their elements are read.
typedef struct Pair {
  MlirValue x, y;
  TirKind kind;
  MlirType type; // of the values
} Pair;

static MlirValue integer(TirBuilder *b, const char *name, MlirType type,
                         int64_t value) {
  return tirNamed(b, name, tirBuildInteger(b, type, value));
}

/// `divides` is an operation of arith that traps for a divisor 0 and, signed,
/// for the smallest value divided by -1: no input makes a kernel trap. A
/// divisor 0 is an error of the call; a divisor -1 gives the negated dividend,
/// or (`isRest`) 0.
static MlirValue divideSafely(TirBuilder *b, const char *divides, Pair p,
                              bool isRest) {
  MlirValue zero = integer(b, "zero", p.type, 0);
  MlirValue one = integer(b, "one", p.type, 1);
  MlirValue isZero = tirBuildCompare(b, TIR_CMPI_EQ, p.y, zero);
  tirBuildFailIf(b, isZero, "division by zero");
  if (p.kind == TIR_UNSIGNED)
    return tirBuildArith2(b, divides, p.x, tirBuildSelect(b, isZero, one, p.y));
  MlirValue minusOne = integer(b, "minus_one", p.type, -1);
  MlirValue isMinusOne = tirBuildCompare(b, TIR_CMPI_EQ, p.y, minusOne);
  MlirValue traps = tirBuildArith2(b, "arith.ori", isZero, isMinusOne);
  MlirValue safe = tirBuildSelect(b, traps, one, p.y);
  MlirValue quotient = tirBuildArith2(b, divides, p.x, safe);
  MlirValue special =
      isRest ? zero : tirBuildArith2(b, "arith.subi", zero, p.x);
  return tirBuildSelect(b, isMinusOne, special, quotient);
}

MlirValue relaxBuildQuotient(TirBuilder *b, TirKind kind, MlirValue x,
                             MlirValue y) {
  Pair p = {x, y, kind, mlirValueGetType(x)};
  return kind == TIR_FLOAT      ? tirBuildArith2(b, "arith.divf", x, y)
         : kind == TIR_UNSIGNED ? divideSafely(b, "arith.divui", p, false)
                                : divideSafely(b, "arith.divsi", p, false);
}

static MlirValue divide(TirBuilder *b, Pair p) {
  return relaxBuildQuotient(b, p.kind, p.x, p.y);
}

/// The remainder of a division towards zero.
static MlirValue fmodulo(TirBuilder *b, Pair p) {
  if (p.kind == TIR_FLOAT)
    return tirBuildArith2(b, "arith.remf", p.x, p.y);
  return divideSafely(b, p.kind == TIR_UNSIGNED ? "arith.remui" : "arith.remsi",
                      p, true);
}

/// That of a division rounded down: where it is not 0 and has another sign than
/// the divisor, the divisor is added.
static MlirValue modulo(TirBuilder *b, Pair p) {
  MlirValue rest = fmodulo(b, p);
  if (p.kind == TIR_UNSIGNED)
    return rest;
  bool isFloat = p.kind == TIR_FLOAT;
  TirCompare less = isFloat ? TIR_CMPF_OLT : TIR_CMPI_SLT;
  MlirValue zero = tirNamed(b, "zero", tirBuildConstant(b, p.type, 0));
  MlirValue isNegative = tirBuildCompare(b, less, rest, zero);
  MlirValue wantsNegative = tirBuildCompare(b, less, p.y, zero);
  MlirValue differs =
      tirBuildArith2(b, "arith.xori", isNegative, wantsNegative);
  MlirValue some =
      tirBuildCompare(b, isFloat ? TIR_CMPF_UNE : TIR_CMPI_NE, rest, zero);
  MlirValue moves = tirBuildArith2(b, "arith.andi", differs, some);
  MlirValue moved =
      tirBuildArith2(b, isFloat ? "arith.addf" : "arith.addi", rest, p.y);
  return tirBuildSelect(b, moves, moved, rest);
}

/// `math.ipowi` takes the exponent as signed. Unsigned ones of fewer bits are
/// widened. Of 64 bits the highest moves to bit 62: powers of odd numbers have
/// a period of 2^62, those of even ones are 0 either way.
static MlirValue unsignedPower(TirBuilder *b, Pair p) {
  MlirType wide = mlirIntegerTypeGet(b->context, 64);
  if (mlirIntegerTypeGetWidth(p.type) < 64) {
    MlirValue x = tirBuildConvert(b, "arith.extui", p.x, wide);
    MlirValue y = tirBuildConvert(b, "arith.extui", p.y, wide);
    MlirValue power = tirBuildArith2(b, "math.ipowi", x, y);
    return tirBuildConvert(b, "arith.trunci", power, p.type);
  }
  MlirValue mask = integer(b, "mask", wide, INT64_MAX);
  MlirValue zero = integer(b, "zero", wide, 0);
  MlirValue bit = integer(b, "bit", wide, INT64_C(1) << 62);
  MlirValue isHigh = tirBuildCompare(b, TIR_CMPI_SLT, p.y, zero);
  MlirValue moved = tirBuildSelect(b, isHigh, bit, zero);
  MlirValue low = tirBuildArith2(b, "arith.andi", p.y, mask);
  MlirValue exponent = tirBuildArith2(b, "arith.ori", low, moved);
  return tirBuildArith2(b, "math.ipowi", p.x, exponent);
}

/// A negative exponent divides 1 by the power: where the base is 0, that is an
/// error of the call; 2 in its place keeps `math.ipowi` from a trap.
static MlirValue power(TirBuilder *b, Pair p) {
  if (p.kind == TIR_FLOAT)
    return tirBuildArith2(b, "math.powf", p.x, p.y);
  if (p.kind == TIR_UNSIGNED)
    return unsignedPower(b, p);
  MlirValue zero = integer(b, "zero", p.type, 0);
  MlirValue two = integer(b, "two", p.type, 2);
  MlirValue isZero = tirBuildCompare(b, TIR_CMPI_EQ, p.x, zero);
  MlirValue divides = tirBuildCompare(b, TIR_CMPI_SLT, p.y, zero);
  MlirValue traps = tirBuildArith2(b, "arith.andi", isZero, divides);
  tirBuildFailIf(b, traps, "division by zero");
  MlirValue safe = tirBuildSelect(b, traps, two, p.x);
  return tirBuildArith2(b, "math.ipowi", safe, p.y);
}

/// LLVM's shifts by the width or more are poison.
static MlirValue shift(TirBuilder *b, const char *op, Pair p, MlirValue rest) {
  MlirValue width =
      integer(b, "width", p.type, mlirIntegerTypeGetWidth(p.type));
  MlirValue zero = integer(b, "zero", p.type, 0);
  MlirValue inside = tirBuildCompare(b, TIR_CMPI_ULT, p.y, width);
  MlirValue safe = tirBuildSelect(b, inside, p.y, zero);
  MlirValue shifted = tirBuildArith2(b, op, p.x, safe);
  return tirBuildSelect(b, inside, shifted, rest.ptr ? rest : zero);
}

static MlirValue shiftLeft(TirBuilder *b, Pair p) {
  return shift(b, "arith.shli", p, (MlirValue){NULL});
}

static MlirValue shiftRight(TirBuilder *b, Pair p) {
  if (p.kind == TIR_UNSIGNED)
    return shift(b, "arith.shrui", p, (MlirValue){NULL});
  MlirValue most =
      integer(b, "most", p.type, mlirIntegerTypeGetWidth(p.type) - 1);
  return shift(b, "arith.shrsi", p,
               tirBuildArith2(b, "arith.shrsi", p.x, most));
}

static MlirValue prelu(TirBuilder *b, Pair p) {
  bool isFloat = p.kind == TIR_FLOAT;
  if (p.kind == TIR_UNSIGNED)
    return p.x;
  MlirValue zero = tirNamed(b, "zero", tirBuildConstant(b, p.type, 0));
  MlirValue isNegative =
      tirBuildCompare(b, isFloat ? TIR_CMPF_OLT : TIR_CMPI_SLT, p.x, zero);
  MlirValue scaled =
      tirBuildArith2(b, isFloat ? "arith.mulf" : "arith.muli", p.x, p.y);
  return tirBuildSelect(b, isNegative, scaled, p.x);
}

typedef struct Binary {
  const char *name;
  const char *ops[4]; // by TirKind, or `body` where it is BODY
  MlirValue (*body)(TirBuilder *b, Pair p);
} Binary;

static const char BODY[] = "";
#define NUMBERS {BODY, BODY, BODY, NULL}
#define BITS(op) {NULL, op, op, op}

static const Binary binaries[] = {
    {"add", {"arith.addf", "arith.addi", "arith.addi", "arith.ori"}, NULL},
    {"subtract", {"arith.subf", "arith.subi", "arith.subi", NULL}, NULL},
    {"multiply",
     {"arith.mulf", "arith.muli", "arith.muli", "arith.andi"},
     NULL},
    {"divide", NUMBERS, divide},
    {"maximum",
     {"arith.maximumf", "arith.maxsi", "arith.maxui", "arith.ori"},
     NULL},
    {"minimum",
     {"arith.minimumf", "arith.minsi", "arith.minui", "arith.andi"},
     NULL},
    {"power", NUMBERS, power},
    {"mod", NUMBERS, modulo},
    {"fmod", NUMBERS, fmodulo},
    {"prelu", NUMBERS, prelu},
    {"bitwise_and", BITS("arith.andi"), NULL},
    {"bitwise_or", BITS("arith.ori"), NULL},
    {"bitwise_xor", BITS("arith.xori"), NULL},
    {"shift_left", {NULL, BODY, BODY, NULL}, shiftLeft},
    {"shift_right", {NULL, BODY, BODY, NULL}, shiftRight},
};

static const Binary *findBinary(StrRef name) {
  for (size_t i = 0; i < sizeof(binaries) / sizeof(*binaries); ++i)
    if (strRefIs(name, binaries[i].name))
      return &binaries[i];
  return NULL;
}

bool relaxIsBinary(StrRef operation) {
  return findBinary(relaxWithoutDialect(operation));
}

/// The types that a row takes, for messages.
static const char *expectedTypes(const Binary *row) {
  return !row->ops[TIR_FLOAT] && row->ops[TIR_BOOL] ? "an integer or i1 type"
         : !row->ops[TIR_FLOAT]                     ? "an integer type"
         : row->ops[TIR_BOOL] ? "a float, integer or i1 type"
                              : "a float or integer type";
}

MlirLogicalResult relaxBuildBinary(TirBuilder *b, MlirOperation op) {
  MlirType element = tirBufferElement(b, 0);
  TirKind kind = tirKindOf(element);
  const Binary *row = findBinary(relaxShortName(op));
  if (kind == TIR_OTHER || !row->ops[kind])
    return relaxRefuseElement(op, expectedTypes(row), element);
  tirBuildComputeOver(
      b, arenaCopyString(b->dims.arena, relaxShortName(op)).data, 2);
  MlirValue x = tirWiden(b, tirBuildBroadcastLoad(b, 0));
  MlirValue y = tirWiden(b, tirBuildBroadcastLoad(b, 1));
  Pair p = {x, y, kind, mlirValueGetType(x)};
  MlirValue result = row->ops[kind] == BODY
                         ? row->body(b, p)
                         : tirBuildArith2(b, row->ops[kind], x, y);
  return tirEndWith(b, tirNarrow(b, result, tirBufferElement(b, 2)));
}

MlirLogicalResult relaxBuildCompare(TirBuilder *b, MlirOperation op) {
  // By TirKind. NaN compares unequal, else false; false < true.
  static const struct {
    const char *name;
    TirCompare predicates[4];
  } rows[] = {
      {"equal", {TIR_CMPF_OEQ, TIR_CMPI_EQ, TIR_CMPI_EQ, TIR_CMPI_EQ}},
      {"not_equal", {TIR_CMPF_UNE, TIR_CMPI_NE, TIR_CMPI_NE, TIR_CMPI_NE}},
      {"less", {TIR_CMPF_OLT, TIR_CMPI_SLT, TIR_CMPI_ULT, TIR_CMPI_ULT}},
      {"less_equal", {TIR_CMPF_OLE, TIR_CMPI_SLE, TIR_CMPI_ULE, TIR_CMPI_ULE}},
      {"greater", {TIR_CMPF_OGT, TIR_CMPI_SGT, TIR_CMPI_UGT, TIR_CMPI_UGT}},
      {"greater_equal",
       {TIR_CMPF_OGE, TIR_CMPI_SGE, TIR_CMPI_UGE, TIR_CMPI_UGE}},
  };
  MlirType element = tirBufferElement(b, 0);
  TirKind kind = tirKindOf(element);
  if (kind == TIR_OTHER)
    return relaxRefuseElement(op, "a float, integer or i1 type", element);
  size_t which = 0;
  while (!strRefIs(relaxShortName(op), rows[which].name))
    ++which;
  tirBuildComputeOver(
      b, arenaCopyString(b->dims.arena, relaxShortName(op)).data, 2);
  MlirValue x = tirBuildBroadcastLoad(b, 0);
  MlirValue y = tirBuildBroadcastLoad(b, 1);
  return tirEndWith(b, tirBuildCompare(b, rows[which].predicates[kind], x, y));
}
