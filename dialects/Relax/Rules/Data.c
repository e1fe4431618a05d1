//===- Data.c - rules of data types and their values ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Data.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Sym/Interfaces.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"

#include <inttypes.h>

static StrRef stringAt(MlirAttribute array, intptr_t index) {
  return bridgeText(mlirArrayAttrGetElement(array, index));
}

static MlirAttribute fieldsAt(MlirOperation adt, intptr_t index) {
  return mlirArrayAttrGetElement(relaxAdtGetFields(adt), index);
}

//===----------------------------------------------------------------------===//
// adt
//===----------------------------------------------------------------------===//

static bool repeats(MlirAttribute names, intptr_t index) {
  for (intptr_t i = 0; i < index; ++i)
    if (mlirAttributeEqual(mlirArrayAttrGetElement(names, i),
                           mlirArrayAttrGetElement(names, index)))
      return true;
  return false;
}

static MlirLogicalResult checkNames(MlirOperation op, MlirAttribute names,
                                    const char *what) {
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(names); i < e; ++i) {
    StrRef name = stringAt(names, i);
    if (repeats(names, i))
      return bridgeEmitOpError(op, "%s '%.*s' is declared twice", what,
                               SPREAD(name));
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult checkFieldList(MlirOperation op, MlirAttribute list) {
  if (!mlirAttributeIsAArray(list))
    return bridgeEmitOpError(op, "expected a list of types for a constructor");
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(list); i < e; ++i)
    if (!mlirAttributeIsAType(mlirArrayAttrGetElement(list, i)))
      return bridgeEmitOpError(op,
                               "expected a list of types for a constructor");
  return mlirLogicalResultSuccess();
}

typedef struct FactCheck {
  MlirAttribute types; // of the constructor's fields
  StrRef wrong;        // a symbol that is no bare dimension there, or null
} FactCheck;

static void checkFactSymbol(StrRef name, void *userData) {
  FactCheck *check = userData;
  SymMatch match = {name, false};
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(check->types); i < e;
       ++i)
    symWalkBareDims(
        mlirTypeAttrGetValue(mlirArrayAttrGetElement(check->types, i)),
        symMatchName, &match);
  if (!match.found)
    check->wrong = name;
}

/// Facts of a constructor are about its own symbols.
static MlirLogicalResult checkFacts(MlirOperation op, intptr_t index) {
  MlirAttribute facts = mlirArrayAttrGetElement(relaxAdtGetWhere(op), index);
  FactCheck check = {fieldsAt(op, index), {NULL, 0}};
  StrRef name = stringAt(relaxAdtGetConstructors(op), index);
  if (!mlirAttributeIsAArray(facts))
    return bridgeEmitOpError(op, "expected a list of facts for a constructor");
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(facts); i < e; ++i) {
    MlirAttribute fact = mlirArrayAttrGetElement(facts, i);
    if (!symIsFactAttr(fact))
      return bridgeEmitOpError(op,
                               "expected a list of facts for a constructor");
    symWalkAttributeSymbols(fact, checkFactSymbol, &check);
    if (check.wrong.data)
      return bridgeEmitOpError(
          op,
          "constructor '%.*s': '%.*s' in 'where' is no bare dimension of its "
          "fields",
          SPREAD(name), SPREAD(check.wrong));
  }
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxAdtVerify(MlirOperation op) {
  MlirAttribute names = relaxAdtGetConstructors(op);
  MlirAttribute fields = relaxAdtGetFields(op);
  intptr_t count = mlirArrayAttrGetNumElements(names);
  if (!count)
    return bridgeEmitOpError(op, "expected at least one constructor");
  if (mlirArrayAttrGetNumElements(fields) != count)
    return bridgeEmitOpError(op, "has %ld constructors, but %ld lists of types",
                             (long)count,
                             (long)mlirArrayAttrGetNumElements(fields));
  MlirAttribute where = relaxAdtGetWhere(op);
  if (where.ptr && mlirArrayAttrGetNumElements(where) != count)
    return bridgeEmitOpError(op, "has %ld constructors, but %ld lists of facts",
                             (long)count,
                             (long)mlirArrayAttrGetNumElements(where));
  if (mlirLogicalResultIsFailure(checkNames(op, names, "constructor")) ||
      mlirLogicalResultIsFailure(
          checkNames(op, relaxAdtGetParams(op), "parameter")))
    return mlirLogicalResultFailure();
  for (intptr_t i = 0; i < count; ++i)
    if (mlirLogicalResultIsFailure(
            checkFieldList(op, mlirArrayAttrGetElement(fields, i))) ||
        (where.ptr && mlirLogicalResultIsFailure(checkFacts(op, i))))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}

