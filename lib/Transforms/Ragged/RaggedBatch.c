//===- RaggedBatch.c - the pass relax-ragged-batch ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The extent becomes a table of the same name, read at the index of dimension
// 0 wherever that is the batch; so facts about it are those of each entry. What
// has the extent but no batch is the same for all instances that are as long:
// positions, and what is computed of them, get a batch of their own.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Ragged.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Sym/Arguments.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Ragged/RaggedBatchState.h"
#include "lib/Transforms/Shapes/FitCall.h"

#include <stb/stb_ds.h>

enum { OPTION_FUNCTION, OPTION_EXTENT, OPTION_BATCH };
enum { COUNT_FUNCTIONS, COUNT_OPS };

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

static MlirLogicalResult refuseType(RaggedBatch *r, MlirOperation op,
                                    const char *what, MlirType type) {
  StrBuf text = {0};
  bridgePrintType(type, &text);
  bridgeEmitOpError(op,
                    "%s: expected '%.*s' as dimension 0 alone, and before "
                    "'%.*s', got %s; with '%.*s' bound to 1 "
                    "('relax-bind-symbols') the function is one of one "
                    "instance",
                    what, (int)r->batchName.length, r->batchName.data,
                    (int)r->extentName.length, r->extentName.data,
                    strBufText(&text), (int)r->batchName.length,
                    r->batchName.data);
  strBufFree(&text);
  return mlirLogicalResultFailure();
}

static MlirLogicalResult mapArguments(RaggedBatch *r, MlirBlock entry) {
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(entry); i < e; ++i) {
    MlirValue argument = mlirBlockGetArgument(entry, i);
    MlirType type = mlirValueGetType(argument);
    MlirType mapped = raggedBatchType(r, type);
    StrBuf what = {0};
    strBufAppendFormat(&what, "argument %ld", (long)i);
    if (!mapped.ptr) {
      refuseType(r, r->function, strBufText(&what), type);
      strBufFree(&what);
      return mlirLogicalResultFailure();
    }
    strBufFree(&what);
    mlirValueSetType(argument, mapped);
    const MlirAttribute *dims;
    if (!r->like.ptr && relaxTypeIsRagged(mapped) &&
        symTypeDims(mapped, &dims) > 1 && relaxDimsAreRagged(dims + 1, 1))
      r->like = argument, r->likeAxis = 1;
  }
  return r->like.ptr ? mlirLogicalResultSuccess()
                     : bridgeEmitOpError(
                           r->function,
                           "expected an argument of dimensions [%.*s, %.*s, "
                           "...]",
                           (int)r->batchName.length, r->batchName.data,
                           (int)r->extentName.length, r->extentName.data);
}

/// The table in front of the arguments, whose attributes move.
static void insertTable(RaggedBatch *r, MlirBlock entry) {
  MlirContext context = r->run->context;
  MlirAttribute parameters[] = {symSymbolAttribute(context, r->extentName),
                                r->batch};
  mlirBlockInsertArgument(
      entry, 0, relaxLengthsTypeGet(context, 2, parameters),
      bridgeNamedLocation(r->extentName,
                          mlirOperationGetLocation(r->function)));
  symInsertArgumentAttributes(r->function, 0);
}

static void writeSignature(RaggedBatch *r, MlirBlock entry) {
  MlirOperation end = mlirBlockGetTerminator(entry);
  intptr_t inputs = mlirBlockGetNumArguments(entry);
  intptr_t results = mlirOperationGetNumOperands(end);
  MlirType *all = ARENA_ARRAY(r->run->arena, MlirType, inputs + results);
  for (intptr_t i = 0; i < inputs; ++i)
    all[i] = mlirValueGetType(mlirBlockGetArgument(entry, i));
  for (intptr_t i = 0; i < results; ++i)
    all[inputs + i] = mlirValueGetType(mlirOperationGetOperand(end, i));
  mlirOperationSetInherentAttributeByName(
      r->function, mlirStringRefCreateFromCString("function_type"),
      mlirTypeAttrGet(mlirFunctionTypeGet(r->run->context, inputs, all, results,
                                          all + inputs)));
}

static void matchBatch(StrRef name, void *userData) {
  RaggedBatch *r = userData;
  r->clashes |= strRefEqual(name, r->batchName);
}

static MlirWalkResult findBatch(MlirOperation op, void *userData) {
  symWalkDefinedSymbols(op, matchBatch, userData);
  return MlirWalkResultAdvance;
}

