//===- LowerTIR.c - the pass lower-tir ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Conversion/TIRToSCF/LowerTIR.h"
#include "dialects/TIR/Indexed.h"
#include "dialects/TIR/Schedule.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Conversion/TIRToSCF/Lowering.h"
#include "lib/Sym/Operand.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

typedef struct Search {
  bool (*matches)(MlirOperation);
  bool outermost; // not below a match
  OpList found;
} Search;

static MlirWalkResult visit(MlirOperation op, void *userData) {
  Search *search = userData;
  if (!search->matches(op))
    return MlirWalkResultAdvance;
  arrput(search->found, op);
  return search->outermost ? MlirWalkResultSkip : MlirWalkResultAdvance;
}

static OpList find(TirLowering *l, bool (*matches)(MlirOperation),
                   bool outermost) {
  Search search = {matches, outermost, NULL};
  mlirOperationWalk(l->func, visit, &search, MlirWalkPreOrder);
  return search.found;
}

static bool isStructure(MlirOperation op) {
  return tirIsCompute(op) || tirIsFor(op) || tirIsSpecialize(op);
}

static bool isAccess(MlirOperation op) {
  return (tirIndexedOf(op) && !isStructure(op)) || tirIsAscends(op);
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

typedef MlirLogicalResult (*Rule)(TirLowering *l, MlirOperation op);

static MlirLogicalResult lowerStructureOp(TirLowering *l, MlirOperation op) {
  return tirIsCompute(op) ? tirLowerCompute(l, op)
         : tirIsFor(op)   ? tirLowerFor(l, op)
                          : tirLowerSpecialize(l, op);
}

static bool isPrologueExtent(TirLowering *l, MlirOperation op) {
  for (ptrdiff_t i = 0; i < arrlen(l->symbols); ++i)
    if (mlirValueEqual(l->symbols[i].value, mlirOperationGetResult(op, 0)))
      return true;
  return false;
}

static MlirLogicalResult lowerAccess(TirLowering *l, MlirOperation op) {
  if (tirIsLoad(op))
    return tirLowerLoad(l, op);
  if (tirIsStore(op))
    return tirLowerStore(l, op);
  if (tirIsReduce(op))
    return tirLowerReduce(l, op);
  if (tirIsFetch(op))
    return tirLowerFetch(l, op);
  if (tirIsAscends(op))
    return tirLowerAscends(l, op);
  return isPrologueExtent(l, op) ? mlirLogicalResultSuccess()
                                 : tirLowerExtent(l, op);
}

static bool isStop(MlirOperation op) {
  return tirIsCheck(op) && tirCheckGetStops(op);
}

static MlirLogicalResult destroyAlloc(TirLowering *l, MlirOperation op) {
  (void)l;
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}

/// Applies `rule` to every match that is there now; `*any` says if there were.
static MlirLogicalResult apply(TirLowering *l, bool (*matches)(MlirOperation),
                               bool outermost, Rule rule, bool *any) {
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  OpList ops = find(l, matches, outermost);
  *any = arrlen(ops) != 0;
  for (ptrdiff_t i = 0; i < arrlen(ops) && mlirLogicalResultIsSuccess(outcome);
       ++i)
    outcome = rule(l, ops[i]);
  arrfree(ops);
  return outcome;
}

/// The buffer as which the program uses an argument.
static MlirValue viewOf(MlirValue argument) {
  MlirOpOperand use = mlirValueGetFirstUse(argument);
  MlirOperation user = mlirOpOperandIsNull(use) ? (MlirOperation){NULL}
                                                : mlirOpOperandGetOwner(use);
  return user.ptr && tirIsView(user) ? mlirOperationGetResult(user, 0)
                                     : argument;
}

/// What an earlier run left at the top serves again: one memref per argument
/// and one value per symbol.
static void adoptPrologue(TirLowering *l) {
  OpList ops = find(l, tirIsAsMemref, false);
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i) {
    MlirValue buffer = tirAsMemrefGetBuffer(ops[i]);
    MlirValue value = mlirOperationGetResult(ops[i], 0);
    MlirValue known = {NULL};
    for (ptrdiff_t k = 0; k < arrlen(l->memrefs); ++k)
      if (mlirValueEqual(l->memrefs[k].of, buffer))
        known = l->memrefs[k].value;
    if (known.ptr) {
      mlirValueReplaceAllUsesOfWith(value, known);
      mlirOperationDestroy(ops[i]);
      continue;
    }
    tirPutOnTop(l, ops[i]);
    LoweredValue memref = {.of = buffer, .value = value};
    arrput(l->memrefs, memref);
  }
  arrfree(ops);
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(l->entry); i < e; ++i) {
    MlirValue buffer = viewOf(mlirBlockGetArgument(l->entry, i));
    if (!tirRowsAreApart(l, buffer)) // else it gets a view
      tirMemrefOf(l, buffer);
  }
  ops = find(l, tirIsExtent, false);
  for (ptrdiff_t i = 0; i < arrlen(ops); ++i) {
    StrRef name;
    if (!symAttributeIsSymbol(tirExtentGetExpr(ops[i]), &name) ||
        symOperandNumber(name) >= 0)
      continue;
    MlirValue value = tirSymbolValue(l, name);
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(ops[i], 0), value);
    mlirOperationDestroy(ops[i]);
  }
  arrfree(ops);
}

