//===- IndexExpr.c - symbolic expressions as index arithmetic -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Emits the flat code of lib/Sym/Sym.h term by term. Divisors are positive
// (docs/language/dimensions.md), so `mod` is the remainder, moved up once if it
// is negative; where the dividend cannot be negative, division is unsigned.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/IndexExpr.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Sym/Operand.h"

#include <assert.h>
#include <stdlib.h>

//===----------------------------------------------------------------------===//
// Signs
//===----------------------------------------------------------------------===//

/// A constant >= 0, an extent, or the induction variable of a loop that starts
/// at one.
static bool valueIsNonNegative(MlirValue value) {
  if (mlirValueIsABlockArgument(value)) {
    MlirOperation loop =
        mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value));
    return (bridgeIsNamed(loop, "scf.for") ||
            bridgeIsNamed(loop, "scf.parallel")) &&
           mlirBlockArgumentGetArgNumber(value) == 0 &&
           valueIsNonNegative(mlirOperationGetOperand(loop, 0));
  }
  MlirOperation op = mlirOpResultGetOwner(value);
  if (tirIsExtent(op))
    return tirExtentGetNumIndices(op) == 0;
  if (!bridgeIsNamed(op, "arith.constant"))
    return false;
  MlirAttribute constant = bridgeInherent(op, "value");
  return mlirAttributeIsAInteger(constant) &&
         mlirIntegerAttrGetValueInt(constant) >= 0;
}

bool indexExprIsNonNegative(SymExpr expr, const MlirValue *indices) {
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    intptr_t k = symOperandNumber(expr.symbols[i]);
    if (k >= 0 && !valueIsNonNegative(indices[k]))
      return false;
  }
  return symExprIsNonNegative(expr);
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

typedef struct Emitter {
  OpBuilder *builder;
  SymExpr expr;
  const IndexScope *scope;
  const int64_t *next; // in the code
  bool failed;
} Emitter;

static MlirValue emitPoly(Emitter *e);

static MlirValue emitError(Emitter *e, const char *message) {
  if (!e->failed)
    bridgeEmitError(e->builder->location, "%s", message);
  e->failed = true;
  return buildIndex(e->builder, 0);
}

/// Names that sort as the symbols are defined.
static SymExpr inOrderOfDefinition(Arena *arena, SymExpr expr,
                                   const IndexScope *scope) {
  if (expr.numSymbols < 2)
    return expr;
  SymExpr *values = ARENA_ARRAY(arena, SymExpr, scope->numSymbols),
          result = expr;
  for (size_t i = 0; i < scope->numSymbols; ++i)
    values[i] = symExprSymbol(arena, arenaFormat(arena, "s%08zu", i));
  SymStatus status = symExprSubstitute(arena, expr, scope->symbols, values,
                                       scope->numSymbols, &result);
  assert(status == SYM_OK && "renaming keeps the size");
  (void)status;
  return result;
}

/// `name` is a symbol's place in the order or, if there was only one, its own.
static MlirValue emitSymbol(Emitter *e, StrRef name) {
  intptr_t operand = symOperandNumber(name);
  if (operand >= 0)
    return e->scope->indices[operand];
  if (e->expr.numSymbols >= 2)
    name = e->scope->symbols[strtoul(name.data + 1, NULL, 10)];
  return e->scope->symbol(e->scope->state, name);
}

/// `a mod b`, 0 <= result < b.
static MlirValue emitMod(OpBuilder *b, MlirValue lhs, MlirValue rhs) {
  MlirValue rest = buildBinary(b, "arith.remsi", lhs, rhs);
  MlirValue moved = buildBinary(b, "arith.addi", rest, rhs);
  MlirValue negative = buildCompare(b, /*slt=*/2, rest, buildIndex(b, 0));
  return buildSelect(b, negative, moved, rest);
}

