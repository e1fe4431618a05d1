//===- Function.c - rules of functions, calls, weights, constants ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/Data.h"
#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Extents.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Ragged.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Relax/Signature.h"
#include "dialects/Sym/Interfaces.h"
#include "dialects/Sym/Scope.h"
#include "lib/Runtime/Weights.h"

#include <ctype.h>

static bool isPrivate(MlirOperation op) {
  MlirAttribute visibility = relaxFuncGetSymVisibility(op);
  return visibility.ptr &&
         strRefEqual(strRefFromMlir(mlirStringAttrGetValue(visibility)),
                     strRefFromC("private"));
}

static bool hasBlocks(MlirType type) {
  MlirType held = relaxContainedType(type);
  if (held.ptr)
    return hasBlocks(held);
  bool has = relaxTensorBlockFormat(type);
  for (intptr_t i = 0, e = relaxTupleParts(type, type); i < e && !has; ++i)
    has = hasBlocks(mlirTupleTypeGetType(type, i));
  return has;
}

/// "functions" or "references", if the type has some.
static void findInner(MlirType type, void *userData) {
  const char **found = userData;
  SymParts parts = {NULL, findInner, found};
  *found = relaxIsFnType(type)    ? "functions"
           : relaxIsRefType(type) ? "references"
                                  : *found;
  symTypeWalkParts(type, &parts);
}

/// What comes and goes can be written down, which a function and a place in
/// memory cannot; and blocks
/// lie in files of weights, all other values have numbers.
static MlirLogicalResult verifyBorder(MlirOperation op) {
  MlirType type = relaxFuncGetFunctionType(op);
  intptr_t inputs = mlirFunctionTypeGetNumInputs(type);
  intptr_t results = mlirFunctionTypeGetNumResults(type);
  for (intptr_t i = 0; i < inputs + results; ++i) {
    bool isInput = i < inputs;
    MlirType part = isInput ? mlirFunctionTypeGetInput(type, i)
                            : mlirFunctionTypeGetResult(type, i - inputs);
    const char *inner = NULL;
    findInner(part, &inner);
    if (inner)
      return bridgeEmitOpError(op,
                               "%s %ld: a public function neither takes nor "
                               "gives %s; declare it 'private'",
                               isInput ? "argument" : "result",
                               (long)(isInput ? i : i - inputs), inner);
    if (!hasBlocks(part))
      continue;
    StrBuf text = {0};
    bridgePrintType(part, &text);
    bridgeEmitOpError(
        op,
        "%s %ld: a public function has no block-quantised values, "
        "got %s; %s",
        isInput ? "argument" : "result", (long)(isInput ? i : i - inputs),
        strBufText(&text),
        isInput ? "read it with 'relax.get_weight', or declare "
                  "the function 'private'"
                : "use 'relax.cast' to f32");
    strBufFree(&text);
    return mlirLogicalResultFailure();
  }
  return mlirLogicalResultSuccess();
}

/// Data types that a signature names are declared.
static MlirLogicalResult verifyDataTypes(MlirOperation op) {
  MlirType type = relaxFuncGetFunctionType(op);
  intptr_t inputs = mlirFunctionTypeGetNumInputs(type);
  intptr_t results = mlirFunctionTypeGetNumResults(type);
  MlirLogicalResult outcome = mlirLogicalResultSuccess();
  // What is in no module yet is verified when it is.
  if (!mlirOperationGetParentOperation(op).ptr)
    return outcome;
  for (intptr_t i = 0;
       mlirLogicalResultIsSuccess(outcome) && i < inputs + results; ++i) {
    bool isInput = i < inputs;
    MlirType part = isInput ? mlirFunctionTypeGetInput(type, i)
                            : mlirFunctionTypeGetResult(type, i - inputs);
    if (relaxIsTensorType(part))
      continue;
    StrBuf where = {0};
    strBufAppendFormat(&where, "%s %ld", isInput ? "argument" : "result",
                       (long)(isInput ? i : i - inputs));
    outcome = relaxCheckDataTypes(op, part, relaxFuncGetParams(op), NULL,
                                  strBufText(&where));
    strBufFree(&where);
  }
  return outcome;
}

