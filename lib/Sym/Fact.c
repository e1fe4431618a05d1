//===- Fact.c - facts: parsing, comparing, substituting -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Sym.h"

#include <stdlib.h>
#include <string.h>

typedef struct FactParser {
  SymTokens *tokens;
  Arena *arena;
  SymFact **facts;
  size_t *numFacts;
} FactParser;

static const char *here(FactParser *parser) {
  return parser->tokens->loc(parser->tokens->state);
}

static bool eat(FactParser *parser, char c) {
  return parser->tokens->punct(parser->tokens->state, c);
}

static bool fail(FactParser *parser, const char *loc, const char *message) {
  parser->tokens->error(parser->tokens->state, loc, message);
  return false;
}

/// The array doubles at powers of two, so that it needs no capacity.
static void pushFact(FactParser *parser, SymFact fact) {
  size_t count = *parser->numFacts;
  if ((count & (count - 1)) == 0) {
    size_t capacity = count == 0 ? 1 : 2 * count;
    SymFact *grown = ARENA_ARRAY(parser->arena, SymFact, capacity);
    if (count != 0)
      memcpy(grown, *parser->facts, count * sizeof(SymFact));
    *parser->facts = grown;
  }
  (*parser->facts)[count] = fact;
  *parser->numFacts = count + 1;
}

