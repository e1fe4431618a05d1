//===- Arithmetic.c - operations that count as arithmetic -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Analysis/Arithmetic.h"
#include "dialects/Sym/SymAttributes.h"
#include "dialects/TIR/Access.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Schedule.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// An operation
//===----------------------------------------------------------------------===//

static const char *const products[] = {"arith.mulf", "arith.muli", NULL};
static const char *const sums[] = {"arith.addf", "arith.subf", "arith.addi",
                                   "arith.subi", NULL};
static const char *const others[] = {"arith.divf",
                                     "arith.remf",
                                     "arith.divsi",
                                     "arith.divui",
                                     "arith.remsi",
                                     "arith.remui",
                                     "arith.ceildivsi",
                                     "arith.floordivsi",
                                     "vector.fma",
                                     "vector.reduction",
                                     NULL};
/// Of the dialect math, what a machine does beside its multiply-adds.
static const char *const cheap[] = {
    "math.absf",  "math.absi",      "math.floor",    "math.ceil",  "math.trunc",
    "math.round", "math.roundeven", "math.copysign", "math.isnan", NULL};

bool isNamedOneOf(MlirOperation op, const char *const *names) {
  StrRef name = bridgeOpName(op);
  for (; *names; ++names)
    if (strRefEqual(name, strRefFromC(*names)))
      return true;
  return false;
}

static bool isProduct(MlirValue value) {
  MlirOperation from = bridgeDefiner(value);
  return from.ptr && isNamedOneOf(from, products);
}

bool isMultiplyAdd(MlirOperation op) {
  if (mlirOperationGetNumResults(op) != 1)
    return false;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  if (mlirTypeIsAVector(type))
    type = mlirShapedTypeGetElementType(type);
  if (mlirTypeIsAIndex(type))
    return false;
  if (isNamedOneOf(op, sums))
    return !isProduct(mlirOperationGetOperand(op, 0)) &&
           !isProduct(mlirOperationGetOperand(op, 1));
  return isNamedOneOf(op, products) || isNamedOneOf(op, others) ||
         (strRefStartsWith(bridgeOpName(op), "math.") &&
          !isNamedOneOf(op, cheap));
}

/// Multiply-adds that take as long, where that is more than a few: one thread
/// of an EPYC Zen 4, f32, vectors of AVX-512 (43 multiply-adds a nanosecond).
static const struct {
  const char *name;
  int64_t multiplyAdds;
} functions[] = {{"math.exp", 10},  {"math.tanh", 10}, {"math.sqrt", 8},
                 {"math.rsqrt", 8}, {"arith.divf", 5}, {"math.erf", 18},
                 {"math.sin", 80},  {"math.cos", 80},  {"math.log", 120},
                 {"math.powf", 180}};

static int64_t multiplyAddsOf(MlirOperation op) {
  StrRef name = bridgeOpName(op);
  for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i)
    if (strRefEqual(name, strRefFromC(functions[i].name)))
      return functions[i].multiplyAdds;
  return isMultiplyAdd(op);
}

//===----------------------------------------------------------------------===//
// A program
//===----------------------------------------------------------------------===//

typedef struct Count {
  Arena *arena;
  const StrRef *symbols;
  const int64_t *values;
  size_t numSymbols;
  struct IndexOf {
    void *key; // an index value
    int64_t value;
  } *indices; // stb_ds map; what is not in it is not known
} Count;

/// An expression of an operation, over symbols and over its operands.
static bool evaluate(const Count *c, MlirOperation op, MlirAttribute attribute,
                     int64_t *out) {
  SymExpr expr = symExprOf(c->arena, attribute);
  int64_t *values = ARENA_ARRAY(c->arena, int64_t, expr.numSymbols);
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    intptr_t operand = tirIteratorOf(expr.symbols[i]);
    size_t k = 0;
    if (operand >= 0) {
      ptrdiff_t at =
          mapFind(c->indices, (void *)mlirOperationGetOperand(op, operand).ptr);
      if (at < 0)
        return false;
      values[i] = c->indices[at].value;
      continue;
    }
    while (k < c->numSymbols && !strRefEqual(c->symbols[k], expr.symbols[i]))
      ++k;
    if (k == c->numSymbols)
      return false;
    values[i] = c->values[k];
  }
  return !symExprIsUnknown(expr) && !symExprHasTables(expr) &&
         symExprEval(expr, values, out) == SYM_OK;
}

static MlirBlock bodyOf(MlirOperation op) { return bridgeBody(op); }

static void bindIndex(Count *c, MlirValue value, int64_t index) {
  struct IndexOf entry = {(void *)value.ptr, index};
  hmputs(c->indices, entry);
}

/// The rounds of a loop, or the points of a domain.
static bool countRounds(Count *c, MlirOperation op, MlirAttribute lower,
                        MlirAttribute upper, int64_t *rounds) {
  MlirBlock body = bodyOf(op);
  *rounds = 1;
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(body); i < e; ++i) {
    int64_t from, to, extent;
    if (!evaluate(c, op, mlirArrayAttrGetElement(lower, i), &from) ||
        !evaluate(c, op, mlirArrayAttrGetElement(upper, i), &to) ||
        __builtin_sub_overflow(to, from, &extent))
      return false;
    extent = extent > 0 ? extent : 0;
    bindIndex(c, mlirBlockGetArgument(body, i), from + extent / 2);
    if (__builtin_mul_overflow(*rounds, extent, rounds))
      return false;
  }
  return true;
}

/// Values that are combined, without those that are products.
static int64_t countReduce(MlirOperation op) {
  int64_t count = 0;
  for (intptr_t i = 0, e = tirReduceGetNumValues(op); i < e; ++i)
    count += !isProduct(tirReduceGetValues(op, i));
  return count;
}

static bool countBlock(Count *c, MlirBlock block, int64_t *out) {
  *out = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    bool loop = tirIsFor(op), domain = tirIsCompute(op);
    int64_t each = multiplyAddsOf(op), rounds = 1, index;
    if (tirIsReduce(op))
      each = countReduce(op);
    else if (tirIsExtent(op) && evaluate(c, op, tirExtentGetExpr(op), &index))
      bindIndex(c, mlirOperationGetResult(op, 0), index);
    if ((loop && !countRounds(c, op, tirForGetLower(op), tirForGetUpper(op),
                              &rounds)) ||
        (domain && !countRounds(c, op, tirComputeGetLower(op),
                                tirComputeGetUpper(op), &rounds)) ||
        ((loop || domain || tirIsSpecialize(op)) &&
         !countBlock(c, bodyOf(op), &each)) ||
        __builtin_mul_overflow(rounds, each, &each) ||
        __builtin_add_overflow(*out, each, out))
      return false;
  }
  return true;
}

bool multiplyAddsOfProgram(Arena *arena, MlirOperation program,
                           const StrRef *symbols, const int64_t *values,
                           size_t count, int64_t *out) {
  Count c = {arena, symbols, values, count, NULL};
  bool known = countBlock(&c, bodyOf(program), out);
  hmfree(c.indices);
  return known;
}
