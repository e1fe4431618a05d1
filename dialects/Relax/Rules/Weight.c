//===- Weight.c - rules of weights ----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Signature.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Runtime/Weights.h"

#include <ctype.h>

static bool isSha256(StrRef text) {
  size_t digits = 0;
  while (digits < text.length && isxdigit((unsigned char)text.data[digits]))
    ++digits;
  return digits == 64 && text.length == 64;
}

/// Where the bytes are: a path that tools may open, an offset or the name of an
/// entry, a hash.
static MlirLogicalResult verifyFile(MlirOperation op) {
  MlirAttribute offset = relaxWeightGetOffset(op);
  MlirAttribute hash = relaxWeightGetSha256(op);
  RelaxError error = {0};
  relaxWeightPathIsAllowed(bridgeText(relaxWeightGetPath(op)), &error);
  if (offset.ptr && mlirIntegerAttrGetValueInt(offset) < 0)
    relaxFail(&error, "offset: expected at least 0");
  MlirAttribute entry = relaxWeightGetEntry(op);
  if (entry.ptr && mlirStringAttrGetValue(entry).length == 0)
    relaxFail(&error, "entry: expected a name");
  if (hash.ptr && !isSha256(bridgeText(hash)))
    relaxFail(&error, "sha256: expected 64 hexadecimal digits");
  bool good = !relaxErrorIsSet(&error);
  if (!good)
    bridgeEmitOpError(op, "%s", relaxErrorText(&error));
  relaxErrorFree(&error);
  return good ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

MlirLogicalResult relaxWeightVerify(MlirOperation op) {
  bool external = relaxWeightGetPath(op).ptr != NULL;
  bool prepared = relaxWeightGetPreparedBy(op).ptr != NULL;
  bool offset = relaxWeightGetOffset(op).ptr,
       entry = relaxWeightGetEntry(op).ptr;
  if (external == prepared || (external && offset == entry) ||
      (prepared && (offset || entry || relaxWeightGetSha256(op).ptr)))
    return bridgeEmitOpError(op, "expected either 'from \"FILE\" at OFFSET', "
                                 "'from \"FILE\" entry \"NAME\"' or "
                                 "'prepared by @f'");
  if (external && mlirLogicalResultIsFailure(verifyFile(op)))
    return mlirLogicalResultFailure();
  RelaxTensorInfo info;
  relaxTensorInfo(relaxWeightGetType(op), &info);
  int64_t extent;
  for (intptr_t i = 0; i < info.rank; ++i)
    if (!symAttributeIsConst(info.dims[i], &extent))
      return bridgeEmitOpError(op, "dimension %ld: expected a literal extent",
                               (long)i);
  if (!info.ranked)
    return bridgeEmitOpError(op, "expected a type with a rank");
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxGetWeightVerifySymbols(MlirOperation op,
                                              BridgeSymbolTables tables) {
  MlirAttribute reference = relaxGetWeightGetWeight(op);
  MlirOperation weight = bridgeLookupSymbol(tables, op, reference);
  StrRef name = bridgeRefName(reference);
  if (!relaxIsWeight(weight))
    return bridgeEmitOpError(op, "'@%.*s' is no relax.weight of the module",
                             SPREAD(name));
  MlirType declared = relaxWeightGetType(weight);
  if (!mlirTypeEqual(declared, bridgeResultType(op)))
    return bridgeEmitOpError(op, "type differs from that of '@%.*s'",
                             SPREAD(name));
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// What prepares them
//===----------------------------------------------------------------------===//

MlirLogicalResult relaxCheckPrepared(MlirOperation weight) {
  MlirAttribute by = relaxWeightGetPreparedBy(weight);
  if (!by.ptr)
    return mlirLogicalResultSuccess();
  StrRef name = bridgeRefName(by);
  MlirOperation function = bridgeLookupNearestSymbol(weight, name);
  if (!function.ptr)
    return bridgeEmitOpError(weight, "'@%.*s' is no function of the module",
                             SPREAD(name));
  StrRef own = relaxWeightGetSymName(weight);
  if (!relaxIsFunc(function) || relaxPreparedResult(function, own) >= 0)
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(weight,
                           "no result of '@%.*s' is it: expected one with "
                           "{relax.prepares = @%.*s}",
                           SPREAD(name), SPREAD(own));
}

/// What it prepares, if it does: all its results, each a weight that says so.
MlirLogicalResult relaxFuncVerifySymbols(MlirOperation op,
                                         BridgeSymbolTables tables) {
  MlirType type = relaxFuncGetFunctionType(op);
  MlirAttribute by = mlirFlatSymbolRefAttrGet(
      mlirOperationGetContext(op), strRefToMlir(relaxFuncGetSymName(op)));
  intptr_t results =
      relaxPrepares(op) ? mlirFunctionTypeGetNumResults(type) : 0;
  for (intptr_t i = 0; i < results; ++i) {
    StrRef name = relaxPreparedName(op, i);
    MlirOperation weight =
        bridgeLookupSymbol(tables, op,
                           mlirFlatSymbolRefAttrGet(mlirOperationGetContext(op),
                                                    strRefToMlir(name)));
    if (mlirFunctionTypeGetNumInputs(type) || !relaxIsWeight(weight) ||
        !mlirAttributeEqual(relaxWeightGetPreparedBy(weight), by) ||
        !mlirTypeEqual(mlirFunctionTypeGetResult(type, i),
                       relaxWeightGetType(weight)))
      return bridgeEmitOpError(
          op,
          "result %ld: what prepares weights takes no arguments, and each "
          "result names a weight of its type that is 'prepared by' it, "
          "{relax.prepares = @w}, got '@%.*s'",
          (long)i, SPREAD(name));
  }
  return mlirLogicalResultSuccess();
}