static MlirValue emitAtom(Emitter *e) {
  OpBuilder *b = e->builder;
  SymAtomKind kind = (SymAtomKind)*e->next++;
  if (kind == SYM_ATOM_SYMBOL)
    return emitSymbol(e, e->expr.symbols[*e->next++]);
  if (kind == SYM_ATOM_UNKNOWN)
    return emitError(e, "extent '?' has no value in a 'tir.func'");
  assert(kind < SYM_ATOM_LEN && "ragged extents are refused where they stand");
  SymExpr dividend = e->expr;
  dividend.code = e->next;
  MlirValue lhs = emitPoly(e);
  dividend.codeSize = (size_t)(e->next - dividend.code);
  MlirValue rhs = e->failed ? lhs : emitPoly(e);
  if (e->failed)
    return lhs;
  bool natural = indexExprIsNonNegative(dividend, e->scope->indices);
  switch (kind) {
  case SYM_ATOM_FLOORDIV:
    return buildBinary(b, natural ? "arith.divui" : "arith.floordivsi", lhs,
                       rhs);
  case SYM_ATOM_CEILDIV:
    return buildBinary(b, natural ? "arith.ceildivui" : "arith.ceildivsi", lhs,
                       rhs);
  case SYM_ATOM_MIN:
    return buildBinary(b, "arith.minsi", lhs, rhs);
  case SYM_ATOM_MAX:
    return buildBinary(b, "arith.maxsi", lhs, rhs);
  default:
    return natural ? buildBinary(b, "arith.remui", lhs, rhs)
                   : emitMod(b, lhs, rhs);
  }
}

/// The product of a term's factors; null for a constant term.
static MlirValue emitFactors(Emitter *e) {
  MlirValue product = {NULL};
  int64_t count = *e->next++;
  for (int64_t i = 0; i < count && !e->failed; ++i) {
    MlirValue factor = emitAtom(e);
    product = product.ptr
                  ? buildBinary(e->builder, "arith.muli", product, factor)
                  : factor;
  }
  return product;
}

/// Is the term at `code` a symbol of the function as it is?
static bool isSymbol(const Emitter *e, const int64_t *code) {
  enum { COEFFICIENT, FACTORS, KIND, INDEX };
  return code[COEFFICIENT] == 1 && code[FACTORS] == 1 &&
         code[KIND] == SYM_ATOM_SYMBOL &&
         symOperandNumber(e->expr.symbols[code[INDEX]]) < 0;
}

/// How many of the terms at `code`, of which there are `count`, are symbols.
static int64_t symbolsAt(const Emitter *e, const int64_t *code, int64_t count) {
  enum { TERM = 4 };
  int64_t symbols = 0;
  while (symbols < count && isSymbol(e, code + symbols * TERM))
    ++symbols;
  return symbols;
}

/// The sum of so many symbols, which later sums go on from: those in front of
/// the operands of a long concatenation.
static MlirValue emitSymbols(Emitter *e, int64_t count) {
  MlirValue sum = {NULL};
  for (int64_t i = 0; i < count; ++i) {
    ++e->next; // the coefficient
    MlirValue symbol = emitFactors(e);
    sum = sum.ptr ? e->scope->sum(e->scope->state, sum, symbol) : symbol;
  }
  return sum;
}

static MlirValue emitPoly(Emitter *e) {
  enum { MANY = 3 };
  OpBuilder *b = e->builder;
  MlirValue sum = {NULL};
  int64_t count = *e->next++, symbols;
  for (int64_t i = 0; i < count && !e->failed; ++i) {
    if (e->scope->sum && (symbols = symbolsAt(e, e->next, count - i)) >= MANY) {
      MlirValue all = emitSymbols(e, symbols);
      sum = sum.ptr ? buildBinary(b, "arith.addi", sum, all) : all;
      i += symbols - 1;
      continue;
    }
    int64_t coefficient = *e->next++;
    MlirValue term = emitFactors(e);
    if (sum.ptr && term.ptr && coefficient == -1) {
      sum = buildBinary(b, "arith.subi", sum, term);
      continue;
    }
    if (!term.ptr)
      term = buildIndex(b, coefficient);
    else if (coefficient != 1)
      term = buildBinary(b, "arith.muli", term, buildIndex(b, coefficient));
    sum = sum.ptr ? buildBinary(b, "arith.addi", sum, term) : term;
  }
  return sum.ptr ? sum : buildIndex(b, 0);
}

MlirValue buildIndexExpr(OpBuilder *b, Arena *arena, MlirAttribute expr,
                         const IndexScope *scope) {
  SymExpr view = inOrderOfDefinition(arena, symExprOf(arena, expr), scope);
  Emitter e = {b, view, scope, view.code, false};
  MlirValue value = emitPoly(&e);
  return e.failed ? (MlirValue){NULL} : value;
}