static MlirLogicalResult verifyParams(MlirOperation op) {
  MlirAttribute params = relaxFuncGetParams(op);
  intptr_t count = params.ptr ? mlirArrayAttrGetNumElements(params) : 0;
  for (intptr_t i = 0; i < count; ++i)
    for (intptr_t k = 0; k < i; ++k)
      if (mlirAttributeEqual(mlirArrayAttrGetElement(params, i),
                             mlirArrayAttrGetElement(params, k))) {
        StrRef name = strRefFromMlir(
            mlirStringAttrGetValue(mlirArrayAttrGetElement(params, i)));
        return bridgeEmitOpError(op, "type parameter '%.*s' is declared twice",
                                 (int)name.length, name.data);
      }
  if (count && !isPrivate(op))
    return bridgeEmitOpError(op, "has type parameters, and nobody outside "
                                 "could say what they stand for: declare it "
                                 "'private'");
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxFuncVerify(MlirOperation op) {
  if (mlirLogicalResultIsFailure(verifyParams(op)))
    return mlirLogicalResultFailure();
  if (mlirLogicalResultIsFailure(relaxVerifyTables(op)) ||
      mlirLogicalResultIsFailure(relaxVerifyDonation(op)) ||
      mlirLogicalResultIsFailure(verifyDataTypes(op)) ||
      (!isPrivate(op) && mlirLogicalResultIsFailure(verifyBorder(op))))
    return mlirLogicalResultFailure();
  if (relaxFuncHasBody(op))
    return symVerifyFunctionScope(op);
  if (!isPrivate(op))
    return bridgeEmitOpError(op, "has no body, and everybody may call it: give "
                                 "it one, or declare it 'private'");
  return symVerifyDeclaration(op);
}

MlirLogicalResult relaxCheckPrepared(MlirOperation weight) {
  MlirAttribute by = relaxWeightGetPreparedBy(weight);
  if (!by.ptr)
    return mlirLogicalResultSuccess();
  StrRef name = strRefFromMlir(mlirFlatSymbolRefAttrGetValue(by));
  MlirOperation function = bridgeLookupNearestSymbol(weight, name);
  if (!function.ptr)
    return bridgeEmitOpError(weight, "'@%.*s' is no function of the module",
                             (int)name.length, name.data);
  StrRef own = relaxWeightGetSymName(weight);
  if (!relaxIsFunc(function) || relaxPreparedResult(function, own) >= 0)
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(weight,
                           "no result of '@%.*s' is it: expected one with "
                           "{relax.prepares = @%.*s}",
                           (int)name.length, name.data, (int)own.length,
                           own.data);
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
          (long)i, (int)name.length, name.data);
  }
  return mlirLogicalResultSuccess();
}

void relaxCallTirEffects(MlirOperation op, BridgeEffects effects) {
  if (!relaxCallTirGetStorage(op).ptr)
    return;
  // Planned: inputs may lie in the arena too, so order matters from here on.
  intptr_t storage = relaxCallTirGetNumInputs(op);
  bridgeEffectsAddRead(effects, op, storage);
  bridgeEffectsAddWrite(effects, op, storage);
}

void relaxCallLibraryEffects(MlirOperation op, BridgeEffects effects) {
  intptr_t storage = relaxCallLibraryGetNumInputs(op);
  if (!relaxCallLibraryGetPure(op)) {
    bridgeEffectsAddAny(effects);
  } else if (relaxCallLibraryGetStorage(op).ptr) {
    bridgeEffectsAddRead(effects, op, storage);
    bridgeEffectsAddWrite(effects, op, storage);
  }
}

void relaxEmitEffects(MlirOperation op, BridgeEffects effects) {
  (void)op;
  bridgeEffectsAddAny(effects);
}

void relaxDecideEffects(MlirOperation op, BridgeEffects effects) {
  (void)op;
  bridgeEffectsAddAny(effects);
}

MlirLogicalResult relaxDecideVerify(MlirOperation op) {
  MlirValue below = relaxDecideGetBelow(op);
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  RelaxTensorInfo info;
  if (!mlirTypeEqual(type, mlirValueGetType(relaxDecideGetInput(op))) ||
      !relaxTensorInfo(type, &info) || !info.elementType.ptr ||
      !mlirTypeIsAInteger(info.elementType))
    return bridgeEmitOpError(op, "expected integers, and the same type of the "
                                 "result");
  const MlirAttribute *dims;
  if (below.ptr && (!relaxShapeTypeGetRanked(mlirValueGetType(below)) ||
                    relaxShapeTypeGetDims(mlirValueGetType(below), &dims) != 1))
    return bridgeEmitOpError(op, "'below': expected a shape of one extent");
  return mlirLogicalResultSuccess();
}

