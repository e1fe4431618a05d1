//===- RemoveDeadFieldsRead.c - which fields of data are read -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A field is read where a pattern looks into it or gives it a name that is
// used. Data that comes from outside or goes there is as it is declared.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Batch.gen.h"
#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Data.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Reference.gen.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Relax/Tuple.gen.h"
#include "dialects/Sym/Interfaces.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Functions/RemoveDeadFields.h"
#include "lib/Transforms/Shapes/FitCall.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Data types
//===----------------------------------------------------------------------===//

intptr_t deadFieldsConstructors(MlirOperation adt) {
  return mlirArrayAttrGetNumElements(relaxAdtGetConstructors(adt));
}

void deadFieldsAdd(DeadFields *d, MlirOperation adt) {
  Arena *arena = d->run->arena;
  Data data = {adt, ARENA_ARRAY(arena, bool *, deadFieldsConstructors(adt))};
  for (intptr_t c = 0; c < deadFieldsConstructors(adt); ++c)
    data.read[c] =
        ARENA_ARRAY(arena, bool, relaxConstructorAt(adt, c).numFields + 1);
  arrput(d->types, data);
}

static Data *dataOf(DeadFields *d, MlirOperation adt) {
  for (ptrdiff_t i = 0; i < arrlen(d->types); ++i)
    if (mlirOperationEqual(d->types[i].adt, adt))
      return &d->types[i];
  return NULL;
}

bool *deadFieldsRead(DeadFields *d, MlirOperation from, MlirType type,
                     StrRef name) {
  RelaxAdtScope scope = {from, NULL};
  RelaxConstructor constructor;
  MlirOperation adt = relaxAdtFind(&scope, type);
  relaxConstructorFind(adt, name, &constructor);
  return dataOf(d, adt)->read[constructor.index];
}

static void keepType(MlirType type, void *userData);

/// Every field of it is read, and everything inside of them.
static void keepData(DeadFields *d, MlirOperation adt) {
  Data *data = dataOf(d, adt);
  MlirAttribute lists = relaxAdtGetFields(adt);
  for (intptr_t c = 0; c < deadFieldsConstructors(adt); ++c) {
    RelaxConstructor constructor = relaxConstructorAt(adt, c);
    for (intptr_t f = 0; f < constructor.numFields; ++f) {
      if (data->read[c][f])
        continue;
      data->read[c][f] = true;
      keepType(mlirTypeAttrGetValue(mlirArrayAttrGetElement(
                   mlirArrayAttrGetElement(lists, c), f)),
               d);
    }
  }
}

static void keepType(MlirType type, void *userData) {
  DeadFields *d = userData;
  RelaxAdtScope scope = {d->types[0].adt, NULL};
  if (relaxIsAdtType(type))
    keepData(d, relaxAdtFind(&scope, type));
  SymParts parts = {NULL, keepType, d};
  symTypeWalkParts(type, &parts);
}

//===----------------------------------------------------------------------===//
// What is read
//===----------------------------------------------------------------------===//

static bool isUsed(MlirValue value) {
  return mlirValueGetFirstUse(value).ptr != NULL;
}

/// A pattern for a value of `type`; its names are arguments of `block` from
/// `*next` on.
static void readPattern(DeadFields *d, MlirOperation match, MlirBlock block,
                        MlirAttribute pattern, MlirType type, intptr_t *next) {
  RelaxPatternKind kind = relaxPatternKind(pattern);
  if (kind == RELAX_PATTERN_NAME)
    ++*next;
  if (kind <= RELAX_PATTERN_ANY)
    return;
  RelaxAdtScope scope = {match, NULL};
  RelaxConstructor constructor;
  bool *read = NULL;
  if (kind == RELAX_PATTERN_CONSTRUCTOR) {
    StrRef name = relaxPatternConstructor(pattern);
    relaxConstructorFind(relaxAdtFind(&scope, type), name, &constructor);
    read = deadFieldsRead(d, match, type, name);
  }
  for (intptr_t i = 0, e = relaxPatternNumParts(pattern); i < e; ++i) {
    MlirAttribute part = relaxPatternPart(pattern, i);
    RelaxPatternKind inner = relaxPatternKind(part);
    if (read && (inner > RELAX_PATTERN_ANY ||
                 (inner == RELAX_PATTERN_NAME &&
                  isUsed(mlirBlockGetArgument(block, *next)))))
      read[i] = true;
    readPattern(d, match, block, part,
                read ? relaxFieldType(d->run->arena, constructor, type, i)
                     : mlirTupleTypeGetType(type, i),
                next);
  }
}

/// Passes values on, whatever is in them.
static bool passesOn(MlirOperation op) {
  return relaxIsConstruct(op) || relaxIsIsConstructor(op) ||
         relaxIsGetField(op) || relaxIsMatch(op) || relaxIsCall(op) ||
         relaxIsClosure(op) || relaxIsInvoke(op) || relaxIsLambda(op) ||
         relaxIsIf(op) || relaxIsWhile(op) || relaxIsScan(op) ||
         relaxIsDispatch(op) || relaxIsTuple(op) || relaxIsTupleGet(op) ||
         relaxIsRef(op) || relaxIsRefRead(op) || relaxIsRefWrite(op) ||
         relaxIsForce(op) || bridgeIsTerminator(op);
}

static void readFunction(DeadFields *d, MlirOperation function) {
  if (functionIsPublic(function) || !relaxFuncHasBody(function))
    keepType(relaxFuncGetFunctionType(function), d);
}

MlirWalkResult deadFieldsReadIn(MlirOperation op, void *userData) {
  DeadFields *d = userData;
  if (relaxIsFunc(op)) {
    readFunction(d, op);
  } else if (relaxIsAdt(op)) {
    if (relaxAdtGetWhere(op).ptr) // its facts are about the fields
      keepData(d, op);
  } else if (relaxIsGetField(op)) {
    if (isUsed(mlirOperationGetResult(op, 0)))
      deadFieldsRead(d, op, mlirValueGetType(relaxGetFieldGetValue(op)),
                     bridgeRefName(relaxGetFieldGetConstructor(
                         op)))[relaxGetFieldGetIndex(op)] = true;
  } else if (relaxIsMatch(op)) {
    MlirAttribute patterns = relaxMatchGetPatterns(op);
    for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(patterns); i < e;
         ++i) {
      intptr_t next = 0;
      readPattern(d, op, bridgeBlock(op, i),
                  mlirArrayAttrGetElement(patterns, i),
                  mlirValueGetType(relaxMatchGetValue(op)), &next);
    }
  } else if (!passesOn(op)) {
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
      keepType(mlirValueGetType(mlirOperationGetOperand(op, i)), d);
    for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
      keepType(mlirValueGetType(mlirOperationGetResult(op, i)), d);
  }
  return MlirWalkResultAdvance;
}
