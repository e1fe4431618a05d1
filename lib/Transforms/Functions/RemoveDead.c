//===- RemoveDead.c - what nothing uses -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Operations first, from the back of each block, so that whole chains go; then
// weights and private functions that no reference reaches from the rest of the
// module. A cycle of private functions is not kept by itself.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Sym/Literal.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Analysis/ShapeArithmetic.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Weights/PrepareWeights.h"

#include <stb/stb_ds.h>

enum { COUNT_OPS, COUNT_SHAPES, COUNT_WEIGHTS, COUNT_FUNCTIONS };

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static bool isOneOrSame(MlirAttribute a, MlirAttribute b) {
  return relaxDimEqual(a, b) || symAttributeIs(a, 1) || symAttributeIs(b, 1);
}

/// A check that names nothing and cannot fail: the types say that the operands
/// broadcast.
static bool isIdleCheck(MlirOperation op) {
  if (!relaxIsBroadcastShape(op) || relaxBroadcastShapeGetBinds(op).ptr ||
      relaxBroadcastShapeGetFacts(op).ptr ||
      mlirValueGetFirstUse(mlirOperationGetResult(op, 0)).ptr)
    return false;
  RelaxTensorInfo a = relaxTensorInfoOf(relaxBroadcastShapeGetLhs(op));
  RelaxTensorInfo b = relaxTensorInfoOf(relaxBroadcastShapeGetRhs(op));
  bool idle = a.ranked && b.ranked;
  for (intptr_t i = 1; idle && i <= a.rank && i <= b.rank; ++i)
    idle = isOneOrSame(a.dims[a.rank - i], b.dims[b.rank - i]);
  return idle;
}

typedef void (*VisitBlock)(RelaxPassRun *run, MlirBlock block);

static void eachBlockOf(RelaxPassRun *run, MlirOperation op, VisitBlock visit) {
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r)
    for (MlirBlock block = bridgeBlock(op, r); block.ptr;
         block = mlirBlockGetNextInRegion(block))
      visit(run, block);
}

static void removeFromBlock(RelaxPassRun *run, MlirBlock block) {
  // The C API steps forward only.
  MlirOperation *ops = NULL;
  bridgeCollectBlock(block, &ops);
  for (ptrdiff_t i = arrlen(ops) - 1; i >= 0; --i) {
    bool dead = !bridgeIsTerminator(ops[i]) &&
                (bridgeIsTriviallyDead(ops[i]) || isIdleCheck(ops[i])) &&
                passMayRewrite(run, ops[i]);
    if (dead) {
      mlirOperationDestroy(ops[i]);
      ++run->counters[COUNT_OPS];
    } else {
      eachBlockOf(run, ops[i], removeFromBlock);
    }
  }
  arrfree(ops);
}

/// Calls `visit` for the blocks of all graphs: programs, which are most of a
/// module after scheduling, are not gone through.
static void eachGraphBlock(RelaxPassRun *run, VisitBlock visit) {
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;)
    eachBlockOf(run, op, visit);
}

//===----------------------------------------------------------------------===//
// Symbols of the module
//===----------------------------------------------------------------------===//

typedef struct Node {
  char *key; // name, in the arena
  MlirOperation value;
} Node;

typedef struct Reach {
  Arena *arena;
  Node *removable;     // stb_ds string map: not reached so far
  MlirOperation *work; // reached, not looked into
} Reach;

static bool isPrivate(MlirOperation op) {
  MlirAttribute visibility = mlirOperationGetInherentAttributeByName(
      op, mlirStringRefCreateFromCString("sym_visibility"));
  return visibility.ptr &&
         strRefEqual(bridgeText(visibility), strRefFromC("private"));
}

/// Nobody outside of the module can name it.
static bool isRemovable(MlirOperation op) {
  return relaxIsWeight(op) ||
         ((relaxIsFunc(op) || tirIsFunc(op)) && isPrivate(op));
}

static void reachAttribute(Reach *reach, MlirAttribute attribute) {
  if (mlirAttributeIsASymbolRef(attribute)) {
    StrRef name = arenaCopyString(
        reach->arena,
        strRefFromMlir(mlirSymbolRefAttrGetRootReference(attribute)));
    ptrdiff_t found = strMapFind(reach->removable, name.data);
    if (found < 0)
      return;
    arrput(reach->work, reach->removable[found].value);
    strMapRemove(reach->removable, name.data);
  } else if (mlirAttributeIsAArray(attribute)) {
    for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(attribute); i < e; ++i)
      reachAttribute(reach, mlirArrayAttrGetElement(attribute, i));
  } else if (mlirAttributeIsADictionary(attribute)) {
    for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(attribute); i < e;
         ++i)
      reachAttribute(reach,
                     mlirDictionaryAttrGetElement(attribute, i).attribute);
  }
}

/// Most of a module after scheduling.
static bool namesNothing(MlirOperation op) {
  static const char *const dialects[] = {"arith.", "scf.", "vector.", "math."};
  StrRef name = bridgeOpName(op);
  bool found = false;
  for (size_t i = 0; i < sizeof dialects / sizeof *dialects; ++i)
    found |= strRefStartsWith(name, dialects[i]);
  return found;
}

