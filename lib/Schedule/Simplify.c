//===- Simplify.c - quotients and remainders of iterators -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The normal form knows no facts: `(32 * %jo + %ji) floordiv 32` stays until
// the bounds of `%ji` say that it is `%jo`, and `mod 32` that it is `%ji`. Of a
// sum, what the divisor divides is taken out; if the rest is a remainder, from
// 0 to less than the divisor, both are known.
//
//===----------------------------------------------------------------------===//

#include "lib/Schedule/Scheduler.h"
#include "lib/Sym/Parts.h"

#include <stb/stb_ds.h>

typedef struct Simplifier {
  Scheduler *s;
  MlirOperation op;
  const SymExpr *whole; // has the symbols of all codes
  bool good;
  /// Told of quotients and remainders, which stay then.
  ScheduleQuotientVisitor *visit;
  void *userData;
} Simplifier;

static SymExpr simplifyPoly(Simplifier *f, const int64_t **at);

static SymExpr combine(Simplifier *f, ScheduleOperator op, SymExpr a,
                       SymExpr b) {
  SymExpr result = a;
  f->good &= op(f->s->arena, a, b, &result) == SYM_OK;
  return result;
}

static SymExpr constant(Simplifier *f, int64_t value) {
  return symExprConst(f->s->arena, value);
}

/// What one more of symbol `k` adds; false if that depends on how many there
/// are.
static bool stepOf(Simplifier *f, SymExpr expr, size_t k, SymExpr *step) {
  SymExpr symbol = symExprSymbol(f->s->arena, expr.symbols[k]), moved;
  SymExpr next = combine(f, symExprAdd, symbol, constant(f, 1));
  if (symExprSubstitute(f->s->arena, expr, &expr.symbols[k], &next, 1,
                        &moved) != SYM_OK ||
      symExprSub(f->s->arena, moved, expr, step) != SYM_OK)
    return false;
  for (size_t i = 0; i < step->numSymbols; ++i)
    if (strRefEqual(step->symbols[i], expr.symbols[k]))
      return false;
  return true;
}

/// `expr` is `divisor * quotient + rest`, and the rest is a remainder.
static bool divide(Simplifier *f, SymExpr expr, SymExpr divisor,
                   SymExpr *quotient, SymExpr *rest) {
  SymExpr sure;
  *rest = expr;
  *quotient = constant(f, 0);
  // Symbols with a coefficient that the divisor divides.
  for (size_t k = 0; k < expr.numSymbols; ++k) {
    SymExpr symbol = symExprSymbol(f->s->arena, expr.symbols[k]), step, times;
    if (!stepOf(f, expr, k, &step) ||
        !symExprQuotient(f->s->arena, step, divisor, &times))
      continue;
    SymExpr part = combine(f, symExprMul, symbol, times);
    *quotient = combine(f, symExprAdd, *quotient, part);
    *rest =
        combine(f, symExprSub, *rest, combine(f, symExprMul, part, divisor));
  }
  Facts facts = scheduleFactsAt(f->s, f->op);
  sure = combine(f, symExprAdd, *rest, constant(f, 1));
  return f->good && factsAtMost(&facts, constant(f, 0), *rest) &&
         factsAtMost(&facts, sure, divisor);
}

/// `(8 * a + b) floordiv 32` is `a floordiv 4` where b is less than 8: the
/// first of such steps that a coefficient proposes. `mod` likewise.
static bool divideInSteps(Simplifier *f, SymExpr expr, SymExpr divisor,
                          bool remainder, SymExpr *result) {
  for (size_t k = 0; k < expr.numSymbols; ++k) {
    SymExpr size, steps, quotient, rest;
    if (!stepOf(f, expr, k, &size) || symExprIs(size, 1) ||
        symExprEqual(size, divisor) ||
        !symExprQuotient(f->s->arena, divisor, size, &steps) ||
        !divide(f, expr, size, &quotient, &rest))
      continue;
    *result =
        combine(f, remainder ? symExprMod : symExprFloorDiv, quotient, steps);
    if (remainder)
      *result =
          combine(f, symExprAdd, rest, combine(f, symExprMul, *result, size));
    return f->good;
  }
  return false;
}

/// One factor of a term.
static SymExpr simplifyAtom(Simplifier *f, const int64_t **at) {
  int64_t kind = *(*at)++;
  if (kind == SYM_ATOM_SYMBOL)
    return symExprSymbol(f->s->arena, f->whole->symbols[*(*at)++]);
  SymExpr a = simplifyPoly(f, at), b = simplifyPoly(f, at);
  SymExpr quotient, rest, result = a;
  bool divides = kind == SYM_ATOM_FLOORDIV || kind == SYM_ATOM_MOD;
  if (divides && f->visit)
    f->visit(a, b, f->userData);
  else if (divides && divide(f, a, b, &quotient, &rest))
    return kind == SYM_ATOM_MOD ? rest : quotient;
  else if (divides && divideInSteps(f, a, b, kind == SYM_ATOM_MOD, &result))
    return result;
  f->good &=
      symExprBinary(f->s->arena, (SymAtomKind)kind, a, b, &result) == SYM_OK;
  return result;
}

static SymExpr simplifyPoly(Simplifier *f, const int64_t **at) {
  SymExpr sum = constant(f, 0);
  for (int64_t terms = *(*at)++; terms > 0; --terms) {
    SymExpr product = constant(f, *(*at)++);
    for (int64_t factors = *(*at)++; factors > 0; --factors)
      product = combine(f, symExprMul, product, simplifyAtom(f, at));
    sum = combine(f, symExprAdd, sum, product);
  }
  return sum;
}

/// Ragged atoms and `?` do not occur in programs.
SymExpr scheduleSimplify(Scheduler *s, MlirOperation op, SymExpr expr) {
  Simplifier f = {s, op, &expr, true, NULL, NULL};
  const int64_t *at = expr.code;
  SymExpr result = simplifyPoly(&f, &at);
  return f.good ? result : expr;
}

void scheduleVisitQuotients(Scheduler *s, SymExpr expr,
                            ScheduleQuotientVisitor *visit, void *userData) {
  Simplifier f = {s, s->func, &expr, true, visit, userData};
  const int64_t *at = expr.code;
  simplifyPoly(&f, &at);
}

void scheduleSimplifyAccesses(Scheduler *s, MlirOperation root) {
  ScheduleOps ops = scheduleCollect(root);
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i) {
    if (!tirIsLoad(ops[i]) && !tirIsStore(ops[i]) && !tirIsReduce(ops[i]) &&
        !tirIsExtent(ops[i]))
      continue;
    intptr_t count;
    bool changed = false;
    SymExpr *exprs = scheduleExprs(s, ops[i], &count);
    for (intptr_t k = 0; k < count; ++k) {
      SymExpr simple = scheduleSimplify(s, ops[i], exprs[k]);
      changed |= !symExprEqual(simple, exprs[k]);
      exprs[k] = simple;
    }
    if (changed)
      scheduleSetExprs(s, ops[i], exprs, count);
  }
  arrfree(ops);
}
