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
#include "lib/Analysis/Versions.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
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
  MlirBlock body = bridgeBody(func);
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

/// The callee's symbols at the call.
static Callee callee(Arena *arena, MlirOperation call, MlirOperation func) {
  enum { LINE = 64 };
  Callee c = {.arena = arena, .total = symExprConst(arena, LINE), .good = true};
  StrRef *names;
  c.count = tirFuncSymbols(func, arena, &names);
  c.names = names;
  c.values = ARENA_ARRAY(arena, SymExpr, c.count + 1);
  bind(&c, call, func);
  return c;
}

/// A version that is taken where an extent is small takes no more.
static void boundBy(Callee *version, const Callee *program, SymFact guard) {
  Arena *arena = version->arena;
  SymExpr extent;
  int64_t most;
  if (guard.kind != SYM_FACT_LE || !symExprIsConst(guard.rhs, &most) ||
      symExprSubstitute(arena, guard.lhs, program->names, program->values,
                        program->count, &extent) != SYM_OK)
    return;
  for (size_t k = 0; k < version->count && version->good; ++k)
    if (symExprEqual(version->values[k], extent))
      version->good =
          symExprMin(arena, extent, guard.rhs, &version->values[k]) == SYM_OK;
}

/// The larger one, if facts say which, or a formula.
static bool atLeast(const Planner *planner, SymExpr bytes, SymExpr *most) {
  const Facts *facts = &planner->bounds.facts;
  if (factsAtMost(facts, *most, bytes))
    *most = bytes;
  return factsAtMost(facts, bytes, *most) ||
         symExprMax(facts->arena, *most, bytes, most) == SYM_OK;
}

static bool addProgram(const Planner *planner, Callee *c, MlirOperation func,
                       SymExpr *most) {
  SymExpr nothing = c->total;
  mlirOperationWalk(func, addPart, c, MlirWalkPreOrder);
  return c->good &&
         (symExprEqual(c->total, nothing) || atLeast(planner, c->total, most));
}

/// Of one call: its program's, and that of each version.
static bool addCall(const Planner *planner, MlirOperation call, SymExpr *most) {
  Arena *arena = planner->bounds.facts.arena;
  StrRef name = bridgeRefName(relaxCallTirGetCallee(call));
  MlirOperation func = bridgeLookupNearestSymbol(planner->run->op, name);
  if (!tirIsFunc(func) || !bridgeBody(func).ptr)
    return true;
  Callee program = callee(arena, call, func);
  bool good = addProgram(planner, &program, func, most);
  for (intptr_t v = 0, e = versionsCount(func); v < e && good; ++v) {
    MlirOperation version = versionsProgram(func, v);
    if (!version.ptr)
      continue;
    Callee c = callee(arena, call, version);
    MlirAttribute guard = mlirArrayAttrGetElement(tirFuncGetGuards(func), v);
    for (intptr_t i = 0, n = mlirArrayAttrGetNumElements(guard); i < n; ++i)
      boundBy(&c, &program,
              symFactOf(arena, mlirArrayAttrGetElement(guard, i)));
    good = addProgram(planner, &c, version, most);
  }
  return good;
}

bool planWorkspace(const Planner *planner, SymExpr *out) {
  *out = symExprConst(planner->bounds.facts.arena, 0);
  bool good = true;
  for (MlirOperation op = mlirBlockGetFirstOperation(planner->block);
       op.ptr && good; op = mlirOperationGetNextInBlock(op))
    good = !relaxIsCallTir(op) || addCall(planner, op, out);
  return good;
}
