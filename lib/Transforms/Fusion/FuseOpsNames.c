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
  const char *key;
  MlirAttribute value;
} Rename;

static MlirWalkResult renameCallee(MlirOperation op, void *userData) {
  const Rename *renames = userData;
  if (!relaxIsCallTir(op))
    return MlirWalkResultAdvance;
  MlirStringRef name = mlirFlatSymbolRefAttrGetValue(relaxCallTirGetCallee(op));
  const Rename *rename = mapEntry(renames, name.data);
  if (rename)
    relaxCallTirSetCallee(op, rename->value);
  return MlirWalkResultAdvance;
}

void fuseImproveNames(RelaxPassRun *run, ModuleSymbols *symbols,
                      const FuseNewKernel *created, ptrdiff_t count) {
  Rename *renames = NULL;
  for (ptrdiff_t i = 0; i < count; ++i) {
    FuseNewKernel kernel = created[i];
    StrRef old = tirFuncGetSymName(kernel.function);
    StrRef free = moduleSymbolsUnique(symbols, kernel.name, run->arena);
    if (!strRefEqual(free, kernel.name))
      continue; // or it has that name
    moduleSymbolsRemove(symbols, old);
    tirFuncSetSymName(kernel.function, free);
    moduleSymbolsAdd(symbols, kernel.function);
    hmput(renames, old.data,
          mlirFlatSymbolRefAttrGet(run->context, strRefToMlir(free)));
  }
  if (renames)
    mlirOperationWalk(run->op, renameCallee, renames, MlirWalkPreOrder);
  hmfree(renames);
}
