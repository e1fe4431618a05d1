//===- Artefact.c - rules of what back ends made of regions ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Artefact.h"
#include "dialects/Relax/Artefact.gen.h"
#include "dialects/Relax/Target.gen.h"
#include "dialects/Relax/Target.h"
#include "lib/Bridge/Core/Blocks.h"

MlirLogicalResult relaxArtefactVerifySymbols(MlirOperation op,
                                             BridgeSymbolTables tables) {
  MlirAttribute name = relaxArtefactGetTarget(op);
  MlirOperation target = bridgeLookupSymbol(tables, op, name);
  StrRef text = bridgeRefName(name);
  if (target.ptr && relaxIsTarget(target) && !relaxIsMachine(target))
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op, "'@%.*s' is no 'relax.target' with a back end",
                           SPREAD(text));
}

MlirLogicalResult relaxCallArtefactVerifySymbols(MlirOperation op,
                                                 BridgeSymbolTables tables) {
  return relaxVerifyArtefact(op, tables, relaxCallArtefactGetArtefact(op));
}

MlirLogicalResult relaxVerifyArtefact(MlirOperation op,
                                      BridgeSymbolTables tables,
                                      MlirAttribute name) {
  MlirOperation artefact = bridgeLookupSymbol(tables, op, name);
  StrRef text = bridgeRefName(name);
  if (artefact.ptr && relaxIsArtefact(artefact))
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op, "'@%.*s' is no 'relax.artefact'", SPREAD(text));
}

void relaxArtefactText(MlirOperation artefact, StrBuf *out) {
  MlirAttribute lines = relaxArtefactGetText(artefact);
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(lines); i < e; ++i) {
    strBufAppendC(out, i ? "\n" : "");
    strBufAppend(out, bridgeText(mlirArrayAttrGetElement(lines, i)));
  }
}
