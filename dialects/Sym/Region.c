//===- Region.c - the symbols of operations with regions ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/Region.h"
#include "dialects/Sym/Clauses.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// What flows in
//===----------------------------------------------------------------------===//

static bool isInside(MlirOperation op, MlirValue value) {
  MlirBlock block = mlirValueIsABlockArgument(value)
                        ? mlirBlockArgumentGetOwner(value)
                        : mlirOperationGetBlock(mlirOpResultGetOwner(value));
  if (!block.ptr)
    return true; // used before it is there: MLIR says so behind our checks
  MlirOperation parent = mlirBlockGetParentOperation(block);
  while (parent.ptr && !mlirOperationEqual(parent, op))
    parent = mlirOperationGetParentOperation(parent);
  return parent.ptr != NULL;
}

typedef struct CaptureWalk {
  MlirOperation op;
  void (*visit)(MlirValue value, void *userData);
  void *userData;
} CaptureWalk;

static MlirWalkResult visitCaptured(MlirOperation op, void *userData) {
  CaptureWalk *walk = userData;
  if (mlirOperationEqual(op, walk->op))
    return MlirWalkResultAdvance;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (!isInside(walk->op, value))
      walk->visit(value, walk->userData);
  }
  return MlirWalkResultAdvance;
}

void symWalkCaptured(MlirOperation op,
                     void (*visit)(MlirValue value, void *userData),
                     void *userData) {
  CaptureWalk walk = {op, visit, userData};
  if (mlirOperationGetNumRegions(op))
    mlirOperationWalk(op, visitCaptured, &walk, MlirWalkPreOrder);
}

static void matchValue(MlirValue value, void *userData) {
  symWalkTypeSymbols(mlirValueGetType(value), symMatchName, userData);
}

bool symFlowsInto(MlirOperation op, StrRef name) {
  SymMatch match = {name, false};
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    matchValue(mlirOperationGetOperand(op, i), &match);
  if (!match.found)
    symWalkCaptured(op, matchValue, &match);
  return match.found;
}

typedef struct FlowCheck {
  MlirOperation op;
  bool flows;
} FlowCheck;

static void checkFlow(StrRef name, void *userData) {
  FlowCheck *check = userData;
  check->flows = check->flows && symFlowsInto(check->op, name);
}

bool symAllFlowInto(MlirOperation op, MlirAttribute expr) {
  FlowCheck check = {op, true};
  symWalkAttributeSymbols(expr, checkFlow, &check);
  return check.flows;
}

//===----------------------------------------------------------------------===//
// What binds
//===----------------------------------------------------------------------===//

bool symNamesHave(MlirAttribute names, StrRef name) {
  for (intptr_t i = 0, e = bridgeLength(names); i < e; ++i) {
    MlirAttribute element = mlirArrayAttrGetElement(names, i);
    if (mlirAttributeIsAString(element) &&
        strRefEqual(bridgeText(element), name))
      return true;
  }
  return false;
}

typedef struct Binders {
  MlirOperation op;
  MlirAttribute *names; // stb_ds array of strings
  MlirAttribute clause; // symbols that hold in all of the function, or null
} Binders;

static void addBinder(StrRef name, void *userData) {
  Binders *binders = userData;
  MlirAttribute text = mlirStringAttrGet(mlirOperationGetContext(binders->op),
                                         strRefToMlir(name));
  for (ptrdiff_t i = 0; i < arrlen(binders->names); ++i)
    if (mlirAttributeEqual(binders->names[i], text))
      return;
  if (!symNamesHave(binders->clause, name) && !symFlowsInto(binders->op, name))
    arrput(binders->names, text);
}

MlirAttribute symRegionBinds(MlirOperation op) {
  MlirOperation function = symFunctionOf(op);
  Binders binders = {op, NULL,
                     function.ptr ? symClauseNames(function, "any")
                                  : (MlirAttribute){NULL}};
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r) {
    MlirBlock entry = bridgeBlock(op, r);
    for (intptr_t i = 0, n = entry.ptr ? mlirBlockGetNumArguments(entry) : 0;
         i < n; ++i)
      symWalkBareDims(mlirValueGetType(mlirBlockGetArgument(entry, i)),
                      addBinder, &binders);
  }
  MlirAttribute names = mlirArrayAttrGet(mlirOperationGetContext(op),
                                         arrlen(binders.names), binders.names);
  arrfree(binders.names);
  return names;
}

MlirOperation symFunctionOf(MlirOperation op) {
  while (op.ptr && !bridgeIsFunction(op))
    op = mlirOperationGetParentOperation(op);
  return op;
}

//===----------------------------------------------------------------------===//
// Where it is bound
//===----------------------------------------------------------------------===//

typedef struct Search {
  StrRef name;
  bool found;
  MlirLocation loc;
} Search;

/// A bare dimension comes before a clause of the same operation.
static MlirWalkResult findBinder(MlirOperation op, void *userData) {
  Search *search = userData;
  for (intptr_t r = 0, e = mlirOperationGetNumRegions(op); r < e; ++r) {
    MlirBlock entry = bridgeBlock(op, r);
    for (intptr_t i = 0, n = entry.ptr ? mlirBlockGetNumArguments(entry) : 0;
         i < n; ++i) {
      MlirValue argument = mlirBlockGetArgument(entry, i);
      SymMatch match = {search->name, false};
      symWalkBareDims(mlirValueGetType(argument), symMatchName, &match);
      if (match.found) {
        search->found = true;
        search->loc = mlirValueGetLocation(argument);
        return MlirWalkResultInterrupt;
      }
    }
  }
  search->found = symNamesHave(symClauseNames(op, "binds"), search->name) ||
                  symNamesHave(symClauseNames(op, "symbols"), search->name) ||
                  symNamesHave(symClauseNames(op, "any"), search->name);
  search->loc = mlirOperationGetLocation(op);
  return search->found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

bool symBinderLocation(MlirOperation function, StrRef name, MlirLocation *loc) {
  Search search = {.name = name};
  if (function.ptr)
    mlirOperationWalk(function, findBinder, &search, MlirWalkPreOrder);
  if (search.found)
    *loc = search.loc;
  return search.found;
}