/// Looks for data types and parameters that nothing declares.
typedef struct TypeCheck {
  MlirOperation op;
  RelaxAdtScope scope;
  MlirAttribute params; // may be null
  const char *where;    // "field 1 of constructor 'Node'"
  MlirLogicalResult outcome;
} TypeCheck;

static MlirLogicalResult reportAdt(const TypeCheck *check, MlirType type) {
  StrRef name = bridgeRefName(relaxAdtTypeGetName(type));
  const MlirType *arguments;
  intptr_t given = relaxAdtTypeGetArguments(type, &arguments);
  MlirOperation op = bridgeLookupNearestSymbol(check->op, name);
  if (!op.ptr || !relaxIsAdt(op))
    return bridgeEmitOpError(check->op,
                             "%s: '@%.*s' is no relax.adt of the module",
                             check->where, SPREAD(name));
  return bridgeEmitOpError(
      check->op, "%s: '@%.*s' has %ld parameters, got %ld types for them",
      check->where, SPREAD(name),
      (long)mlirArrayAttrGetNumElements(relaxAdtGetParams(op)), (long)given);
}

static void checkPart(MlirType part, void *userData) {
  TypeCheck *check = userData;
  if (mlirLogicalResultIsFailure(check->outcome))
    return;
  if (relaxIsAdtType(part) && !relaxAdtFind(&check->scope, part).ptr)
    check->outcome = reportAdt(check, part);
  if (relaxIsVarType(part)) {
    StrRef name = bridgeText(relaxVarTypeGetName(part));
    if (!check->params.ptr || !symNamesHave(check->params, name))
      check->outcome =
          bridgeEmitOpError(check->op, "%s: '%.*s' is no type parameter here",
                            check->where, SPREAD(name));
  }
  SymParts parts = {NULL, checkPart, check};
  symTypeWalkParts(part, &parts);
}

MlirLogicalResult relaxCheckDataTypes(MlirOperation op, MlirType type,
                                      MlirAttribute params,
                                      const BridgeSymbolTables *tables,
                                      const char *where) {
  TypeCheck check = {
      op, {op, tables}, params, where, mlirLogicalResultSuccess()};
  checkPart(type, &check);
  return check.outcome;
}

MlirLogicalResult relaxAdtVerifySymbols(MlirOperation op,
                                        BridgeSymbolTables tables) {
  intptr_t count = mlirArrayAttrGetNumElements(relaxAdtGetConstructors(op));
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (intptr_t c = 0; c < count; ++c) {
    RelaxConstructor constructor = relaxConstructorAt(op, c);
    StrRef name = relaxConstructorName(constructor);
    for (intptr_t i = 0;
         mlirLogicalResultIsSuccess(outcome) && i < constructor.numFields;
         ++i) {
      StrBuf where = {0};
      strBufAppendFormat(&where, "field %ld of constructor '%.*s'", (long)i,
                         SPREAD(name));
      outcome = relaxCheckDataTypes(
          op, mlirTypeAttrGetValue(mlirArrayAttrGetElement(fieldsAt(op, c), i)),
          relaxAdtGetParams(op), &tables, strBufText(&where));
      strBufFree(&where);
    }
  }
  return outcome;
}

//===----------------------------------------------------------------------===//
// construct, is_constructor, get_field
//===----------------------------------------------------------------------===//

/// The constructor that `op` names, of the type `type`; false after an error.
bool relaxConstructorOf(MlirOperation op, const RelaxAdtScope *scope,
                        MlirType type, StrRef name,
                        RelaxConstructor *constructor) {
  MlirOperation adt = relaxAdtFind(scope, type);
  if (!adt.ptr) {
    relaxCheckDataTypes(op, type, (MlirAttribute){NULL}, scope->tables,
                        "data type");
    return false;
  }
  if (relaxConstructorFind(adt, name, constructor))
    return true;
  StrBuf known = {0};
  MlirAttribute names = relaxAdtGetConstructors(adt);
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(names); i < e; ++i) {
    strBufAppendC(&known, i ? ", @" : "@");
    strBufAppend(&known, stringAt(names, i));
  }
  StrRef of = relaxAdtGetSymName(adt);
  bridgeEmitOpError(op, "'@%.*s' has no constructor '@%.*s'; it has %s",
                    SPREAD(of), SPREAD(name), strBufText(&known));
  strBufFree(&known);
  return false;
}

