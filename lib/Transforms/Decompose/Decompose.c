//===- Decompose.c - operators written with others ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Decompose/Decompose.h"
#include "dialects/Relax/Function.gen.h"
#include "lib/Bridge/Core/Pass.h"

#include <assert.h>
#include <stb/stb_ds.h>

static const DecomposeRule *const families[] = {
    DECOMPOSE_TABLES(DECOMPOSE_ADDRESS)};

enum { NUM_FAMILIES = sizeof(families) / sizeof(*families) };

enum { OPTION_OPS, OPTION_EXCEPT };
enum { COUNT_DECOMPOSED };

static const DecomposeRule *findRule(StrRef name) {
  for (size_t i = 0; i < NUM_FAMILIES; ++i)
    for (const DecomposeRule *rule = families[i]; rule->name; ++rule)
      if (strRefEqual(name, strRefFromC(rule->name)))
        return rule;
  return NULL;
}

bool decomposeHasRule(StrRef operation) {
  const DecomposeRule *rule = findRule(operation);
  for (const DecomposeRule *own = decomposeStrings; own->name; ++own)
    if (rule == own)
      return false;
  return rule != NULL;
}

//===----------------------------------------------------------------------===//
// Options: lists of names such as layer_norm,lrn
//===----------------------------------------------------------------------===//

/// The next name of a list; false at its end.
static bool nextName(StrRef *list, StrRef *name) {
  if (list->length == 0)
    return false;
  size_t end = 0;
  while (end < list->length && list->data[end] != ',')
    ++end;
  *name = (StrRef){list->data, end};
  size_t skipped = end < list->length ? end + 1 : end;
  *list = (StrRef){list->data + skipped, list->length - skipped};
  return true;
}

/// "layer_norm" of "relax.layer_norm".
static StrRef shortName(const char *name) {
  return strRefFromC(name + sizeof("relax.") - 1);
}

static bool listHas(StrRef list, StrRef name) {
  for (StrRef item; nextName(&list, &item);)
    if (strRefEqual(item, name))
      return true;
  return false;
}

/// The list that an option gives; empty for its default, which is no list.
static StrRef listOf(const RelaxPassRun *run, size_t option) {
  StrRef list = relaxOptionString(run, option);
  StrRef initial = strRefFromC(run->pass->options[option].initial);
  return strRefEqual(list, initial) ? (StrRef){list.data, 0} : list;
}

static MlirLogicalResult checkList(RelaxPassRun *run, size_t option) {
  StrRef list = listOf(run, option);
  for (StrRef item; nextName(&list, &item);) {
    bool known = false;
    for (size_t i = 0; i < NUM_FAMILIES; ++i)
      for (const DecomposeRule *rule = families[i]; rule->name; ++rule)
        known |= strRefEqual(item, shortName(rule->name));
    if (!known)
      return bridgeEmitOpError(
          run->op,
          "option '%s': expected operations that have a decomposition, such as "
          "layer_norm, got '%.*s'",
          run->pass->options[option].name, (int)item.length, item.data);
  }
  return mlirLogicalResultSuccess();
}

static bool isWanted(const RelaxPassRun *run, const DecomposeRule *rule) {
  StrRef only = listOf(run, OPTION_OPS);
  StrRef name = shortName(rule->name);
  return (only.length == 0 || listHas(only, name)) &&
         !listHas(listOf(run, OPTION_EXCEPT), name);
}

//===----------------------------------------------------------------------===//
// One operation
//===----------------------------------------------------------------------===//

static bool hasKnownShapes(MlirOperation op) {
  bool known = true;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    known &= relaxTypeIsExact(mlirValueGetType(mlirOperationGetOperand(op, i)));
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    known &= relaxTypeIsExact(mlirValueGetType(mlirOperationGetResult(op, i)));
  return known;
}

/// `y` takes the place and the name of `result`; a type that was declared to
/// say more is checked.
static MlirValue adopt(GraphBuilder *g, MlirValue result, MlirValue y) {
  MlirType declared = mlirValueGetType(result);
  if (!mlirTypeEqual(mlirValueGetType(y), declared)) {
    MlirOperation op = mlirOpResultGetOwner(result);
    intptr_t count = mlirOperationGetNumOperands(op);
    MlirValue *given = ARENA_ARRAY(g->arena, MlirValue, count);
    for (intptr_t i = 0; i < count; ++i)
      given[i] = mlirOperationGetOperand(op, i);
    RelaxMatchCastArgs args = {
        .input = y, .numGiven = count, .given = given, .resultType = declared};
    y = graphInsert(g, relaxMatchCastCreate(g->loc, &args));
  }
  return y;
}

