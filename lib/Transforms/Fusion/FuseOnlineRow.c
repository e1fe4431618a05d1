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

static bool mayBeAtMost(const Online *o, intptr_t dim, int64_t most) {
  const Facts *facts = &o->graph->facts;
  return !factsLess(facts, symExprConst(facts->arena, most), o->dims[dim]);
}

/// Is the number of rows a symbol where there may be more keys?
static bool hasOwnRows(const Online *o) {
  StrRef name;
  return o->row >= 0 && symExprIsSymbol(o->dims[o->row], &name) &&
         symNameListFind(o->graph->defined, name) >= 0 &&
         !factsEqual(&o->graph->facts, o->dims[o->row], o->dims[o->key]);
}

bool onlineHasFewKeys(const Online *o) {
  int64_t keys;
  return symExprIsConst(o->dims[o->key], &keys) && keys <= ONLINE_FEW_KEYS;
}

/// The program for one row: a tile of it.
static bool buildOne(const Online *o, OnlineVersion *version) {
  Arena *arena = o->graph->arena;
  FusedProgram program;
  Online row = *o;
  SymExpr one = symExprConst(arena, 1);
  StrRef name;
  row.dims = ARENA_ARRAY(arena, SymExpr, o->rank);
  for (intptr_t d = 0; d < o->rank; ++d)
    row.dims[d] = d == o->row ? one : o->dims[d];
  onlineFindRows(&row);
  if (!mayBeAtMost(o, o->row, 1) ||
      !onlineBuild(&row, strRefFromC("row"), &program))
    return false;
  symExprIsSymbol(o->dims[o->row], &name);
  SpecializeArm arm = {.names = &name, .values = &one, .count = 1};
  *version = (OnlineVersion){
      .program = specializeClone(program.function, arena, &arm),
      .name = "1",
      .guards = {{.kind = SYM_FACT_EQ, .lhs = o->dims[o->row], .rhs = one}},
      .numGuards = 1};
  mlirOperationDestroy(program.function);
  return version->program.ptr;
}

static void addGuard(OnlineVersion *version, const Online *o, intptr_t dim,
                     int64_t most) {
  if (mayBeAtMost(o, dim, most))
    version->guards[version->numGuards++] =
        (SymFact){.kind = SYM_FACT_LE,
                  .lhs = o->dims[dim],
                  .rhs = symExprConst(o->graph->arena, most)};
}

/// One program for all that is few: one for each number of rows would be faster
/// by a twelfth, and seven times the code.
static bool buildFew(const Online *o, OnlineVersion *version) {
  FusedProgram program;
  // Heads that share keys are rows, too.
  int64_t rows = ONLINE_FEW_ROWS / (o->group < 0 ? 1 : o->groupSize);
  *version = (OnlineVersion){.name = "few"};
  if (rows >= 2)
    addGuard(version, o, o->row, rows);
  addGuard(version, o, o->key, ONLINE_FEW_KEYS);
  if (!version->numGuards || !onlineBuildApart(o, strRefFromC("few"), &program))
    return false;
  version->program = program.function;
  return true;
}

intptr_t onlineBuildVersions(const Online *o,
                             OnlineVersion versions[ONLINE_MAX_VERSIONS]) {
  intptr_t count = 0;
  if (onlineHasFewKeys(o) || !hasOwnRows(o))
    return 0;
  count += buildOne(o, &versions[count]);
  count += buildFew(o, &versions[count]);
  return count;
}
