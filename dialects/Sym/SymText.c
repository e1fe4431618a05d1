//===- SymText.c - the text of expressions and facts ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/SymAttributes.h"

#include <assert.h>
#include <string.h>

/// In the generic form an operand's symbol "%3" is spelled `_3`: MLIR's lexer
/// takes no `%` inside an attribute. symIsReserved keeps such names from users.
typedef struct OperandNames {
  SymTokens base;
  char name[24];
} OperandNames;

static bool operandIdentifier(void *state, StrRef *out) {
  OperandNames *names = state;
  if (!names->base.identifier(names->base.state, out))
    return false;
  if (out->length >= 2 && out->length < sizeof(names->name) &&
      out->data[0] == '_' && symIsReserved(*out)) {
    memcpy(names->name, out->data, out->length);
    names->name[0] = '%';
    out->data = names->name;
  }
  return true;
}
static bool operandPunct(void *state, char c) {
  SymTokens *base = &((OperandNames *)state)->base;
  return base->punct(base->state, c);
}
static bool operandKeyword(void *state, const char *word) {
  SymTokens *base = &((OperandNames *)state)->base;
  return base->keyword(base->state, word);
}
static int operandInteger(void *state, int64_t *out) {
  SymTokens *base = &((OperandNames *)state)->base;
  return base->integer(base->state, out);
}
static const char *operandLoc(void *state) {
  SymTokens *base = &((OperandNames *)state)->base;
  return base->loc(base->state);
}
static void operandError(void *state, const char *loc, const char *message) {
  SymTokens *base = &((OperandNames *)state)->base;
  base->error(base->state, loc, message);
}
static SymTokens operandTokens(OperandNames *names) {
  return (SymTokens){names,          operandPunct, operandIdentifier,
                     operandKeyword, operandInteger, operandLoc,
                     operandError};
}

/// Appends `text` with `%` spelled `_`.
static void appendOperandNames(StrBuf *out, const StrBuf *text) {
  size_t begin = out->length;
  strBufAppendC(out, strBufText(text));
  for (size_t i = begin; i < out->length; ++i)
    if (out->data[i] == '%')
      out->data[i] = '_';
}

MlirAttribute symExprAttrParse(BridgeParser parser) {
  MlirAttribute result = {NULL};
  Arena *arena = arenaCreate();
  OperandNames names = {.base = bridgeTokens(parser)};
  SymTokens tokens = operandTokens(&names);
  SymExpr expr;
  if (bridgeExpectPunct(parser, '<') && symExprParse(&tokens, arena, &expr) &&
      bridgeExpectPunct(parser, '>'))
    result = symExprToAttribute(bridgeParserContext(parser), expr);
  arenaDestroy(arena);
  return result;
}

void symPrintAttribute(MlirAttribute expr, StrBuf *out) {
  Arena *arena = arenaCreate();
  symExprPrint(symExprOf(arena, expr), out);
  arenaDestroy(arena);
}

void symExprAttrPrint(MlirAttribute value, StrBuf *out) {
  StrBuf text = {0};
  symPrintAttribute(value, &text);
  strBufAppendC(out, "<");
  appendOperandNames(out, &text);
  strBufAppendC(out, ">");
  strBufFree(&text);
}

/// `{1, 8}` after the comma of `in n, {1, 8}`; values must ascend.
static bool parseValues(BridgeParser parser, SymTokens *tokens, Arena *arena,
                        SymFact *fact) {
  if (!bridgeExpectPunct(parser, '{'))
    return false;
  size_t capacity = 8;
  int64_t *values = ARENA_ARRAY(arena, int64_t, capacity);
  do {
    if (fact->numValues == capacity) {
      int64_t *wider = ARENA_ARRAY(arena, int64_t, capacity * 2);
      memcpy(wider, values, capacity * sizeof(int64_t));
      values = wider;
      capacity *= 2;
    }
    int64_t value;
    int outcome = tokens->integer(tokens->state, &value);
    if (outcome == 0 || (outcome == 1 && value < 0)) {
      bridgeParserError(parser, "expected an extent (an integer of at least 0)");
      return false;
    }
    if (outcome != 1)
      return false;
    if (fact->numValues > 0 && value <= values[fact->numValues - 1]) {
      bridgeParserError(parser, "alternatives must ascend");
      return false;
    }
    values[fact->numValues++] = value;
  } while (tokens->punct(tokens->state, ','));
  fact->values = values;
  return bridgeExpectPunct(parser, '}');
}

static bool parseFactBody(BridgeParser parser, SymTokens *tokens, Arena *arena,
                          SymFact *fact) {
  fact->likely = tokens->keyword(tokens->state, "likely");
  if (tokens->keyword(tokens->state, "le"))
    fact->kind = SYM_FACT_LE;
  else if (tokens->keyword(tokens->state, "eq"))
    fact->kind = SYM_FACT_EQ;
  else if (tokens->keyword(tokens->state, "in"))
    fact->kind = SYM_FACT_IN;
  else {
    bridgeParserError(parser, "expected 'le', 'eq' or 'in'");
    return false;
  }
  if (!symExprParse(tokens, arena, &fact->lhs) ||
      !bridgeExpectPunct(parser, ','))
    return false;
  StrRef name;
  if (fact->kind != SYM_FACT_IN)
    return symExprParse(tokens, arena, &fact->rhs);
  if (!symExprIsSymbol(fact->lhs, &name)) {
    bridgeParserError(parser, "expected a symbol before the alternatives");
    return false;
  }
  return parseValues(parser, tokens, arena, fact);
}

