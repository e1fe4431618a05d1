//===- IndexValues.c - values of a program as expressions -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Indexed.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Analysis/Facts.h"
#include "lib/Analysis/IndexFacts.h"
#include "lib/Analysis/IndexFits.h"
#include "lib/Support/Map.h"
#include "lib/Sym/Operand.h"

#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

intptr_t indexValueNumber(IndexFacts *facts, MlirValue value) {
  const IndexNumber *known = mapEntry(facts->numbers, (const void *)value.ptr);
  if (known)
    return known->value;
  IndexValue fresh = {.value = value,
                      .self =
                          symOperandExpr(facts->arena, arrlen(facts->values))};
  arrput(facts->values, fresh);
  hmput(facts->numbers, (const void *)value.ptr, arrlen(facts->values) - 1);
  return arrlen(facts->values) - 1;
}

//===----------------------------------------------------------------------===//
// Values of which nothing is known but their type
//===----------------------------------------------------------------------===//

static SymExpr marked(IndexFacts *facts, char mark, intptr_t k) {
  StrBuf text = {0};
  strBufAppendFormat(&text, "%c%ld", mark, (long)k);
  StrRef name = arenaCopyString(facts->arena, (StrRef){text.data, text.length});
  strBufFree(&text);
  return symExprSymbol(facts->arena, name);
}

static unsigned widthOf(MlirValue value) {
  enum { ALL = 64 };
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsAInteger(type) ? mlirIntegerTypeGetWidth(type) : ALL;
}

/// The value as a signed number.
static SymExpr opaque(IndexFacts *facts, MlirValue value, intptr_t k) {
  enum { ALL = 64 };
  unsigned width = widthOf(value);
  bool wide = width >= ALL;
  SymExpr above = marked(facts, wide ? INDEX_DATA : INDEX_NARROW, k), both;
  SymExpr below = marked(facts, INDEX_BELOW, k);
  int64_t most = wide ? INT64_MAX : (INT64_C(1) << (width - 1)) - 1;
  indexFactsAddEverywhere(facts,
                          factAtMost(above, symExprConst(facts->arena, most)));
  if (!wide)
    indexFactsAddEverywhere(
        facts, factAtMost(below, symExprConst(facts->arena, most + 1)));
  SymStatus status = symExprSub(facts->arena, above, below, &both);
  return status == SYM_OK ? both : above;
}

void indexValueIsNatural(IndexFacts *facts, MlirValue value) {
  intptr_t k = indexValueNumber(facts, value);
  facts->values[k].expr = marked(facts, INDEX_DATA, k);
}

/// Could it be any number of 64 bits?
static bool isWide(SymExpr expr) {
  for (size_t i = 0; i < expr.numSymbols; ++i)
    if (expr.symbols[i].data[0] == INDEX_DATA)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static bool constantOf(MlirOperation op, Arena *arena, SymExpr *out) {
  MlirAttribute value = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("value"));
  if (!value.ptr || !mlirAttributeIsAInteger(value))
    return false;
  *out = symExprConst(arena, mlirIntegerAttrGetValueInt(value));
  return true;
}

typedef SymStatus (*Operator)(Arena *, SymExpr, SymExpr, SymExpr *);

/// `sums`: the result may leave the type; `natural`: of unsigned numbers, or
/// rounded down: the dividend has to be none below zero, and the divisor a
/// positive literal.
static const struct {
  const char *name;
  Operator apply;
  bool sums, divides, natural;
} operators[] = {
    {"arith.addi", symExprAdd, true, false, false},
    {"arith.subi", symExprSub, true, false, false},
    {"arith.muli", symExprMul, true, false, false},
    {"arith.minsi", symExprMin, false, false, false},
    {"arith.maxsi", symExprMax, false, false, false},
    {"arith.floordivsi", symExprFloorDiv, false, true, false},
    {"arith.ceildivsi", symExprCeilDiv, false, true, false},
    {"arith.divui", symExprFloorDiv, false, true, true},
    {"arith.ceildivui", symExprCeilDiv, false, true, true},
    {"arith.remui", symExprMod, false, true, true},
};

static bool binaryOf(IndexFacts *facts, MlirOperation op, SymExpr *out) {
  StrRef name = bridgeOpName(op);
  size_t i = 0, count = sizeof(operators) / sizeof(*operators);
  while (i < count && !strRefEqual(name, strRefFromC(operators[i].name)))
    ++i;
  if (i == count)
    return false;
  SymExpr a = indexValueExpr(facts, mlirOperationGetOperand(op, 0));
  SymExpr b = indexValueExpr(facts, mlirOperationGetOperand(op, 1));
  int64_t divisor;
  bool wide = widthOf(mlirOperationGetResult(op, 0)) >= 64;
  if ((operators[i].sums && (!wide || isWide(a) || isWide(b))) ||
      (operators[i].divides && (!symExprIsConst(b, &divisor) || divisor < 1)) ||
      (operators[i].natural && !symExprIsNonNegative(a)))
    return false;
  return operators[i].apply(facts->arena, a, b, out) == SYM_OK &&
         (!operators[i].sums || indexFits(facts, *out, INDEX_WIDE));
}

