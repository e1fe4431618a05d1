//===- RefType.c - !relax.ref<T> ------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Relax.h"

/// What a register of the machine has, and a type parameter, which becomes such
/// a type.
static bool canBeHeld(MlirType type) {
  return relaxIsTensorType(type) || relaxIsSequenceType(type) ||
         relaxIsOptionalType(type) || relaxIsAdtType(type) ||
         relaxIsFnType(type) || relaxIsRefType(type) || relaxIsVarType(type) ||
         mlirTypeIsATuple(type);
}

MlirType relaxRefTypeParse(BridgeParser parser) {
  MlirType held, none = {NULL};
  if (!bridgeExpectPunct(parser, '<') || !bridgeParseType(parser, &held))
    return none;
  if (!canBeHeld(held)) {
    bridgeParserError(parser,
                      "expected the type of a tensor, container, data type, "
                      "function or reference, as in "
                      "'!relax.ref<!relax.tensor<[], f32>>'");
    return none;
  }
  return bridgeExpectPunct(parser, '>')
             ? relaxRefTypeGet(bridgeParserContext(parser), held)
             : none;
}

void relaxRefTypePrint(MlirType type, StrBuf *out) {
  strBufAppendC(out, "<");
  bridgePrintType(relaxRefTypeGetHeld(type), out);
  strBufAppendC(out, ">");
}