MlirAttribute symFactAttrParse(BridgeParser parser) {
  MlirAttribute result = {NULL};
  Arena *arena = arenaCreate();
  OperandNames names = {.base = bridgeTokens(parser)};
  SymTokens tokens = operandTokens(&names);
  SymFact fact = {0};
  if (bridgeExpectPunct(parser, '<') &&
      parseFactBody(parser, &tokens, arena, &fact) &&
      bridgeExpectPunct(parser, '>'))
    result = symFactToAttribute(bridgeParserContext(parser), fact);
  arenaDestroy(arena);
  return result;
}

static void printFactBody(MlirAttribute value, StrBuf *out) {
  static const char *const words[] = {"eq ", "le ", "in "};
  Arena *arena = arenaCreate();
  SymFact fact = symFactOf(arena, value);
  strBufAppendC(out, fact.likely ? "<likely " : "<");
  strBufAppendC(out, words[fact.kind]);
  symExprPrint(fact.lhs, out);
  strBufAppendC(out, ", ");
  if (fact.kind == SYM_FACT_IN) {
    for (size_t i = 0; i < fact.numValues; ++i)
      strBufAppendFormat(out, "%s%lld", i ? ", " : "{",
                         (long long)fact.values[i]);
    strBufAppendC(out, "}");
  } else {
    symExprPrint(fact.rhs, out);
  }
  strBufAppendC(out, ">");
  arenaDestroy(arena);
}

void symFactAttrPrint(MlirAttribute value, StrBuf *out) {
  StrBuf text = {0};
  printFactBody(value, &text);
  appendOperandNames(out, &text);
  strBufFree(&text);
}

MlirAttribute symParseFacts(BridgeParser parser) {
  MlirAttribute result = {NULL};
  Arena *arena = arenaCreate();
  SymTokens tokens = bridgeTokens(parser);
  SymFact *facts = NULL;
  size_t count = 0;
  bool good = true;
  if (!tokens.punct(tokens.state, ')')) {
    do
      good = symFactParse(&tokens, arena, &facts, &count);
    while (good && tokens.punct(tokens.state, ','));
    good = good && bridgeExpectPunct(parser, ')');
  }
  if (good) {
    MlirContext context = bridgeParserContext(parser);
    MlirAttribute *attributes = ARENA_ARRAY(arena, MlirAttribute, count);
    for (size_t i = 0; i < count; ++i)
      attributes[i] = symFactToAttribute(context, facts[i]);
    result = mlirArrayAttrGet(context, (intptr_t)count, attributes);
  }
  arenaDestroy(arena);
  return result;
}

void symPrintFacts(MlirAttribute facts, StrBuf *out) {
  Arena *arena = arenaCreate();
  size_t count = (size_t)mlirArrayAttrGetNumElements(facts);
  SymFact *views = ARENA_ARRAY(arena, SymFact, count);
  for (size_t i = 0; i < count; ++i)
    views[i] = symFactOf(arena, mlirArrayAttrGetElement(facts, (intptr_t)i));
  symFactsPrint(views, count, out);
  arenaDestroy(arena);
}

bool symParseDims(BridgeParser parser, Arena *arena, MlirAttribute **dims,
                  intptr_t *numDims) {
  SymTokens tokens = bridgeTokens(parser);
  intptr_t capacity = 8;
  *dims = ARENA_ARRAY(arena, MlirAttribute, capacity);
  *numDims = 0;
  if (!bridgeExpectPunct(parser, '['))
    return false;
  if (tokens.punct(tokens.state, ']'))
    return true;
  do {
    SymExpr expr;
    int64_t extent;
    const char *loc = tokens.loc(tokens.state);
    if (!symExprParse(&tokens, arena, &expr))
      return false;
    if (symExprIsConst(expr, &extent) && extent < 0) {
      tokens.error(tokens.state, loc, "an extent cannot be negative");
      return false;
    }
    if (*numDims == capacity) {
      MlirAttribute *wider = ARENA_ARRAY(arena, MlirAttribute, capacity * 2);
      memcpy(wider, *dims, (size_t)capacity * sizeof(MlirAttribute));
      *dims = wider;
      capacity *= 2;
    }
    (*dims)[(*numDims)++] =
        symExprToAttribute(bridgeParserContext(parser), expr);
  } while (tokens.punct(tokens.state, ','));
  return bridgeExpectPunct(parser, ']');
}

void symPrintDims(const MlirAttribute *dims, intptr_t numDims, StrBuf *out) {
  strBufAppendC(out, "[");
  for (intptr_t i = 0; i < numDims; ++i) {
    if (i)
      strBufAppendC(out, ", ");
    symPrintAttribute(dims[i], out);
  }
  strBufAppendC(out, "]");
}
