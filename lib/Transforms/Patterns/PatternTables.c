//===- PatternTables.c - a pattern as tables ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Interfaces.h"
#include "dialects/Relax/Pattern.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Support/Map.h"
#include "lib/Support/NearNames.h"
#include "lib/Transforms/Patterns/Match.h"

typedef struct NumberEntry {
  const void *key; // MlirValue::ptr
  size_t value;
} NumberEntry;

typedef struct Tables {
  Arena *arena;
  Pattern *pattern;
  NumberEntry *numbers; // stb_ds map
  PatternValue *values; // stb_ds
  PatternOperation *ops;
  PatternCheck *checks;
} Tables;

static size_t numberOf(const Tables *tables, MlirValue value) {
  const NumberEntry *entry = mapEntry(tables->numbers, value.ptr);
  return entry->value;
}

static void addValue(Tables *tables, MlirValue value, PatternValue entry) {
  entry.type = mlirValueGetType(value);
  hmput(tables->numbers, value.ptr, arrlenu(tables->values));
  arrput(tables->values, entry);
}

static const size_t *operandsOf(const Tables *tables, MlirOperation op) {
  intptr_t count = mlirOperationGetNumOperands(op);
  size_t *operands = ARENA_ARRAY(tables->arena, size_t, count);
  for (intptr_t i = 0; i < count; ++i)
    operands[i] = numberOf(tables, mlirOperationGetOperand(op, i));
  return operands;
}

static const StrRef *stringsOf(Arena *arena, MlirAttribute list,
                               size_t *count) {
  *count = list.ptr ? (size_t)mlirArrayAttrGetNumElements(list) : 0;
  StrRef *strings = ARENA_ARRAY(arena, StrRef, *count);
  for (size_t i = 0; i < *count; ++i)
    strings[i] = bridgeTextAt(list, (intptr_t)i);
  return strings;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static void addAttributes(const Tables *tables, PatternOperation *entry) {
  MlirAttribute all = bridgeAttributesOf(entry->op);
  MlirAttribute with = relaxPatternWithOf(entry->op);
  intptr_t count = mlirDictionaryAttrGetNumElements(all);
  PatternAttribute *list = ARENA_ARRAY(tables->arena, PatternAttribute, count);
  for (intptr_t i = 0; i < count; ++i) {
    MlirNamedAttribute named = mlirDictionaryAttrGetElement(all, i);
    MlirStringRef name = mlirIdentifierStr(named.name);
    if (!relaxHasOwnAttribute(entry->op, name))
      continue;
    PatternAttribute *attribute = &list[entry->numAttributes++];
    *attribute = (PatternAttribute){.name = name, .value = named.attribute};
    if (with.ptr)
      attribute->with = mlirDictionaryAttrGetElementByName(with, name);
  }
  entry->attributes = list;
}

static void addOperation(Tables *tables, MlirOperation op) {
  PatternOperation entry = {.op = op,
                            .name = bridgeOpName(op),
                            .operands = operandsOf(tables, op),
                            .numOperands =
                                (size_t)mlirOperationGetNumOperands(op),
                            .commutative = relaxIsCommutative(op),
                            .once = relaxPatternHasFlag(op, relaxPatternOnce),
                            .constant = relaxIsConstant(op)};
  addAttributes(tables, &entry);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); ++r)
    addValue(tables, mlirOperationGetResult(op, r),
             (PatternValue){.kind = PATTERN_RESULT,
                            .op = arrlenu(tables->ops),
                            .result = r});
  arrput(tables->ops, entry);
}

static bool hasLabel(const Tables *tables, StrRef label) {
  for (size_t i = 0; i < arrlenu(tables->values); ++i)
    if (tables->values[i].label.length &&
        strRefEqual(tables->values[i].label, label))
      return true;
  return false;
}

/// A name that was misspelt would be a chain that is never found.
static bool knowsOperations(MlirOperation op, const PatternValue *chain) {
  for (size_t i = 0; i < chain->numThrough; ++i) {
    StrRef name = chain->through[i];
    if (strRefEqual(name, strRefFromC("elementwise")) ||
        mlirContextIsRegisteredOperation(mlirOperationGetContext(op),
                                         strRefToMlir(name)))
      continue;
    bridgeEmitOpError(op,
                      "'through': expected names of operations or "
                      "'elementwise', got '%.*s'",
                      (int)name.length, name.data);
    return false;
  }
  return true;
}

