//===- Dims.c - arithmetic and messages for inference rules ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "lib/Bridge/Core/Blocks.h"

RelaxDims relaxDimsMake(MlirLocation loc, const char *opName, Arena *arena) {
  return (RelaxDims){.loc = loc, .opName = opName, .arena = arena};
}

RelaxDims relaxDimsAt(MlirLocation loc, const char *opName, MlirValue operand) {
  RelaxDims dims = relaxDimsMake(loc, opName, arenaCreate());
  if (operand.ptr)
    dims.near =
        mlirValueIsABlockArgument(operand)
            ? mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(operand))
            : mlirOpResultGetOwner(operand);
  return dims;
}

RelaxDims relaxDimsOpen(MlirOperation op) {
  RelaxDims dims = {
      .loc = mlirOperationGetLocation(op), .arena = arenaCreate(), .near = op};
  dims.opName = arenaCopyString(dims.arena, bridgeOpName(op)).data;
  return dims;
}

MlirLogicalResult relaxDimsClose(RelaxDims *dims, MlirLogicalResult outcome) {
  if (mlirLogicalResultIsSuccess(outcome))
    outcome = relaxOutcome(relaxDimsOutcome(dims));
  arenaDestroy(dims->arena);
  dims->arena = NULL;
  return outcome;
}

MlirContext relaxDimsContext(const RelaxDims *dims) {
  return mlirLocationGetContext(dims->loc);
}

bool relaxDimsError(const RelaxDims *dims, const char *format, ...) {
  StrBuf text = {0};
  va_list arguments;
  va_start(arguments, format);
  strBufAppendFormatV(&text, format, arguments);
  va_end(arguments);
  bridgeEmitErrorNear(dims->loc, dims->near, "'%s' op %s", dims->opName,
                      strBufText(&text));
  strBufFree(&text);
  return false;
}

bool relaxInferTypes(MlirLocation loc, const char *opName, RelaxInferRule rule,
                     const void *args, intptr_t numOperands,
                     const MlirValue *operands, intptr_t numResults,
                     MlirType *results) {
  RelaxDims dims =
      relaxDimsAt(loc, opName, numOperands ? operands[0] : (MlirValue){NULL});
  bool outcome = mlirLogicalResultIsSuccess(
      relaxDimsClose(&dims, relaxOutcome(rule(&dims, args, results))));
  if (outcome)
    relaxInferDevice(numOperands, operands, numResults, results);
  return outcome;
}

SymExpr relaxDimsOf(RelaxDims *dims, MlirAttribute dim) {
  return symExprOf(dims->arena, dim);
}

SymExpr relaxDimsExtent(RelaxDims *dims, MlirValue value, intptr_t i) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  return info.ranked && i < info.rank ? relaxDimsOf(dims, info.dims[i])
                                      : symExprUnknown(dims->arena);
}

SymExpr relaxDimsConst(RelaxDims *dims, int64_t value) {
  return symExprConst(dims->arena, value);
}

typedef SymStatus (*Operator)(Arena *, SymExpr, SymExpr, SymExpr *);

static SymExpr apply(RelaxDims *dims, Operator operator, SymExpr a, SymExpr b) {
  SymExpr result = a;
  SymStatus status = operator(dims->arena, a, b, &result);
  if (status == SYM_OK)
    return result;
  if (dims->status == SYM_OK)
    dims->status = status;
  return symExprUnknown(dims->arena);
}

SymExpr relaxDimsAdd(RelaxDims *dims, SymExpr a, SymExpr b) {
  return apply(dims, symExprAdd, a, b);
}

SymExpr relaxDimsSub(RelaxDims *dims, SymExpr a, SymExpr b) {
  return apply(dims, symExprSub, a, b);
}

SymExpr relaxDimsMul(RelaxDims *dims, SymExpr a, SymExpr b) {
  return apply(dims, symExprMul, a, b);
}

SymExpr relaxDimsFloorDiv(RelaxDims *dims, SymExpr a, SymExpr b) {
  return apply(dims, symExprFloorDiv, a, b);
}

SymExpr relaxDimsCeilDiv(RelaxDims *dims, SymExpr a, SymExpr b) {
  return apply(dims, symExprCeilDiv, a, b);
}

SymExpr relaxDimsMod(RelaxDims *dims, SymExpr a, SymExpr b) {
  return apply(dims, symExprMod, a, b);
}

SymExpr relaxDimsMin(RelaxDims *dims, SymExpr a, SymExpr b) {
  return apply(dims, symExprMin, a, b);
}

SymExpr relaxDimsMax(RelaxDims *dims, SymExpr a, SymExpr b) {
  return apply(dims, symExprMax, a, b);
}

SymExpr relaxDimsClamp(RelaxDims *dims, SymExpr a) {
  if (symExprIsUnknown(a) || symExprIsNonNegative(a))
    return a;
  return relaxDimsMax(dims, a, relaxDimsConst(dims, 0));
}

MlirAttribute relaxDimsAttribute(RelaxDims *dims, SymExpr expr) {
  return symExprToAttribute(mlirLocationGetContext(dims->loc), expr);
}

