//===- BlockType.c - tensors of block-quantised elements ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/Relax.h"
#include "dialects/Sym/Walk.h"
#include "lib/Bridge/Core/Blocks.h"

#include <assert.h>

const BlockFormat *relaxBlockFormat(MlirType elementType) {
  if (!relaxIsQuantType(elementType))
    return NULL;
  const BlockFormat *format =
      blockFormatByName(bridgeText(relaxQuantTypeGetFormat(elementType)));
  assert(format && "only the parser and blockFormatAt give names");
  return format;
}

const BlockFormat *relaxTensorBlockFormat(MlirType tensor) {
  RelaxTensorInfo info;
  return relaxTensorInfo(tensor, &info) ? relaxBlockFormat(info.elementType)
                                        : NULL;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void appendNames(StrBuf *out) {
  for (int i = 0; i < NUM_BLOCK_FORMATS; ++i)
    strBufAppendFormat(out, "%s%s", i ? ", " : "", blockFormatAt(i)->name);
}

MlirType relaxQuantTypeParse(BridgeParser parser) {
  SymTokens tokens = bridgeTokens(parser);
  StrRef name;
  if (!bridgeExpectPunct(parser, '<'))
    return (MlirType){NULL};
  const char *loc = tokens.loc(tokens.state);
  StrBuf text = {0};
  if (!tokens.identifier(tokens.state, &name))
    strBufAppendC(&text, "expected a block format, one of ");
  else if (!blockFormatByName(name))
    strBufAppendFormat(&text, "unknown block format '%.*s': expected one of ",
                       SPREAD(name));
  MlirType result = {NULL};
  MlirContext context = bridgeParserContext(parser);
  if (text.length) {
    appendNames(&text);
    tokens.error(tokens.state, loc, strBufText(&text));
  } else if (bridgeExpectPunct(parser, '>')) {
    result = relaxQuantTypeGet(context,
                               mlirStringAttrGet(context, strRefToMlir(name)));
  }
  strBufFree(&text);
  return result;
}

void relaxQuantTypePrint(MlirType value, StrBuf *out) {
  strBufAppendFormat(out, "<%s>", relaxBlockFormat(value)->name);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// `dim / elements`; false if that is no whole number by the normal form.
static bool blocksOf(Arena *arena, MlirAttribute dim, int64_t elements,
                     SymExpr *blocks) {
  SymExpr expr = symExprOf(arena, dim), rest;
  SymExpr block = symExprConst(arena, elements);
  int64_t value;
  return symExprMod(arena, expr, block, &rest) == SYM_OK &&
         symExprIsConst(rest, &value) && value == 0 &&
         symExprFloorDiv(arena, expr, block, blocks) == SYM_OK;
}

static bool blocksFit(RelaxTensorInfo info) {
  const BlockFormat *format = relaxBlockFormat(info.elementType);
  if (!format || !info.ranked)
    return true;
  if (info.rank == 0)
    return false;
  if (symAttributeIsUnknown(info.dims[info.rank - 1]))
    return true;
  Arena *arena = arenaCreate();
  SymExpr blocks;
  bool fits =
      blocksOf(arena, info.dims[info.rank - 1], format->elements, &blocks);
  arenaDestroy(arena);
  return fits;
}

bool relaxCheckBlocks(BridgeParser parser, const char *loc, MlirType tensor) {
  RelaxTensorInfo info;
  if (!relaxTensorInfo(tensor, &info) || blocksFit(info))
    return true;
  const BlockFormat *format = relaxBlockFormat(info.elementType);
  SymTokens tokens = bridgeTokens(parser);
  StrBuf text = {0};
  strBufAppendFormat(&text,
                     "a tensor of %s has whole blocks of %ld elements: "
                     "expected a last extent such as '%ld * k', got ",
                     format->name, (long)format->elements,
                     (long)format->elements);
  relaxPrintShape(info, &text);
  tokens.error(tokens.state, loc, strBufText(&text));
  strBufFree(&text);
  return false;
}

MlirType relaxStoredTensorType(MlirType tensor) {
  RelaxTensorInfo info;
  const BlockFormat *format = relaxTensorBlockFormat(tensor);
  if (!format || !relaxTensorInfo(tensor, &info) || info.rank == 0 ||
      symAttributeIsUnknown(info.dims[info.rank - 1]))
    return tensor;
  MlirContext context = mlirTypeGetContext(tensor);
  Arena *arena = arenaCreate();
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, info.rank + 1);
  for (intptr_t i = 0; i + 1 < info.rank; ++i)
    dims[i] = info.dims[i];
  SymExpr blocks;
  bool fits =
      blocksOf(arena, info.dims[info.rank - 1], format->elements, &blocks);
  assert(fits && "types without whole blocks are refused");
  (void)fits;
  dims[info.rank - 1] = symExprToAttribute(context, blocks);
  dims[info.rank] = symConstAttribute(context, format->bytes);
  info.elementType = mlirIntegerTypeGet(context, 8);
  MlirType stored = relaxTensorTypeLike(info, info.rank + 1, dims);
  arenaDestroy(arena);
  return stored;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static MlirLogicalResult verifyValue(MlirOperation op, const char *what,
                                     intptr_t index, MlirValue value) {
  if (!relaxTensorBlockFormat(mlirValueGetType(value)))
    return mlirLogicalResultSuccess();
  StrBuf type = {0};
  bridgePrintType(mlirValueGetType(value), &type);
  bridgeEmitOpError(op,
                    "%s %ld: expected elements that are no blocks, got %s; "
                    "use 'relax.cast' to f32 first",
                    what, (long)index, strBufText(&type));
  strBufFree(&type);
  return mlirLogicalResultFailure();
}

MlirLogicalResult relaxVerifyNoBlocks(MlirOperation op) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i)
    if (mlirLogicalResultIsFailure(
            verifyValue(op, "operand", i, mlirOperationGetOperand(op, i))))
      return mlirLogicalResultFailure();
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    if (mlirLogicalResultIsFailure(
            verifyValue(op, "result", i, mlirOperationGetResult(op, i))))
      return mlirLogicalResultFailure();
  return mlirLogicalResultSuccess();
}