/// Casts that keep the number.
static bool castOf(IndexFacts *facts, MlirOperation op, SymExpr *out) {
  StrRef name = bridgeOpName(op);
  if (!strRefEqual(name, strRefFromC("arith.index_cast")) &&
      !strRefEqual(name, strRefFromC("arith.extsi")))
    return false;
  MlirValue from = mlirOperationGetOperand(op, 0);
  if (widthOf(from) > widthOf(mlirOperationGetResult(op, 0)))
    return false;
  *out = indexValueExpr(facts, from);
  return true;
}

static bool extentOf(IndexFacts *facts, MlirOperation op, SymExpr *out) {
  SymExpr expr;
  return indexOperandExpr(facts, op, tirExtentGetExpr(op), &expr) &&
         indexFollow(facts, expr, out) && indexSideFits(facts, *out);
}

static bool resultOf(IndexFacts *facts, MlirValue value, SymExpr *out) {
  if (!mlirValueIsAOpResult(value))
    return false;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (tirIsExtent(op))
    return extentOf(facts, op, out);
  if (strRefEqual(bridgeOpName(op), strRefFromC("arith.constant")))
    return constantOf(op, facts->arena, out);
  return binaryOf(facts, op, out) || castOf(facts, op, out);
}

SymExpr indexValueExpr(IndexFacts *facts, MlirValue value) {
  intptr_t k = indexValueNumber(facts, value);
  if (facts->values[k].expr.code)
    return facts->values[k].expr;
  SymExpr expr;
  if (!resultOf(facts, value, &expr))
    expr = opaque(facts, value, k);
  facts->values[k].expr = expr; // the list may have moved
  return expr;
}

//===----------------------------------------------------------------------===//
// Expressions of operations
//===----------------------------------------------------------------------===//

/// Most indices are an iterator, an extent or a number.
static bool isPlain(IndexFacts *facts, const MlirValue *operands, SymExpr expr,
                    SymExpr *out) {
  StrRef name;
  *out = expr;
  if (expr.numSymbols == 0)
    return true;
  if (!symExprIsSymbol(expr, &name))
    return false;
  intptr_t k = symOperandNumber(name);
  if (k < 0)
    return true;
  k = indexValueNumber(facts, operands[k]); // which may move the values
  *out = facts->values[k].self;
  return true;
}

bool indexOperandExpr(IndexFacts *facts, MlirOperation op, MlirAttribute attr,
                      SymExpr *out) {
  Arena *arena = facts->arena;
  intptr_t count;
  MlirValue *operands = tirIndexValues(op, arena, &count);
  SymExpr expr = symExprOf(arena, attr);
  if (isPlain(facts, operands, expr, out))
    return true;
  StrRef *names = ARENA_ARRAY(arena, StrRef, count);
  SymExpr *values = ARENA_ARRAY(arena, SymExpr, count);
  for (intptr_t i = 0; i < count; ++i) {
    names[i] = symOperandName(arena, i);
    intptr_t k = indexValueNumber(facts, operands[i]);
    values[i] = facts->values[k].self;
  }
  return symExprSubstitute(arena, expr, names, values, (size_t)count, out) ==
         SYM_OK;
}

bool indexFollow(IndexFacts *facts, SymExpr expr, SymExpr *out) {
  StrRef *names = ARENA_ARRAY(facts->arena, StrRef, expr.numSymbols);
  SymExpr *values = ARENA_ARRAY(facts->arena, SymExpr, expr.numSymbols);
  size_t count = 0;
  StrRef name;
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    intptr_t k = symOperandNumber(expr.symbols[i]);
    if (k < 0)
      continue;
    names[count] = expr.symbols[i];
    values[count] = indexValueExpr(facts, facts->values[k].value);
    bool itself = symExprIsSymbol(values[count], &name) &&
                  strRefEqual(name, names[count]);
    count += !itself;
  }
  *out = expr;
  return count == 0 || symExprSubstitute(facts->arena, expr, names, values,
                                         count, out) == SYM_OK;
}

void indexPrint(const IndexFacts *facts, SymExpr expr, StrBuf *out) {
  StrBuf text = {0};
  symExprPrint(expr, &text);
  for (const char *p = strBufText(&text); *p;) {
    char *end = (char *)p + 1;
    long k = *p == '%' ? strtol(p + 1, &end, 10) : -1;
    StrRef name = {"", 0};
    if (k >= 0 && k < arrlen(facts->values))
      name = bridgeLocationName(mlirValueGetLocation(facts->values[k].value));
    if (name.length) {
      strBufAppendC(out, "%");
      strBufAppend(out, name);
      p = end;
    } else {
      strBufAppend(out, (StrRef){p, 1});
      ++p;
    }
  }
  strBufFree(&text);
}
