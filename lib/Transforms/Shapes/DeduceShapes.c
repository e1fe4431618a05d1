//===- DeduceShapes.c - result types from operand types -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// One forward walk. Every operation gets the types that its rule infers from
// its operands; the signature follows the relax.return. See Deduction.h for
// what is proved, assumed and checked.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Data.gen.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Relax/Tuple.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Functions/CalleesFirst.h"
#include "lib/Transforms/Shapes/Deduction.h"
#include "lib/Transforms/Shapes/Inference.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// New types for results
//===----------------------------------------------------------------------===//

/// Later uses get the declared type from a check.
static MlirLogicalResult checkClaim(Deduction *deduction, MlirOperation op,
                                    MlirValue result, MlirType claim) {
  MlirValue checked = deductionCheckedCast(
      deduction, mlirOperationGetNextInBlock(op), result, claim);
  if (!checked.ptr)
    return deductionReportTypes(deduction, op, "result", claim,
                                mlirValueGetType(result));
  MlirOperation cast = mlirOpResultGetOwner(checked);
  mlirValueReplaceAllUsesExcept(result, checked, 1, &cast);
  return mlirLogicalResultSuccess();
}

/// What followed from the operands follows from the better ones; a claim has to
/// agree with it.
static MlirLogicalResult setResult(Deduction *deduction, MlirOperation op,
                                   MlirValue result, MlirType deduced) {
  MlirType declared = mlirValueGetType(result);
  bool claims = mapFind(deduction->claims, (const void *)op.ptr) >= 0;
  if (!claims || deductionAgrees(deduction, declared, deduced, false)) {
    deductionSetType(deduction, result,
                     deductionFill(deduction, deduced, declared));
    return mlirLogicalResultSuccess();
  }
  if (deductionContradicts(deduction, declared, deduced))
    return deductionReportTypes(deduction, op, "result", deduced, declared);
  deductionSetType(deduction, result, deduced);
  return checkClaim(deduction, op, result,
                    deductionFill(deduction, declared, deduced));
}

//===----------------------------------------------------------------------===//
// Operations without an inference rule of their own
//===----------------------------------------------------------------------===//

static MlirLogicalResult resolveTarget(Deduction *deduction, MlirOperation op,
                                       bool *replaced) {
  MlirType type;
  bool exact;
  MlirLogicalResult outcome =
      relaxIsReshape(op) ? deduceReshape(deduction, op, &type, &exact)
                         : deduceBroadcastTo(deduction, op, &type, &exact);
  if (mlirLogicalResultIsFailure(outcome))
    return outcome;
  if (exact && relaxIsReshape(op)) {
    MlirValue input = mlirOperationGetOperand(op, 0);
    mlirOperationSetOperands(op, 1, &input);
    relaxReshapeSetAllowZero(op, false);
    ++deduction->counters[COUNT_TARGETS_RESOLVED];
  }
  MlirValue result = mlirOperationGetResult(op, 0);
  outcome = setResult(deduction, op, result, type);
  if (mlirLogicalResultIsFailure(outcome) || !exact || relaxIsReshape(op))
    return outcome;
  return deductionDropTarget(deduction, op, replaced);
}

/// The cast's own type is what the program says; its `?` are the input's.
static MlirLogicalResult deduceMatchCast(Deduction *deduction,
                                         MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType from = mlirValueGetType(relaxMatchCastGetInput(op));
  MlirType to = mlirValueGetType(result);
  if (deductionContradicts(deduction, from, to))
    return deductionReportTypes(deduction, op, "never succeeds", from, to);
  deductionSetType(deduction, result, deductionFill(deduction, to, from));
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

/// A field of a tuple that is made in the function is what was put in: without
/// uses the tuple is dead, and only tensors are lowered.
static bool forwardField(MlirOperation op) {
  MlirAttribute attribute;
  MlirValue field;
  if (!relaxIsTupleGet(op) || !relaxTupleGetFold(op, NULL, &attribute, &field))
    return false;
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), field);
  mlirOperationDestroy(op);
  return true;
}

