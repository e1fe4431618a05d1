//===- TensorText.c - types of tensors and shapes as text -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/BlockType.h"
#include "dialects/Relax/Ragged.h"
#include "lib/Bridge/Core/Blocks.h"

/// `*` or `[dims]`; false after an error.
static bool parseShape(BridgeParser parser, Arena *arena, bool *ranked,
                       MlirAttribute **dims, intptr_t *rank) {
  SymTokens tokens = bridgeTokens(parser);
  *rank = 0;
  *ranked = !tokens.punct(tokens.state, '*');
  return !*ranked || relaxParseDims(parser, arena, dims, rank);
}

/// Keyed parameters behind the element type (docs/language/graph.md).
static bool parseKeys(BridgeParser parser, RelaxTensorInfo *info) {
  SymTokens tokens = bridgeTokens(parser);
  StrRef key;
  if (!tokens.punct(tokens.state, ','))
    return true;
  const char *loc = tokens.loc(tokens.state);
  StrBuf text = {0};
  if (!tokens.identifier(tokens.state, &key))
    strBufAppendC(&text, "expected a key behind the element type");
  else if (strRefIs(key, "device") && !info->device.ptr)
    return bridgeExpectPunct(parser, '=') &&
           bridgeParseSymbolRef(parser, &info->device) &&
           parseKeys(parser, info);
  else if (strRefIs(key, "padding") && !info->padding.ptr)
    return bridgeExpectPunct(parser, '=') && relaxParsePadding(parser, info) &&
           parseKeys(parser, info);
  else
    strBufAppendFormat(
        &text,
        "unknown key '%.*s' in a tensor type: expected 'device', "
        "'padding' or '>' behind the element type ('layout' and "
        "'sharding' are reserved, there is no other key)",
        SPREAD(key));
  tokens.error(tokens.state, loc, strBufText(&text));
  strBufFree(&text);
  return false;
}

/// A type, or `?`.
static bool parseElement(BridgeParser parser, MlirType *element) {
  SymTokens tokens = bridgeTokens(parser);
  if (!tokens.punct(tokens.state, '?'))
    return bridgeParseType(parser, element);
  *element = mlirNoneTypeGet(bridgeParserContext(parser));
  return true;
}

MlirType relaxTensorTypeParse(BridgeParser parser) {
  MlirType result = {NULL};
  SymTokens tokens = bridgeTokens(parser);
  const char *loc = tokens.loc(tokens.state);
  RelaxTensorInfo info = {0};
  Arena *arena = arenaCreate();
  MlirAttribute *dims = NULL;
  if (bridgeExpectPunct(parser, '<') &&
      parseShape(parser, arena, &info.ranked, &dims, &info.rank) &&
      bridgeExpectPunct(parser, ',') &&
      parseElement(parser, &info.elementType)) {
    info.dims = dims;
    if (parseKeys(parser, &info) && bridgeExpectPunct(parser, '>'))
      result = relaxTensorTypeGet(bridgeParserContext(parser), info.ranked,
                                  info.rank, dims, info.elementType,
                                  info.device, info.padding);
  }
  arenaDestroy(arena);
  return result.ptr && relaxCheckBlocks(parser, loc, result) ? result
                                                             : (MlirType){NULL};
}

void relaxTensorTypePrint(MlirType value, StrBuf *out) {
  RelaxTensorInfo info;
  relaxTensorInfo(value, &info);
  strBufAppendC(out, "<");
  relaxPrintShape(info, out);
  strBufAppendC(out, ", ");
  if (relaxElementIsUnknown(info.elementType))
    strBufAppendC(out, "?");
  else
    bridgePrintType(info.elementType, out);
  if (info.device.ptr) {
    strBufAppendC(out, ", device = ");
    bridgePrintAttribute(info.device, out);
  }
  relaxPrintPadding(info, out);
  strBufAppendC(out, ">");
}

MlirType relaxShapeTypeParse(BridgeParser parser) {
  MlirType result = {NULL};
  Arena *arena = arenaCreate();
  bool ranked;
  MlirAttribute *dims = NULL;
  intptr_t rank;
  if (bridgeExpectPunct(parser, '<') &&
      parseShape(parser, arena, &ranked, &dims, &rank) &&
      bridgeExpectPunct(parser, '>'))
    result = relaxShapeTypeGet(bridgeParserContext(parser), ranked, rank, dims);
  arenaDestroy(arena);
  return result;
}

void relaxShapeTypePrint(MlirType value, StrBuf *out) {
  RelaxTensorInfo info = {.ranked = relaxShapeTypeGetRanked(value)};
  info.rank = relaxShapeTypeGetDims(value, &info.dims);
  strBufAppendC(out, "<");
  relaxPrintShape(info, out);
  strBufAppendC(out, ">");
}
