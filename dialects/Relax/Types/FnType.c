//===- FnType.c - types of functions that are values ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `!relax.fn<[k] (T) -> T>`, `!relax.fn<* rule>`.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Lattice.h"
#include "dialects/Sym/Substitute.h"
#include "lib/Bridge/Core/Blocks.h"

#include <stb/stb_ds.h>

MlirType relaxOpaqueFnType(MlirContext context, StrRef rule) {
  MlirAttribute name = mlirStringAttrGet(context, strRefToMlir(rule));
  return relaxFnTypeGet(context, 0, NULL, mlirNoneTypeGet(context),
                        rule.length ? 1 : 0, &name, true);
}

bool relaxFnIsOpaque(MlirType type) {
  return mlirTypeIsANone(relaxFnTypeGetSignature(type));
}

StrRef relaxFnRule(MlirType type) {
  const MlirAttribute *rule;
  return relaxFnTypeGetRule(type, &rule) ? bridgeText(rule[0])
                                         : (StrRef){NULL, 0};
}

/// The signature with own symbols under names of their number, which no text
/// has; `depth` functions are around.
static MlirType numbered(Arena *arena, MlirType type, int depth) {
  const MlirAttribute *own;
  intptr_t count = relaxFnTypeGetSymbols(type, &own);
  StrRef *names = ARENA_ARRAY(arena, StrRef, count + 1);
  SymExpr *values = ARENA_ARRAY(arena, SymExpr, count + 1);
  for (intptr_t i = 0; i < count; ++i) {
    StrBuf text = {0};
    strBufAppendFormat(&text, "fn.%d.%ld", depth, (long)i);
    names[i] = bridgeText(own[i]);
    values[i] = symExprSymbol(
        arena, arenaCopyString(arena, (StrRef){text.data, text.length}));
    strBufFree(&text);
  }
  SymMap map = {arena, names, values, (size_t)count, SYM_OK};
  return symSubstituteType(&map, relaxFnTypeGetSignature(type));
}

static bool isSame(Arena *arena, MlirType a, MlirType b, int depth) {
  const MlirAttribute *own;
  if (mlirTypeEqual(a, b))
    return true;
  if (!relaxIsFnType(a) || !relaxIsFnType(b) || relaxFnIsOpaque(a) ||
      relaxFnIsOpaque(b) ||
      relaxFnTypeGetEffects(a) != relaxFnTypeGetEffects(b) ||
      relaxFnTypeGetSymbols(a, &own) != relaxFnTypeGetSymbols(b, &own))
    return false;
  MlirType x = numbered(arena, a, depth), y = numbered(arena, b, depth);
  intptr_t inputs = mlirFunctionTypeGetNumInputs(x);
  intptr_t results = mlirFunctionTypeGetNumResults(x);
  bool same = mlirFunctionTypeGetNumInputs(y) == inputs &&
              mlirFunctionTypeGetNumResults(y) == results;
  for (intptr_t i = 0; same && i < inputs; ++i)
    same = isSame(arena, mlirFunctionTypeGetInput(x, i),
                  mlirFunctionTypeGetInput(y, i), depth + 1);
  for (intptr_t i = 0; same && i < results; ++i)
    same = isSame(arena, mlirFunctionTypeGetResult(x, i),
                  mlirFunctionTypeGetResult(y, i), depth + 1);
  return same;
}

bool relaxFnIsSame(MlirType a, MlirType b) {
  if (!relaxIsFnType(a) || !relaxIsFnType(b))
    return false;
  Arena *arena = arenaCreate();
  bool same = isSame(arena, a, b, 0);
  arenaDestroy(arena);
  return same;
}