static MlirLogicalResult deduceOperation(Deduction *deduction, MlirOperation op,
                                         bool *erased) {
  if (deductionHasTarget(op))
    return resolveTarget(deduction, op, erased);
  if (relaxIsReshape(op) && relaxReshapeGetTarget(op).ptr) {
    MlirValue result = mlirOperationGetResult(op, 0);
    const MlirAttribute *dims;
    MlirType shape = mlirValueGetType(relaxReshapeGetTarget(op));
    intptr_t rank = relaxShapeTypeGetDims(shape, &dims);
    if (relaxShapeTypeGetRanked(shape))
      deductionSetType(
          deduction, result,
          relaxTensorTypeOf(relaxTensorInfoOf(result).elementType, rank, dims));
    return mlirLogicalResultSuccess();
  }
  if (relaxIsReshape(op)) {
    MlirType type;
    if (deduction->backward)
      deduceBackward(deduction, op);
    if (mlirLogicalResultIsFailure(deduceReshapeRest(deduction, op, &type)))
      return mlirLogicalResultFailure();
    deductionSetType(deduction, mlirOperationGetResult(op, 0), type);
    deduceDeclaredReshape(deduction, op);
    return mlirLogicalResultSuccess();
  }
  if (relaxIsBroadcastTo(op) && !relaxBroadcastToGetTarget(op).ptr)
    deduceDeclaredBroadcast(deduction, op);
  if (relaxIsCast(op))
    return setResult(deduction, op, mlirOperationGetResult(op, 0),
                     deductionCastType(op));
  if (relaxIsMatchCast(op))
    return deduceMatchCast(deduction, op);
  if (relaxIsCall(op))
    return deduceCall(deduction, op);
  if (relaxIsConstruct(op))
    return deduceConstruct(deduction, op);
  if (relaxIsIf(op) || relaxIsWhile(op) || relaxIsScan(op) ||
      relaxIsDispatch(op))
    return deduceRegions(deduction, op);
  if (relaxIsReturn(op))
    return mlirLogicalResultIsSuccess(deduceReturnFacts(deduction, op))
               ? deduceSignature(deduction, op)
               : mlirLogicalResultFailure();
  MlirLogicalResult indexing = deduceIndexing(deduction, op, erased);
  if (mlirLogicalResultIsFailure(indexing) || *erased)
    return indexing;
  if (deduction->backward)
    deduceBackward(deduction, op);
  bool waits;
  MlirLogicalResult agreed = deduceOperands(deduction, op, &waits);
  if (mlirLogicalResultIsFailure(agreed) || waits)
    return agreed;
  MlirType types[MAX_INFERRED_RESULTS];
  MlirLogicalResult outcome;
  if (!inferResultTypes(op, types, &outcome))
    return mlirLogicalResultSuccess();
  if (mlirLogicalResultIsFailure(outcome))
    return outcome;
  if (relaxIsStridedSlice(op)) {
    *erased = mapFind(deduction->claims, (const void *)op.ptr) < 0 &&
              deduceSlice(deduction, op);
    // Without some of its axes it has another result.
    if (*erased || !inferResultTypes(op, types, &outcome) ||
        mlirLogicalResultIsFailure(outcome))
      return outcome;
  }
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    if (mlirLogicalResultIsFailure(
            setResult(deduction, op, mlirOperationGetResult(op, i), types[i])))
      return mlirLogicalResultFailure();
  *erased = forwardField(op);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult deduceBlock(Deduction *deduction, MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block), next; op.ptr;
       op = next) {
    bool erased = false;
    // A check that is put behind the operation has its final type already.
    next = mlirOperationGetNextInBlock(op);
    if (mlirLogicalResultIsFailure(deduceOperation(deduction, op, &erased)))
      return mlirLogicalResultFailure();
    if (erased)
      continue;
    if (deduction->simplifies)
      deductionSimplify(deduction, op);
    factsAddOf(&deduction->facts, op);
    shapeValuesVisit(deduction->values, op);
  }
  return mlirLogicalResultSuccess();
}

/// From the entry to the end, or to an assumption that may simplify what came
/// before it.
static MlirLogicalResult sweep(Deduction *deduction, MlirBlock entry) {
  deduction->again = false;
  arrfree(deduction->left);
  factsIndexDestroy(&deduction->facts);
  deduction->facts = (Facts){.arena = deduction->arena};
  factsIndexCreate(&deduction->facts);
  deductionAddEntryFacts(deduction);
  for (const Assumption *a = deduction->assumptions; a; a = a->next)
    factsAdd(&deduction->facts, a->fact);
  deduction->values = shapeValuesCreate(&deduction->facts);
  MlirLogicalResult outcome = deduceBlock(deduction, entry);
  shapeValuesDestroy(deduction->values);
  return outcome;
}

