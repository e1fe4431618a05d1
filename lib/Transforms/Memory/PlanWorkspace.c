//===- PlanWorkspace.c - memory that kernels take while they run ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One kernel runs at a time, so that the largest workspace counts. Its size is
// a formula of the program's symbols, which the call gives values to.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Walk.h"
#include "dialects/TIR/Access.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Transforms/Memory/PlanMemory.h"

typedef struct Callee {
  Arena *arena;
  const StrRef *names;
  SymExpr *values;
  size_t count;
  SymExpr total;
  bool good;
} Callee;

/// Bare dimensions of a buffer are those of the caller's tensor.
static void bindDims(Callee *c, MlirType buffer, MlirType tensor) {
  const MlirAttribute *formal, *actual;
  intptr_t rank = symTypeDims(buffer, &formal);
  StrRef name;
  if (symTypeDims(tensor, &actual) != rank)
    return;
  for (intptr_t d = 0; d < rank; ++d)
    for (size_t k = 0; k < c->count; ++k)
      if (symExprIsSymbol(symExprOf(c->arena, formal[d]), &name) &&
          strRefEqual(name, c->names[k]))
        c->values[k] = symExprOf(c->arena, actual[d]);
}

static void bind(Callee *c, MlirOperation call, MlirOperation func) {
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0));
  intptr_t inputs = relaxCallTirGetNumInputs(call);
  MlirAttribute given = relaxCallTirGetSymbols(call);
  for (size_t k = 0; k < c->count; ++k) {
    MlirAttribute value = given.ptr ? mlirDictionaryAttrGetElementByName(
                                          given, strRefToMlir(c->names[k]))
                                    : mlirAttributeGetNull();
    // As it stands: nobody else has the name.
    c->values[k] = value.ptr ? symExprOf(c->arena, value)
                             : symExprConst(c->arena, INT64_MAX);
  }
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(body); i < e; ++i)
    bindDims(c, mlirValueGetType(mlirBlockGetArgument(body, i)),
             mlirValueGetType(i < inputs
                                  ? relaxCallTirGetInputs(call, i)
                                  : mlirOperationGetResult(call, i - inputs)));
}

/// As lib/Target/Workspace.c lays them out, with a line more for what begins at
/// the next one.
static MlirWalkResult addPart(MlirOperation op, void *user) {
  enum { LINE = 64 };
  Callee *c = user;
  if (!tirIsAlloc(op) ||
      !strRefEqual(tirAllocGetSpace(op), strRefFromC("workspace")))
    return MlirWalkResultAdvance;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(type, &dims);
  SymExpr bytes = symExprConst(
      c->arena, tirElementBytes(tirBufferTypeGetElementType(type)));
  for (intptr_t d = 0; d < rank && c->good; ++d) {
    SymExpr dim = symExprOf(c->arena, dims[d]);
    c->good = symExprSubstitute(c->arena, dim, c->names, c->values, c->count,
                                &dim) == SYM_OK &&
              symExprMul(c->arena, bytes, dim, &bytes) == SYM_OK;
  }
  c->good = c->good &&
            symExprAdd(c->arena, bytes, symExprConst(c->arena, LINE), &bytes) ==
                SYM_OK &&
            symExprAdd(c->arena, c->total, bytes, &c->total) == SYM_OK;
  return c->good ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

/// Of one call, which may be of a copy; 0 where there is none.
static bool workspaceOf(Arena *arena, MlirOperation module, MlirOperation call,
                        SymExpr *bytes) {
  enum { LINE = 64 };
  StrRef name = strRefFromMlir(
      mlirFlatSymbolRefAttrGetValue(relaxCallTirGetCallee(call)));
  MlirOperation func = bridgeLookupNearestSymbol(module, name);
  Callee c = {.arena = arena, .total = symExprConst(arena, LINE), .good = true};
  *bytes = symExprConst(arena, 0);
  if (!func.ptr || !tirIsFunc(func) ||
      !mlirRegionGetFirstBlock(mlirOperationGetRegion(func, 0)).ptr)
    return true;
  StrRef *names;
  c.count = tirFuncSymbols(func, arena, &names);
  c.names = names;
  c.values = ARENA_ARRAY(arena, SymExpr, c.count + 1);
  bind(&c, call, func);
  mlirOperationWalk(func, addPart, &c, MlirWalkPreOrder);
  if (!symExprEqual(c.total, symExprConst(arena, LINE)))
    *bytes = c.total;
  return c.good;
}

bool planWorkspace(const Planner *planner, SymExpr *out) {
  Arena *arena = planner->bounds.facts.arena;
  *out = symExprConst(arena, 0);
  for (MlirOperation op = mlirBlockGetFirstOperation(planner->block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    SymExpr bytes;
    if (!relaxIsCallTir(op))
      continue;
    if (!workspaceOf(arena, planner->run->op, op, &bytes))
      return false;
    if (factsAtMost(&planner->bounds.facts, *out, bytes))
      *out = bytes;
    else if (!factsAtMost(&planner->bounds.facts, bytes, *out) &&
             symExprMax(arena, *out, bytes, out) != SYM_OK)
      return false;
  }
  return true;
}
