//===- Function.c - rules of functions, calls, constants ------------------===//
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
#include "lib/Bridge/Core/Blocks.h"

static bool isPrivate(MlirOperation op) {
  MlirAttribute visibility = relaxFuncGetSymVisibility(op);
  return visibility.ptr &&
         strRefEqual(bridgeText(visibility), strRefFromC("private"));
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
        StrRef name = bridgeText(mlirArrayAttrGetElement(params, i));
        return bridgeEmitOpError(op, "type parameter '%.*s' is declared twice",
                                 SPREAD(name));
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
  MlirType type = bridgeResultType(op);
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
  return bridgeEmitOpError(
      op, "function: expected 'LIBRARY.FUNCTION', got '%.*s'", SPREAD(name));
}

bool relaxConstantInferTypes(RelaxDims *dims, const RelaxConstantArgs *args,
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
  return true;
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
  relaxExtentsInfo(bridgeResultType(op), &to);
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