bool relaxDimsOutcome(const RelaxDims *dims) {
  if (dims->status == SYM_OK)
    return true;
  return relaxDimsError(dims, "cannot compute the result shape: %s",
                        symStatusText(dims->status));
}

const int64_t *relaxIntegers(Arena *arena, MlirAttribute array,
                             intptr_t *count) {
  *count = array.ptr ? mlirDenseArrayGetNumElements(array) : 0;
  int64_t *values = ARENA_ARRAY(arena, int64_t, *count);
  for (intptr_t i = 0; i < *count; ++i)
    values[i] = mlirDenseI64ArrayGetElement(array, i);
  return values;
}

/// Moves the text into the arena.
static const char *keep(Arena *arena, StrBuf *text) {
  StrRef borrowed = {strBufText(text), text->length};
  const char *kept = arenaCopyString(arena, borrowed).data;
  strBufFree(text);
  return kept;
}

const char *relaxShapeText(Arena *arena, RelaxTensorInfo info) {
  StrBuf text = {0};
  relaxPrintShape(info, &text);
  return keep(arena, &text);
}

const char *relaxTypeText(Arena *arena, MlirType type) {
  StrBuf text = {0};
  bridgePrintType(type, &text);
  return keep(arena, &text);
}

const char *relaxIntegersText(Arena *arena, const int64_t *values,
                              intptr_t count) {
  StrBuf text = {0};
  strBufAppendC(&text, "[");
  for (intptr_t i = 0; i < count; ++i)
    strBufAppendFormat(&text, "%s%lld", i ? ", " : "", (long long)values[i]);
  strBufAppendC(&text, "]");
  return keep(arena, &text);
}

bool relaxSameElements(RelaxDims *dims, RelaxTensorInfo a, RelaxTensorInfo b) {
  if (mlirTypeEqual(a.elementType, b.elementType))
    return true;
  return relaxDimsError(dims, "element types differ: '%s' and '%s'",
                        relaxTypeText(dims->arena, a.elementType),
                        relaxTypeText(dims->arena, b.elementType));
}

bool relaxDimsMisfit(RelaxDims *dims, const char *what, const char *expected,
                     RelaxTensorInfo got) {
  return relaxDimsError(dims, "%s: expected %s, got %s", what, expected,
                        relaxShapeText(dims->arena, got));
}

/// False where two extents certainly differ.
static bool mayAgree(RelaxDims *dims, MlirAttribute a, SymExpr b) {
  int64_t x, y;
  return !symExprIsConst(relaxDimsOf(dims, a), &x) || !symExprIsConst(b, &y) ||
         x == y;
}

/// Without a description the message says the expected extents.
bool relaxDimsCheckShape(RelaxDims *dims, const char *what, MlirValue value,
                         intptr_t rank, const SymExpr *expected,
                         const char *description) {
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  bool fits = !info.ranked || info.rank == rank;
  for (intptr_t i = 0; fits && i < info.rank; ++i)
    fits = mayAgree(dims, info.dims[i], expected[i]);
  if (fits || description)
    return fits || relaxDimsMisfit(dims, what, description, info);
  StrBuf extents = {0};
  for (intptr_t i = 0; i < rank; ++i) {
    strBufAppendC(&extents, i ? ", " : "[");
    symExprPrint(expected[i], &extents);
  }
  strBufAppendC(&extents, "]");
  relaxDimsMisfit(dims, what, strBufText(&extents), info);
  strBufFree(&extents);
  return false;
}

MlirLogicalResult relaxVerifyWord(MlirOperation op, const char *what,
                                  StrRef word, const char *const *list,
                                  size_t count) {
  StrBuf known = {0};
  for (size_t i = 0; i < count; ++i) {
    if (strRefIs(word, list[i])) {
      strBufFree(&known);
      return mlirLogicalResultSuccess();
    }
    strBufAppendFormat(&known, "%s'%s'", i ? ", " : "", list[i]);
  }
  MlirLogicalResult failed =
      bridgeEmitOpError(op, "%s: expected one of %s, got '%.*s'", what,
                        strBufText(&known), SPREAD(word));
  strBufFree(&known);
  return failed;
}

MlirLogicalResult relaxVerifyVector(MlirOperation op, Arena *arena,
                                    const char *what, MlirValue value,
                                    MlirType element, int64_t count) {
  if (!value.ptr)
    return mlirLogicalResultSuccess();
  RelaxTensorInfo info = relaxTensorInfoOf(value);
  int64_t extent;
  if (mlirTypeEqual(info.elementType, element) && info.ranked &&
      info.rank == 1 && symAttributeIsConst(info.dims[0], &extent) &&
      extent == count)
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op, "%s: expected !relax.tensor<[%lld], %s>, got %s",
                           what, (long long)count,
                           relaxTypeText(arena, element),
                           relaxTypeText(arena, mlirValueGetType(value)));
}

MlirLogicalResult relaxRefuseElements(MlirOperation op, MlirType element) {
  Arena *arena = arenaCreate();
  MlirLogicalResult failed = bridgeEmitOpError(
      op, "expected float elements, got '%s'", relaxTypeText(arena, element));
  arenaDestroy(arena);
  return failed;
}