/// `[k, m]`, or nothing.
static bool parseSymbols(BridgeParser parser, MlirAttribute **names) {
  SymTokens tokens = bridgeTokens(parser);
  void *state = tokens.state;
  if (!tokens.punct(state, '['))
    return true;
  do {
    StrRef name;
    if (!tokens.identifier(state, &name) || symIsReserved(name)) {
      bridgeParserError(parser, "expected the name of a symbol");
      return false;
    }
    arrput(*names,
           mlirStringAttrGet(bridgeParserContext(parser), strRefToMlir(name)));
  } while (tokens.punct(state, ','));
  return bridgeExpectPunct(parser, ']');
}

static MlirType parseOpaque(BridgeParser parser) {
  SymTokens tokens = bridgeTokens(parser);
  StrRef rule = {NULL, 0};
  // A rule is a bare name, as symbols are.
  if (tokens.identifier(tokens.state, &rule) && !relaxDeriveRuleFind(rule)) {
    bridgeParserError(parser, "expected a rule that is known: 'first' (the "
                              "type of the first argument) or 'object'");
    return (MlirType){NULL};
  }
  MlirType type = relaxOpaqueFnType(bridgeParserContext(parser), rule);
  return bridgeExpectPunct(parser, '>') ? type : (MlirType){NULL};
}

/// `, effects`, or nothing.
static bool parseEffects(BridgeParser parser, bool *effects) {
  SymTokens tokens = bridgeTokens(parser);
  StrRef word;
  *effects = tokens.punct(tokens.state, ',');
  if (!*effects ||
      (tokens.identifier(tokens.state, &word) && strRefIs(word, "effects")))
    return true;
  bridgeParserError(parser, "expected 'effects' behind the signature");
  return false;
}

MlirType relaxFnTypeParse(BridgeParser parser) {
  SymTokens tokens = bridgeTokens(parser);
  MlirContext context = bridgeParserContext(parser);
  MlirType signature, result = {NULL};
  MlirAttribute *names = NULL;
  bool effects;
  if (!bridgeExpectPunct(parser, '<'))
    return result;
  if (tokens.punct(tokens.state, '*'))
    return parseOpaque(parser);
  if (parseSymbols(parser, &names) && bridgeParseType(parser, &signature)) {
    if (!mlirTypeIsAFunction(signature))
      bridgeParserError(parser,
                        "expected a function type, as in '(i64) -> i64'");
    else if (parseEffects(parser, &effects) && bridgeExpectPunct(parser, '>'))
      result = relaxFnTypeGet(context, arrlen(names), names, signature, 0, NULL,
                              effects);
  }
  arrfree(names);
  return result;
}

void relaxFnTypePrint(MlirType type, StrBuf *out) {
  const MlirAttribute *names;
  StrRef rule = relaxFnRule(type);
  strBufAppendC(out, "<");
  if (relaxFnIsOpaque(type)) {
    strBufAppendC(out, rule.length ? "* " : "*");
    strBufAppend(out, rule);
  } else {
    intptr_t count = relaxFnTypeGetSymbols(type, &names);
    for (intptr_t i = 0; i < count; ++i) {
      strBufAppendC(out, i ? ", " : "[");
      strBufAppend(out, bridgeText(names[i]));
    }
    strBufAppendC(out, count ? "] " : "");
    bridgePrintType(relaxFnTypeGetSignature(type), out);
    strBufAppendC(out, relaxFnTypeGetEffects(type) ? ", effects" : "");
  }
  strBufAppendC(out, ">");
}

//===----------------------------------------------------------------------===//
// Rules of opaque functions
//===----------------------------------------------------------------------===//

static MlirType deriveFirst(MlirContext context, intptr_t count,
                            const MlirType *arguments) {
  return count ? arguments[0] : relaxObjectTypeGet(context);
}

static MlirType deriveObject(MlirContext context, intptr_t count,
                             const MlirType *arguments) {
  (void)count;
  (void)arguments;
  return relaxObjectTypeGet(context);
}

RelaxDeriveRule *relaxDeriveRuleFind(StrRef name) {
  if (strRefIs(name, "first"))
    return deriveFirst;
  if (strRefIs(name, "object"))
    return deriveObject;
  return NULL;
}
