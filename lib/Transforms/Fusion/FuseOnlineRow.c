//===- FuseOnlineRow.c - a tiled softmax of one row -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A decoder with a cache computes one row at a time. Its keys are used once, so
// they stay as they lie, and a tile has as many rows as there are.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/NameList.h"
#include "lib/Transforms/Fusion/FuseOnline.h"
#include "lib/Transforms/Versions/Specialize.h"

/// Is the number of rows a symbol that may be 1 where there are more keys?
static bool mayBeOne(const Online *o, StrRef *name) {
  const FuseGraph *graph = o->graph;
  const Facts *facts = &graph->facts;
  return o->row >= 0 && symExprIsSymbol(o->dims[o->row], name) &&
         symNameListFind(graph->defined, *name) >= 0 &&
         !factsEqual(facts, o->dims[o->row], o->dims[o->key]) &&
         !factsLess(facts, symExprConst(facts->arena, 1), o->dims[o->row]);
}

MlirOperation onlineBuildRow(const Online *o, StrRef *name) {
  MlirOperation none = {NULL};
  if (!mayBeOne(o, name))
    return none;
  Arena *arena = o->graph->arena;
  SymExpr one = symExprConst(arena, 1);
  Online row = *o;
  FusedProgram program;
  row.dims = ARENA_ARRAY(arena, SymExpr, o->rank);
  for (intptr_t d = 0; d < o->rank; ++d)
    row.dims[d] = d == o->row ? one : o->dims[d];
  onlineFindRows(&row);
  if (!onlineBuild(&row, strRefFromC("row"), &program))
    return none;
  SpecializeArm arm = {.names = name, .values = &one, .count = 1};
  MlirOperation version = specializeClone(program.function, arena, &arm);
  mlirOperationDestroy(program.function);
  return version;
}
