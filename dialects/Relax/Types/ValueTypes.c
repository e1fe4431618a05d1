//===- ValueTypes.c - scalars and containers as types ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Lattice.h"

#include <float.h>
#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// !relax.scalar<n + 1, i64>
//===----------------------------------------------------------------------===//

MlirType relaxScalarTypeParse(BridgeParser parser) {
  MlirType result = {NULL}, element;
  MlirContext context = bridgeParserContext(parser);
  SymTokens tokens = bridgeTokens(parser);
  Arena *arena = arenaCreate();
  SymExpr value;
  if (bridgeExpectPunct(parser, '<') && symExprParse(&tokens, arena, &value) &&
      bridgeExpectPunct(parser, ',') && bridgeParseType(parser, &element) &&
      bridgeExpectPunct(parser, '>'))
    result = relaxScalarTypeGet(context, symExprToAttribute(context, value),
                                element);
  arenaDestroy(arena);
  return result;
}

void relaxScalarTypePrint(MlirType type, StrBuf *out) {
  strBufAppendC(out, "<");
  symPrintAttribute(relaxScalarTypeGetValue(type), out);
  strBufAppendC(out, ", ");
  bridgePrintType(relaxScalarTypeGetElementType(type), out);
  strBufAppendC(out, ">");
}

//===----------------------------------------------------------------------===//
// !relax.sequence<T>, !relax.optional<T>
//===----------------------------------------------------------------------===//

/// `<T>`; null after an error.
static MlirType parseContained(BridgeParser parser, bool sequenceToo,
                               const char *expected) {
  MlirType type;
  if (!bridgeExpectPunct(parser, '<') || !bridgeParseType(parser, &type))
    return (MlirType){NULL};
  if (!relaxIsTensorType(type) && !(sequenceToo && relaxIsSequenceType(type))) {
    bridgeParserError(parser, expected);
    return (MlirType){NULL};
  }
  return bridgeExpectPunct(parser, '>') ? type : (MlirType){NULL};
}

static void printContained(MlirType type, StrBuf *out) {
  strBufAppendC(out, "<");
  bridgePrintType(relaxContainedType(type), out);
  strBufAppendC(out, ">");
}

MlirType relaxSequenceTypeParse(BridgeParser parser) {
  MlirType element = parseContained(
      parser, false,
      "expected a tensor type, as in '!relax.sequence<!relax.tensor<[?], "
      "f32>>'");
  return element.ptr
             ? relaxSequenceTypeGet(bridgeParserContext(parser), element)
             : element;
}

void relaxSequenceTypePrint(MlirType type, StrBuf *out) {
  printContained(type, out);
}

MlirType relaxOptionalTypeParse(BridgeParser parser) {
  MlirType element =
      parseContained(parser, true,
                     "expected a tensor or sequence type, as in "
                     "'!relax.optional<!relax.tensor<[n], f32>>'");
  return element.ptr
             ? relaxOptionalTypeGet(bridgeParserContext(parser), element)
             : element;
}

void relaxOptionalTypePrint(MlirType type, StrBuf *out) {
  printContained(type, out);
}

double relaxLargestFinite(MlirType element) {
  return mlirTypeIsAF64(element)    ? DBL_MAX
         : mlirTypeIsAF16(element)  ? 65504
         : mlirTypeIsABF16(element) ? 0x1.FEp127
                                    : (double)FLT_MAX;
}
