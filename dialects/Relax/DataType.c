//===- DataType.c - data types as types -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Data.h"
#include "dialects/Relax/RelaxBase.gen.h"

#include <stb/stb_ds.h>

//===----------------------------------------------------------------------===//
// !relax.adt<@Tree<T>>, !relax.var<a>
//===----------------------------------------------------------------------===//

/// `<T, U>` or nothing.
static bool parseArguments(BridgeParser parser, MlirType **types) {
  SymTokens tokens = bridgeTokens(parser);
  if (!tokens.punct(tokens.state, '<'))
    return true;
  do {
    MlirType type;
    if (!bridgeParseType(parser, &type))
      return false;
    arrput(*types, type);
  } while (tokens.punct(tokens.state, ','));
  return bridgeExpectPunct(parser, '>');
}

MlirType relaxAdtTypeParse(BridgeParser parser) {
  MlirAttribute name;
  MlirType *types = NULL, result = {NULL};
  if (bridgeExpectPunct(parser, '<') && bridgeParseSymbolRef(parser, &name) &&
      parseArguments(parser, &types) && bridgeExpectPunct(parser, '>'))
    result = relaxAdtTypeGet(bridgeParserContext(parser), name, arrlen(types),
                             types);
  arrfree(types);
  return result;
}

void relaxAdtTypePrint(MlirType type, StrBuf *out) {
  const MlirType *types;
  intptr_t count = relaxAdtTypeGetArguments(type, &types);
  strBufAppendC(out, "<@");
  strBufAppend(out, strRefFromMlir(mlirFlatSymbolRefAttrGetValue(
                        relaxAdtTypeGetName(type))));
  for (intptr_t i = 0; i < count; ++i) {
    strBufAppendC(out, i ? ", " : "<");
    bridgePrintType(types[i], out);
  }
  strBufAppendC(out, count ? ">>" : ">");
}

MlirType relaxVarTypeParse(BridgeParser parser) {
  SymTokens tokens = bridgeTokens(parser);
  StrRef name;
  if (!bridgeExpectPunct(parser, '<'))
    return (MlirType){NULL};
  if (!tokens.identifier(tokens.state, &name)) {
    bridgeParserError(parser, "expected the name of a type parameter");
    return (MlirType){NULL};
  }
  MlirContext context = bridgeParserContext(parser);
  MlirAttribute text = mlirStringAttrGet(context, strRefToMlir(name));
  return bridgeExpectPunct(parser, '>') ? relaxVarTypeGet(context, text)
                                        : (MlirType){NULL};
}

void relaxVarTypePrint(MlirType type, StrBuf *out) {
  strBufAppendC(out, "<");
  strBufAppend(
      out, strRefFromMlir(mlirStringAttrGetValue(relaxVarTypeGetName(type))));
  strBufAppendC(out, ">");
}
