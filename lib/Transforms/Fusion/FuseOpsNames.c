//===- FuseOpsNames.c - names of merged programs --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/TIR/Program.gen.h"
#include "lib/Support/Map.h"
#include "lib/Transforms/Fusion/FuseTIR.h"

#include <stb/stb_ds.h>

/// What a program is called from now on, by its old name. Strings are unique in
/// their context: the pointer is the name.
typedef struct Rename {
  const void *key;
  MlirAttribute value;
} Rename;

static MlirWalkResult renameCallee(MlirOperation op, void *userData) {
  const Rename *renames = userData;
  if (!relaxIsCallTir(op))
    return MlirWalkResultAdvance;
  MlirContext context = mlirOperationGetContext(op);
  MlirStringRef name = mlirFlatSymbolRefAttrGetValue(relaxCallTirGetCallee(op));
  const void *key = mlirStringAttrGet(context, name).ptr;
  const Rename *rename = mapEntry(renames, key);
  if (rename)
    relaxCallTirSetCallee(op, rename->value);
  return MlirWalkResultAdvance;
}

void fuseImproveNames(RelaxPassRun *run, ModuleSymbols *symbols,
                      const FuseNewKernel *created, ptrdiff_t count) {
  Rename *renames = NULL;
  for (ptrdiff_t i = 0; i < count; ++i) {
    FuseNewKernel kernel = created[i];
    MlirAttribute old = tirFuncGetSymName(kernel.function);
    StrRef free = moduleSymbolsUnique(symbols, kernel.name, run->arena);
    if (!strRefEqual(free, kernel.name))
      continue; // or it has that name
    moduleSymbolsRemove(symbols, strRefFromMlir(mlirStringAttrGetValue(old)));
    tirFuncSetSymName(kernel.function,
                      mlirStringAttrGet(run->context, strRefToMlir(free)));
    moduleSymbolsAdd(symbols, kernel.function);
    hmput(renames, (const void *)old.ptr,
          mlirFlatSymbolRefAttrGet(run->context, strRefToMlir(free)));
  }
  if (renames)
    mlirOperationWalk(run->op, renameCallee, renames, MlirWalkPreOrder);
  hmfree(renames);
}
