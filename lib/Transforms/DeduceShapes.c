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

#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "lib/Transforms/Deduction.h"
#include "lib/Transforms/Inference.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// New types for results
//===----------------------------------------------------------------------===//

static void setType(Deduction *deduction, MlirValue value, MlirType type) {
  if (mlirTypeEqual(mlirValueGetType(value), type))
    return;
  mlirValueSetType(value, type);
  ++deduction->counters[COUNT_TYPES_REFINED];
}

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
  bool claims = hmgeti(deduction->claims, (const void *)op.ptr) >= 0;
  if (!claims || deductionAgrees(deduction, declared, deduced, false)) {
    setType(deduction, result, deductionFill(deduction, deduced, declared));
    return mlirLogicalResultSuccess();
  }
  if (deductionContradicts(deduction, declared, deduced))
    return deductionReportTypes(deduction, op, "result", deduced, declared);
  setType(deduction, result, deduced);
  return checkClaim(deduction, op, result,
                    deductionFill(deduction, declared, deduced));
}

//===----------------------------------------------------------------------===//
// Operations without an inference rule of their own
//===----------------------------------------------------------------------===//

static MlirLogicalResult resolveTarget(Deduction *deduction, MlirOperation op) {
  MlirType type;
  bool exact;
  MlirLogicalResult outcome =
      relaxIsReshape(op) ? deduceReshape(deduction, op, &type, &exact)
                         : deduceBroadcastTo(deduction, op, &type, &exact);
  if (mlirLogicalResultIsFailure(outcome))
    return outcome;
  if (exact) {
    MlirValue input = mlirOperationGetOperand(op, 0);
    mlirOperationSetOperands(op, 1, &input);
    if (relaxIsReshape(op))
      relaxReshapeSetAllowZero(op, (MlirAttribute){NULL});
    ++deduction->counters[COUNT_TARGETS_RESOLVED];
  }
  return setResult(deduction, op, mlirOperationGetResult(op, 0), type);
}

/// A relax.cast has the shape of its operand.
static MlirType castType(MlirOperation op) {
  RelaxTensorInfo from = relaxTensorInfoOf(relaxCastGetInput(op));
  MlirType element =
      relaxTensorInfoOf(mlirOperationGetResult(op, 0)).elementType;
  return from.ranked ? relaxTensorTypeOf(element, from.rank, from.dims)
                     : relaxUnrankedTensorType(element);
}

/// The cast's own type is what the program says; its `?` are the input's.
static MlirLogicalResult deduceMatchCast(Deduction *deduction,
                                         MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType from = mlirValueGetType(relaxMatchCastGetInput(op));
  MlirType to = mlirValueGetType(result);
  if (deductionContradicts(deduction, from, to))
    return deductionReportTypes(deduction, op, "never succeeds", from, to);
  setType(deduction, result, deductionFill(deduction, to, from));
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

static bool hasTarget(MlirOperation op) {
  return (relaxIsReshape(op) || relaxIsBroadcastTo(op)) &&
         mlirOperationGetNumOperands(op) > 1;
}

static MlirLogicalResult deduceOperation(Deduction *deduction, MlirOperation op,
                                         bool *erased) {
  if (hasTarget(op))
    return resolveTarget(deduction, op);
  if (relaxIsReshape(op)) {
    MlirType type;
    if (mlirLogicalResultIsFailure(deduceReshapeRest(deduction, op, &type)))
      return mlirLogicalResultFailure();
    setType(deduction, mlirOperationGetResult(op, 0), type);
    return mlirLogicalResultSuccess();
  }
  if (relaxIsCast(op))
    return setResult(deduction, op, mlirOperationGetResult(op, 0),
                     castType(op));
  if (relaxIsMatchCast(op))
    return deduceMatchCast(deduction, op);
  if (relaxIsReturn(op))
    return deduceSignature(deduction, op);
  MlirType types[MAX_INFERRED_RESULTS];
  MlirLogicalResult outcome;
  if (!inferResultTypes(op, types, &outcome))
    return mlirLogicalResultSuccess();
  if (mlirLogicalResultIsFailure(outcome))
    return outcome;
  if (relaxIsStridedSlice(op)) {
    *erased = hmgeti(deduction->claims, (const void *)op.ptr) < 0 &&
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
  return mlirLogicalResultSuccess();
}

/// Notes the operations whose declared types are claims: their rules do not say
/// as much from the operand types that the program has now.
static void findClaims(Deduction *deduction, MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr;
       op = mlirOperationGetNextInBlock(op)) {
    MlirType types[MAX_INFERRED_RESULTS];
    MlirLogicalResult outcome = mlirLogicalResultSuccess();
    bool claims = hasTarget(op);
    if (relaxIsCast(op))
      types[0] = castType(op);
    else if (!inferResultTypes(op, types, &outcome) ||
             mlirLogicalResultIsFailure(outcome))
      types[0] = (MlirType){NULL};
    for (intptr_t i = 0, e = mlirOperationGetNumResults(op);
         types[0].ptr && i < e; ++i)
      claims |= !relaxTypeForgets(
          types[i], mlirValueGetType(mlirOperationGetResult(op, i)));
    if (claims)
      hmput(deduction->claims, (const void *)op.ptr, 1);
  }
}

static MlirLogicalResult deduceBlock(Deduction *deduction, MlirBlock block) {
  for (MlirOperation op = mlirBlockGetFirstOperation(block), next; op.ptr;
       op = next) {
    bool erased = false;
    // A check that is put behind the operation has its final type already.
    next = mlirOperationGetNextInBlock(op);
    if (mlirLogicalResultIsFailure(deduceOperation(deduction, op, &erased)))
      return mlirLogicalResultFailure();
    if (erased)
      continue;
    factsAddOf(&deduction->facts, op);
    shapeValuesVisit(deduction->values, op);
  }
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult run(RelaxPassRun *run) {
  MlirBlock entry = mlirRegionGetFirstBlock(mlirOperationGetRegion(run->op, 0));
  if (!entry.ptr)
    return mlirLogicalResultSuccess();
  Deduction deduction = {.arena = run->arena,
                         .context = run->context,
                         .function = run->op,
                         .facts = {.arena = run->arena},
                         .counters = run->counters};
  factsAddOf(&deduction.facts, run->op);
  deduction.values = shapeValuesCreate(&deduction.facts);
  findClaims(&deduction, entry);
  MlirLogicalResult outcome = deduceBlock(&deduction, entry);
  if (mlirLogicalResultIsSuccess(outcome))
    deductionFinish(&deduction);
  shapeValuesDestroy(deduction.values);
  hmfree(deduction.claims);
  return outcome;
}

static const char *const counters[NUM_DEDUCTION_COUNTERS] = {
    [COUNT_TYPES_REFINED] = "types-refined",
    [COUNT_TARGETS_RESOLVED] = "targets-resolved",
    [COUNT_SLICES_REMOVED] = "slices-removed",
    [COUNT_CHECKS_ADDED] = "checks-added",
    [COUNT_FACTS_ASSUMED] = "facts-assumed",
};

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
        "is dead afterwards.\n"
        "\n"
        "Where that needs more than the facts prove (a 32-bit element fits, a "
        "slice to 1000000000 keeps everything, an extent is not 0), the "
        "condition becomes a fact of the function, with a remark. A declared "
        "type that is neither confirmed nor refuted becomes a "
        "`relax.match_cast`; one that contradicts what is deduced is an "
        "error.\n",
    .anchor = "relax.func",
    .counters = counters,
    .numCounters = NUM_DEDUCTION_COUNTERS,
    .run = run,
};
