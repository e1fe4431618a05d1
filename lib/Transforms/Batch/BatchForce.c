//===- BatchForce.c - where values have to be there -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Which values may be to come is found for the whole module: from
// `relax.defer` on through calls, regions and fields, until nothing changes.
// Who looks at elements of such a value gets a `relax.force`.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Batch.gen.h"
#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Relax/Tuple.gen.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Batch/Batch.h"

#include <stb/stb_ds.h>

typedef struct LazyValue {
  const void *key; // MlirValue::ptr
  char value;
} LazyValue;

/// A field of a constructor, by name and number, that may be to come.
typedef struct LazyField {
  MlirAttribute constructor;
  int64_t index;
} LazyField;

typedef struct Laziness {
  MlirOperation module;
  LazyValue *values; // stb_ds set
  LazyField *fields; // stb_ds array
  bool changed;
  uint64_t forces;
} Laziness;

static bool isLazy(const Laziness *lazy, MlirValue value) {
  return mapFind(lazy->values, value.ptr) >= 0;
}

static void mark(Laziness *lazy, MlirValue value) {
  if (isLazy(lazy, value))
    return;
  hmput(lazy->values, (const void *)value.ptr, 1);
  lazy->changed = true;
}

static void follow(Laziness *lazy, MlirValue from, MlirValue to) {
  if (isLazy(lazy, from))
    mark(lazy, to);
}

static bool fieldIsLazy(const Laziness *lazy, MlirAttribute constructor,
                        int64_t index) {
  for (ptrdiff_t i = 0; i < arrlen(lazy->fields); ++i)
    if (lazy->fields[i].index == index &&
        mlirAttributeEqual(lazy->fields[i].constructor, constructor))
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// From value to value
//===----------------------------------------------------------------------===//

static MlirBlock entryOf(MlirOperation op) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
}

static MlirOperation calleeOf(Laziness *lazy, MlirAttribute reference) {
  return bridgeLookupNearestSymbol(
      lazy->module, strRefFromMlir(mlirFlatSymbolRefAttrGetValue(reference)));
}

static void throughCall(Laziness *lazy, MlirOperation op) {
  MlirOperation callee = calleeOf(lazy, relaxCallGetCallee(op));
  MlirBlock entry =
      callee.ptr && relaxIsFunc(callee) ? entryOf(callee) : (MlirBlock){NULL};
  if (!entry.ptr)
    return;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    follow(lazy, mlirOperationGetOperand(op, i),
           mlirBlockGetArgument(entry, i));
  MlirOperation end = mlirBlockGetTerminator(entry);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    follow(lazy, mlirOperationGetOperand(end, i),
           mlirOperationGetResult(op, i));
}

/// Who invokes it is not known: what it gets may be to come.
static void throughClosure(Laziness *lazy, MlirOperation op) {
  MlirOperation callee = calleeOf(lazy, relaxClosureGetCallee(op));
  MlirBlock entry =
      callee.ptr && relaxIsFunc(callee) ? entryOf(callee) : (MlirBlock){NULL};
  if (!entry.ptr)
    return;
  intptr_t captured = relaxClosureGetNumCaptured(op);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i)
    if (i >= captured || isLazy(lazy, mlirOperationGetOperand(op, i)))
      mark(lazy, mlirBlockGetArgument(entry, i));
}

static void markAll(Laziness *lazy, MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    mark(lazy, mlirOperationGetResult(op, i));
}

static void throughConstruct(Laziness *lazy, MlirOperation op) {
  MlirAttribute constructor = relaxConstructGetConstructor(op);
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    if (!isLazy(lazy, mlirOperationGetOperand(op, i)) ||
        fieldIsLazy(lazy, constructor, i))
      continue;
    LazyField field = {constructor, i};
    arrput(lazy->fields, field);
    lazy->changed = true;
  }
}

/// What a region yields is what comes out, and in the next round.
static void throughYield(Laziness *lazy, MlirOperation op) {
  MlirOperation around = mlirOperationGetParentOperation(op);
  bool loops = relaxIsWhile(around);
  if (!loops && !relaxIsIf(around) && !relaxIsDispatch(around))
    return;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    follow(lazy, value, mlirOperationGetResult(around, i));
    if (loops)
      follow(lazy, value, mlirBlockGetArgument(entryOf(around), i));
  }
}