static MlirWalkResult reachFrom(MlirOperation op, void *userData) {
  if (namesNothing(op))
    return MlirWalkResultAdvance;
  MlirAttribute attributes = bridgeAttributesOf(op);
  for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(attributes); i < e;
       ++i) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(attributes, i);
    // That a weight is prepared does not keep it.
    if (!strRefEqual(strRefFromMlir(mlirIdentifierStr(entry.name)),
                     strRefFromC("res_attrs")))
      reachAttribute(userData, entry.attribute);
  }
  return MlirWalkResultAdvance;
}

/// Is this a weight whose function stays?
static bool isPreparedByKept(const Reach *reach, MlirOperation op) {
  MlirAttribute by =
      relaxIsWeight(op) ? relaxWeightGetPreparedBy(op) : mlirAttributeGetNull();
  if (!by.ptr)
    return false;
  StrRef name = arenaCopyString(reach->arena, bridgeRefName(by));
  return strMapFind(reach->removable, name.data) < 0;
}

static void destroy(RelaxPassRun *run, MlirOperation op) {
  ++run->counters[relaxIsWeight(op) ? COUNT_WEIGHTS : COUNT_FUNCTIONS];
  mlirOperationDestroy(op);
}

/// Destroys prepared weights that are not used, as far as their functions are
/// graphs: one function at a time.
static bool removePrepared(RelaxPassRun *run, MlirOperation *weights) {
  bool less = false;
  MlirOperation *some = NULL;
  for (ptrdiff_t first = 0; first < arrlen(weights); first += arrlen(some)) {
    MlirAttribute by = relaxWeightGetPreparedBy(weights[first]);
    arrsetlen(some, 0);
    for (ptrdiff_t i = first;
         i < arrlen(weights) &&
         mlirAttributeEqual(relaxWeightGetPreparedBy(weights[i]), by);
         ++i)
      arrput(some, weights[i]);
    if (!preparedForget(run, some, arrlenu(some)))
      continue;
    less = true;
    for (ptrdiff_t i = 0; i < arrlen(some); ++i)
      destroy(run, some[i]);
  }
  arrfree(some);
  return less;
}

/// Destroys what was not reached; true if a function makes less now.
static bool removeUnreached(RelaxPassRun *run, Reach *reach) {
  MlirOperation *prepared = NULL, *others = NULL;
  for (size_t i = 0; i < shlenu(reach->removable); ++i) {
    MlirOperation op = reach->removable[i].value;
    if (isPreparedByKept(reach, op))
      arrput(prepared, op);
    else
      arrput(others, op);
  }
  bool less = removePrepared(run, prepared);
  for (size_t i = 0; i < arrlenu(others); ++i)
    destroy(run, others[i]);
  arrfree(prepared);
  arrfree(others);
  return less;
}

static bool removeSymbols(RelaxPassRun *run) {
  Reach reach = {.arena = run->arena};
  MlirBlock body = bridgeBody(run->op);
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    if (!isRemovable(op)) {
      arrput(reach.work, op);
      continue;
    }
    MlirAttribute name = mlirOperationGetInherentAttributeByName(
        op, mlirStringRefCreateFromCString("sym_name"));
    StrRef key = arenaCopyString(run->arena, bridgeText(name));
    shput(reach.removable, (char *)key.data, op);
  }
  while (arrlen(reach.work))
    mlirOperationWalk(arrpop(reach.work), reachFrom, &reach, MlirWalkPreOrder);
  // At once: they may name each other.
  bool less = shlenu(reach.removable) && passMayRewrite(run, run->op) &&
              removeUnreached(run, &reach);
  arrfree(reach.work);
  shfree(reach.removable);
  return less;
}

static void countShapes(RelaxPassRun *run, MlirBlock block) {
  run->counters[COUNT_SHAPES] += shapeArithmeticCount(block);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  bool more = true;
  while (more) {
    eachGraphBlock(run, removeFromBlock);
    more = removeSymbols(run);
  }
  eachGraphBlock(run, countShapes);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxRemoveDeadPass = {
    .name = "relax-remove-dead",
    .summary =
        "remove operations, weights and private functions that nothing uses",
    .documentation =
        "Removes operations of relax functions whose results are not used and "
        "that have no effect, then weights and private functions "
        "(`relax.func`, "
        "`tir.func`) that nothing in the rest of the module refers to, also in "
        "cycles. A prepare function makes only weights that are used. "
        "Checks (`relax.match_cast`) are effects and stay, but for a "
        "`relax.broadcast_shape` that its operands' types show to pass.\n"
        "\n"
        "`shape-arithmetic-left` counts the operations that stay and compute "
        "integers from shapes (`relax.shape_to_tensor` and what follows it).\n",
    .anchor = "builtin.module",
    .counters = {[COUNT_OPS] = "ops-removed",
                 [COUNT_SHAPES] = "shape-arithmetic-left",
                 [COUNT_WEIGHTS] = "weights-removed",
                 [COUNT_FUNCTIONS] = "functions-removed"},
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
