//===- SymTest.h - what the tests of lib/Sym share ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Facts from text, and the truth of a fact at an assignment by evaluation
// alone, independent of the prover. Include it before cmocka.h's users.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TEST_SYMTEST_H
#define RELAX_TEST_SYMTEST_H

#include "lib/Sym/Prover.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct FactList {
  SymFact *facts;
  size_t count;
} FactList;

/// Parses `text`, a list separated by commas that may be empty. Errors are
/// printed unless `quiet`.
static inline bool parseFactList(Arena *arena, StrRef text, bool quiet,
                                 FactList *out) {
  StrBuf message = {0};
  bool good = symFactsFromText(text, arena, &out->facts, &out->count, &message);
  if (!good && !quiet)
    print_error("'%.*s': %s\n", (int)text.length, text.data,
                strBufText(&message));
  strBufFree(&message);
  return good;
}

static inline bool parseExpr(Arena *arena, StrRef text, SymExpr *out) {
  SymText source = {.text = text};
  SymTokens tokens = symTokensFromText(&source);
  bool good = symExprParse(&tokens, arena, out) && symTextAtEnd(&source);
  if (!good)
    print_error("'%.*s': %s\n", (int)text.length, text.data,
                strBufText(&source.message));
  strBufFree(&source.message);
  return good;
}

typedef enum Truth { FALSE, TRUE, UNDEFINED } Truth;

/// Extents of symbols by name.
typedef struct Assignment {
  const StrRef *names;
  const int64_t *values;
  size_t count;
} Assignment;

static inline bool valueAt(SymExpr expr, Assignment at, int64_t *out) {
  int64_t ordered[64];
  assert_true(expr.numSymbols <= 64);
  for (size_t i = 0; i < expr.numSymbols; ++i) {
    size_t j = 0;
    while (j < at.count && !strRefEqual(at.names[j], expr.symbols[i]))
      ++j;
    assert_true(j < at.count);
    ordered[i] = at.values[j];
  }
  return symExprEval(expr, ordered, out) == SYM_OK;
}

static inline Truth truthAt(SymFact fact, Assignment at) {
  int64_t a, b;
  if (!valueAt(fact.lhs, at, &a))
    return UNDEFINED;
  if (fact.kind == SYM_FACT_IN) {
    for (size_t i = 0; i < fact.numValues; ++i)
      if (fact.values[i] == a)
        return TRUE;
    return FALSE;
  }
  if (!valueAt(fact.rhs, at, &b))
    return UNDEFINED;
  return fact.kind == SYM_FACT_EQ ? a == b : a <= b;
}

static inline bool allTrueAt(FactList facts, Assignment at) {
  for (size_t i = 0; i < facts.count; ++i)
    if (!facts.facts[i].likely && truthAt(facts.facts[i], at) != TRUE)
      return false;
  return true;
}

/// A witness is made of extents, satisfies all facts and refutes the question.
static inline void checkWitness(FactList facts, SymQuestion question,
                                const SymProof *proof) {
  Assignment at = {proof->witnessSymbols, proof->witness, proof->numWitness};
  for (size_t i = 0; i < proof->numWitness; ++i)
    assert_true(proof->witness[i] >= 0);
  assert_true(allTrueAt(facts, at));
  assert_int_equal(truthAt(question.fact, at), question.negated ? TRUE : FALSE);
}

#endif // RELAX_TEST_SYMTEST_H