/// Offsets and bounds in bytes: none, or one per result and an arena.
static MlirLogicalResult verifyPlaces(MlirOperation op) {
  MlirAttribute offsets = relaxCallLibraryGetOffsets(op);
  MlirAttribute bytes = relaxCallLibraryGetBytes(op);
  bool stored = relaxCallLibraryGetStorage(op).ptr != NULL;
  intptr_t results = mlirOperationGetNumResults(op);
  if (!stored && !offsets.ptr && !bytes.ptr)
    return mlirLogicalResultSuccess();
  bool good = stored && offsets.ptr && bytes.ptr &&
              mlirArrayAttrGetNumElements(offsets) == results &&
              mlirArrayAttrGetNumElements(bytes) == results;
  for (intptr_t i = 0; good && i < results; ++i)
    good = symAttributeIsUnknown(mlirArrayAttrGetElement(offsets, i)) ==
           symAttributeIsUnknown(mlirArrayAttrGetElement(bytes, i));
  return good ? mlirLogicalResultSuccess()
              : bridgeEmitOpError(op, "places: expected an offset and a number "
                                      "of bytes, or '?' for both, per result");
}

MlirLogicalResult relaxCallLibraryVerify(MlirOperation op) {
  if (mlirLogicalResultIsFailure(verifyPlaces(op)))
    return mlirLogicalResultFailure();
  StrRef name = relaxCallLibraryGetFunction(op);
  size_t dot = 0;
  while (dot < name.length && name.data[dot] != '.')
    ++dot;
  if (dot > 0 && dot + 1 < name.length)
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op,
                           "function: expected 'LIBRARY.FUNCTION', got '%.*s'",
                           (int)name.length, name.data);
}

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
  relaxWeightPathIsAllowed(
      strRefFromMlir(mlirStringAttrGetValue(relaxWeightGetPath(op))), &error);
  if (offset.ptr && mlirIntegerAttrGetValueInt(offset) < 0)
    relaxFail(&error, "offset: expected at least 0");
  MlirAttribute entry = relaxWeightGetEntry(op);
  if (entry.ptr && mlirStringAttrGetValue(entry).length == 0)
    relaxFail(&error, "entry: expected a name");
  if (hash.ptr && !isSha256(strRefFromMlir(mlirStringAttrGetValue(hash))))
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
  StrRef name = strRefFromMlir(mlirFlatSymbolRefAttrGetValue(reference));
  if (!relaxIsWeight(weight))
    return bridgeEmitOpError(op, "'@%.*s' is no relax.weight of the module",
                             (int)name.length, name.data);
  MlirType declared = relaxWeightGetType(weight);
  if (!mlirTypeEqual(declared, mlirValueGetType(mlirOperationGetResult(op, 0))))
    return bridgeEmitOpError(op, "type differs from that of '@%.*s'",
                             (int)name.length, name.data);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult relaxConstantInferTypes(RelaxDims *dims,
                                          const RelaxConstantArgs *args,
                                          MlirType *results) {
  MlirType type = mlirAttributeGetType(args->value);
  if (!mlirTypeIsARankedTensor(type))
    return relaxDimsError(dims, "expected elements of a ranked tensor");
  intptr_t rank = (intptr_t)mlirShapedTypeGetRank(type);
  MlirAttribute *extents = ARENA_ARRAY(dims->arena, MlirAttribute, rank);
  for (intptr_t i = 0; i < rank; ++i)
    extents[i] = symConstAttribute(relaxDimsContext(dims),
                                   mlirShapedTypeGetDimSize(type, i));
  results[0] =
      relaxTensorTypeOf(mlirShapedTypeGetElementType(type), rank, extents);
  return mlirLogicalResultSuccess();
}

bool relaxConstantFold(MlirOperation op, const MlirAttribute *constants,
                       MlirAttribute *attribute, MlirValue *value) {
  (void)constants;
  (void)value;
  *attribute = relaxConstantGetValue(op);
  return true;
}

MlirLogicalResult relaxMatchCastVerify(MlirOperation op) {
  RelaxTensorInfo from, to;
  relaxExtentsInfo(mlirValueGetType(relaxMatchCastGetInput(op)), &from);
  relaxExtentsInfo(mlirValueGetType(mlirOperationGetResult(op, 0)), &to);
  if (!from.elementType.ptr != !to.elementType.ptr)
    return bridgeEmitOpError(op, "cannot make a shape of a tensor or a tensor "
                                 "of a shape: use 'relax.shape_of' or "
                                 "'relax.shape_to_tensor'");
  if (!mlirTypeEqual(from.elementType, to.elementType))
    return bridgeEmitOpError(op, "cannot change the element type");
  if (to.device.ptr && !mlirAttributeEqual(from.device, to.device))
    return bridgeEmitOpError(op, "cannot check on which device a tensor lies: "
                                 "declare it where the tensor is made");
  if (from.ranked && to.ranked && from.rank != to.rank)
    return bridgeEmitOpError(op, "rank: expected %ld, got %ld", (long)from.rank,
                             (long)to.rank);
  return mlirLogicalResultSuccess();
}
