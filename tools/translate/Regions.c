//===- Regions.c - regions as C -------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "tools/translate/Regions.h"
#include "dialects/Relax/Artefact.gen.h"
#include "dialects/Relax/Artefact.h"
#include "dialects/Relax/Target.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Tool/Tool.h"
#include "tools/translate/Output.h"

static bool isC(MlirOperation artefact) {
  StrRef name = strRefFromMlir(
      mlirFlatSymbolRefAttrGetValue(relaxArtefactGetTarget(artefact)));
  RelaxTarget target =
      relaxTargetRead(bridgeLookupNearestSymbol(artefact, name));
  return strRefEqual(target.backend, strRefFromC("c"));
}

bool translateRegions(MlirOperation module, StrBuf *out) {
  if (!bridgeRunPipeline(module, strRefFromC("relax-generate-regions")))
    return false;
  MlirBlock body = bridgeBody(module);
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (relaxIsArtefact(op) && isC(op)) {
      strBufAppendC(out, out->length ? "\n" : "");
      relaxArtefactText(op, out);
    }
  if (out->length)
    return true;
  translateFail("the module has no region of the back end 'c': expected a "
                "private function 'target @x' and 'relax.target @x backend "
                "\"c\"'");
  return false;
}
