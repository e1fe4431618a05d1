//===- Parse.c - expressions from tokens ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The grammar of docs/language/dimensions.md. `-` is always tried before an
// integer, because MLIR's lexer would read `-1` in `n -1` as one number.
//
//===----------------------------------------------------------------------===//

#include "lib/Sym/Poly.h"

#include <string.h>

/// Every level of the normal form prints at most two levels of parentheses.
enum { MAX_NESTING = 2 * SYM_MAX_DEPTH + 2 };

typedef struct Parser {
  SymTokens *tokens;
  SymBuilder builder;
  unsigned nesting;
} Parser;

static const Poly *parseSum(Parser *parser);

static const char *here(Parser *parser) {
  return parser->tokens->loc(parser->tokens->state);
}

static bool eat(Parser *parser, char c) {
  return parser->tokens->punct(parser->tokens->state, c);
}

static bool eatKeyword(Parser *parser, const char *word) {
  return parser->tokens->keyword(parser->tokens->state, word);
}

static const Poly *errorAt(Parser *parser, const char *loc,
                           const char *message) {
  parser->tokens->error(parser->tokens->state, loc, message);
  return NULL;
}

/// Reports a message with one name in it.
static const Poly *nameError(Parser *parser, const char *loc,
                             const char *before, StrRef name,
                             const char *after) {
  StrBuf message = {0};
  strBufAppendC(&message, before);
  strBufAppend(&message, name);
  strBufAppendC(&message, after);
  errorAt(parser, loc, strBufText(&message));
  strBufFree(&message);
  return NULL;
}

