//===- DeduceSignature.c - result types of a function ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A signature only gets more precise: callers rely on what it says.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Walk.h"
#include "lib/Transforms/Shapes/Deduction.h"

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
  return relaxTensorTypeLike(info, info.rank, dims);
}

static intptr_t numLiterals(MlirType type) {
  RelaxTensorInfo info = {0};
  intptr_t count = 0;
  int64_t value;
  relaxTensorInfo(type, &info);
  for (intptr_t i = 0; i < info.rank; ++i)
    count += symAttributeIsConst(info.dims[i], &value);
  return count;
}

/// The type that result `index` of the function gets. A claim of the signature
/// that the value does not bear out is checked before it returns.
static MlirLogicalResult deduceReturned(Deduction *deduction, MlirOperation op,
                                        intptr_t index, MlirType *type) {
  MlirType declared = *type;
  MlirValue value = mlirOperationGetOperand(op, index);
  MlirType deduced = typeForSignature(deduction, mlirValueGetType(value));
  // The signature's own binders name what the body knows by another name.
  if (relaxFuncGetBinds(deduction->function).ptr)
    return mlirLogicalResultSuccess();
  bool literal = numLiterals(declared) > numLiterals(deduced);
  if (deductionAgrees(deduction, declared, mlirValueGetType(value), !literal)) {
    *type = deductionFill(deduction, deduced, declared);
    return mlirLogicalResultSuccess();
  }
  StrBuf what = {0};
  strBufAppendFormat(&what, "result %ld of '@%.*s'", (long)index,
                     (int)deductionName(deduction).length,
                     deductionName(deduction).data);
  MlirValue checked = {NULL};
  *type = deductionFill(deduction, declared, deduced);
  if (!deductionContradicts(deduction, declared, mlirValueGetType(value)))
    checked = deductionCheckedCast(deduction, op, value, *type);
  if (checked.ptr)
    mlirOperationSetOperand(op, index, checked);
  else
    deductionReportTypes(deduction, op, strBufText(&what), declared,
                         mlirValueGetType(value));
  strBufFree(&what);
  return checked.ptr ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

MlirLogicalResult deduceSignature(Deduction *deduction, MlirOperation op) {
  MlirType old = relaxFuncGetFunctionType(deduction->function);
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
  relaxFuncSetFunctionType(deduction->function,
                           mlirFunctionTypeGet(deduction->context, numInputs,
                                               inputs, numResults, results));
  return mlirLogicalResultSuccess();
}
