//===- Library.c - operators that the runtime's op library computes -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// These sort, count or build values that are no arrays of numbers: they are
// calls of functions of lib/Runtime/Ops that have the operator's name and
// attributes. Everything else has a kernel.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Artefact.gen.h"
#include "dialects/Relax/Elementwise.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Conversion/RelaxToTIR/Legalize.h"

/// With the names of lib/Runtime/Ops/Library.c.
static const char *const operators[] = {
    "relax.call_artefact",
    "relax.concat_from_sequence",
    "relax.decide",
    "relax.emit",
    "relax.lookup",
    "relax.non_max_suppression",
    "relax.nonzero",
    "relax.optional",
    "relax.optional_get",
    "relax.optional_has",
    "relax.optional_none",
    "relax.regex_full_match",
    "relax.sequence",
    "relax.sequence_at",
    "relax.sequence_empty",
    "relax.sequence_erase",
    "relax.sequence_insert",
    "relax.sequence_length",
    "relax.split_to_sequence",
    "relax.string_concat",
    "relax.string_normalize",
    "relax.string_split",
    "relax.tf_idf",
    "relax.top_k",
    "relax.unique",
};

/// These have kernels for numbers.
static const char *const ofStrings[] = {
    "relax.broadcast_to", "relax.cast",      "relax.concat", "relax.constant",
    "relax.equal",        "relax.not_equal", "relax.take",   "relax.where",
};

static bool isTexts(MlirValue value) {
  RelaxTensorInfo info;
  return relaxTensorInfo(mlirValueGetType(value), &info) &&
         relaxIsStringType(info.elementType);
}

/// An operator of the second list on strings.
static bool worksOnStrings(MlirOperation op) {
  StrRef name = bridgeOpName(op);
  bool listed = false;
  for (size_t i = 0; i < sizeof(ofStrings) / sizeof(*ofStrings); ++i)
    listed |= strRefIs(name, ofStrings[i]);
  // The function reads the extents from a tensor.
  if (relaxIsBroadcastTo(op) && !relaxBroadcastToGetTarget(op).ptr)
    return false;
  return listed && (isTexts(mlirOperationGetResult(op, 0)) ||
                    (mlirOperationGetNumOperands(op) > 0 &&
                     isTexts(mlirOperationGetOperand(op, 0))));
}

bool relaxHasLibraryFunction(StrRef name) {
  for (size_t i = 0; i < sizeof(operators) / sizeof(*operators); ++i)
    if (strRefIs(name, operators[i]))
      return true;
  return false;
}

bool relaxIsLibraryOperator(MlirOperation op) {
  return relaxHasLibraryFunction(bridgeOpName(op)) || worksOnStrings(op);
}

/// The attributes of the operator itself: not what binds its symbols, nor the
/// lengths of its operand lists.
static MlirAttribute ownAttributes(RelaxLegalizer *legalizer,
                                   MlirOperation op) {
  static const char *const others[] = {"binds", "facts", "operandSegmentSizes",
                                       "resultSegmentSizes"};
  intptr_t count = mlirOperationGetNumAttributes(op), kept = 0;
  MlirNamedAttribute *list =
      ARENA_ARRAY(legalizer->arena, MlirNamedAttribute, count);
  for (intptr_t i = 0; i < count; ++i) {
    MlirNamedAttribute entry = mlirOperationGetAttribute(op, i);
    StrRef name = strRefFromMlir(mlirIdentifierStr(entry.name));
    bool own = true;
    for (size_t k = 0; k < sizeof(others) / sizeof(*others); ++k)
      own &= !strRefIs(name, others[k]);
    if (own)
      list[kept++] = entry;
  }
  return kept ? mlirDictionaryAttrGet(legalizer->context, kept, list)
              : (MlirAttribute){NULL};
}

/// `dims` and `texts`, in the place of dense elements.
static MlirAttribute constantAttributes(RelaxLegalizer *legalizer,
                                        MlirOperation op) {
  MlirContext context = legalizer->context;
  MlirAttribute value = relaxConstantGetValue(op);
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  intptr_t count = mlirElementsAttrGetNumElements(value);
  bool splat = mlirDenseElementsAttrIsSplat(value);
  int64_t *dims = ARENA_ARRAY(legalizer->arena, int64_t, info.rank);
  MlirAttribute *texts = ARENA_ARRAY(legalizer->arena, MlirAttribute, count);
  for (intptr_t i = 0; i < info.rank; ++i)
    symAttributeIsConst(info.dims[i], &dims[i]);
  for (intptr_t i = 0; i < count; ++i)
    texts[i] = mlirStringAttrGet(
        context, mlirDenseElementsAttrGetStringValue(value, splat ? 0 : i));
  MlirNamedAttribute entries[] = {
      mlirNamedAttributeGet(
          mlirIdentifierGet(context, mlirStringRefCreateFromCString("dims")),
          mlirDenseI64ArrayGet(context, info.rank, dims)),
      mlirNamedAttributeGet(
          mlirIdentifierGet(context, mlirStringRefCreateFromCString("texts")),
          mlirArrayAttrGet(context, count, texts))};
  return mlirDictionaryAttrGet(context, 2, entries);
}

