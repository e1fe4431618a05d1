//===- ProgramCalls.c - who calls a loop program --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Transforms/Patterns/ProgramCalls.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Bridge/Core/Lists.h"

#include <stb/stb_ds.h>

typedef struct Finding {
  StrRef name;
  MlirOperation *calls; // stb_ds
  bool all;             // nothing else names it
} Finding;

StrRef programName(MlirOperation program) { return tirFuncGetSymName(program); }

static bool isPlainCall(MlirOperation call) {
  return relaxCallTirGetNumInputs(call) == mlirOperationGetNumOperands(call) &&
         !relaxCallTirGetSymbols(call).ptr && !relaxCallTirGetOffsets(call).ptr;
}

static bool isName(MlirAttribute attribute, StrRef name) {
  bool is = mlirAttributeIsAFlatSymbolRef(attribute) &&
            strRefEqual(bridgeRefName(attribute), name);
  for (intptr_t i = 0; mlirAttributeIsAArray(attribute) && !is &&
                       i < mlirArrayAttrGetNumElements(attribute);
       ++i)
    is = isName(mlirArrayAttrGetElement(attribute, i), name);
  return is;
}

static MlirWalkResult visit(MlirOperation op, void *userData) {
  Finding *finding = userData;
  bool named = false;
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); ++i)
    named |= isName(mlirOperationGetAttribute(op, i).attribute, finding->name);
  if (!named)
    return MlirWalkResultAdvance;
  finding->all &= relaxIsCallTir(op) && isPlainCall(op);
  if (relaxIsCallTir(op))
    arrput(finding->calls, op);
  return MlirWalkResultAdvance;
}

bool programCalls(MlirOperation module, MlirOperation program,
                  MlirOperation **calls) {
  Finding finding = {programName(program), *calls, true};
  mlirOperationWalk(module, visit, &finding, MlirWalkPreOrder);
  *calls = finding.calls;
  return finding.all;
}

MlirOperation programCallOther(MlirOperation call, StrRef callee,
                               intptr_t numInputs, const MlirValue *inputs,
                               const MlirType *results) {
  RelaxCallTirArgs args = {
      .numInputs = numInputs,
      .inputs = inputs,
      .callee = mlirFlatSymbolRefAttrGet(mlirOperationGetContext(call),
                                         strRefToMlir(callee)),
      .numResultsTypes = mlirOperationGetNumResults(call),
      .resultsTypes = results};
  MlirOperation made =
      relaxCallTirCreate(mlirOperationGetLocation(call), &args);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(call), call, made);
  return made;
}