static void throughLoop(Laziness *lazy, MlirOperation op) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 1));
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue argument = mlirBlockGetArgument(entryOf(op), i);
    follow(lazy, mlirOperationGetOperand(op, i), argument);
    follow(lazy, argument, mlirOperationGetResult(op, i));
    if (i < mlirBlockGetNumArguments(body))
      follow(lazy, argument, mlirBlockGetArgument(body, i));
  }
}

static MlirWalkResult passOn(MlirOperation op, void *userData) {
  Laziness *lazy = userData;
  if (relaxIsDefer(op) || relaxIsInvoke(op))
    markAll(lazy, op);
  else if (relaxIsCall(op))
    throughCall(lazy, op);
  else if (relaxIsClosure(op))
    throughClosure(lazy, op);
  else if (relaxIsConstruct(op))
    throughConstruct(lazy, op);
  else if (relaxIsYield(op))
    throughYield(lazy, op);
  else if (relaxIsWhile(op))
    throughLoop(lazy, op);
  else if (relaxIsGetField(op) &&
           fieldIsLazy(lazy, relaxGetFieldGetConstructor(op),
                       relaxGetFieldGetIndex(op)))
    markAll(lazy, op);
  else if (relaxIsReshape(op) || relaxIsMatchCast(op) || relaxIsTuple(op) ||
           relaxIsTupleGet(op))
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
      follow(lazy, mlirOperationGetOperand(op, i),
             mlirOperationGetResult(op, 0));
  return MlirWalkResultAdvance;
}

//===----------------------------------------------------------------------===//
// Forces
//===----------------------------------------------------------------------===//

static bool isPublic(MlirOperation function) {
  return !relaxFuncGetSymVisibility(function).ptr;
}

/// Looks at extents at most, or hands it on.
static bool takesLazy(MlirOperation op, intptr_t operand) {
  if (relaxIsReturn(op))
    return !isPublic(mlirOperationGetParentOperation(op));
  return relaxIsDefer(op) || relaxIsCall(op) || relaxIsClosure(op) ||
         relaxIsInvoke(op) || relaxIsConstruct(op) || relaxIsYield(op) ||
         relaxIsWhile(op) || relaxIsGetField(op) || relaxIsIsConstructor(op) ||
         (relaxIsReshape(op) && operand == 0) || relaxIsMatchCast(op) ||
         relaxIsTuple(op) || relaxIsTupleGet(op) || relaxIsForce(op) ||
         relaxIsShapeOf(op);
}

/// A value that holds others, some of which may be to come.
static bool holdsLazy(const Laziness *lazy, MlirType type) {
  return arrlen(lazy->fields) && !relaxIsTensorType(type);
}

/// What was forced in the block before, or a new force.
static MlirValue forced(Laziness *lazy, MlirOperation op, MlirValue value) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation owner = mlirOpOperandGetOwner(use);
    if (relaxIsForce(owner) &&
        mlirBlockEqual(mlirOperationGetBlock(owner),
                       mlirOperationGetBlock(op)) &&
        mlirOperationIsBeforeInBlock(owner, op))
      return mlirOperationGetResult(owner, 0);
  }
  RelaxForceArgs args = {.input = value};
  MlirOperation force = relaxForceCreate(mlirValueGetLocation(value), &args);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, force);
  ++lazy->forces;
  return mlirOperationGetResult(force, 0);
}

static MlirWalkResult writeForces(MlirOperation op, void *userData) {
  Laziness *lazy = userData;
  bool gives =
      relaxIsReturn(op) && isPublic(mlirOperationGetParentOperation(op));
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if ((isLazy(lazy, value) && !takesLazy(op, i)) ||
        (gives && holdsLazy(lazy, mlirValueGetType(value))))
      mlirOperationSetOperand(op, i, forced(lazy, op, value));
  }
  return MlirWalkResultAdvance;
}

uint64_t batchWriteForces(MlirOperation module) {
  Laziness lazy = {.module = module};
  do {
    lazy.changed = false;
    mlirOperationWalk(module, passOn, &lazy, MlirWalkPreOrder);
  } while (lazy.changed);
  mlirOperationWalk(module, writeForces, &lazy, MlirWalkPreOrder);
  hmfree(lazy.values);
  arrfree(lazy.fields);
  return lazy.forces;
}
