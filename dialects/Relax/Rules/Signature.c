//===- Signature.c - what a signature says beside types -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Signature.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Sym/Arguments.h"
#include "lib/Bridge/Core/Blocks.h"

bool relaxFuncHasBody(MlirOperation function) {
  return bridgeBody(function).ptr;
}

static MlirAttribute attributeOf(MlirOperation function, const char *list,
                                 intptr_t index, const char *name) {
  MlirAttribute all = mlirOperationGetInherentAttributeByName(
      function, mlirStringRefCreateFromCString(list));
  return all.ptr ? mlirDictionaryAttrGetElementByName(
                       mlirArrayAttrGetElement(all, index),
                       mlirStringRefCreateFromCString(name))
                 : all;
}

static MlirType functionType(MlirOperation function) {
  return mlirTypeAttrGetValue(mlirOperationGetInherentAttributeByName(
      function, mlirStringRefCreateFromCString("function_type")));
}

bool relaxArgumentIsDonated(MlirOperation function, intptr_t index) {
  return attributeOf(function, "arg_attrs", index, "relax.donated").ptr;
}

bool relaxArgumentIsScattered(MlirOperation function, intptr_t index) {
  return symArgumentAttribute(function, index, "relax.scattered").ptr;
}

void relaxScatterArgument(MlirOperation function, intptr_t index) {
  symSetArgumentAttribute(function, index, "relax.scattered",
                          mlirUnitAttrGet(mlirOperationGetContext(function)));
}

static MlirStringRef concurrent(void) {
  return mlirStringRefCreateFromCString("relax.concurrent");
}

bool relaxFuncIsConcurrent(MlirOperation function) {
  return mlirOperationGetDiscardableAttributeByName(function, concurrent()).ptr;
}

void relaxFuncSetConcurrent(MlirOperation function) {
  mlirOperationSetDiscardableAttributeByName(
      function, concurrent(),
      mlirUnitAttrGet(mlirOperationGetContext(function)));
}

int64_t relaxArgumentReserve(MlirOperation function, intptr_t index,
                             intptr_t axis) {
  MlirAttribute reserve =
      attributeOf(function, "arg_attrs", index, "relax.reserve");
  return reserve.ptr && axis < mlirDenseArrayGetNumElements(reserve)
             ? mlirDenseI64ArrayGetElement(reserve, axis)
             : -1;
}

intptr_t relaxResultArgument(MlirOperation function, intptr_t index) {
  MlirAttribute in = attributeOf(function, "res_attrs", index, "relax.in");
  return in.ptr ? mlirIntegerAttrGetValueInt(in) : -1;
}

static const char *const preparedKey = "relax.prepares";

StrRef relaxPreparedName(MlirOperation function, intptr_t result) {
  MlirAttribute name = attributeOf(function, "res_attrs", result, preparedKey);
  return name.ptr && mlirAttributeIsAFlatSymbolRef(name) ? bridgeRefName(name)
                                                         : (StrRef){NULL, 0};
}

bool relaxPrepares(MlirOperation function) {
  return relaxIsFunc(function) &&
         mlirFunctionTypeGetNumResults(functionType(function)) > 0 &&
         relaxPreparedName(function, 0).length > 0;
}

intptr_t relaxPreparedResult(MlirOperation function, StrRef weight) {
  intptr_t i = mlirFunctionTypeGetNumResults(functionType(function)) - 1;
  while (i >= 0 && !strRefEqual(relaxPreparedName(function, i), weight))
    --i;
  return i;
}

