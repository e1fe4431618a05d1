//===- FuseOnlineRow.c - a softmax of one row, or of a few ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A decoder with a cache computes one row at a time. Its keys are used once, so
// they stay as they lie, and a tile has as many rows as there are. One that
// checks what another proposes has a few.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/NameList.h"
#include "lib/Transforms/Fusion/FuseOnline.h"
#include "lib/Transforms/Versions/Specialize.h"

/// Is the number of rows a symbol that may be small where there are more keys?
static bool mayBeFew(const Online *o, StrRef *name) {
  const FuseGraph *graph = o->graph;
  const Facts *facts = &graph->facts;
  return o->row >= 0 && symExprIsSymbol(o->dims[o->row], name) &&
         symNameListFind(graph->defined, *name) >= 0 &&
         !factsEqual(facts, o->dims[o->row], o->dims[o->key]) &&
         !factsLess(facts, symExprConst(facts->arena, ONLINE_MAX_FEW),
                    o->dims[o->row]);
}

/// The program for one row: a tile of it.
static bool buildOne(const Online *o, FusedProgram *program) {
  Arena *arena = o->graph->arena;
  Online row = *o;
  row.dims = ARENA_ARRAY(arena, SymExpr, o->rank);
  for (intptr_t d = 0; d < o->rank; ++d)
    row.dims[d] = d == o->row ? symExprConst(arena, 1) : o->dims[d];
  onlineFindRows(&row);
  return onlineBuild(&row, strRefFromC("row"), program);
}

intptr_t onlineBuildRows(const Online *o, StrRef *name,
                         MlirOperation versions[ONLINE_MAX_FEW]) {
  Arena *arena = o->graph->arena;
  intptr_t count = 0, heads = o->group < 0 ? 1 : (intptr_t)o->groupSize;
  if (!mayBeFew(o, name))
    return 0;
  // Heads that share keys are rows, too.
  for (; count == 0 || (count + 1) * heads <= ONLINE_MAX_FEW; ++count) {
    FusedProgram program;
    SymExpr rows = symExprConst(arena, count + 1);
    if (!(count ? onlineBuildApart(o, strRefFromC("few"), &program)
                : buildOne(o, &program)))
      break;
    SpecializeArm arm = {.names = name, .values = &rows, .count = 1};
    versions[count] = specializeClone(program.function, arena, &arm);
    mlirOperationDestroy(program.function);
  }
  return count;
}