static MlirLogicalResult deduceFunction(RelaxPassRun *run,
                                        MlirOperation function, bool simplifies,
                                        bool backward) {
  MlirBlock entry = bridgeBody(function);
  Deduction deduction = {.arena = run->arena,
                         .context = run->context,
                         .function = function,
                         .facts = {.arena = run->arena},
                         .counters = run->counters,
                         .explains = run->explains,
                         .simplifies = simplifies,
                         .backward = backward};
  deductionFindClaims(&deduction, function);
  MlirLogicalResult outcome = sweep(&deduction, entry);
  for (; deduction.again; ++deduction.restarts)
    outcome = sweep(&deduction, entry);
  if (mlirLogicalResultIsSuccess(outcome))
    deductionFinish(&deduction);
  factsIndexDestroy(&deduction.facts);
  hmfree(deduction.claims);
  arrfree(deduction.names);
  arrfree(deduction.left);
  return outcome;
}

MlirLogicalResult deductionRun(RelaxPassRun *run, bool simplifies,
                               bool backward) {
  MlirOperation *functions = functionsCalleesFirst(run->op);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  for (ptrdiff_t i = 0;
       mlirLogicalResultIsSuccess(outcome) && i < arrlen(functions); ++i)
    if (relaxFuncHasBody(functions[i]))
      outcome = deduceFunction(run, functions[i], simplifies, backward);
  arrfree(functions);
  return outcome;
}

enum { OPTION_BACKWARD, OPTION_TARGETS };

static MlirLogicalResult run(RelaxPassRun *run) {
  run->explains |= relaxOptionBool(run, OPTION_TARGETS);
  return deductionRun(run, false, relaxOptionBool(run, OPTION_BACKWARD));
}

const RelaxPass relaxDeduceShapesPass = {
    .name = "relax-deduce-shapes",
    .summary =
        "refine result types from operand types and resolve computed shapes",
    .documentation =
        "Walks each function forward from its arguments. Every operation gets "
        "the result types that its rule infers; `?` and missing ranks become "
        "extents, and nothing that is known is lost. Function results follow.\n"
        "\n"
        "Integer tensors that carry shapes (`relax.shape_of`, then casts, "
        "slices, concatenations and arithmetic) are followed element by "
        "element, so that `relax.reshape %x to %t` and `relax.broadcast_to %x "
        "to %t` lose their target and get an exact result type. The arithmetic "
        "is dead afterwards. Where data decides a shape, a target stays; with "
        "`targets` (and `--remarks=FILE`) a remark says why.\n"
        "\n"
        "Where that needs more than the facts prove (a 32-bit element fits, a "
        "slice to 1000000000 keeps everything, an extent is not 0), the "
        "condition becomes a fact of the function, with a remark unless it "
        "only "
        "excludes extents beyond 1000000000. A declared "
        "type that is neither confirmed nor refuted becomes a "
        "`relax.match_cast`; one that contradicts what is deduced is an "
        "error.\n"
        "\n"
        "With `backward` an unknown extent of an operand that has to be that "
        "of another one (the inner dimensions of `relax.matmul`, those of "
        "`relax.concat` outside of its axis, channels of `relax.conv`, what a "
        "reshape to a known shape leaves, ...) becomes it, by a "
        "`relax.match_cast`, or gets a name. Operands that broadcast get names "
        "and a `relax.broadcast_shape`.\n"
        "\n"
        "A `?` that a `relax.while` carries becomes the extent that comes in, "
        "if every round yields the same, else a symbol of its region.\n"
        "\n"
        "What leaves a branch, an arm or a function or enters a loop, and is "
        "known less well than declared there, gets a `relax.match_cast`; so do "
        "operands of calls, tuples part by part.\n"
        "\n"
        "Callees come before their callers, and a call is typed by the "
        "callee's signature. What the callee requires is proved, or a "
        "`relax.check` before the call checks it; so are a loop's `where` "
        "before the loop and at every yield, and what `where` and `ensures` "
        "say of results.\n",
    .anchor = "builtin.module",
    .options =
        {[OPTION_BACKWARD] = {"backward", RELAX_OPTION_BOOL,
                              "unknown extents become what operations need",
                              "false", NULL},
         [OPTION_TARGETS] = {"targets", RELAX_OPTION_BOOL,
                             "remarks say which targets stay, and why", "false",
                             NULL}},
    .counters = {DEDUCTION_COUNTER_NAMES},
    .traits = RELAX_PASS_REQUIRED,
    .run = run,
};
