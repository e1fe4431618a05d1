//===- DataType.c - data types as types -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Data.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Relax/TypeArguments.h"
#include "dialects/Sym/Interfaces.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"

#include <assert.h>
#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// !relax.adt<@Tree<T>>, !relax.var<a>
//===----------------------------------------------------------------------===//

/// `<T, U>` or nothing.
static bool parseArguments(BridgeParser parser, MlirType **types) {
  SymTokens tokens = bridgeTokens(parser);
  if (!tokens.punct(tokens.state, '<'))
    return true;
  do {
    MlirType type;
    if (!bridgeParseType(parser, &type))
      return false;
    arrput(*types, type);
  } while (tokens.punct(tokens.state, ','));
  return bridgeExpectPunct(parser, '>');
}

MlirType relaxAdtTypeParse(BridgeParser parser) {
  MlirAttribute name;
  MlirType *types = NULL, result = {NULL};
  if (bridgeExpectPunct(parser, '<') && bridgeParseSymbolRef(parser, &name) &&
      parseArguments(parser, &types) && bridgeExpectPunct(parser, '>'))
    result = relaxAdtTypeGet(bridgeParserContext(parser), name, arrlen(types),
                             types);
  arrfree(types);
  return result;
}

void relaxAdtTypePrint(MlirType type, StrBuf *out) {
  const MlirType *types;
  intptr_t count = relaxAdtTypeGetArguments(type, &types);
  strBufAppendC(out, "<@");
  strBufAppend(out, bridgeRefName(relaxAdtTypeGetName(type)));
  for (intptr_t i = 0; i < count; ++i) {
    strBufAppendC(out, i ? ", " : "<");
    bridgePrintType(types[i], out);
  }
  strBufAppendC(out, count ? ">>" : ">");
}

MlirType relaxVarTypeParse(BridgeParser parser) {
  SymTokens tokens = bridgeTokens(parser);
  StrRef name;
  if (!bridgeExpectPunct(parser, '<'))
    return (MlirType){NULL};
  if (!tokens.identifier(tokens.state, &name)) {
    bridgeParserError(parser, "expected the name of a type parameter");
    return (MlirType){NULL};
  }
  MlirContext context = bridgeParserContext(parser);
  MlirAttribute text = mlirStringAttrGet(context, strRefToMlir(name));
  return bridgeExpectPunct(parser, '>') ? relaxVarTypeGet(context, text)
                                        : (MlirType){NULL};
}

void relaxVarTypePrint(MlirType type, StrBuf *out) {
  strBufAppendC(out, "<");
  strBufAppend(out, bridgeText(relaxVarTypeGetName(type)));
  strBufAppendC(out, ">");
}

bool relaxAdtArgumentsHold(MlirType a, MlirType b,
                           bool (*holds)(MlirType, MlirType)) {
  const MlirType *x, *y;
  intptr_t count = relaxAdtTypeGetArguments(a, &x);
  bool all =
      mlirAttributeEqual(relaxAdtTypeGetName(a), relaxAdtTypeGetName(b)) &&
      relaxAdtTypeGetArguments(b, &y) == count;
  for (intptr_t i = 0; all && i < count; ++i)
    all = holds(x[i], y[i]);
  return all;
}

//===----------------------------------------------------------------------===//
// Looking up
//===----------------------------------------------------------------------===//

static StrRef stringAt(MlirAttribute array, intptr_t index) {
  return bridgeText(mlirArrayAttrGetElement(array, index));
}

MlirOperation relaxAdtFind(const RelaxAdtScope *scope, MlirType type) {
  MlirAttribute name = relaxAdtTypeGetName(type);
  MlirOperation op =
      scope->tables
          ? bridgeLookupSymbol(*scope->tables, scope->from, name)
          : bridgeLookupNearestSymbol(scope->from, bridgeRefName(name));
  const MlirType *arguments;
  if (!op.ptr || !relaxIsAdt(op) ||
      relaxAdtTypeGetArguments(type, &arguments) !=
          mlirArrayAttrGetNumElements(relaxAdtGetParams(op)))
    return (MlirOperation){NULL};
  return op;
}

static MlirAttribute fieldsAt(MlirOperation adt, intptr_t index) {
  return mlirArrayAttrGetElement(relaxAdtGetFields(adt), index);
}

RelaxConstructor relaxConstructorAt(MlirOperation adt, intptr_t index) {
  return (RelaxConstructor){adt, index,
                            mlirArrayAttrGetNumElements(fieldsAt(adt, index))};
}

bool relaxConstructorFind(MlirOperation adt, StrRef name,
                          RelaxConstructor *constructor) {
  MlirAttribute names = relaxAdtGetConstructors(adt);
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(names); i < e; ++i)
    if (strRefEqual(stringAt(names, i), name)) {
      *constructor = relaxConstructorAt(adt, i);
      return true;
    }
  return false;
}

StrRef relaxConstructorName(RelaxConstructor constructor) {
  return stringAt(relaxAdtGetConstructors(constructor.adt), constructor.index);
}