static StrRef referenceName(MlirAttribute reference) {
  return bridgeRefName(reference);
}

bool relaxConstructorMade(MlirOperation construct, const RelaxAdtScope *scope,
                          RelaxConstructor *constructor) {
  StrRef name = bridgeRefName(relaxConstructGetConstructor(construct));
  MlirType type = bridgeResultType(construct);
  return relaxConstructorOf(construct, scope, type, name, constructor);
}

MlirLogicalResult relaxConstructVerifySymbols(MlirOperation op,
                                              BridgeSymbolTables tables) {
  RelaxAdtScope scope = {op, &tables};
  RelaxConstructor constructor;
  MlirAttribute own;
  if (!relaxConstructorMade(op, &scope, &constructor))
    return mlirLogicalResultFailure();
  StrRef name = relaxConstructorName(constructor);
  MlirType type = bridgeResultType(op);
  intptr_t count = relaxConstructGetNumFields(op);
  if (count != constructor.numFields)
    return bridgeEmitOpError(op, "'@%.*s' has %ld fields, got %ld values",
                             SPREAD(name), (long)constructor.numFields,
                             (long)count);
  RelaxMatch match = {.arena = arenaCreate()};
  MlirType *fields =
      relaxConstructorFields(match.arena, constructor, type, 0, &own);
  for (intptr_t i = 0; i < count; ++i)
    relaxMatchType(&match, fields[i],
                   mlirValueGetType(relaxConstructGetFields(op, i)), own);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  size_t next = 0;
  for (intptr_t i = 0; mlirLogicalResultIsSuccess(outcome) && i < count; ++i) {
    MlirType got = mlirValueGetType(relaxConstructGetFields(op, i));
    MlirType want = relaxMatchSubstitute(&match, fields[i]);
    if (!relaxMatchOperandFits(&match, fields[i], want, got, &next))
      outcome = relaxMatchDiffer(
          &match, op, "field", i, want, got,
          "; if they are equal, say so with 'relax.match_cast'");
  }
  arenaDestroy(match.arena);
  return outcome;
}

MlirLogicalResult relaxIsConstructorVerifySymbols(MlirOperation op,
                                                  BridgeSymbolTables tables) {
  RelaxAdtScope scope = {op, &tables};
  RelaxConstructor constructor;
  return relaxConstructorOf(
             op, &scope, mlirValueGetType(relaxIsConstructorGetValue(op)),
             referenceName(relaxIsConstructorGetConstructor(op)), &constructor)
             ? mlirLogicalResultSuccess()
             : mlirLogicalResultFailure();
}

MlirLogicalResult relaxGetFieldVerifySymbols(MlirOperation op,
                                             BridgeSymbolTables tables) {
  RelaxAdtScope scope = {op, &tables};
  RelaxConstructor constructor;
  StrRef name = referenceName(relaxGetFieldGetConstructor(op));
  MlirType type = mlirValueGetType(relaxGetFieldGetValue(op));
  int64_t index = relaxGetFieldGetIndex(op);
  if (!relaxConstructorOf(op, &scope, type, name, &constructor))
    return mlirLogicalResultFailure();
  if (index < 0 || index >= constructor.numFields)
    return bridgeEmitOpError(op, "index %" PRId64 ": '@%.*s' has %ld fields",
                             index, SPREAD(name), (long)constructor.numFields);
  Arena *arena = arenaCreate();
  RelaxMatch match = {.arena = arena};
  MlirType want = relaxFieldType(arena, constructor, type, (intptr_t)index);
  MlirType got = bridgeResultType(op);
  MlirLogicalResult outcome =
      relaxTypeForgets(want, got)
          ? mlirLogicalResultSuccess()
          : relaxMatchDiffer(&match, op, "result", 0, want, got,
                             "; what is known of one value says "
                             "'relax.match_cast'");
  arenaDestroy(arena);
  return outcome;
}