static bool parseOperand(FactParser *parser, SymExpr *out) {
  const char *loc = here(parser);
  if (!symExprParse(parser->tokens, parser->arena, out))
    return false;
  return !symExprIsUnknown(*out) ||
         fail(parser, loc, "'?' says nothing in a fact");
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

typedef enum Comparison {
  CMP_NONE,
  CMP_EQ,
  CMP_LE,
  CMP_LT,
  CMP_GE,
  CMP_GT
} Comparison;

/// False after an error.
static bool parseComparison(FactParser *parser, Comparison *out) {
  const char *loc = here(parser);
  *out = CMP_NONE;
  if (eat(parser, '=')) {
    *out = CMP_EQ;
    return eat(parser, '=') || fail(parser, loc, "expected '==', got '='");
  }
  if (eat(parser, '<'))
    *out = eat(parser, '=') ? CMP_LE : CMP_LT;
  else if (eat(parser, '>'))
    *out = eat(parser, '=') ? CMP_GE : CMP_GT;
  return true;
}

/// a < b as a fact: a <= b - 1 for a literal b, which reads better, else
/// a + 1 <= b.
static SymStatus lessThan(Arena *arena, SymExpr a, SymExpr b, SymFact *out) {
  SymExpr one = symExprConst(arena, 1);
  int64_t value;
  *out = (SymFact){.kind = SYM_FACT_LE, .lhs = a, .rhs = b};
  return symExprIsConst(b, &value) ? symExprSub(arena, b, one, &out->rhs)
                                   : symExprAdd(arena, a, one, &out->lhs);
}

static bool addComparison(FactParser *parser, const char *loc,
                          Comparison comparison, SymExpr a, SymExpr b) {
  SymFact fact = {.kind = SYM_FACT_LE, .lhs = a, .rhs = b};
  SymStatus status = SYM_OK;
  switch (comparison) {
  case CMP_EQ:
    fact.kind = SYM_FACT_EQ;
    break;
  case CMP_GE:
    fact.lhs = b;
    fact.rhs = a;
    break;
  case CMP_LT:
    status = lessThan(parser->arena, a, b, &fact);
    break;
  case CMP_GT:
    status = lessThan(parser->arena, b, a, &fact);
    break;
  default:
    break;
  }
  if (status != SYM_OK)
    return fail(parser, loc, symStatusText(status));
  pushFact(parser, fact);
  return true;
}

/// The rest of a chain: (cmp expr)+
static bool parseChain(FactParser *parser, SymExpr lhs) {
  for (bool first = true;; first = false) {
    const char *loc = here(parser);
    Comparison comparison;
    if (!parseComparison(parser, &comparison))
      return false;
    if (comparison == CMP_NONE)
      return !first ||
             fail(parser, loc, "expected '==', '<=', '<', '>=', '>' or 'in'");
    SymExpr rhs;
    if (!parseOperand(parser, &rhs) ||
        !addComparison(parser, loc, comparison, lhs, rhs))
      return false;
    lhs = rhs;
  }
}

//===----------------------------------------------------------------------===//
// Sets and hints
//===----------------------------------------------------------------------===//

static int compareValues(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static bool parseElement(FactParser *parser, int64_t *out) {
  const char *loc = here(parser);
  int found = parser->tokens->integer(parser->tokens->state, out);
  // MLIR's lexer takes `-1` as one number.
  if (found == 0 || (found > 0 && *out < 0))
    return fail(parser, loc, "expected an extent (an integer of at least 0)");
  return found > 0;
}

static bool parseSet(FactParser *parser, SymFact *fact) {
  if (!eat(parser, '{'))
    return fail(parser, here(parser), "expected '{' after 'in'");
  size_t count = 0, capacity = 0;
  int64_t *values = NULL;
  do {
    if (count == capacity) {
      capacity = capacity ? 2 * capacity : 4;
      int64_t *grown = ARENA_ARRAY(parser->arena, int64_t, capacity);
      if (count != 0)
        memcpy(grown, values, count * sizeof(int64_t));
      values = grown;
    }
    if (!parseElement(parser, &values[count++]))
      return false;
  } while (eat(parser, ','));
  if (!eat(parser, '}'))
    return fail(parser, here(parser), "expected ',' or '}'");
  qsort(values, count, sizeof(int64_t), compareValues);
  size_t unique = 1;
  for (size_t i = 1; i < count; ++i)
    if (values[i] != values[unique - 1])
      values[unique++] = values[i];
  fact->kind = SYM_FACT_IN;
  fact->values = values;
  fact->numValues = unique;
  return true;
}

/// What follows `likely lhs`: `== integer`, or nothing else.
static bool parseLikelyValue(FactParser *parser, SymFact *fact) {
  const char *loc = here(parser);
  Comparison comparison;
  if (!parseComparison(parser, &comparison))
    return false;
  if (comparison != CMP_EQ)
    return fail(parser, loc, "expected '==' or 'in' in a 'likely' fact");
  loc = here(parser);
  fact->kind = SYM_FACT_EQ;
  int64_t value;
  if (!parseOperand(parser, &fact->rhs))
    return false;
  return symExprIsConst(fact->rhs, &value) ||
         fail(parser, loc, "expected an integer in a 'likely' fact");
}

bool symFactParse(SymTokens *tokens, Arena *arena, SymFact **facts,
                  size_t *numFacts) {
  FactParser parser = {tokens, arena, facts, numFacts};
  SymFact fact = {0};
  fact.likely = tokens->keyword(tokens->state, "likely");
  if (!parseOperand(&parser, &fact.lhs))
    return false;
  if (tokens->keyword(tokens->state, "in")) {
    if (!parseSet(&parser, &fact))
      return false;
  } else if (fact.likely) {
    if (!parseLikelyValue(&parser, &fact))
      return false;
  } else {
    return parseChain(&parser, fact.lhs);
  }
  pushFact(&parser, fact);
  return true;
}

bool symFactsFromText(StrRef text, Arena *arena, SymFact **facts,
                      size_t *numFacts, StrBuf *message) {
  SymText source = {.text = text};
  SymTokens tokens = symTokensFromText(&source);
  *facts = NULL;
  *numFacts = 0;
  bool good = true;
  if (!symTextAtEnd(&source))
    do
      good = symFactParse(&tokens, arena, facts, numFacts);
    while (good && tokens.punct(tokens.state, ','));
  if (good && !symTextAtEnd(&source)) {
    good = false;
    tokens.error(tokens.state, tokens.loc(tokens.state), "expected ','");
  }
  strBufFree(message);
  *message = source.message;
  return good;
}

//===----------------------------------------------------------------------===//
// Comparing and substituting
//===----------------------------------------------------------------------===//

bool symFactIdentical(SymFact a, SymFact b) {
  if (a.kind != b.kind || a.likely != b.likely ||
      !symExprIdentical(a.lhs, b.lhs))
    return false;
  if (a.kind != SYM_FACT_IN)
    return symExprIdentical(a.rhs, b.rhs);
  return a.numValues == b.numValues &&
         memcmp(a.values, b.values, a.numValues * sizeof(int64_t)) == 0;
}

SymStatus symFactSubstitute(Arena *arena, SymFact fact, const StrRef *names,
                            const SymExpr *values, size_t count, SymFact *out) {
  SymFact result = fact;
  SymStatus status =
      symExprSubstitute(arena, fact.lhs, names, values, count, &result.lhs);
  if (status == SYM_OK && fact.kind == SYM_FACT_IN)
    result.values =
        arenaCopy(arena, fact.values, fact.numValues * sizeof(int64_t));
  else if (status == SYM_OK)
    status =
        symExprSubstitute(arena, fact.rhs, names, values, count, &result.rhs);
  if (status == SYM_OK)
    *out = result;
  return status;
}
