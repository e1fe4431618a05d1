//===- RecoverViews.c - programs that only rename elements become views ---===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A reshape is legalised like everything else, so that fusion can take it in.
// One that is left alone would copy: this pass looks at the program, not at its
// name, and turns a call of a row-major copy back into a `relax.reshape`, which
// is a view and costs nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Analysis/PatternKindAccess.h"
#include "lib/Analysis/ReshapeIndices.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Bridge/Core/ModuleSymbols.h"
#include "lib/Bridge/Core/Pass.h"

/// Row-major position of an access; false on overflow.
static bool linearPosition(Arena *arena, const TirAccess *access,
                           SymExpr *position) {
  *position = symExprConst(arena, 0);
  for (intptr_t i = 0; i < access->rank; ++i) {
    SymExpr scaled;
    if (symExprMul(arena, *position, access->dims[i], &scaled) != SYM_OK ||
        symExprAdd(arena, scaled, access->indices[i], position) != SYM_OK)
      return false;
  }
  return true;
}

/// Every iterator is an index of the store, over the whole extent.
static bool storesAll(const TirComputeAccesses *compute) {
  const TirAccess *store = &compute->targets[0];
  if (store->rank != compute->numIterators)
    return false;
  for (intptr_t i = 0; i < store->rank; ++i) {
    StrRef name;
    if (!symExprIsSymbol(store->indices[i], &name) ||
        tirIteratorOf(name) != i ||
        !symExprEqual(compute->extents[i], store->dims[i]))
      return false;
  }
  return true;
}

/// As many elements are stored as the input has: a slice from the beginning
/// copies in order, too.
static bool copiesAll(Arena *arena, const TirAccess *load,
                      const TirAccess *store) {
  SymExpr from = symExprConst(arena, 1), to = from;
  for (intptr_t i = 0; i < load->rank; ++i)
    if (symExprMul(arena, from, load->dims[i], &from) != SYM_OK)
      return false;
  for (intptr_t i = 0; i < store->rank; ++i)
    if (symExprMul(arena, to, store->dims[i], &to) != SYM_OK)
      return false;
  return symExprEqual(from, to);
}

/// Where there is an element, no dimension is empty.
static size_t factsOfElements(Arena *arena, const TirAccess *access,
                              SymFact *facts) {
  for (intptr_t i = 0; i < access->rank; ++i)
    facts[i] = (SymFact){.kind = SYM_FACT_LE,
                         .lhs = symExprConst(arena, 1),
                         .rhs = access->dims[i]};
  return (size_t)access->rank;
}

/// Does the load read what a reshape reads? Where extents are joined whose
/// product is no literal the prover does not see that positions are the same.
static bool readsAsReshape(MlirOperation function, Arena *arena,
                           const TirAccess *load, const TirAccess *store) {
  RelaxDims dims =
      relaxDimsMake(mlirOperationGetLocation(function), "tir.func", arena);
  SymExpr *from = ARENA_ARRAY(arena, SymExpr, load->rank);
  reshapeIndices(&dims, load->dims, load->rank, store->dims, store->rank, from);
  bool same = dims.status == SYM_OK;
  for (intptr_t i = 0; i < load->rank && same; ++i)
    same = symExprEqual(from[i], load->indices[i]);
  return same;
}

/// The only work of the program is to store what it loads, in the same order.
static bool isRowMajorCopy(MlirOperation function, Arena *arena) {
  MlirBlock entry = bridgeBody(function);
  if (!entry.ptr || mlirBlockGetNumArguments(entry) != 2)
    return false;
  MlirOperation compute = mlirBlockGetFirstOperation(entry);
  TirComputeAccesses accesses;
  if (!tirIsCompute(compute) ||
      !tirIsReturn(mlirOperationGetNextInBlock(compute)) ||
      !tirComputeAccesses(compute, arena, &accesses) || accesses.reduces ||
      accesses.numLoads != 1 || accesses.numTargets != 1 ||
      accesses.loads[0].padded || !storesAll(&accesses) ||
      !copiesAll(arena, &accesses.loads[0], &accesses.targets[0]))
    return false;
  MlirOperation store = accesses.targets[0].op;
  if (!mlirValueEqual(tirStoreGetValue(store),
                      mlirOperationGetResult(accesses.loads[0].op, 0)))
    return false;
  if (readsAsReshape(function, arena, &accesses.loads[0], &accesses.targets[0]))
    return true;
  SymFact same = {.kind = SYM_FACT_EQ};
  SymFact *facts = ARENA_ARRAY(
      arena, SymFact, accesses.loads[0].rank + accesses.targets[0].rank);
  size_t count = factsOfElements(arena, &accesses.loads[0], facts);
  count += factsOfElements(arena, &accesses.targets[0], facts + count);
  return linearPosition(arena, &accesses.loads[0], &same.lhs) &&
         linearPosition(arena, &accesses.targets[0], &same.rhs) &&
         symProve(arena, facts, count, same, NULL) == SYM_YES;
}

/// A conversion between types of the same bits, such as i8 and ui8, copies as
/// well, and is no reshape.
static bool isCandidate(MlirOperation op) {
  return relaxIsCallTir(op) && relaxCallTirGetNumInputs(op) == 1 &&
         relaxCallTirGetNumGiven(op) == 0 &&
         mlirOperationGetNumResults(op) == 1 &&
         !relaxCallTirGetStorage(op).ptr &&
         mlirTypeEqual(
             relaxTensorInfoOf(relaxCallTirGetInputs(op, 0)).elementType,
             relaxTensorInfoOf(mlirOperationGetResult(op, 0)).elementType);
}

static void replace(MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  RelaxReshapeArgs args = {.input = relaxCallTirGetInputs(op, 0),
                           .resultType = mlirValueGetType(result)};
  MlirOperation view = relaxReshapeCreate(mlirOperationGetLocation(op), &args);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(op), op, view);
  mlirValueReplaceAllUsesOfWith(result, mlirOperationGetResult(view, 0));
  mlirOperationDestroy(op);
}

typedef struct Views {
  RelaxPassRun *run;
  ModuleSymbols *symbols; // null: none was needed yet
} Views;

static MlirWalkResult visit(MlirOperation op, void *userData) {
  Views *views = userData;
  RelaxPassRun *run = views->run;
  if (!isCandidate(op))
    return MlirWalkResultAdvance;
  if (!views->symbols)
    views->symbols =
        moduleSymbolsCreate(mlirOperationGetParentOperation(run->op));
  StrRef name = bridgeRefName(relaxCallTirGetCallee(op));
  if (isRowMajorCopy(moduleSymbolsFind(views->symbols, name), run->arena) &&
      passMayRewrite(run, op)) {
    replace(op);
    ++run->counters[0];
  }
  return MlirWalkResultAdvance;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Views views = {.run = run};
  mlirOperationWalk(run->op, visit, &views, MlirWalkPostOrder);
  if (views.symbols)
    moduleSymbolsDestroy(views.symbols);
  return mlirLogicalResultSuccess();
}

const RelaxPass relaxRecoverViewsPass = {
    .name = "relax-recover-views",
    .summary = "turn calls of programs that only copy in order into views",
    .documentation =
        "After fusion a legalised reshape may stand alone. Where the program "
        "of a `relax.call_tir` is a row-major copy of its only input, which is "
        "proved from its index expressions, the call becomes `relax.reshape`.",
    .anchor = "relax.func",
    .counters = {"views"},
    .traits = RELAX_PASS_ASKS,
    .run = run,
};