//===----------------------------------------------------------------------===//
// Types of fields
//===----------------------------------------------------------------------===//

/// The constructor's own symbols, each with what stands for it.
typedef struct OwnSymbols {
  RelaxMatch match;
  RelaxConstructor constructor;
  int instance; // -1: `?` stands for all
  MlirContext context;
  MlirAttribute *names; // stb_ds
} OwnSymbols;

static void collectOwn(StrRef name, void *userData) {
  OwnSymbols *own = userData;
  if (relaxMatchKnows(&own->match, name))
    return;
  if (own->instance < 0) {
    relaxMatchAddExpr(&own->match, name, symExprUnknown(own->match.arena));
    return;
  }
  // No text has a symbol with a '.'.
  StrBuf text = {0};
  StrRef maker = relaxConstructorName(own->constructor);
  strBufAppendFormat(&text, "%.*s.%.*s", SPREAD(maker), SPREAD(name));
  if (own->instance > 0)
    strBufAppendFormat(&text, ".%d", own->instance);
  StrRef fresh =
      arenaCopyString(own->match.arena, (StrRef){text.data, text.length});
  strBufFree(&text);
  relaxMatchAddExpr(&own->match, name, symExprSymbol(own->match.arena, fresh));
  arrput(own->names, mlirStringAttrGet(own->context, strRefToMlir(fresh)));
}

static MlirType *fieldTypes(OwnSymbols *own, MlirType type) {
  MlirAttribute fields = fieldsAt(own->constructor.adt, own->constructor.index);
  intptr_t count = own->constructor.numFields;
  MlirType *types = ARENA_ARRAY(own->match.arena, MlirType, count + 1);
  const MlirType *given;
  intptr_t numGiven = relaxAdtTypeGetArguments(type, &given);
  RelaxTypeArguments arguments = {
      relaxAdtGetParams(own->constructor.adt),
      arenaCopy(own->match.arena, given, (size_t)numGiven * sizeof *given)};
  for (intptr_t i = 0; i < count; ++i) {
    types[i] = mlirTypeAttrGetValue(mlirArrayAttrGetElement(fields, i));
    symWalkTypeSymbols(types[i], collectOwn, own);
  }
  for (intptr_t i = 0; i < count; ++i)
    types[i] = relaxTypeArgumentsApply(
        &arguments, relaxMatchSubstitute(&own->match, types[i]));
  return types;
}

MlirType *relaxConstructorFields(Arena *arena, RelaxConstructor constructor,
                                 MlirType type, int instance,
                                 MlirAttribute *names) {
  OwnSymbols own = {.match = {.arena = arena},
                    .constructor = constructor,
                    .instance = instance,
                    .context = mlirTypeGetContext(type)};
  MlirType *types = fieldTypes(&own, type);
  *names = mlirArrayAttrGet(own.context, arrlen(own.names), own.names);
  arrfree(own.names);
  return types;
}

MlirType *relaxConstructorDeclared(Arena *arena, RelaxConstructor constructor,
                                   MlirAttribute *facts) {
  MlirAttribute fields = fieldsAt(constructor.adt, constructor.index);
  MlirType *types = ARENA_ARRAY(arena, MlirType, constructor.numFields + 1);
  for (intptr_t i = 0; i < constructor.numFields; ++i)
    types[i] = mlirTypeAttrGetValue(mlirArrayAttrGetElement(fields, i));
  MlirAttribute where = relaxAdtGetWhere(constructor.adt);
  *facts =
      where.ptr ? mlirArrayAttrGetElement(where, constructor.index) : where;
  return types;
}

MlirAttribute relaxConstructorFacts(Arena *arena, RelaxConstructor constructor,
                                    MlirType type, int instance) {
  MlirAttribute facts;
  relaxConstructorDeclared(arena, constructor, &facts);
  intptr_t count = facts.ptr ? mlirArrayAttrGetNumElements(facts) : 0;
  if (!count)
    return (MlirAttribute){NULL};
  OwnSymbols own = {.match = {.arena = arena},
                    .constructor = constructor,
                    .instance = instance,
                    .context = mlirTypeGetContext(type)};
  MlirAttribute *list = ARENA_ARRAY(arena, MlirAttribute, count);
  fieldTypes(&own, type);
  arrfree(own.names);
  for (intptr_t i = 0; i < count; ++i) {
    SymFact fact = symFactOf(arena, mlirArrayAttrGetElement(facts, i));
    SymStatus status = symFactSubstitute(
        arena, fact, own.match.names, own.match.values, own.match.count, &fact);
    assert(status == SYM_OK && "other names for symbols");
    (void)status;
    list[i] = symFactToAttribute(own.context, fact);
  }
  return mlirArrayAttrGet(own.context, count, list);
}

MlirType relaxFieldType(Arena *arena, RelaxConstructor constructor,
                        MlirType type, intptr_t field) {
  OwnSymbols own = {.match = {.arena = arena},
                    .constructor = constructor,
                    .instance = -1,
                    .context = mlirTypeGetContext(type)};
  return fieldTypes(&own, type)[field];
}