MlirAttribute relaxPreparedAttributes(MlirAttribute weight) {
  MlirContext context = mlirAttributeGetContext(weight);
  MlirNamedAttribute name = mlirNamedAttributeGet(
      mlirIdentifierGet(context, mlirStringRefCreateFromCString(preparedKey)),
      weight);
  return mlirDictionaryAttrGet(context, 1, &name);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static MlirLogicalResult verifyReserve(MlirOperation function, intptr_t index,
                                       MlirType type) {
  MlirAttribute reserve =
      attributeOf(function, "arg_attrs", index, "relax.reserve");
  if (!reserve.ptr)
    return mlirLogicalResultSuccess();
  if (!mlirAttributeIsADenseI64Array(reserve))
    return bridgeEmitOpError(function,
                             "argument %ld: 'relax.reserve': expected "
                             "array<i64>",
                             (long)index);
  if (!relaxArgumentIsDonated(function, index))
    return bridgeEmitOpError(function,
                             "argument %ld: 'reserve' is the capacity of "
                             "donated storage: write 'donated reserve = ...'",
                             (long)index);
  RelaxTensorInfo info;
  intptr_t given = mlirDenseArrayGetNumElements(reserve);
  relaxTensorInfo(type, &info);
  if (given < 1 || given > info.rank)
    return bridgeEmitOpError(function,
                             "argument %ld: 'reserve': expected extents of the "
                             "first dimensions, at most %ld, got %ld",
                             (long)index, (long)info.rank, (long)given);
  for (intptr_t i = 0; i < given; ++i)
    if (mlirDenseI64ArrayGetElement(reserve, i) < 0)
      return bridgeEmitOpError(
          function, "argument %ld: 'reserve': expected at least 0, got %lld",
          (long)index, (long long)mlirDenseI64ArrayGetElement(reserve, i));
  return mlirLogicalResultSuccess();
}

static MlirLogicalResult verifyArgument(MlirOperation function,
                                        intptr_t index) {
  MlirType type = mlirFunctionTypeGetInput(functionType(function), index);
  if (relaxArgumentIsDonated(function, index) && !relaxIsTensorType(type)) {
    StrBuf text = {0};
    bridgePrintType(type, &text);
    bridgeEmitOpError(function,
                      "argument %ld: 'donated': expected a tensor, got %s",
                      (long)index, strBufText(&text));
    strBufFree(&text);
    return mlirLogicalResultFailure();
  }
  return verifyReserve(function, index, type);
}

/// `in %arg`: storage that the function may keep, of the same elements, for one
/// result.
static MlirLogicalResult verifyResult(MlirOperation function, intptr_t index) {
  MlirAttribute in = attributeOf(function, "res_attrs", index, "relax.in");
  if (!in.ptr)
    return mlirLogicalResultSuccess();
  MlirType type = functionType(function);
  intptr_t argument =
      mlirAttributeIsAInteger(in) ? relaxResultArgument(function, index) : -1;
  if (argument < 0 || argument >= mlirFunctionTypeGetNumInputs(type))
    return bridgeEmitOpError(function,
                             "result %ld: 'relax.in': expected the number of "
                             "an argument",
                             (long)index);
  if (!relaxArgumentIsDonated(function, argument))
    return bridgeEmitOpError(function,
                             "result %ld cannot lie in argument %ld, whose "
                             "storage stays the caller's: make it 'donated'",
                             (long)index, (long)argument);
  RelaxTensorInfo from, to;
  relaxTensorInfo(mlirFunctionTypeGetInput(type, argument), &from);
  MlirType result = mlirFunctionTypeGetResult(type, index);
  if (!relaxTensorInfo(result, &to) ||
      !mlirTypeEqual(from.elementType, to.elementType)) {
    StrBuf want = {0}, got = {0};
    bridgePrintType(from.elementType, &want);
    bridgePrintType(result, &got);
    bridgeEmitOpError(function,
                      "result %ld in argument %ld: expected a tensor of its "
                      "elements, %s, got %s",
                      (long)index, (long)argument, strBufText(&want),
                      strBufText(&got));
    strBufFree(&want);
    strBufFree(&got);
    return mlirLogicalResultFailure();
  }
  for (intptr_t i = 0; i < index; ++i)
    if (relaxResultArgument(function, i) == argument)
      return bridgeEmitOpError(function,
                               "results %ld and %ld cannot both lie in "
                               "argument %ld",
                               (long)i, (long)index, (long)argument);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxVerifyDonation(MlirOperation function) {
  MlirType type = functionType(function);
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumInputs(type); i < e; ++i)
    if (mlirLogicalResultIsFailure(verifyArgument(function, i)))
      return mlirLogicalResultFailure();
  for (intptr_t i = 0, e = mlirFunctionTypeGetNumResults(type); i < e; ++i)
    if (mlirLogicalResultIsFailure(verifyResult(function, i)))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}