/// Passes a result on; reports the builder's failure, if any, at `loc`.
static const Poly *checked(Parser *parser, const char *loc,
                           const Poly *result) {
  if (!result && parser->builder.status != SYM_OK)
    errorAt(parser, loc, symStatusText(parser->builder.status));
  return result;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static const char *const reservedWords[] = {
    "min", "max", "mod",    "floordiv", "ceildiv",
    "sum", "in",  "likely", "true",     "false"};

static bool hasForeignCharacter(StrRef name) {
  return memchr(name.data, '.', name.length) ||
         memchr(name.data, '$', name.length);
}

/// `_0`, `_1`, ...: the generic form of expressions over SSA operands.
static bool isOperandName(StrRef name) {
  if (name.length < 2 || name.data[0] != '_')
    return false;
  for (size_t i = 1; i < name.length; ++i)
    if (name.data[i] < '0' || name.data[i] > '9')
      return false;
  return true;
}

bool symIsReserved(StrRef name) {
  size_t count = sizeof(reservedWords) / sizeof(reservedWords[0]);
  for (size_t i = 0; i < count; ++i)
    if (strRefEqual(name, strRefFromC(reservedWords[i])))
      return true;
  return isOperandName(name) || (name.length != 0 && hasForeignCharacter(name));
}

static const Poly *parseMinMax(Parser *parser, SymAtomKind kind,
                               const char *loc) {
  if (!eat(parser, '('))
    return errorAt(parser, here(parser), "expected '(' after 'min' or 'max'");
  const Poly *lhs = parseSum(parser);
  if (!lhs)
    return NULL;
  if (!eat(parser, ','))
    return errorAt(parser, here(parser),
                   "expected ',' between the operands of 'min' or 'max'");
  const Poly *rhs = parseSum(parser);
  if (!rhs)
    return NULL;
  if (!eat(parser, ')'))
    return errorAt(parser, here(parser), "expected ')'");
  return checked(parser, loc, symPolyMinMax(&parser->builder, kind, lhs, rhs));
}

/// `len[i]` or `wid[i, j]` behind the name.
static const Poly *parseRead(Parser *parser, const Poly *table,
                             const char *loc) {
  do {
    const Poly *index = parseSum(parser);
    if (!index)
      return NULL;
    table = symPolyRead(&parser->builder, table, index);
    if (!table && parser->builder.status == SYM_BAD_TABLE)
      return errorAt(parser, loc, "a table has one or two indices");
    if (!checked(parser, loc, table))
      return NULL;
  } while (eat(parser, ','));
  if (!eat(parser, ']'))
    return errorAt(parser, here(parser), "expected ']' behind the indices");
  return table;
}

/// `sum(e)` over the tables in `e`, or `sum(i : b, e)`.
static const Poly *parseTableSum(Parser *parser, const char *loc) {
  if (!eat(parser, '('))
    return errorAt(parser, here(parser), "expected '(' after 'sum'");
  const Poly *body = parseSum(parser), *result;
  const Atom *index = body ? symPolyAsAtom(body) : NULL;
  if (index && index->kind == SYM_ATOM_SYMBOL && eat(parser, ':')) {
    const Poly *domain = parseSum(parser);
    if (domain && !eat(parser, ','))
      return errorAt(parser, here(parser), "expected ',' behind the domain");
    body = domain ? parseSum(parser) : NULL;
    result = symPolyIndexedSum(&parser->builder, index->name,
                               (StrRef){NULL, 0}, domain, body);
  } else {
    result = symPolyTableSum(&parser->builder, body);
  }
  if (!body)
    return NULL; // already reported
  if (!result && parser->builder.status == SYM_BAD_TABLE)
    return errorAt(parser, loc,
                   "expected a sum of products of tables: the index of a sum "
                   "stands in brackets only, and what depends on it stands "
                   "apart from what does not");
  if (!checked(parser, loc, result))
    return NULL;
  if (!eat(parser, ')'))
    return errorAt(parser, here(parser), "expected ')'");
  return result;
}

static const Poly *parseName(Parser *parser, StrRef name, const char *loc) {
  if (strRefEqual(name, strRefFromC("min")))
    return parseMinMax(parser, SYM_ATOM_MIN, loc);
  if (strRefEqual(name, strRefFromC("max")))
    return parseMinMax(parser, SYM_ATOM_MAX, loc);
  if (strRefEqual(name, strRefFromC("sum")))
    return parseTableSum(parser, loc);
  if (hasForeignCharacter(name))
    return nameError(parser, loc, "symbol '", name,
                     "' must not contain '.' or '$'");
  if (symIsReserved(name))
    return nameError(parser, loc, "expected a symbol, got the reserved word '",
                     name, "'");
  StrRef copy = arenaCopyString(parser->builder.arena, name);
  const Poly *symbol = symPolySymbol(&parser->builder, copy);
  return eat(parser, '[') ? parseRead(parser, symbol, loc)
                          : checked(parser, loc, symbol);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

static const Poly *parsePrimary(Parser *parser) {
  const char *loc = here(parser);
  if (eat(parser, '(')) {
    const Poly *inner = parseSum(parser);
    if (inner && !eat(parser, ')'))
      return errorAt(parser, here(parser), "expected ')'");
    return inner;
  }
  if (eat(parser, '?'))
    return symPolyUnknown(&parser->builder);
  int64_t value;
  int found = parser->tokens->integer(parser->tokens->state, &value);
  if (found < 0)
    return NULL; // already reported
  if (found > 0)
    return checked(parser, loc, symPolyConst(&parser->builder, value));
  StrRef name;
  if (parser->tokens->identifier(parser->tokens->state, &name))
    return parseName(parser, name, loc);
  return errorAt(parser, loc, "expected a symbol, an integer or '('");
}

static const Poly *parseUnary(Parser *parser) {
  const char *loc = here(parser);
  bool negative = false;
  while (eat(parser, '-'))
    negative = !negative;
  const Poly *operand = parsePrimary(parser);
  if (!operand || !negative)
    return operand;
  return checked(parser, loc, symPolyScale(&parser->builder, operand, -1));
}

static const Poly *parseDivision(Parser *parser, SymAtomKind kind,
                                 const Poly *lhs) {
  const char *loc = here(parser);
  const Poly *rhs = parseUnary(parser);
  if (!rhs)
    return NULL;
  const Poly *result = symPolyBinary(&parser->builder, kind, lhs, rhs);
  if (parser->builder.status != SYM_BAD_DIVISOR)
    return checked(parser, loc, result);
  StrBuf message = {0};
  strBufAppendFormat(&message, "expected a divisor of at least 1, got %lld",
                     (long long)symPolyConstTerm(rhs));
  errorAt(parser, loc, strBufText(&message));
  strBufFree(&message);
  return NULL;
}

static const Poly *parseProduct(Parser *parser) {
  const Poly *result = parseUnary(parser);
  while (result) {
    const char *loc = here(parser);
    if (eat(parser, '*')) {
      const Poly *rhs = parseUnary(parser);
      if (!rhs)
        return NULL;
      result = checked(parser, loc, symPolyMul(&parser->builder, result, rhs));
    } else if (eatKeyword(parser, "floordiv")) {
      result = parseDivision(parser, SYM_ATOM_FLOORDIV, result);
    } else if (eatKeyword(parser, "ceildiv")) {
      result = parseDivision(parser, SYM_ATOM_CEILDIV, result);
    } else if (eatKeyword(parser, "mod")) {
      result = parseDivision(parser, SYM_ATOM_MOD, result);
    } else {
      return result;
    }
  }
  return NULL;
}

/// Collects all terms of a sum, to sort them once.
static const Poly *parseTerms(Parser *parser) {
  const char *loc = here(parser);
  size_t count = 0, capacity = 0;
  const Poly **terms = NULL;
  for (bool negative = false;;) {
    const Poly *term = parseProduct(parser);
    if (term && negative)
      term = checked(parser, loc, symPolyScale(&parser->builder, term, -1));
    if (!term)
      return NULL;
    if (count == capacity) {
      capacity = capacity ? 2 * capacity : 4;
      const Poly **grown =
          ARENA_ARRAY(parser->builder.arena, const Poly *, capacity);
      if (count != 0)
        memcpy(grown, terms, count * sizeof(const Poly *));
      terms = grown;
    }
    terms[count++] = term;
    negative = eat(parser, '-');
    if (!negative && !eat(parser, '+'))
      break;
  }
  if (count == 1)
    return terms[0];
  return checked(parser, loc, symPolySum(&parser->builder, terms, count));
}

static const Poly *parseSum(Parser *parser) {
  if (parser->nesting == MAX_NESTING)
    return errorAt(parser, here(parser), symStatusText(SYM_TOO_LARGE));
  ++parser->nesting;
  const Poly *result = parseTerms(parser);
  --parser->nesting;
  return result;
}

bool symExprParse(SymTokens *tokens, Arena *arena, SymExpr *out) {
  Parser parser = {tokens, symBuilder(arena), 0};
  const Poly *result = parseSum(&parser);
  return result && symEncode(&parser.builder, result, out) == SYM_OK;
}
