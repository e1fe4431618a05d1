//===- SumFoldsCalls.c - who calls a fold adds up -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Closure.gen.h"
#include "dialects/Relax/Reduction.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Sequence.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/SymAttributes.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Batch/SumFolds.h"

#include <stb/stb_ds.h>

bool sumsNames(MlirOperation op, StrRef function) {
  MlirAttribute callee = relaxIsCall(op)      ? relaxCallGetCallee(op)
                         : relaxIsClosure(op) ? relaxClosureGetCallee(op)
                                              : (MlirAttribute){NULL};
  return callee.ptr && strRefEqual(bridgeRefName(callee), function);
}

/// What values of the fold are for a caller.
typedef struct Meaning {
  const void *key; // MlirValue::ptr
  MlirValue value;
} Meaning;

/// A call in the place of which sums are made.
typedef struct Site {
  const Summer *summer;
  MlirOperation call;
  MlirAttribute extent; // a symbol: how many terms there are
  Meaning *map;         // stb_ds map
} Site;

static MlirValue add(MlirOperation before, MlirOperation op) {
  bridgeInsert(before, op);
  return mlirOperationGetResult(op, 0);
}

/// The call that collects, from sequences of the sums that there were.
static MlirOperation callTerms(Site *site, MlirAttribute callee) {
  const Fold *fold = &site->summer->fold;
  MlirLocation loc = mlirOperationGetLocation(site->call);
  MlirValue *inputs = NULL;
  for (intptr_t i = 0, e = relaxCallGetNumInputs(site->call); i < e; ++i)
    arrput(inputs, relaxCallGetInputs(site->call, i));
  for (ptrdiff_t s = 0; s < arrlen(fold->sums); ++s) {
    RelaxSequenceArgs args = {1, &inputs[fold->sums[s]]};
    inputs[fold->sums[s]] = add(site->call, relaxSequenceCreate(loc, &args));
  }
  RelaxCallArgs args = {.numInputs = arrlen(inputs),
                        .inputs = inputs,
                        .callee = callee,
                        .numResultsTypes = arrlen(site->summer->types),
                        .resultsTypes = site->summer->types};
  MlirOperation call = relaxCallCreate(loc, &args);
  bridgeInsert(site->call, call);
  arrfree(inputs);
  return call;
}

MlirValue sumsStack(RelaxPassRun *run, MlirOperation before,
                    MlirAttribute extent, MlirValue terms, bool binds) {
  MlirLocation loc = mlirOperationGetLocation(before);
  RelaxConcatFromSequenceArgs joined = {.sequence = terms, .stack = true};
  MlirValue rows = add(before, relaxConcatFromSequenceCreate(loc, &joined));
  RelaxTensorInfo info = relaxTensorInfoOf(rows);
  MlirAttribute *dims = ARENA_ARRAY(run->arena, MlirAttribute, info.rank);
  for (intptr_t d = 0; d < info.rank; ++d)
    dims[d] = d ? info.dims[d] : extent;
  StrRef text;
  symAttributeIsSymbol(extent, &text);
  MlirAttribute name = mlirStringAttrGet(run->context, strRefToMlir(text));
  RelaxMatchCastArgs cast = {
      .input = rows,
      .binds = binds ? mlirArrayAttrGet(run->context, 1, &name)
                     : (MlirAttribute){NULL},
      .resultType = relaxTensorTypeOf(info.elementType, info.rank, dims)};
  return add(before, relaxMatchCastCreate(loc, &cast));
}

MlirAttribute sumsExtent(RelaxPassRun *run, MlirOperation op) {
  while (!relaxIsFunc(op))
    op = mlirOperationGetParentOperation(op);
  StrRef *names;
  size_t count = symNamesIn(op, run->arena, &names);
  return symSymbolAttribute(
      run->context, symFreshName(run->arena, strRefFromC("n"), names, count));
}

MlirValue sumsAddUp(RelaxPassRun *run, MlirOperation before, MlirValue rows) {
  int64_t first = 0;
  RelaxSumArgs args = {.input = rows,
                       .axes = mlirDenseI64ArrayGet(run->context, 1, &first)};
  return add(before, relaxSumCreate(mlirOperationGetLocation(before), &args));
}

static MlirValue meant(const Site *site, MlirValue value) {
  return mapEntry(site->map, value.ptr)->value;
}

/// Operations of the fold up to one of regions or the last, for the caller.
static MlirOperation copyLine(Site *site, MlirBlock block) {
  MlirOperation op = mlirBlockGetFirstOperation(block);
  for (; !bridgeIsTerminator(op) && mlirOperationGetNumRegions(op) == 0;
       op = mlirOperationGetNextInBlock(op)) {
    MlirOperation copy = mlirOperationClone(op);
    for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
      mlirOperationSetOperand(copy, i,
                              meant(site, mlirOperationGetOperand(op, i)));
    bridgeInsert(site->call, copy);
    for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
      hmput(site->map, (const void *)mlirOperationGetResult(op, i).ptr,
            mlirOperationGetResult(copy, i));
  }
  return op;
}

/// What an empty list gives, with the sums of all terms: `fold` is a copy of it
/// as it was.
static void makeSums(Site *site, MlirOperation fold, MlirAttribute callee) {
  MlirBlock entry = bridgeBody(fold);
  const intptr_t *sums = site->summer->fold.sums, *kept = site->summer->kept;
  RelaxPassRun *run = site->summer->fold.run;
  MlirValue *totals = NULL;
  MlirOperation terms = callTerms(site, callee);
  for (ptrdiff_t s = 0; s < arrlen((intptr_t *)sums); ++s)
    arrput(totals, sumsStack(run, site->call, site->extent,
                             mlirOperationGetResult(terms, s), s == 0));
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i)
    hmput(site->map, (const void *)mlirBlockGetArgument(entry, i).ptr,
          relaxCallGetInputs(site->call, i));
  for (ptrdiff_t s = 0; s < arrlen(totals); ++s)
    hmput(site->map, (const void *)mlirBlockGetArgument(entry, sums[s]).ptr,
          sumsAddUp(run, site->call, totals[s]));
  for (ptrdiff_t k = 0; k < arrlen((intptr_t *)kept); ++k)
    hmput(site->map, (const void *)mlirBlockGetArgument(entry, kept[k]).ptr,
          mlirOperationGetResult(terms, arrlen(totals) + k));
  MlirOperation branch = copyLine(site, entry);
  MlirOperation end = copyLine(site, bridgeBlock(branch, 0));
  for (intptr_t i = 0, e = mlirOperationGetNumResults(site->call); i < e; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(site->call, i),
                                  meant(site, mlirOperationGetOperand(end, i)));
  mlirOperationDestroy(site->call);
  arrfree(totals);
  hmfree(site->map);
}

void sumsMake(const Summer *summer, MlirOperation call, MlirOperation fold,
              MlirAttribute callee) {
  Site site = {.summer = summer,
               .call = call,
               .extent = sumsExtent(summer->fold.run, call)};
  makeSums(&site, fold, callee);
}
