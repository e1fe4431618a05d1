//===- Arith.c - operations on numbers in C -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One expression per operation. Integers are signed in C and wrap in MLIR, so
// sums and products go by way of unsigned ones. In the table stand $a, $b, $c
// for operands, $t for the result's type, $u and $i for the unsigned and the
// signed type of the first operand, $f for what functions on floats have at
// their end, $w for the bits of the result.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/Backends/C/Writer.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <math.h>
#include <string.h>

static const struct {
  const char *name, *text;
} rows[] = {
    {"arith.addf", "$a + $b"},
    {"arith.addi", "($t)((uint64_t)$a + (uint64_t)$b)"},
    {"arith.andi", "($t)($a & $b)"},
    {"arith.bitcast", "region_bits_$t($a)"},
    {"arith.ceildivsi", "region_ceildiv($a, $b)"},
    {"arith.ceildivui", "region_ceildiv($a, $b)"},
    {"arith.divf", "$a / $b"},
    {"arith.divsi", "($t)($a / $b)"},
    {"arith.divui", "($t)(($u)$a / ($u)$b)"},
    {"arith.extf", "($t)$a"},
    {"arith.extsi", "($t)$a"},
    {"arith.extui", "($t)($u)$a"},
    {"arith.floordivsi", "region_floordiv($a, $b)"},
    {"arith.fptosi", "($t)region_int($a, $w)"},
    {"arith.fptoui", "($t)region_uint($a, $w)"},
    {"arith.index_cast", "($t)$a"},
    {"arith.index_castui", "($t)($u)$a"},
    {"arith.maximumf", "region_maximum$f($a, $b)"},
    {"arith.maxnumf", "fmax$f($a, $b)"},
    {"arith.maxsi", "$a > $b ? $a : $b"},
    {"arith.maxui", "($u)$a > ($u)$b ? $a : $b"},
    {"arith.minimumf", "region_minimum$f($a, $b)"},
    {"arith.minnumf", "fmin$f($a, $b)"},
    {"arith.minsi", "$a < $b ? $a : $b"},
    {"arith.minui", "($u)$a < ($u)$b ? $a : $b"},
    {"arith.mulf", "$a * $b"},
    {"arith.muli", "($t)((uint64_t)$a * (uint64_t)$b)"},
    {"arith.negf", "-$a"},
    {"arith.ori", "($t)($a | $b)"},
    {"arith.remf", "fmod$f($a, $b)"},
    {"arith.remsi", "($t)($a % $b)"},
    {"arith.remui", "($t)(($u)$a % ($u)$b)"},
    {"arith.select", "$a ? $b : $c"},
    {"arith.shli", "($t)((uint64_t)$a << $b)"},
    {"arith.shrsi", "($t)($a >> $b)"},
    {"arith.shrui", "($t)(($u)$a >> $b)"},
    {"arith.sitofp", "($t)$a"},
    {"arith.subf", "$a - $b"},
    {"arith.subi", "($t)((uint64_t)$a - (uint64_t)$b)"},
    {"arith.truncf", "($t)$a"},
    {"arith.trunci", "($t)$a"},
    {"arith.uitofp", "($t)($u)$a"},
    {"arith.xori", "($t)($a ^ $b)"},
    {"math.absf", "fabs$f($a)"},
    {"math.absi", "($t)($a < 0 ? 0 - (uint64_t)$a : (uint64_t)$a)"},
    {"math.acos", "acos$f($a)"},
    {"math.acosh", "acosh$f($a)"},
    {"math.asin", "asin$f($a)"},
    {"math.asinh", "asinh$f($a)"},
    {"math.atan", "atan$f($a)"},
    {"math.atanh", "atanh$f($a)"},
    {"math.ceil", "ceil$f($a)"},
    {"math.copysign", "copysign$f($a, $b)"},
    {"math.cos", "cos$f($a)"},
    {"math.cosh", "cosh$f($a)"},
    {"math.erf", "erf$f($a)"},
    {"math.exp", "exp$f($a)"},
    {"math.expm1", "expm1$f($a)"},
    {"math.floor", "floor$f($a)"},
    {"math.fma", "fma$f($a, $b, $c)"},
    {"math.log", "log$f($a)"},
    {"math.log1p", "log1p$f($a)"},
    {"math.powf", "pow$f($a, $b)"},
    {"math.roundeven", "rint$f($a)"},
    {"math.rsqrt", "1 / sqrt$f($a)"},
    {"math.sin", "sin$f($a)"},
    {"math.sinh", "sinh$f($a)"},
    {"math.sqrt", "sqrt$f($a)"},
    {"math.tan", "tan$f($a)"},
    {"math.tanh", "tanh$f($a)"},
};

