//===- Trace.c - the steps of a proof, while they are made ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/System.h"

#include <string.h>

static void push(Trace *trace, SymStep step) {
  if (trace->count == trace->capacity) {
    size_t capacity = trace->capacity ? 2 * trace->capacity : 16;
    SymStep *steps = ARENA_ARRAY(trace->arena, SymStep, capacity);
    if (trace->count != 0)
      memcpy(steps, trace->steps, trace->count * sizeof(SymStep));
    trace->steps = steps;
    trace->capacity = capacity;
  }
  step.depth = trace->depth;
  trace->steps[trace->count++] = step;
}

/// The names, too: they belong to a base that goes before the trace.
static void keepNames(Trace *trace, SymExpr *expr) {
  StrRef *names = ARENA_ARRAY(trace->arena, StrRef, expr->numSymbols);
  for (size_t i = 0; i < expr->numSymbols; ++i)
    names[i] = arenaCopyString(trace->arena, expr->symbols[i]);
  expr->symbols = names;
}

/// lhs kind rhs in the trace's arena; false if it does not fit a code.
static bool makeStatement(Trace *trace, SymFactKind kind, const Poly *lhs,
                          const Poly *rhs, SymFact *out) {
  SymBuilder builder = symBuilder(trace->arena);
  out->kind = kind;
  if (symEncode(&builder, lhs, &out->lhs) != SYM_OK ||
      symEncode(&builder, rhs, &out->rhs) != SYM_OK)
    return false;
  keepNames(trace, &out->lhs);
  keepNames(trace, &out->rhs);
  return true;
}

/// Moves what is negative to the other side, which reads better.
static void sidesOf(SymBuilder *builder, const Poly *poly,
                    const Poly **negative, const Poly **positive) {
  Term *left = ARENA_ARRAY(builder->arena, Term, poly->numTerms);
  Term *right = ARENA_ARRAY(builder->arena, Term, poly->numTerms);
  size_t numLeft = 0, numRight = 0;
  for (size_t i = 0; i < poly->numTerms; ++i) {
    Term term = poly->terms[i];
    if (term.coefficient < 0 && term.coefficient != INT64_MIN) {
      term.coefficient = -term.coefficient;
      left[numLeft++] = term;
    } else {
      right[numRight++] = term;
    }
  }
  *negative = symPolyFromTerms(builder, left, numLeft);
  *positive = symPolyFromTerms(builder, right, numRight);
}

void traceRule(Prover *prover, const char *rule, SymFactKind kind,
               const Poly *poly) {
  Trace *trace = prover->trace;
  if (!trace)
    return;
  SymStep step = {.rule = rule, .fact = SYM_NO_FACT};
  if (poly) {
    SymBuilder builder = symBuilder(trace->arena);
    const Poly *negative, *positive;
    sidesOf(&builder, poly, &negative, &positive);
    SymFact *statement = ARENA_NEW(trace->arena, SymFact);
    if (makeStatement(trace, kind, negative, positive, statement)) {
      step.statements = statement;
      step.numStatements = 1;
    }
  }
  push(trace, step);
}

void traceReplacement(Prover *prover, const char *rule, const Atom *atom,
                      const Poly *value) {
  Trace *trace = prover->trace;
  if (!trace)
    return;
  SymBuilder builder = symBuilder(trace->arena);
  SymStep step = {.rule = rule, .fact = SYM_NO_FACT};
  SymFact *statement = ARENA_NEW(trace->arena, SymFact);
  if (makeStatement(trace, SYM_FACT_EQ, symPolyOfAtom(&builder, atom), value,
                    statement)) {
    step.statements = statement;
    step.numStatements = 1;
  }
  push(trace, step);
}

void traceNest(Prover *prover, int by) {
  if (prover->trace)
    prover->trace->depth += (unsigned)by;
}

size_t traceMark(const Prover *prover) {
  return prover->trace ? prover->trace->count : 0;
}

void traceCut(Prover *prover, size_t mark) {
  if (prover->trace)
    prover->trace->count = mark;
}
