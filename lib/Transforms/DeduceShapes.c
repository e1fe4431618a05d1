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
#include "dialects/Sym/Walk.h"
#include "lib/Transforms/Deduction.h"
#include "lib/Transforms/Inference.h"

//===----------------------------------------------------------------------===//
// New types for results
//===----------------------------------------------------------------------===//

static void setType(Deduction *deduction, MlirValue value, MlirType type) {
  if (mlirTypeEqual(mlirValueGetType(value), type))
    return;
  mlirValueSetType(value, type);
  ++deduction->counters[COUNT_TYPES_REFINED];
}

/// The declared type is a claim: later uses get it from a check.
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

static MlirLogicalResult setResult(Deduction *deduction, MlirOperation op,
                                   MlirValue result, MlirType deduced) {
  MlirType declared = mlirValueGetType(result), joined;
  if (deductionJoin(deduction, declared, deduced, &joined)) {
    setType(deduction, result, joined);
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

static MlirLogicalResult deduceCast(Deduction *deduction, MlirOperation op) {
  MlirValue result = mlirOperationGetResult(op, 0);
  RelaxTensorInfo from = relaxTensorInfoOf(relaxCastGetInput(op));
  MlirType element = relaxTensorInfoOf(result).elementType;
  MlirType type = from.ranked ? relaxTensorTypeOf(element, from.rank, from.dims)
                              : relaxUnrankedTensorType(element);
  return setResult(deduction, op, result, type);
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
// The signature
//===----------------------------------------------------------------------===//

typedef struct ScopeCheck {
  MlirOperation function;
  bool inside;
} ScopeCheck;

static void checkScope(StrRef name, void *userData) {
  ScopeCheck *check = userData;
  check->inside &= deductionSignatureHas(check->function, name);
}

/// The type with `?` for what only the body can name.
static MlirType typeForSignature(Deduction *deduction, MlirType type) {
  RelaxTensorInfo info;
  if (!relaxTensorInfo(type, &info) || !info.ranked)
    return type;
  MlirAttribute *dims = ARENA_ARRAY(deduction->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i) {
    ScopeCheck check = {deduction->function, true};
    symWalkAttributeSymbols(info.dims[i], checkScope, &check);
    dims[i] =
        check.inside ? info.dims[i] : symUnknownAttribute(deduction->context);
  }
  return relaxTensorTypeOf(info.elementType, info.rank, dims);
}

/// The type that result `index` of the function gets. A claim of the signature
/// that the value does not bear out is checked before it returns.
static MlirLogicalResult deduceReturned(Deduction *deduction, MlirOperation op,
                                        intptr_t index, MlirType *type) {
  MlirType declared = *type;
  MlirValue value = mlirOperationGetOperand(op, index);
  MlirType deduced = typeForSignature(deduction, mlirValueGetType(value));
  // The signature's own binders name what the body knows by another name.
  if (relaxFuncGetBinds(deduction->function).ptr ||
      deductionJoin(deduction, declared, deduced, type)) {
    if (relaxFuncGetBinds(deduction->function).ptr)
      *type = declared;
    return mlirLogicalResultSuccess();
  }
  StrBuf what = {0};
  strBufAppendFormat(&what, "result %ld of '@%.*s'", (long)index,
                     (int)deductionName(deduction).length,
                     deductionName(deduction).data);
  MlirValue checked = {NULL};
  *type = deductionFill(deduction, declared, deduced);
  if (!deductionContradicts(deduction, declared, deduced))
    checked = deductionCheckedCast(deduction, op, value, *type);
  if (checked.ptr)
    mlirOperationSetOperand(op, index, checked);
  else
    deductionReportTypes(deduction, op, strBufText(&what), declared,
                         mlirValueGetType(value));
  strBufFree(&what);
  return checked.ptr ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

static MlirLogicalResult deduceReturn(Deduction *deduction, MlirOperation op) {
  MlirType old =
      mlirTypeAttrGetValue(relaxFuncGetFunctionType(deduction->function));
  intptr_t numInputs = mlirFunctionTypeGetNumInputs(old);
  intptr_t numResults = mlirFunctionTypeGetNumResults(old);
  MlirType *inputs = ARENA_ARRAY(deduction->arena, MlirType, numInputs);
  MlirType *results = ARENA_ARRAY(deduction->arena, MlirType, numResults);
  for (intptr_t i = 0; i < numInputs; ++i)
    inputs[i] = mlirFunctionTypeGetInput(old, i);
  for (intptr_t i = 0; i < numResults; ++i) {
    results[i] = mlirFunctionTypeGetResult(old, i);
    if (mlirLogicalResultIsFailure(
            deduceReturned(deduction, op, i, &results[i])))
      return mlirLogicalResultFailure();
    if (!mlirTypeEqual(results[i], mlirFunctionTypeGetResult(old, i)))
      ++deduction->counters[COUNT_TYPES_REFINED];
  }
  relaxFuncSetFunctionType(
      deduction->function,
      mlirTypeAttrGet(mlirFunctionTypeGet(deduction->context, numInputs, inputs,
                                          numResults, results)));
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
  if (relaxIsCast(op))
    return deduceCast(deduction, op);
  if (relaxIsMatchCast(op))
    return deduceMatchCast(deduction, op);
  if (relaxIsReturn(op))
    return deduceReturn(deduction, op);
  MlirType types[MAX_INFERRED_RESULTS];
  MlirLogicalResult outcome;
  if (!inferResultTypes(op, types, &outcome))
    return mlirLogicalResultSuccess();
  if (mlirLogicalResultIsFailure(outcome))
    return outcome;
  if (relaxIsStridedSlice(op)) {
    *erased = deduceSlice(deduction, op, types[0]);
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
  MlirLogicalResult outcome = deduceBlock(&deduction, entry);
  if (mlirLogicalResultIsSuccess(outcome))
    deductionFinish(&deduction);
  shapeValuesDestroy(deduction.values);
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