/// The name of a single result moves to the operation that replaces it, unless
/// that was there before.
static void moveName(MlirOperation op, MlirValue value) {
  bool moves = mlirOperationGetNumResults(op) == 1 &&
               mlirValueIsAOpResult(value) &&
               mlirOperationGetNumResults(mlirOpResultGetOwner(value)) == 1;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    moves &= !mlirValueEqual(mlirOperationGetOperand(op, i), value);
  if (moves)
    mlirOperationSetLocation(mlirOpResultGetOwner(value),
                             mlirOperationGetLocation(op));
}

static MlirLogicalResult decompose(Arena *arena, MlirOperation op,
                                   const DecomposeRule *rule, bool *built) {
  MlirLocation loc = mlirOperationGetLocation(op);
  StrRef name = arenaCopyString(arena, bridgeLocationName(loc));
  GraphBuilder g = {.context = mlirOperationGetContext(op),
                    .arena = arena,
                    .before = op,
                    .loc = loc,
                    .name = name};
  intptr_t count = mlirOperationGetNumResults(op);
  intptr_t room = count < DECOMPOSE_MIN_ROOM ? DECOMPOSE_MIN_ROOM : count;
  MlirValue *values = ARENA_ARRAY(arena, MlirValue, room + 1);
  rule->build(&g, op, values);
  assert(!values[room].ptr && "a rule writes no more than the room it has");
  if (g.failed)
    return mlirLogicalResultFailure();
  *built = (count && values[0].ptr) || g.numInserted > 0;
  for (intptr_t i = 0; *built && i < count; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    assert(values[i].ptr && "a rule builds all results or none");
    values[i] = adopt(&g, result, values[i]);
    moveName(op, values[i]);
    mlirValueReplaceAllUsesOfWith(result, values[i]);
  }
  if (*built)
    mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult decomposeOperation(Arena *arena, MlirOperation op,
                                     bool *built) {
  const DecomposeRule *rule = findRule(bridgeOpName(op));
  *built = false;
  return rule && hasKnownShapes(op) ? decompose(arena, op, rule, built)
                                    : mlirLogicalResultSuccess();
}

typedef struct Search {
  const RelaxPassRun *run;
  MlirOperation *found; // stb_ds
} Search;

static MlirWalkResult collect(MlirOperation op, void *userData) {
  Search *search = userData;
  const DecomposeRule *rule = findRule(bridgeOpName(op));
  if (rule && isWanted(search->run, rule) && hasKnownShapes(op))
    arrput(search->found, op);
  return MlirWalkResultAdvance;
}

/// Every operation that has a rule and stands there now.
static MlirLogicalResult decomposeAll(RelaxPassRun *run) {
  Search search = {.run = run};
  mlirOperationWalk(run->op, collect, &search, MlirWalkPreOrder);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (ptrdiff_t i = 0;
       i < arrlen(search.found) && mlirLogicalResultIsSuccess(outcome); ++i)
    if (passMayRewrite(run, search.found[i])) {
      bool built = false;
      outcome = decomposeOperation(run->arena, search.found[i], &built);
      run->counters[COUNT_DECOMPOSED] += built;
    }
  arrfree(search.found);
  return outcome;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  if (mlirLogicalResultIsFailure(checkList(run, OPTION_OPS)) ||
      mlirLogicalResultIsFailure(checkList(run, OPTION_EXCEPT)))
    return mlirLogicalResultFailure();
  MlirLogicalResult outcome;
  uint64_t before;
  // What a rule inserts may have one itself.
  do {
    before = run->counters[COUNT_DECOMPOSED];
    outcome = decomposeAll(run);
  } while (mlirLogicalResultIsSuccess(outcome) &&
           run->counters[COUNT_DECOMPOSED] > before);
  return outcome;
}

const RelaxPass relaxDecomposePass = {
    .name = "relax-decompose",
    .summary = "write composite operations with simpler ones",
    .documentation =
        "Normalisations and other operations that models know by a name are "
        "replaced by their definitions. The reference interpreter executes "
        "them directly, so a module can be compared with and without; what "
        "stays composite (`except=`) needs another way to be compiled.\n"
        "\n"
        "Operations with a `?` or without a rank in a type stay: run "
        "`relax-deduce-shapes` before. So does what has no decomposition for "
        "its types.\n",
    .anchor = "relax.func",
    .options =
        {[OPTION_OPS] = {"ops", RELAX_OPTION_STRING,
                         "these operations, as in layer_norm,lrn, or all",
                         "all", NULL},
         [OPTION_EXCEPT] = {"except", RELAX_OPTION_STRING,
                            "not these operations, or none", "none", NULL}},
    .counters = {[COUNT_DECOMPOSED] = "ops-decomposed"},
    .traits = RELAX_PASS_ASKS | RELAX_PASS_REQUIRED,
    .run = run,
};
