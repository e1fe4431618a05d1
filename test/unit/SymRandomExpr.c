//===- SymRandomExpr.c - the normal form keeps the value ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Random trees are built through the API beside their values at a few
// assignments. Whatever was folded must still have these values, print to a
// text that parses to the same code, and be its own normal form.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Sym.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { NUM_SYMBOLS = 3 };

typedef struct Random {
  uint64_t state;
} Random;

static uint32_t nextRandom(Random *random, uint32_t limit) {
  random->state =
      random->state * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(random->state >> 33) % limit;
}

static int64_t floorDivide(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && a < 0);
}

/// Builds a random tree; `values` receives what it is worth at every one of
/// `count` assignments, `valid` whether it has a value.
typedef struct Grown {
  SymExpr expr;
  int64_t values[8];
  bool valid[8];
} Grown;

static Grown leaf(Random *random, Arena *arena, int64_t points[][NUM_SYMBOLS]) {
  static const char *const names[] = {"a", "b", "c"};
  uint32_t symbol = nextRandom(random, NUM_SYMBOLS + 2);
  int64_t constant = (int64_t)nextRandom(random, 11) - 3;
  Grown result;
  result.expr = symbol < NUM_SYMBOLS
                    ? symExprSymbol(arena, strRefFromC(names[symbol]))
                    : symExprConst(arena, constant);
  for (int i = 0; i < 8; ++i) {
    result.values[i] = symbol < NUM_SYMBOLS ? points[i][symbol] : constant;
    result.valid[i] = true;
  }
  return result;
}

static bool combine(uint32_t operation, int64_t a, int64_t b, int64_t *out) {
  switch (operation) {
  case 0:
    *out = a + b;
    return true;
  case 1:
    *out = a - b;
    return true;
  case 2:
    *out = a * b;
    return true;
  case 3:
    *out = a < b ? a : b;
    return true;
  case 4:
    *out = a > b ? a : b;
    return true;
  }
  if (b <= 0)
    return false;
  *out = operation == 5   ? floorDivide(a, b)
         : operation == 6 ? -floorDivide(-a, b)
                          : a - b * floorDivide(a, b);
  return true;
}

static bool grow(Random *random, Arena *arena, int64_t points[][NUM_SYMBOLS],
                 unsigned depth, Grown *out) {
  typedef SymStatus Operation(Arena *, SymExpr, SymExpr, SymExpr *);
  static Operation *const operations[] = {
      symExprAdd, symExprSub,      symExprMul,     symExprMin,
      symExprMax, symExprFloorDiv, symExprCeilDiv, symExprMod};
  if (depth == 0 || nextRandom(random, 5) == 0) {
    *out = leaf(random, arena, points);
    return true;
  }
  Grown a, b;
  uint32_t operation = nextRandom(random, 8);
  if (!grow(random, arena, points, depth - 1, &a) ||
      !grow(random, arena, points, depth - 1, &b) ||
      operations[operation](arena, a.expr, b.expr, &out->expr) != SYM_OK)
    return false;
  for (int i = 0; i < 8; ++i)
    out->valid[i] =
        a.valid[i] && b.valid[i] &&
        combine(operation, a.values[i], b.values[i], &out->values[i]);
  return true;
}

static SymExpr parsed(Arena *arena, const StrBuf *text) {
  SymText source = {.text = {text->data, text->length}};
  SymTokens tokens = symTokensFromText(&source);
  SymExpr expr;
  assert_true(symExprParse(&tokens, arena, &expr));
  assert_true(symTextAtEnd(&source));
  return expr;
}

static void checkGrown(Arena *arena, const Grown *grown,
                       int64_t points[][NUM_SYMBOLS]) {
  SymExpr expr = grown->expr, again;
  assert_true(
      symExprCodeIsWellFormed(expr.code, expr.codeSize, expr.numSymbols));
  StrBuf text = {0};
  symExprPrint(expr, &text);
  assert_true(symExprIdentical(expr, parsed(arena, &text)));
  assert_int_equal(symExprRenormalize(arena, expr, &again), SYM_OK);
  assert_true(symExprIdentical(expr, again));
  bool nonNegative = symExprIsNonNegative(expr);
  for (int i = 0; i < 8; ++i) {
    int64_t values[NUM_SYMBOLS], value;
    for (size_t j = 0; j < expr.numSymbols; ++j)
      values[j] = points[i][expr.symbols[j].data[0] - 'a'];
    if (!grown->valid[i])
      continue;
    assert_int_equal(symExprEval(expr, values, &value), SYM_OK);
    if (value != grown->values[i])
      fail_msg("%s: expected %lld, got %lld", strBufText(&text),
               (long long)grown->values[i], (long long)value);
    assert_true(value >= 0 || !nonNegative);
  }
  strBufFree(&text);
}

static void testRandomExpressions(void **state) {
  (void)state;
  Arena *arena = arenaCreate();
  Random random = {2026};
  int checked = 0;
  for (int round = 0; round < 4000; ++round) {
    int64_t points[8][NUM_SYMBOLS];
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < NUM_SYMBOLS; ++j)
        points[i][j] = nextRandom(&random, i < 4 ? 4 : 40);
    Grown grown;
    if (grow(&random, arena, points, 4, &grown)) {
      checkGrown(arena, &grown, points);
      ++checked;
    }
    arenaReset(arena);
  }
  arenaDestroy(arena);
  assert_true(checked > 2000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(testRandomExpressions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