static bool isBool(MlirType type) {
  return mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) == 1;
}

static unsigned widthOf(MlirType type) {
  return mlirTypeIsAInteger(type) ? mlirIntegerTypeGetWidth(type) : 64;
}

static const char *unsignedType(CWriter *w, MlirType type) {
  return isBool(type) ? "uint8_t" : cText(w, "uint%u_t", widthOf(type));
}

static void appendPart(CWriter *w, char part, MlirOperation op, StrBuf *out) {
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(result);
  MlirType first = mlirValueGetType(mlirOperationGetOperand(op, 0));
  const char *text = "";
  if (part >= 'a' && part <= 'c')
    text = cName(w, mlirOperationGetOperand(op, part - 'a'));
  else if (part == 't')
    text = cType(w, type);
  else if (part == 'u')
    text = unsignedType(w, first);
  else if (part == 'w')
    text = cText(w, "%u", widthOf(type));
  else if (part == 'f')
    text = mlirTypeIsAF32(first) ? "f" : "";
  strBufAppendC(out, text ? text : "");
}

static bool writeRow(CWriter *w, MlirOperation op, const char *text) {
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(result);
  MlirType from = mlirValueGetType(mlirOperationGetOperand(op, 0));
  const char *name = cType(w, type);
  if (!name || !cType(w, from))
    return false;
  StrBuf value = {0};
  for (const char *at = text; *at; ++at)
    if (*at == '$')
      appendPart(w, *++at, op, &value);
    else
      strBufAppend(&value, (StrRef){at, 1});
  // One bit: only the lowest counts, and as a signed number it is 0 or -1.
  bool negates =
      isBool(from) && !isBool(type) &&
      (bridgeIsNamed(op, "arith.extsi") || bridgeIsNamed(op, "arith.sitofp"));
  cLine(w, "const %s %s = %s(%s)%s;", name, cNewName(w, result),
        negates ? "-" : "", strBufText(&value), isBool(type) ? " & 1" : "");
  strBufFree(&value);
  return true;
}

//===----------------------------------------------------------------------===//
// Constants and comparisons
//===----------------------------------------------------------------------===//

static const char *floatText(CWriter *w, double value, bool single) {
  if (isnan(value))
    return "NAN";
  if (isinf(value))
    return value > 0 ? "INFINITY" : "-INFINITY";
  return cText(w, "%a%s", value, single ? "f" : "");
}

static bool writeConstant(CWriter *w, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(result);
  MlirAttribute value = bridgeInherent(op, "value");
  if (!cType(w, type))
    return false;
  if (mlirAttributeIsAFloat(value))
    cSetName(w, result,
             cText(w, "(%s)",
                   floatText(w, mlirFloatAttrGetValueDouble(value),
                             mlirTypeIsAF32(type))));
  else if (isBool(type))
    cSetName(w, result, mlirIntegerAttrGetValueInt(value) ? "1" : "0");
  else
    cSetName(w, result,
             cText(w, "((%s)INT64_C(%lld))", cType(w, type),
                   (long long)mlirIntegerAttrGetValueInt(value)));
  return true;
}

static bool writeCompare(CWriter *w, MlirOperation op, bool isFloat) {
  static const char *const floats[] = {
      "0",
      "$a == $b",
      "$a > $b",
      "$a >= $b",
      "$a < $b",
      "$a <= $b",
      "$a < $b || $a > $b",
      "$a == $a && $b == $b",
      "!($a < $b || $a > $b)",
      "!($a <= $b)",
      "!($a < $b)",
      "!($a >= $b)",
      "!($a > $b)",
      "$a != $b",
      "$a != $a || $b != $b",
      "1",
  };
  static const char *const integers[] = {
      "$a == $b",         "$a != $b",         "$a < $b",
      "$a <= $b",         "$a > $b",          "$a >= $b",
      "($u)$a < ($u)$b",  "($u)$a <= ($u)$b", "($u)$a > ($u)$b",
      "($u)$a >= ($u)$b",
  };
  int64_t predicate =
      mlirIntegerAttrGetValueInt(bridgeInherent(op, "predicate"));
  return writeRow(w, op, (isFloat ? floats : integers)[predicate]);
}

bool cWriteArith(CWriter *w, MlirOperation op) {
  StrRef name = bridgeOpName(op);
  if (strRefIs(name, "arith.constant"))
    return writeConstant(w, op);
  if (strRefIs(name, "arith.cmpf"))
    return writeCompare(w, op, true);
  if (strRefIs(name, "arith.cmpi"))
    return writeCompare(w, op, false);
  for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); ++i)
    if (strRefIs(name, rows[i].name))
      return writeRow(w, op, rows[i].text);
  return cRefuse(w, "'%.*s' is not written in C", SPREAD(name));
}
