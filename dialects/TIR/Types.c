//===- Types.c - types of the loop level ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Sym/SymAttributes.h"
#include "dialects/TIR/Symbols.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "mlir-c/BuiltinTypes.h"

MlirType tirStoredType(MlirType element) {
  MlirContext context = mlirTypeGetContext(element);
  if (mlirTypeIsAFloat(element))
    return mlirFloatTypeGetWidth(element) > 8 ? element
                                              : mlirIntegerTypeGet(context, 8);
  if (!mlirTypeIsAInteger(element))
    return element;
  unsigned width = mlirIntegerTypeGetWidth(element);
  return mlirIntegerTypeGet(context, width > 1 && width < 8 ? 8 : width);
}

MlirType tirBufferTypeParse(BridgeParser parser) {
  MlirType result = {NULL}, element;
  Arena *arena = arenaCreate();
  MlirAttribute *dims;
  intptr_t rank;
  if (bridgeExpectPunct(parser, '<') &&
      symParseDims(parser, arena, &dims, &rank) &&
      bridgeExpectPunct(parser, ',') && bridgeParseType(parser, &element) &&
      bridgeExpectPunct(parser, '>'))
    result = tirBufferTypeGet(bridgeParserContext(parser), rank, dims, element);
  arenaDestroy(arena);
  return result;
}

void tirBufferTypePrint(MlirType value, StrBuf *out) {
  const MlirAttribute *dims;
  intptr_t rank = tirBufferTypeGetDims(value, &dims);
  strBufAppendC(out, "<");
  symPrintDims(dims, rank, out);
  strBufAppendC(out, ", ");
  bridgePrintType(tirBufferTypeGetElementType(value), out);
  strBufAppendC(out, ">");
}
