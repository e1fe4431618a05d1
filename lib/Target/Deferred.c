//===- Deferred.c - kernels that need not be compiled before a call -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Target/Deferred.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/VM/ControlFlow.gen.h"
#include "dialects/VM/Program.gen.h"
#include "lib/Support/Map.h"

#include <stb/stb_ds.h>

/// Of a kernel, by the attribute that names it: these are unique in a context.
typedef struct Use {
  const void *key;
  uint32_t value; // the group; 0: something runs it without a condition
} Use;

/// What holds where a branch goes its first way.
typedef struct Condition {
  const void *facts, *index; // the first value that they are about, or NULL
} Condition;

typedef struct Finder {
  Use *uses;             // stb_ds map
  Condition *conditions; // stb_ds array; group i + 1 has number i
} Finder;

static uint32_t groupOf(Finder *finder, MlirOperation branch) {
  Condition found = {.facts = vmBranchGetFacts(branch).ptr};
  if (vmBranchGetNumIndices(branch))
    found.index = vmBranchGetIndices(branch, 0).ptr;
  ptrdiff_t i = 0;
  while (i < arrlen(finder->conditions) &&
         (finder->conditions[i].facts != found.facts ||
          finder->conditions[i].index != found.index))
    ++i;
  if (i == arrlen(finder->conditions))
    arrput(finder->conditions, found);
  return (uint32_t)i + 1;
}

/// The group of what runs here, or 0.
static uint32_t groupAt(Finder *finder, MlirOperation op) {
  MlirBlock block = mlirOperationGetBlock(op);
  for (MlirOperation parent = mlirBlockGetParentOperation(block);
       parent.ptr && !vmIsFunc(parent);
       parent = mlirBlockGetParentOperation(block)) {
    if (vmIsBranch(parent) &&
        mlirRegionEqual(mlirBlockGetParentRegion(block),
                        mlirOperationGetRegion(parent, 0)))
      return groupOf(finder, parent);
    block = mlirOperationGetBlock(parent);
  }
  return 0;
}

static void addUse(Finder *finder, MlirAttribute name, uint32_t group) {
  const Use *known = mapEntry(finder->uses, name.ptr);
  if (!known || group == 0)
    hmput(finder->uses, name.ptr, group);
}

static void addNames(Finder *finder, MlirAttribute value, uint32_t group) {
  if (mlirAttributeIsAFlatSymbolRef(value))
    addUse(finder, value, group);
  else if (mlirAttributeIsAArray(value))
    for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(value); i < e; ++i)
      addNames(finder, mlirArrayAttrGetElement(value, i), group);
}

static MlirWalkResult visit(MlirOperation op, void *user) {
  Finder *finder = user;
  if (tirIsFunc(op))
    return MlirWalkResultSkip;
  if (vmIsKernel(op)) {
    addUse(finder, vmKernelGetCallee(op), groupAt(finder, op));
    return MlirWalkResultAdvance;
  }
  MlirAttribute attributes = bridgeAttributesOf(op);
  for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(attributes); i < e;
       ++i)
    addNames(finder, mlirDictionaryAttrGetElement(attributes, i).attribute, 0);
  return MlirWalkResultAdvance;
}

void targetDeferKernels(MlirOperation module, const MlirOperation *kernels,
                        size_t numKernels, uint32_t *groups) {
  Finder finder = {0};
  mlirOperationWalk(module, visit, &finder, MlirWalkPreOrder);
  for (size_t i = 0; i < numKernels; ++i) {
    MlirAttribute name =
        mlirFlatSymbolRefAttrGet(mlirOperationGetContext(module),
                                 strRefToMlir(tirFuncGetSymName(kernels[i])));
    const Use *use = mapEntry(finder.uses, name.ptr);
    groups[i] = use ? use->value : 0;
  }
  hmfree(finder.uses);
  arrfree(finder.conditions);
}