/// Is there anything but what an earlier run leaves?
static MlirWalkResult visitWork(MlirOperation op, void *userData) {
  StrRef name;
  bool left = tirIsExtent(op) && tirExtentGetNumIndices(op) == 0 &&
              symAttributeIsSymbol(tirExtentGetExpr(op), &name);
  bool *any = userData;
  *any = isStructure(op) || tirIsAlloc(op) || isStop(op) ||
         (isAccess(op) && !left);
  return *any ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

bool relaxIsLoweredTir(MlirOperation func) {
  bool any = false;
  mlirOperationWalk(func, visitWork, &any, MlirWalkPreOrder);
  return !any;
}

static MlirLogicalResult lower(TirLowering *l) {
  bool any = true;
  if (relaxIsLoweredTir(l->func))
    return mlirLogicalResultSuccess();
  adoptPrologue(l);
  tirMarkRows(l);
  while (any)
    if (mlirLogicalResultIsFailure(
            apply(l, isStructure, true, lowerStructureOp, &any)))
      return mlirLogicalResultFailure();
  if (mlirLogicalResultIsFailure(
          apply(l, tirIsAlloc, false, tirLowerAlloc, &any)) ||
      mlirLogicalResultIsFailure(
          apply(l, isAccess, false, lowerAccess, &any)) ||
      mlirLogicalResultIsFailure(apply(l, isStop, false, tirLowerStop, &any)))
    return mlirLogicalResultFailure();
  return apply(l, tirIsAlloc, false, destroyAlloc, &any);
}

static void takeFacts(TirLowering *l) {
  MlirAttribute facts = tirFuncGetFacts(l->func);
  l->numFacts = facts.ptr ? (size_t)mlirArrayAttrGetNumElements(facts) : 0;
  l->facts = ARENA_ARRAY(l->arena, SymFact, l->numFacts);
  for (size_t i = 0; i < l->numFacts; ++i)
    l->facts[i] =
        symFactOf(l->arena, mlirArrayAttrGetElement(facts, (intptr_t)i));
}

MlirLogicalResult relaxLowerTir(MlirOperation func, Arena *arena) {
  TirLowering l = {.func = func,
                   .context = mlirOperationGetContext(func),
                   .entry = bridgeBody(func),
                   .arena = arena};
  if (!l.entry.ptr) // a declaration
    return mlirLogicalResultSuccess();
  takeFacts(&l);
  l.numOrder = tirFuncSymbols(func, arena, &l.order);
  MlirLogicalResult outcome = lower(&l);
  arrfree(l.symbols);
  arrfree(l.memrefs);
  arrfree(l.monoids);
  arrfree(l.sums);
  return outcome;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  return relaxLowerTir(run->op, run->arena);
}

const RelaxPass relaxLowerTirPass = {
    .name = "lower-tir",
    .summary = "lower computes, loops and accesses of tir to scf and memref",
    .documentation =
        "Inside of a `tir.func`, every `tir.compute` becomes a loop nest in "
        "the order written, reduce iterators innermost; every `tir.for` "
        "becomes `scf.for`, a parallel one `scf.parallel`, an "
        "`unroll` loop of constant extent its copies, a `vector` loop "
        "operations of `vector`; `tir.specialize` becomes a switch. "
        "Reductions start from the identity of their monoid unless the "
        "compute says `update`, and keep their state in registers where "
        "nothing else in the body touches the targets. Local buffers go to "
        "the stack, once per thread, and need bounds; a workspace is a "
        "`memref.alloc`. Afterwards only `tir.view`, `tir.as_memref`, "
        "`tir.extent` of bare symbols and `tir.return` are left beside "
        "upstream operations.",
    .anchor = "tir.func",
    .dialects = {RELAX_LOWER_TIR_DIALECTS},
    .traits = RELAX_PASS_REQUIRED,
    .run = run,
};