/// `to`, which the operator has in its result type.
static MlirAttribute castAttributes(RelaxLegalizer *legalizer,
                                    MlirOperation op) {
  MlirContext context = legalizer->context;
  StrBuf text = {0};
  bridgePrintType(relaxTensorInfoOf(mlirOperationGetResult(op, 0)).elementType,
                  &text);
  MlirNamedAttribute entry = mlirNamedAttributeGet(
      mlirIdentifierGet(context, mlirStringRefCreateFromCString("to")),
      mlirStringAttrGet(context,
                        strRefToMlir((StrRef){text.data, text.length})));
  strBufFree(&text);
  return mlirDictionaryAttrGet(context, 1, &entry);
}

static MlirAttribute argumentsOf(RelaxLegalizer *legalizer, MlirOperation op) {
  return relaxIsConstant(op)       ? constantAttributes(legalizer, op)
         : relaxIsCast(op)         ? castAttributes(legalizer, op)
         : relaxIsCallArtefact(op) ? relaxArtefactArguments(legalizer, op)
                                   : ownAttributes(legalizer, op);
}

/// A shape as a tensor, made before `op`; other values as they are.
static MlirValue asTensor(MlirOperation op, MlirValue value) {
  if (!relaxIsShapeType(mlirValueGetType(value)))
    return value;
  RelaxShapeToTensorArgs args = {.shape = value};
  MlirOperation tensor =
      relaxShapeToTensorCreate(mlirOperationGetLocation(op), &args);
  return bridgeInsert(op, tensor);
}

/// The shape that came as a tensor has the symbols of the result no more:
/// `call` gives `?`, and a cast that is checked gives them back.
static MlirValue castBack(RelaxLegalizer *legalizer, MlirOperation op,
                          MlirOperation call) {
  MlirValue result = mlirOperationGetResult(call, 0);
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  MlirAttribute *dims = ARENA_ARRAY(legalizer->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = symUnknownAttribute(legalizer->context);
  mlirValueSetType(result,
                   relaxTensorTypeOf(info.elementType, info.rank, dims));
  MlirValue given = mlirOperationGetOperand(op, 1);
  RelaxMatchCastArgs args = {.input = result,
                             .numGiven = 1,
                             .given = &given,
                             .resultType = bridgeResultType(op)};
  MlirOperation cast =
      relaxMatchCastCreate(mlirOperationGetLocation(op), &args);
  return bridgeInsert(op, cast);
}

MlirLogicalResult relaxCallLibraryFor(RelaxLegalizer *legalizer,
                                      MlirOperation op) {
  intptr_t inputs = mlirOperationGetNumOperands(op);
  intptr_t results = mlirOperationGetNumResults(op);
  MlirValue *values = ARENA_ARRAY(legalizer->arena, MlirValue, inputs);
  MlirType *types = ARENA_ARRAY(legalizer->arena, MlirType, results);
  for (intptr_t i = 0; i < inputs; ++i)
    values[i] = asTensor(op, mlirOperationGetOperand(op, i));
  for (intptr_t i = 0; i < results; ++i)
    types[i] = mlirValueGetType(mlirOperationGetResult(op, i));
  RelaxCallLibraryArgs args = {.numInputs = inputs,
                               .inputs = values,
                               .function = bridgeOpName(op),
                               .pure = !relaxIsEmit(op) && !relaxIsDecide(op),
                               .arguments = argumentsOf(legalizer, op),
                               .binds = bridgeInherent(op, "binds"),
                               .facts = bridgeInherent(op, "facts"),
                               .numResultsTypes = results,
                               .resultsTypes = types};
  MlirOperation call =
      relaxCallLibraryCreate(mlirOperationGetLocation(op), &args);
  if (!call.ptr)
    return mlirLogicalResultFailure();
  bridgeInsert(op, call);
  for (intptr_t i = 0; i < results; ++i)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, i),
                                  relaxIsBroadcastTo(op)
                                      ? castBack(legalizer, op, call)
                                      : mlirOperationGetResult(call, i));
  mlirOperationDestroy(op);
  return mlirLogicalResultSuccess();
}