static bool addAnyOrChain(Tables *tables, MlirOperation op) {
  bool any = relaxIsMatchAny(op);
  StrRef label = any ? relaxMatchAnyGetLabel(op) : relaxMatchChainGetLabel(op);
  PatternValue value = {.kind = any ? PATTERN_ANY : PATTERN_CHAIN,
                        .label = label,
                        .from = operandsOf(tables, op),
                        .numFrom = (size_t)mlirOperationGetNumOperands(op)};
  if (hasLabel(tables, label)) {
    bridgeEmitOpError(op, "label '%.*s' is taken", (int)label.length,
                      label.data);
    return false;
  }
  if (!any) {
    value.through = stringsOf(tables->arena, relaxMatchChainGetThrough(op),
                              &value.numThrough);
    value.most = (size_t)relaxMatchChainGetMost(op);
    if (!knowsOperations(op, &value))
      return false;
  }
  addValue(tables, mlirOperationGetResult(op, 0), value);
  return true;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static bool noCheck(MlirOperation op, StrRef name) {
  size_t count, found[1];
  const PatternCheckRule *rules = patternCheckRules(&count);
  StrRef names[32];
  for (size_t i = 0; i < count && i < 32; ++i)
    names[i] = strRefFromC(rules[i].name);
  bool near = nearNames(name, names, count, found, 1) > 0;
  bridgeEmitOpError(op, "there is no condition '%.*s'%s%s%s", (int)name.length,
                    name.data, near ? "; did you mean '" : "",
                    near ? names[found[0]].data : "", near ? "'?" : "");
  return false;
}

static bool bindsName(const Tables *tables, StrRef name) {
  for (size_t i = 0; i < arrlenu(tables->ops); ++i)
    for (size_t k = 0; k < tables->ops[i].numAttributes; ++k) {
      MlirAttribute with = tables->ops[i].attributes[k].with;
      if (with.ptr && relaxWithKind(with) == RELAX_WITH_NAME &&
          strRefEqual(bridgeText(with), name))
        return true;
    }
  return false;
}

static bool addCheck(Tables *tables, MlirOperation op) {
  StrRef name = relaxMatchCheckGetName(op);
  PatternCheck check = {.rule = patternCheckFind(name),
                        .values = operandsOf(tables, op),
                        .numValues = (size_t)mlirOperationGetNumOperands(op)};
  if (!check.rule)
    return noCheck(op, name);
  check.names =
      stringsOf(tables->arena, relaxMatchCheckGetNames(op), &check.numNames);
  if (check.numValues != check.rule->numValues ||
      check.numNames != check.rule->numNames) {
    bridgeEmitOpError(op,
                      "'%s': expected %zu values and %zu names of attributes, "
                      "got %zu and %zu",
                      check.rule->name, check.rule->numValues,
                      check.rule->numNames, check.numValues, check.numNames);
    return false;
  }
  for (size_t i = 0; i < check.numNames; ++i)
    if (!bindsName(tables, check.names[i])) {
      bridgeEmitOpError(op, "no 'with' gives an attribute the name '%.*s'",
                        (int)check.names[i].length, check.names[i].data);
      return false;
    }
  arrput(tables->checks, check);
  return true;
}

//===----------------------------------------------------------------------===//
// What leads where
//===----------------------------------------------------------------------===//

static void reach(const Tables *tables, size_t value, bool *reached) {
  const PatternValue *entry = &tables->values[value];
  if (reached[value])
    return;
  reached[value] = true;
  const size_t *from = entry->from;
  size_t count = entry->numFrom;
  if (entry->kind == PATTERN_RESULT) {
    from = tables->ops[entry->op].operands;
    count = tables->ops[entry->op].numOperands;
  }
  for (size_t i = 0; i < count; ++i)
    reach(tables, from[i], reached);
}

/// All of it is found from the results.
static bool checkReach(const Tables *tables, MlirOperation op) {
  bool *reached = ARENA_ARRAY(tables->arena, bool, arrlenu(tables->values));
  bool *opReached = ARENA_ARRAY(tables->arena, bool, arrlenu(tables->ops));
  for (size_t i = 0; i < tables->pattern->numRoots; ++i)
    reach(tables, tables->pattern->roots[i], reached);
  for (size_t i = 0; i < arrlenu(tables->values); ++i) {
    const PatternValue *value = &tables->values[i];
    if (value->kind == PATTERN_WILDCARD && !reached[i]) {
      bridgeEmitOpError(op, "argument %zu is no part of the results", i);
      return false;
    }
    if (value->kind == PATTERN_RESULT && reached[i])
      opReached[value->op] = true;
  }
  for (size_t i = 0; i < arrlenu(tables->ops); ++i)
    if (!opReached[i]) {
      bridgeEmitOpError(tables->ops[i].op, "is no part of the results");
      return false;
    }
  for (size_t i = 1; i < tables->pattern->numRoots; ++i)
    if (tables->values[tables->pattern->roots[i]].kind != PATTERN_RESULT) {
      bridgeEmitOpError(op,
                        "result %zu: only the first can be an alternative "
                        "or a chain",
                        i);
      return false;
    }
  return true;
}

/// The names that the first root can have; none where it can be anything.
static bool addRootNames(const Tables *tables, size_t value, StrRef **names) {
  const PatternValue *entry = &tables->values[value];
  bool good = entry->kind == PATTERN_RESULT || entry->kind == PATTERN_ANY;
  if (entry->kind == PATTERN_RESULT)
    arrput(*names, tables->ops[entry->op].name);
  for (size_t i = 0; entry->kind == PATTERN_ANY && i < entry->numFrom && good;
       ++i)
    good = addRootNames(tables, entry->from[i], names);
  return good;
}

static void finish(Tables *tables) {
  Pattern *pattern = tables->pattern;
  Arena *arena = tables->arena;
  StrRef *names = NULL;
  if (addRootNames(tables, pattern->roots[0], &names)) {
    pattern->numRootOps = arrlenu(names);
    pattern->rootOps = arenaCopy(arena, names, arrlenu(names) * sizeof *names);
  }
  arrfree(names);
  pattern->numValues = arrlenu(tables->values);
  pattern->numOps = arrlenu(tables->ops);
  pattern->numChecks = arrlenu(tables->checks);
  pattern->values = arenaCopy(arena, tables->values,
                              pattern->numValues * sizeof *tables->values);
  pattern->ops =
      arenaCopy(arena, tables->ops, pattern->numOps * sizeof *tables->ops);
  pattern->checks = arenaCopy(arena, tables->checks,
                              pattern->numChecks * sizeof *tables->checks);
}

static bool addAll(Tables *tables, MlirBlock body) {
  bool good = true;
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr && good;
       op = mlirOperationGetNextInBlock(op)) {
    if (relaxIsMatchAny(op) || relaxIsMatchChain(op))
      good = addAnyOrChain(tables, op);
    else if (relaxIsMatchCheck(op))
      good = addCheck(tables, op);
    else if (relaxIsPatternReturn(op))
      tables->pattern->roots = operandsOf(tables, op);
    else
      addOperation(tables, op);
  }
  return good;
}

bool patternBuild(Arena *arena, MlirOperation op, Pattern *pattern) {
  MlirBlock body = bridgeBody(op);
  Tables tables = {.arena = arena, .pattern = pattern};
  *pattern = (Pattern){.op = op,
                       .name = relaxPatternGetSymName(op),
                       .numArguments = (size_t)mlirBlockGetNumArguments(body),
                       .numRoots = (size_t)mlirOperationGetNumOperands(
                           mlirBlockGetTerminator(body)),
                       .facts = relaxPatternGetFacts(op)};
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); ++i)
    addValue(&tables, mlirBlockGetArgument(body, i),
             (PatternValue){.kind = PATTERN_WILDCARD});
  bool good = addAll(&tables, body) && checkReach(&tables, op);
  if (good)
    finish(&tables);
  hmfree(tables.numbers);
  arrfree(tables.values);
  arrfree(tables.ops);
  arrfree(tables.checks);
  return good;
}