static MlirLogicalResult batchFunction(RaggedBatch *r) {
  MlirBlock entry = bridgeBody(r->function);
  r->instance = raggedBatchIsInstance(r, entry);
  if (r->instance)
    mlirOperationWalk(r->function, findBatch, r, MlirWalkPreOrder);
  if (r->clashes)
    return bridgeEmitOpError(r->function,
                             "option 'batch': '%.*s' is an extent of something "
                             "else: expected another name",
                             (int)r->batchName.length, r->batchName.data);
  if (mlirLogicalResultIsFailure(raggedBatchPrepare(r, entry)))
    return mlirLogicalResultFailure();
  MlirOperation *ops = NULL;
  for (MlirOperation op = mlirBlockGetFirstOperation(entry); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    arrput(ops, op);
  MlirLogicalResult outcome = r->instance
                                  ? raggedBatchInstanceArguments(r, entry)
                                  : mapArguments(r, entry);
  if (mlirLogicalResultIsSuccess(outcome))
    insertTable(r, entry);
  for (ptrdiff_t i = 0; i < arrlen(ops) && mlirLogicalResultIsSuccess(outcome);
       ++i)
    outcome = raggedBatchOperation(r, ops[i]);
  r->run->counters[COUNT_OPS] += (uint64_t)arrlen(ops);
  arrfree(ops);
  if (mlirLogicalResultIsFailure(outcome))
    return outcome;
  raggedBatchInstanceResults(r, mlirBlockGetTerminator(entry));
  writeSignature(r, entry);
  ++r->run->counters[COUNT_FUNCTIONS];
  return relaxVerifyTables(r->function);
}

static MlirWalkResult findCall(MlirOperation op, void *userData) {
  StrRef *name = userData;
  if (!relaxIsCall(op) || !strRefEqual(calleeName(op), *name))
    return MlirWalkResultAdvance;
  name->data = NULL;
  return MlirWalkResultInterrupt;
}

static MlirLogicalResult run(RelaxPassRun *run) {
  StrRef wanted = relaxOptionString(run, OPTION_FUNCTION);
  RaggedBatch r = {.run = run,
                   .extentName = relaxOptionString(run, OPTION_EXTENT),
                   .batchName = relaxOptionString(run, OPTION_BATCH)};
  r.batch = symSymbolAttribute(run->context, r.batchName);
  for (MlirOperation op = {NULL};
       (op = bridgeNext(run->op, op, relaxIsFunc)).ptr;)
    if (strRefEqual(functionName(op), wanted))
      r.function = op;
  if (!r.function.ptr || !relaxFuncHasBody(r.function))
    return bridgeEmitOpError(run->op,
                             "option 'function': '@%.*s' is no relax.func with "
                             "a body",
                             (int)wanted.length, wanted.data);
  StrRef name = wanted;
  mlirOperationWalk(run->op, findCall, &name, MlirWalkPreOrder);
  if (!name.data || relaxFuncGetSymbols(r.function).ptr)
    return bridgeEmitOpError(r.function, "is called, or has symbols that its "
                                         "callers give: expected a function "
                                         "that stands for itself");
  MlirLogicalResult outcome = batchFunction(&r);
  arrfree(r.lifted);
  return outcome;
}

const RelaxPass relaxRaggedBatchPass = {
    .name = "relax-ragged-batch",
    .summary = "instances of one length become instances of many",
    .documentation =
        "A function of `[b, n, 512]` becomes one of `[i : b, n[i], 512]`, with "
        "a table of lengths as first argument; each instance gets what the "
        "function gives for it alone, as a batch of one. So does one of one "
        "instance, no argument of which has the batch: `[n, 512]`, or "
        "`[1, n, 512]`, whose arguments without the extent are shared. Every "
        "operation has "
        "to do the same for each index of dimension 0: the first that does "
        "not, or that takes no ragged operands and has no definition by others "
        "that do (windows over time have), is named. Positions (an iota "
        "of the extent), and what is computed of them or spread over the "
        "extent, become those of each instance; a dimension that is joined "
        "with the batch (`b * n`, `4 * b`) becomes one of each. Recurrent "
        "layers "
        "take all instances side by side, padded to the longest, each as many "
        "steps as its own length. Where the batch is another dimension than "
        "the first (time first), bind it to 1 before (`relax-bind-symbols`): "
        "the function is one of one instance then.\n"
        "\n"
        "Shapes have to be known: `relax-deduce-shapes`, "
        "`relax-merge-symbols`, "
        "`relax-bind-extents` and `relax-fold` before it.\n",
    .anchor = "builtin.module",
    .options = {[OPTION_FUNCTION] = {"function", RELAX_OPTION_STRING,
                                     "its name", "main", NULL},
                [OPTION_EXTENT] = {"extent", RELAX_OPTION_STRING,
                                   "that instances differ in", "n", NULL},
                [OPTION_BATCH] = {"batch", RELAX_OPTION_STRING,
                                  "the extent of dimension 0: instances", "b",
                                  NULL}},
    .counters = {[COUNT_FUNCTIONS] = "functions", [COUNT_OPS] = "operations"},
    .traits = RELAX_PASS_CHANGES_SIGNATURES | RELAX_PASS_NAMES_SYMBOLS,
    .run = run,
};
