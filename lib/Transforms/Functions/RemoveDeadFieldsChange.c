//===- RemoveDeadFieldsChange.c - data without the fields that go ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/Sym/NameList.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Functions/RemoveDeadFields.h"

#include <stb/stb_ds.h>

static MlirAttribute arrayOf(DeadFields *d, MlirAttribute *elements) {
  MlirAttribute array =
      mlirArrayAttrGet(d->run->context, arrlen(elements), elements);
  arrfree(elements);
  return array;
}

/// The pattern without parts for fields that go; their names, which nothing
/// uses, are collected in `*names` (stb_ds, positions of arguments).
static MlirAttribute newPattern(DeadFields *d, MlirOperation match,
                                MlirAttribute pattern, MlirType type,
                                intptr_t *next, unsigned **names) {
  RelaxPatternKind kind = relaxPatternKind(pattern);
  if (kind == RELAX_PATTERN_NAME)
    ++*next;
  if (kind <= RELAX_PATTERN_ANY)
    return pattern;
  RelaxAdtScope scope = {match, NULL};
  RelaxConstructor constructor;
  bool *read = NULL;
  MlirAttribute *parts = NULL;
  if (kind == RELAX_PATTERN_CONSTRUCTOR) {
    StrRef name = relaxPatternConstructor(pattern);
    relaxConstructorFind(relaxAdtFind(&scope, type), name, &constructor);
    read = deadFieldsRead(d, match, type, name);
    arrput(parts, mlirArrayAttrGetElement(pattern, 0));
  }
  for (intptr_t i = 0, e = relaxPatternNumParts(pattern); i < e; ++i) {
    MlirAttribute part = relaxPatternPart(pattern, i);
    if (!read || read[i]) {
      MlirType inside =
          read ? relaxFieldType(d->run->arena, constructor, type, i)
               : mlirTupleTypeGetType(type, i);
      arrput(parts, newPattern(d, match, part, inside, next, names));
    } else if (relaxPatternKind(part) == RELAX_PATTERN_NAME) {
      arrput(*names, (unsigned)(*next)++);
    }
  }
  return arrayOf(d, parts);
}

static void changeMatch(DeadFields *d, MlirOperation match) {
  MlirAttribute old = relaxMatchGetPatterns(match), *patterns = NULL;
  MlirType type = mlirValueGetType(relaxMatchGetValue(match));
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(old); i < e; ++i) {
    unsigned *names = NULL;
    intptr_t next = 0;
    arrput(patterns, newPattern(d, match, mlirArrayAttrGetElement(old, i), type,
                                &next, &names));
    MlirBlock block = bridgeBlock(match, i);
    while (arrlen(names))
      mlirBlockEraseArgument(block, arrpop(names));
    arrfree(names);
  }
  relaxMatchSetPatterns(match, arrayOf(d, patterns));
}

/// The same value with the fields that stay. A value that goes still gives the
/// symbols of the result's type that it has.
static void changeConstruct(DeadFields *d, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0), *fields = NULL,
            *given = NULL;
  const bool *read =
      deadFieldsRead(d, op, mlirValueGetType(result),
                     bridgeRefName(relaxConstructGetConstructor(op)));
  SymNameList symbols = {.arena = d->run->arena};
  symWalkTypeSymbols(mlirValueGetType(result), symNameListAdd, &symbols);
  for (intptr_t i = 0, e = relaxConstructGetNumGiven(op); i < e; ++i)
    arrput(given, relaxConstructGetGiven(op, i));
  for (intptr_t i = 0, e = relaxConstructGetNumFields(op); i < e; ++i) {
    MlirValue field = relaxConstructGetFields(op, i);
    bool gives = false;
    for (size_t s = 0; s < symbols.count; ++s)
      gives |= symTypeHasSymbol(mlirValueGetType(field), symbols.names[s]);
    if (read[i])
      arrput(fields, field);
    else if (gives)
      arrput(given, field);
  }
  d->run->counters[DEAD_FIELDS_OPERANDS] +=
      (uint64_t)(relaxConstructGetNumFields(op) - arrlen(fields));
  RelaxConstructArgs args = {.constructor = relaxConstructGetConstructor(op),
                             .numFields = arrlen(fields),
                             .fields = fields,
                             .numGiven = arrlen(given),
                             .given = given,
                             .resultType = mlirValueGetType(result)};
  MlirOperation other =
      relaxConstructCreate(mlirOperationGetLocation(op), &args);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, other);
  mlirValueReplaceAllUsesOfWith(result, mlirOperationGetResult(other, 0));
  mlirOperationDestroy(op);
  arrfree(fields);
  arrfree(given);
}

static void changeGetField(DeadFields *d, MlirOperation op) {
  const bool *read =
      deadFieldsRead(d, op, mlirValueGetType(relaxGetFieldGetValue(op)),
                     bridgeRefName(relaxGetFieldGetConstructor(op)));
  int64_t index = 0;
  for (int64_t i = 0; i < relaxGetFieldGetIndex(op); ++i)
    index += read[i];
  if (read[relaxGetFieldGetIndex(op)])
    relaxGetFieldSetIndex(op, index);
  else
    mlirOperationDestroy(op);
}

static void changeType(DeadFields *d, const Data *data) {
  MlirAttribute old = relaxAdtGetFields(data->adt), *lists = NULL;
  for (intptr_t c = 0; c < deadFieldsConstructors(data->adt); ++c) {
    MlirAttribute list = mlirArrayAttrGetElement(old, c), *fields = NULL;
    for (intptr_t f = 0, e = mlirArrayAttrGetNumElements(list); f < e; ++f)
      if (data->read[c][f])
        arrput(fields, mlirArrayAttrGetElement(list, f));
      else
        ++d->run->counters[DEAD_FIELDS_FIELDS];
    arrput(lists, arrayOf(d, fields));
  }
  relaxAdtSetFields(data->adt, arrayOf(d, lists));
}

static bool hasFields(MlirOperation op) {
  return relaxIsMatch(op) || relaxIsConstruct(op) || relaxIsGetField(op);
}

// Types last: what is changed is looked up in them.
void deadFieldsChange(DeadFields *d) {
  MlirOperation *ops = NULL;
  bridgeCollect(d->run->op, hasFields, &ops);
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i)
    (relaxIsMatch(ops[i])       ? changeMatch
     : relaxIsConstruct(ops[i]) ? changeConstruct
                                : changeGetField)(d, ops[i]);
  for (ptrdiff_t i = 0; i < arrlen(d->types); ++i)
    changeType(d, &d->types[i]);
  arrfree(ops);
}
