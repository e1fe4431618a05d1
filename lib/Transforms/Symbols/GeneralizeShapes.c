//===- GeneralizeShapes.c - a static program becomes a dynamic one --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Sym/Clone.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Shapes/FitCall.h"
#include "lib/Transforms/Shapes/Inference.h"
#include "lib/Transforms/Symbols/FactList.h"
#include "lib/Transforms/Symbols/Generalize.h"
#include "lib/Transforms/Symbols/GeneralizeOptions.h"
#include "lib/Transforms/Symbols/TypeSymbols.h"

#include <stb/stb_ds.h>
#include <string.h>

enum { COUNT_DIMS, COUNT_TYPES, COUNT_CASTS };

//===----------------------------------------------------------------------===//
// Refusals
//===----------------------------------------------------------------------===//

MlirType generalizeOldType(const Generalizer *generalizer, MlirValue value) {
  ptrdiff_t found = mapFind(generalizer->changed, value.ptr);
  return found < 0 ? mlirValueGetType(value)
                   : generalizer->changed[found].value;
}

static void appendText(MlirStringRef text, void *userData) {
  strBufAppend(userData, strRefFromMlir(text));
}

/// Keeps the first error instead of showing it.
static MlirLogicalResult keepError(MlirDiagnostic diagnostic, void *userData) {
  StrBuf *text = userData;
  if (!text->length)
    mlirDiagnosticPrint(diagnostic, appendText, text);
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// One operation
//===----------------------------------------------------------------------===//

/// The rule's own types, or a refusal with what the rule says.
static MlirLogicalResult inferNew(Generalizer *generalizer, MlirOperation op,
                                  MlirType *types) {
  StrBuf error = {0};
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  MlirDiagnosticHandlerID id = mlirContextAttachDiagnosticHandler(
      generalizer->run->context, keepError, &error, NULL);
  bool known = inferResultTypes(op, types, &outcome);
  mlirContextDetachDiagnosticHandler(generalizer->run->context, id);
  const char *why = strBufText(&error);
  const char *behind = error.length ? strstr(why, "' op ") : NULL;
  if (!known)
    outcome = generalizeRefuse(generalizer, op,
                               "no rule says its result from its operands");
  else if (mlirLogicalResultIsFailure(outcome))
    outcome = generalizeRefuse(generalizer, op,
                               behind ? behind + strlen("' op ") : why);
  strBufFree(&error);
  return outcome;
}

/// Ends that were written for the old extent cut off what a larger one has.
static MlirLogicalResult checkSlice(Generalizer *generalizer,
                                    MlirOperation op) {
  Arena *arena = generalizer->run->arena;
  RelaxTensorInfo before, now;
  relaxTensorInfo(
      generalizeOldType(generalizer, mlirOperationGetOperand(op, 0)), &before);
  now = relaxTensorInfoOf(mlirOperationGetOperand(op, 0));
  intptr_t count, numEnds;
  const int64_t *axes =
      relaxIntegers(arena, relaxStridedSliceGetAxes(op), &count);
  const int64_t *ends =
      relaxIntegers(arena, relaxStridedSliceGetEnds(op), &numEnds);
  for (intptr_t i = 0; before.ranked && i < count; ++i) {
    int64_t extent;
    if (!symAttributeIsConst(before.dims[axes[i]], &extent) ||
        mlirAttributeEqual(before.dims[axes[i]], now.dims[axes[i]]) ||
        ends[i] < extent || ends[i] >= INT32_MAX)
      continue;
    StrBuf why = {0};
    strBufAppendFormat(
        &why,
        "the slice of dimension %lld ends at %lld; if everything "
        "is meant, let it end at %lld",
        (long long)axes[i], (long long)ends[i], (long long)INT64_MAX);
    MlirLogicalResult failed =
        generalizeRefuse(generalizer, op, strBufText(&why));
    strBufFree(&why);
    return failed;
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult callTypes(Generalizer *generalizer, MlirOperation op,
                                   MlirType *types) {
  MlirOperation callee = bridgeLookupNearestSymbol(op, calleeName(op));
  MlirType type = relaxFuncGetFunctionType(callee);
  RelaxMatch match = {.arena = generalizer->run->arena};
  intptr_t count = relaxCallGetNumInputs(op);
  size_t next = 0;
  for (intptr_t i = 0; i < count; ++i)
    relaxMatchType(&match, mlirFunctionTypeGetInput(type, i),
                   mlirValueGetType(relaxCallGetInputs(op, i)),
                   (MlirAttribute){NULL});
  relaxMatchCallOthers(&match, op);
  for (intptr_t i = 0; i < count; ++i) {
    MlirType formal = mlirFunctionTypeGetInput(type, i);
    MlirType got = mlirValueGetType(relaxCallGetInputs(op, i));
    if (!relaxMatchOperandFits(
            &match, formal, relaxMatchSubstitute(&match, formal), got, &next))
      return generalizeRefuse(
          generalizer, op,
          "its callee takes this extent only; generalize the callee before, or "
          "put it here with 'relax-inline'");
  }
  relaxMatchResults(&match, op, type);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    types[i] = relaxMatchSubstitute(&match, mlirFunctionTypeGetResult(type, i));
  return mlirLogicalResultSuccess();
}

/// Extents that only the program's text says, not its operands.
static MlirLogicalResult newTypes(Generalizer *generalizer, MlirOperation op,
                                  MlirType *types) {
  if (mlirOperationGetNumRegions(op) > 0)
    return generalizeRefuse(
        generalizer, op, "operations with regions are not generalized so far");
  if (relaxIsMatchCast(op))
    return generalizeRefuse(generalizer, op,
                            "it checks that its operand has this extent");
  if (relaxIsCallTir(op))
    return generalizeRefuse(
        generalizer, op,
        "its loop-level program is of this extent; generalize before "
        "'relax-legalize'");
  if (relaxIsReshape(op))
    return generalizeReshape(generalizer, op, types);
  if (relaxIsCall(op))
    return callTypes(generalizer, op, types);
  if (relaxIsBroadcastTo(op))
    return generalizeRefuse(
        generalizer, op, "its target says the extents; broadcast by shape_of");
  if (relaxIsStridedSlice(op) &&
      mlirLogicalResultIsFailure(checkSlice(generalizer, op)))
    return mlirLogicalResultFailure();
  if (relaxIsCast(op)) {
    RelaxTensorInfo from = relaxTensorInfoOf(relaxCastGetInput(op));
    types[0] = relaxTensorTypeOf(
        relaxTensorInfoOf(mlirOperationGetResult(op, 0)).elementType, from.rank,
        from.dims);
    return mlirLogicalResultSuccess();
  }
  return inferNew(generalizer, op, types);
}

/// At the old extents the new type is the old one.
static bool isInstance(const Generalizer *generalizer, MlirType fresh,
                       MlirType old) {
  MlirType at = relaxMatchSubstitute(&generalizer->old, fresh);
  return at.ptr && relaxTypeForgets(at, old);
}

static MlirLogicalResult visitOperation(Generalizer *generalizer,
                                        MlirOperation op) {
  bool affected = false;
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    affected |=
        mapFind(generalizer->changed, mlirOperationGetOperand(op, i).ptr) >= 0;
  if (!affected || relaxIsReturn(op))
    return mlirLogicalResultSuccess();
  intptr_t count = mlirOperationGetNumResults(op);
  MlirType *types = ARENA_ARRAY(generalizer->run->arena, MlirType, count);
  if (mlirLogicalResultIsFailure(newTypes(generalizer, op, types)))
    return mlirLogicalResultFailure();
  for (intptr_t i = 0; i < count; ++i) {
    MlirValue result = mlirOperationGetResult(op, i);
    MlirType old = mlirValueGetType(result);
    if (!types[i].ptr || !isInstance(generalizer, types[i], old))
      return generalizeRefuse(generalizer, op,
                              "it would give another shape at this extent");
    if (mlirTypeEqual(types[i], old))
      continue;
    hmput(generalizer->changed, result.ptr, old);
    mlirValueSetType(result, types[i]);
    ++generalizer->run->counters[COUNT_TYPES];
  }
  // The type alone says the shape now.
  if (relaxIsReshape(op) && mlirOperationGetNumOperands(op) > 1) {
    MlirValue input = mlirOperationGetOperand(op, 0);
    mlirOperationSetOperands(op, 1, &input);
    relaxReshapeSetAllowZero(op, false);
  }
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

static void changeArguments(Generalizer *generalizer, MlirBlock entry) {
  Arena *arena = generalizer->run->arena;
  for (ptrdiff_t d = 0; d < arrlen(generalizer->dims); ++d) {
    const GeneralDim *dim = &generalizer->dims[d];
    MlirValue argument = mlirBlockGetArgument(entry, dim->index);
    RelaxTensorInfo info = relaxTensorInfoOf(argument);
    MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, info.rank);
    for (intptr_t i = 0; i < info.rank; ++i)
      dims[i] = i == dim->axis
                    ? symExprToAttribute(generalizer->run->context, dim->value)
                    : info.dims[i];
    MlirType old = generalizeOldType(generalizer, argument);
    hmput(generalizer->changed, argument.ptr, old);
    mlirValueSetType(argument, relaxTensorTypeLike(info, info.rank, dims));
    ++generalizer->run->counters[COUNT_DIMS];
  }
}

/// Results that said the old extents say what the returned values do.
static void changeSignature(Generalizer *generalizer, MlirBlock entry) {
  Arena *arena = generalizer->run->arena;
  MlirOperation ret = mlirBlockGetTerminator(entry);
  MlirType old = relaxFuncGetFunctionType(generalizer->function);
  intptr_t numInputs = mlirFunctionTypeGetNumInputs(old);
  intptr_t numResults = mlirFunctionTypeGetNumResults(old);
  MlirType *inputs = ARENA_ARRAY(arena, MlirType, numInputs);
  MlirType *results = ARENA_ARRAY(arena, MlirType, numResults);
  for (intptr_t i = 0; i < numInputs; ++i)
    inputs[i] = mlirValueGetType(mlirBlockGetArgument(entry, i));
  for (intptr_t i = 0; i < numResults; ++i) {
    MlirValue value = mlirOperationGetOperand(ret, i);
    results[i] = mapFind(generalizer->changed, value.ptr) >= 0
                     ? mlirValueGetType(value)
                     : mlirFunctionTypeGetResult(old, i);
  }
  relaxFuncSetFunctionType(generalizer->function,
                           mlirFunctionTypeGet(generalizer->run->context,
                                               numInputs, inputs, numResults,
                                               results));
}

static MlirLogicalResult generalize(Generalizer *generalizer) {
  MlirBlock entry = bridgeBody(generalizer->function);
  changeArguments(generalizer, entry);
  for (MlirOperation op = mlirBlockGetFirstOperation(entry); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (mlirLogicalResultIsFailure(visitOperation(generalizer, op)))
      return mlirLogicalResultFailure();
  changeSignature(generalizer, entry);
  return callFitAll(generalizer->run->arena, generalizer->run->op,
                    generalizer->function,
                    &generalizer->run->counters[COUNT_CASTS]);
}

static MlirLogicalResult run(RelaxPassRun *run) {
  Generalizer generalizer = {.run = run, .old = {.arena = run->arena}};
  MlirLogicalResult outcome = generalizeReadOptions(&generalizer);
  if (mlirLogicalResultIsSuccess(outcome) && arrlen(generalizer.dims))
    outcome = generalize(&generalizer);
  arrfree(generalizer.dims);
  hmfree(generalizer.changed);
  return outcome;
}

const RelaxPass relaxGeneralizeShapesPass = {
    .name = "relax-generalize-shapes",
    .summary = "put symbols in the place of static extents",
    .documentation =
        "`relax-generalize-shapes{dims=x[0]=n,y[1]=2*n}` gives arguments of a "
        "function other extents and lets all types behind follow: a model that "
        "was exported for one batch size becomes one for all. Reshapes lose "
        "their targets; where an element of the result is the old extent, it "
        "is found by the element count.\n"
        "\n"
        "It refuses, with the operation and the reason, where the program "
        "depends on the old extent: a weight that has it, a slice that ends "
        "there, a reshape that could be meant in two ways, a callee or a check "
        "that takes nothing else. What it cannot see is a number that was "
        "computed from the extent (0.25 for a mean over four).\n"
        "\n"
        "`facts=` adds facts about the new symbols. Calls of the function get "
        "a `relax.match_cast` where they need one.\n",
    .anchor = "builtin.module",
    .options =
        {[GENERALIZE_DIMS] = {"dims", RELAX_OPTION_STRING,
                              "dimensions of arguments, as in x[0]=n,y[1]=2*n",
                              "", NULL},
         [GENERALIZE_FUNCTION] = {"function", RELAX_OPTION_STRING,
                                  "its name; empty: the only public one", "",
                                  NULL},
         [GENERALIZE_FACTS] = {"facts", RELAX_OPTION_STRING,
                               "facts about the new symbols, as in n>=1,n<=64",
                               "", NULL}},
    .counters = {[COUNT_DIMS] = "dims-generalized",
                 [COUNT_TYPES] = "types-changed",
                 [COUNT_CASTS] = "checks-added"},
    .traits = RELAX_PASS_CHANGES_SIGNATURES | RELAX_PASS_NAMES_SYMBOLS,
    .run = run,
};
